//! `suite`: the points of the moves that the engine chooses in a file of judged positions.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde_json::json;

use super::Answer;
use super::engine_flags::{BudgetFlags, EngineFlags};
use crate::board::{Move, MoveList, Position, fen};
use crate::engine::{Budget, Depth, Engine, GameState, StopFlag};
use crate::files;

/// The largest suite in bytes; known ones have a few hundred thousand.
const LARGEST_SUITE: u64 = 64 << 20;

/// Flags of `suite`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "A line of the file is `FEN ; id \"theme.n\" ; pts \"move=points,…\"`; a move that is not listed gets nothing.

Examples:
  draughts-td suite sts.epd --net net.safetensors --nodes 10000
  draughts-td suite sts.epd --net material --depth 1 --json"
)]
pub struct Args {
    /// File of judged positions
    file: PathBuf,
    #[command(flatten)]
    engine: EngineFlags,
    #[command(flatten)]
    budget: BudgetFlags,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A judged position.
pub struct Case {
    position: Position,
    theme: String,
    /// Moves in short notation with their points.
    points: Vec<(String, u32)>,
}

/// Points won, and the most that could be.
#[derive(Clone, Copy, Default)]
struct Points {
    positions: u32,
    won: u32,
    most: u32,
}

impl Points {
    fn add(&mut self, other: Points) {
        self.positions += other.positions;
        self.won += other.won;
        self.most += other.most;
    }
}

/// Runs `suite`, by default at depth 8.
///
/// # Errors
/// A file that cannot be read, or an engine that cannot be made.
pub fn run(args: &Args) -> Result<Answer> {
    let place = args.file.display();
    let text = files::read_text_at_most(&args.file, LARGEST_SUITE);
    let text = text.with_context(|| format!("cannot read {place}"))?;
    let cases = read_suite(&text, &args.file)?;
    let mut engine = args.engine.engine()?;
    let budget = args.budget.budget_or(Budget::of_depth(Depth::new(8)));
    let mut themes: BTreeMap<String, Points> = BTreeMap::new();
    for case in &cases {
        let points = judge(&mut engine, &budget, case);
        themes.entry(case.theme.clone()).or_default().add(points);
    }
    print(args, &themes);
    Ok(Answer::Done)
}

/// Reads every judged position of a suite.
///
/// # Errors
/// The first line that is no judged position, or that there is none.
pub fn read_suite(text: &str, file: &Path) -> Result<Vec<Case>> {
    let place = file.display();
    let mut cases = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        cases.push(read_case(line).with_context(|| format!("{place}:{}", index + 1))?);
    }
    ensure!(!cases.is_empty(), "{place} holds no position");
    Ok(cases)
}

/// Lets the engine choose, without memory of the positions before.
fn judge(engine: &mut Engine, budget: &Budget, case: &Case) -> Points {
    engine.new_game();
    let game = GameState::new(case.position);
    let choice = engine.think(&game, budget, &StopFlag::new(), &mut |_| {});
    let chosen = choice.map(|choice| choice.mv.to_string());
    let won = case.points.iter().find(|(mv, _)| Some(mv) == chosen.as_ref());
    let most = case.points.iter().map(|(_, points)| *points).max();
    Points { positions: 1, won: won.map_or(0, |(_, points)| *points), most: most.unwrap_or(0) }
}

fn print(args: &Args, themes: &BTreeMap<String, Points>) {
    let mut total = Points::default();
    themes.values().for_each(|points| total.add(*points));
    if args.json {
        let figures = |points: &Points| json!({ "positions": points.positions, "score": points.won, "max": points.most });
        let by_theme: BTreeMap<_, _> =
            themes.iter().map(|(name, points)| (name, figures(points))).collect();
        say!(
            "{}",
            json!({ "net": args.engine.net(), "score": total.won, "max": total.most, "themes": by_theme })
        );
        return;
    }
    for (theme, points) in themes {
        say!("{theme}: {} of {} in {} positions", points.won, points.most, points.positions);
    }
    say!("score {} of {}", total.won, total.most);
}

/// Reads `FEN ; id "theme.n" ; … ; pts "move=points,…"`.
fn read_case(line: &str) -> Result<Case> {
    let mut fields = line.split(';').map(str::trim);
    let position = fen::read(fields.next().unwrap_or_default())?;
    let field = |name: &str| {
        let found = line.split(';').find_map(|field| field.trim().strip_prefix(name));
        let text = found.and_then(|text| text.trim().strip_prefix('"')?.strip_suffix('"'));
        text.with_context(|| format!("field `{name} \"…\"` is missing"))
    };
    let id = field("id")?;
    let theme = id.rsplit_once('.').map_or(id, |(theme, _)| theme).to_owned();
    let points = field("pts")?.split(',').map(read_points).collect::<Result<Vec<_>>>()?;
    let legal: Vec<String> =
        MoveList::legal(&position).into_iter().map(|mv: Move| mv.to_string()).collect();
    for (mv, _) in &points {
        ensure!(legal.contains(mv), "{mv} is not legal; legal are {}", legal.join(" "));
    }
    Ok(Case { position, theme, points })
}

fn read_points(item: &str) -> Result<(String, u32)> {
    let parts = item
        .split_once('=')
        .and_then(|(mv, points)| Some((mv.trim().to_owned(), points.trim().parse().ok()?)));
    parts.with_context(|| format!("'{item}' is not `move=points`"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::threads::Threads;

    const LINE: &str =
        "W:W32,37:B19,23 ; id \"exchange.at_once.3\" ; ce 0.10 ; pts \"32-28=10,37-31=0\"";

    #[test]
    fn a_line_gives_position_theme_and_points() {
        let case = read_case(LINE).expect("a case");
        assert_eq!(case.theme, "exchange.at_once");
        assert_eq!(case.points, [("32-28".to_owned(), 10), ("37-31".to_owned(), 0)]);
    }

    #[test]
    fn faults_name_the_field_or_the_move() {
        let message = |line: &str| read_case(line).err().expect("a fault").to_string();
        assert!(message("W:W32:B19 ; pts \"32-28=1\"").contains("id"));
        assert!(message("W:W32:B19 ; id \"a.1\"").contains("pts"));
        assert!(message(&LINE.replace("37-31", "37-41")).contains("37-41 is not legal"));
        assert!(message(&LINE.replace("=10", "=ten")).contains("32-28=ten"));
        assert!(message("nonsense").contains("side to move"));
    }

    #[test]
    fn a_move_that_is_not_listed_gets_nothing() {
        let mut engine =
            EngineFlags { net: None, tt: 1, threads: Threads::ONE, book: None, endgame: None }
                .engine()
                .expect("engine");
        // 32-28 loses a man, and nothing else is asked for: the engine will play something else.
        let case = read_case("W:W32,37,46:B19,22 ; id \"a.1\" ; pts \"32-28=7\"").expect("a case");
        let points = judge(&mut engine, &Budget::of_depth(Depth::new(4)), &case);
        assert_eq!((points.positions, points.won, points.most), (1, 0, 7));
    }
}
