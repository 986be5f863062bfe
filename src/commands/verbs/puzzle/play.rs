//! `puzzle play`: puzzles to solve at the terminal.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};

use crate::arena::terminal::puzzles::{Coach, session};
use crate::board::{Move, Position};
use crate::commands::ExitStatus;
use crate::commands::args::attempts;
use crate::database::puzzles::{PuzzleDeck, PuzzleFile};
use crate::player::{Budget, Engine, Evaluation, GameState, Options, StopFlag};
use crate::practice::{self, Attempt, Practice, Task};
use crate::puzzle::Exercise;
use crate::run::WRITTEN;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Puzzles that you have tried come back before you forget them (FSRS); new ones are about as hard as you are strong. \
A wrong move is answered, and counts as an attempt that failed. The page of `board` uses the same attempts.

Examples:
  draughts-td puzzle play
  draughts-td puzzle play puzzles.db --count 20
  draughts-td puzzle play games.db --player Wiersma"
)]
pub(super) struct Args {
    /// A file of puzzles, or a database with puzzles [default: those that come with the program]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Only wins that this player missed in his game
    #[arg(long, value_name = "NAME", requires = "file")]
    player: Option<String>,
    /// The most puzzles
    #[arg(long, value_name = "N", default_value_t = 10)]
    count: usize,
    /// File of your attempts, a line of JSON each [default: attempts.jsonl in your data folder]
    #[arg(long, value_name = "FILE", value_hint = WRITTEN)]
    attempts: Option<PathBuf>,
}

/// Nodes of the search that answers a wrong move.
const NODES: u64 = 50_000;

/// The engine answers, a file keeps.
struct FileCoach {
    engine: Engine,
    path: PathBuf,
}

impl Coach for FileCoach {
    fn reply(&mut self, position: &Position) -> Option<Move> {
        let game = GameState::new(*position);
        let choice =
            self.engine.think(&game, &Budget::of_nodes(NODES), &StopFlag::new(), &mut |_| {});
        choice.map(|choice| choice.mv)
    }

    fn keep(&mut self, attempt: &Attempt) -> io::Result<()> {
        practice::append(&self.path, std::slice::from_ref(attempt)).map_err(io::Error::other)
    }
}

pub(super) fn run(args: &Args) -> Result<ExitStatus> {
    let path = args.attempts.clone().or_else(attempts::file_of_user);
    let path = path.context("the system names no folder for data; give --attempts FILE")?;
    let practice = Practice::of(&practice::read(&path)?);
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?;
    let exercises =
        chosen(args, &practice, now.as_secs().cast_signed(), u64::from(now.subsec_nanos()))?;
    let options = Options { hash_mb: 16, ..Options::default() };
    let engine = Engine::new(&Evaluation::reference(), &options)?;
    let colors = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let mut coach = FileCoach { engine, path };
    session(&exercises, &mut io::stdin().lock(), &mut io::stdout(), colors, &mut coach)?;
    Ok(ExitStatus::Done)
}

/// The next puzzles for this solver.
fn chosen(args: &Args, practice: &Practice, now: i64, seed: u64) -> Result<Vec<Exercise>> {
    let Some(path) = &args.file else {
        let all = Exercise::built_in();
        let tasks: Vec<Task> = all.iter().map(Exercise::task).collect();
        let next = practice.next(&tasks, args.count, now, seed);
        return Ok(next.into_iter().map(|place| all[place].clone()).collect());
    };
    let named = || path.display().to_string();
    let file = PuzzleFile::open(path).with_context(named)?;
    let player = args.player.as_deref();
    let deck = player.map_or(PuzzleDeck::All, |name| PuzzleDeck::Missed(Some(name)));
    let tasks = file.tasks(deck).with_context(named)?;
    if tasks.is_empty() {
        bail!(nothing(path, player));
    }
    let mut exercises = Vec::new();
    for place in practice.next(&tasks, args.count, now, seed) {
        exercises.extend(file.exercise(&tasks[place].puzzle).with_context(named)?);
    }
    Ok(exercises)
}

fn nothing(path: &Path, player: Option<&str>) -> String {
    let path = path.display();
    match player {
        Some(name) => format!(
            "{path} has no win that {name} missed; `puzzle make GAMES -o {path} --player '{name}'` looks for them"
        ),
        None => format!("{path} has no puzzle; `puzzle make GAMES -o {path}` makes them"),
    }
}
