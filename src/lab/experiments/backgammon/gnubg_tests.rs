//! The rules of backgammon beside GNU Backgammon, where it is installed: every legal play of many positions, and none besides.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

use super::games::positions;
use crate::backgammon::external::answered;
use crate::backgammon::gnubg::Gnubg;
use crate::backgammon::{Board, Play, Point, Roll, plays};

/// Every sixth position of random games, with a roll. Where nothing can be played there is nothing to hint at.
fn some_positions(count: usize) -> Vec<(Board, Roll)> {
    let can_play = |(board, roll): &(Board, Roll)| {
        let mut list = Vec::new();
        plays(board, *roll, &mut list);
        !list[0].steps().is_empty()
    };
    positions(60, 12).into_iter().step_by(6).filter(can_play).take(count).collect()
}

/// The position as `set board simple` takes it: own bar, own points and the enemy's below 0, the enemy's bar.
fn simple(board: &Board) -> String {
    let (own, enemy) = (board.men(board.turn()), board.men(!board.turn()));
    let place = |number| {
        let point = Point::new(number).expect("a point");
        i64::from(own.at(point)) - i64::from(enemy.at(point.facing()))
    };
    let bars = [i64::from(own.at(Point::BAR)), -i64::from(enemy.at(Point::BAR))];
    let numbers = std::iter::once(bars[0]).chain((1..=24).map(place)).chain([bars[1]]);
    numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
}

/// What gnubg prints about these positions.
fn hints(program: &std::path::Path, positions: &[(Board, Roll)]) -> String {
    let mut commands = tempfile::NamedTempFile::new().expect("a file");
    let begin = "set player 0 human\nset player 1 human\nset display off\nset confirm new off\n\
                 set evaluation chequerplay evaluation plies 0\nnew session\nset turn 1\n";
    write!(commands, "{begin}").expect("written");
    for (board, roll) in positions {
        let (position, high, low) = (simple(board), roll.high(), roll.low());
        writeln!(
            commands,
            "set turn 1\nset board simple {position}\nset dice {high} {low}\nhint 999"
        )
        .expect("written");
    }
    let mut command = Command::new(program);
    command.args(["-t", "-q", "-r", "-c"]).arg(commands.path()).stdin(Stdio::null());
    let output = command.output().expect("gnubg runs");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The play of a line such as `    1. Cubeful 0-ply    8/5 6/5                      Eq.: +0.200`.
fn hinted(line: &str) -> Option<&str> {
    let (number, rest) = line.trim_start().split_once(". Cube")?;
    number.parse::<u32>().ok()?;
    let (_, rest) = rest.split_once("ply")?;
    Some(rest.split_once("Eq.:")?.0.trim())
}

#[test]
fn gnubg_hints_at_every_legal_play_and_at_no_other() {
    let Some(program) = Gnubg::find(None) else {
        eprintln!("skipped: gnubg is not installed");
        return;
    };
    let positions = some_positions(200);
    assert_eq!(positions.len(), 200);
    let printed = hints(&program, &positions);
    let sections: Vec<&str> = printed.split("The dice have been set to").skip(1).collect();
    assert_eq!(sections.len(), positions.len(), "{printed}");
    let mut compared = 0;
    for ((board, roll), section) in positions.iter().zip(sections) {
        let mut list: Vec<Play> = Vec::new();
        plays(board, *roll, &mut list);
        let hints: Vec<&str> = section.lines().filter_map(hinted).collect();
        let known: BTreeSet<Option<usize>> =
            hints.iter().map(|words| answered(board, &list, words)).collect();
        assert!(!known.contains(&None), "{board:?} {roll}: {hints:?}");
        assert_eq!((known.len(), hints.len()), (list.len(), list.len()), "{board:?} {roll}");
        compared += hints.len();
    }
    assert!(compared > 2_000, "{compared}");
}
