//! `puzzle list`: the puzzles of a file, a line each.

use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::board::fen;
use crate::commands::ExitStatus;
use crate::commands::output::console;
use crate::database::puzzles::{PuzzleFile, PuzzleFilter, StoredPuzzle};
use crate::puzzle::Themes;

#[derive(Debug, clap::Args)]
#[command(after_help = "White is the solver: where Black was in the game, the board is turned.

Examples:
  draughts-td puzzle list puzzles.db --min-level 6 --min-gain 2
  draughts-td puzzle list puzzles.db --missed --player Sijbrands --json")]
pub(super) struct Args {
    #[command(flatten)]
    chosen: ChosenFlags,
    /// Print one JSON object a puzzle
    #[arg(long)]
    json: bool,
}

/// Which puzzles of which file.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct ChosenFlags {
    /// A file of puzzles, or a database with puzzles
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Numbers of puzzles, as `puzzle list` shows them
    #[arg(long = "id", value_name = "N", value_delimiter = ',')]
    ids: Vec<u32>,
    /// A theme, by its id in features/themes.toml: bomb, royal, king_lured
    #[arg(long, value_name = "THEME", value_parser = read_theme)]
    theme: Option<String>,
    /// Only games of this player; with --missed, only wins that this player missed
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// The lowest level
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(1..=10))]
    min_level: Option<u8>,
    /// The highest level
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(1..=10))]
    max_level: Option<u8>,
    /// The least gain in men; a king counts three
    #[arg(long, value_name = "MEN")]
    min_gain: Option<i32>,
    /// The fewest moves to be found
    #[arg(long, value_name = "N")]
    min_moves: Option<usize>,
    /// Only wins that were missed in the game
    #[arg(long)]
    missed: bool,
    /// The most puzzles, the first of those that pass
    #[arg(long, value_name = "N")]
    most: Option<usize>,
}

impl ChosenFlags {
    /// The file.
    pub(super) fn file(&self) -> &PathBuf {
        &self.file
    }

    /// The puzzles that pass.
    pub(super) fn puzzles(&self) -> Result<Vec<StoredPuzzle>> {
        let filter = PuzzleFilter {
            ids: self.ids.clone(),
            theme: self.theme.clone(),
            player: self.player.clone(),
            min_level: self.min_level,
            max_level: self.max_level,
            min_gain: self.min_gain,
            min_moves: self.min_moves,
            missed: self.missed,
        };
        let read = PuzzleFile::open(&self.file).and_then(|file| file.puzzles(&filter));
        let mut puzzles = read.with_context(|| self.file.display().to_string())?;
        puzzles.truncate(self.most.unwrap_or(usize::MAX));
        Ok(puzzles)
    }
}

fn read_theme(text: &str) -> Result<String, String> {
    let themes = Themes::built_in();
    let ids = || themes.iter().map(|theme| &*theme.id).collect::<Vec<_>>().join(", ");
    themes.get(text).map(|theme| theme.id.clone()).ok_or_else(|| format!("give one of {}", ids()))
}

pub(super) fn run(args: &Args) -> Result<ExitStatus> {
    let puzzles = args.chosen.puzzles()?;
    if !args.json {
        say!(
            "{:>7} {:>5} {:>6} {:>5} {:>5}  position and solution",
            "number",
            "level",
            "rating",
            "moves",
            "gain"
        );
    }
    for stored in &puzzles {
        match args.json {
            true => say!("{}", stored.to_json()),
            false => print(stored),
        }
        if console::is_unread() {
            return Ok(ExitStatus::Done);
        }
    }
    if !args.json {
        say!("{} puzzles", puzzles.len());
    }
    Ok(ExitStatus::Done)
}

fn print(stored: &StoredPuzzle) {
    let puzzle = &stored.puzzle;
    say!(
        "{:>7} {:>5} {:>6} {:>5} {:>5}  {}  {}  {}",
        stored.id,
        puzzle.level,
        stored.rating,
        puzzle.asked.div_ceil(2),
        puzzle.gain,
        fen::write(&puzzle.position),
        stored.solution().join(" "),
        stored.themes.join(" ")
    );
}
