//! A test suite: positions whose moves have points, and the points of the moves that an engine chooses.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use thiserror::Error;

use super::budget::Budget;
use super::game_state::GameState;
use super::think::Engine;
use crate::board::fen::{self, FenError};
use crate::board::{MoveList, Position};
use crate::search::StopFlag;

/// Errors reading a suite.
#[derive(Debug, Error)]
pub enum SuiteError {
    /// A line that cannot be read.
    #[error("line {line}: {fault}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        fault: LineError,
    },
    /// There is no line.
    #[error("no position")]
    Empty,
}

/// Errors reading a line of a suite.
#[derive(Debug, Error)]
pub enum LineError {
    /// No position comes first.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// Something is not said.
    #[error("field `{0} \"…\"` is missing")]
    Missing(&'static str),
    /// A move that cannot be played.
    #[error("{mv} is not legal; legal are {legal}")]
    Illegal {
        /// The move.
        mv: String,
        /// Those that can.
        legal: String,
    },
    /// A move without points.
    #[error("'{0}' is not `move=points`")]
    Points(String),
}

/// A position of a suite.
#[derive(Clone, Debug, PartialEq)]
struct Case {
    position: Position,
    theme: String,
    /// Moves in short notation with their points.
    points: Vec<(String, u32)>,
}

/// Points won, and the most that could be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Points {
    /// Positions.
    pub positions: u32,
    /// Points of the moves chosen there.
    pub won: u64,
    /// Points of the best moves.
    pub most: u64,
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Points) {
        self.positions += other.positions;
        self.won += other.won;
        self.most += other.most;
    }
}

/// Positions with points for moves, each of a theme.
#[derive(Clone, Debug, PartialEq)]
pub struct Suite {
    cases: Vec<Case>,
}

impl Suite {
    /// Reads `FEN ; id "theme.n" ; … ; pts "move=points,…"`, a position a line. A move that is not listed gets nothing.
    ///
    /// # Errors
    /// The first line that cannot be read, or an empty suite.
    pub fn read(text: &str) -> Result<Suite, SuiteError> {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let cases = lines.map(|(index, line)| {
            read_case(line).map_err(|fault| SuiteError::Line { line: index + 1, fault })
        });
        let cases = cases.collect::<Result<Vec<_>, _>>()?;
        if cases.is_empty() { Err(SuiteError::Empty) } else { Ok(Suite { cases }) }
    }

    /// The points of the moves that an engine chooses, by theme. It remembers nothing from one position to the next.
    pub fn points(&self, engine: &mut Engine, budget: &Budget) -> BTreeMap<String, Points> {
        let mut themes: BTreeMap<String, Points> = BTreeMap::new();
        for case in &self.cases {
            *themes.entry(case.theme.clone()).or_default() += points_of(engine, budget, case);
        }
        themes
    }
}

fn points_of(engine: &mut Engine, budget: &Budget, case: &Case) -> Points {
    engine.new_game();
    let game = GameState::new(case.position);
    let choice = engine.think(&game, budget, &StopFlag::new(), &mut |_| {});
    let chosen = choice.map(|choice| choice.mv.to_string());
    let won = case.points.iter().find(|(mv, _)| Some(mv) == chosen.as_ref());
    let most = case.points.iter().map(|(_, points)| *points).max();
    Points {
        positions: 1,
        won: won.map_or(0, |(_, points)| u64::from(*points)),
        most: most.map_or(0, u64::from),
    }
}

fn read_case(line: &str) -> Result<Case, LineError> {
    let mut fields = line.split(';').map(str::trim);
    let position = fen::read(fields.next().unwrap_or_default())?;
    let field = |name: &'static str| {
        let found = line.split(';').find_map(|field| field.trim().strip_prefix(name));
        let text = found.and_then(|text| text.trim().strip_prefix('"')?.strip_suffix('"'));
        text.ok_or(LineError::Missing(name))
    };
    let id = field("id")?;
    let theme = id.rsplit_once('.').map_or(id, |(theme, _)| theme).to_owned();
    let points = field("pts")?.split(',').map(read_points).collect::<Result<Vec<_>, _>>()?;
    let legal: Vec<String> =
        MoveList::legal(&position).into_iter().map(|mv| mv.to_string()).collect();
    match points.iter().find(|(mv, _)| !legal.contains(mv)) {
        Some((mv, _)) => Err(LineError::Illegal { mv: mv.clone(), legal: legal.join(" ") }),
        None => Ok(Case { position, theme, points }),
    }
}

fn read_points(item: &str) -> Result<(String, u32), LineError> {
    let parts = item
        .split_once('=')
        .and_then(|(mv, points)| Some((mv.trim().to_owned(), points.trim().parse().ok()?)));
    parts.ok_or_else(|| LineError::Points(item.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::{Depth, Evaluation, Options};

    const LINE: &str =
        "W:W32,37:B19,23 ; id \"exchange.at_once.3\" ; ce 0.10 ; pts \"32-28=10,37-31=0\"";

    #[test]
    fn a_line_gives_position_theme_and_points() {
        let case = read_case(LINE).expect("a case");
        assert_eq!(case.theme, "exchange.at_once");
        assert_eq!(case.points, [("32-28".to_owned(), 10), ("37-31".to_owned(), 0)]);
    }

    #[test]
    fn faults_name_the_line_and_the_field_or_the_move() {
        let message = |line: &str| {
            Suite::read(&format!("{LINE}\n\n{line}")).expect_err("a fault").to_string()
        };
        assert!(message("W:W32:B19 ; pts \"32-28=1\"").contains("line 3: field `id"));
        assert!(message("W:W32:B19 ; id \"a.1\"").contains("pts"));
        assert!(message(&LINE.replace("37-31", "37-41")).contains("37-41 is not legal"));
        assert!(message(&LINE.replace("=10", "=ten")).contains("32-28=ten"));
        assert!(message("nonsense").contains("side to move"));
        assert!(matches!(Suite::read(" \n"), Err(SuiteError::Empty)));
    }

    #[test]
    fn a_move_that_is_not_listed_gets_nothing() {
        let material = Evaluation::open(Evaluation::MATERIAL).expect("in the program");
        let options = Options { hash_mb: 1, ..Options::default() };
        let mut engine = Engine::new(&material, &options).expect("engine");
        // 32-28 loses a man, and nothing else is asked for: the engine will play something else.
        let suite = "W:W32,37,46:B19,22 ; id \"a.1\" ; pts \"32-28=7\"";
        let suite = Suite::read(suite).expect("a suite");
        let themes = suite.points(&mut engine, &Budget::of_depth(Depth::new(4)));
        assert_eq!(themes["a"], Points { positions: 1, won: 0, most: 7 });
    }
}
