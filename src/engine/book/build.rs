//! A book from games: the moves of the first plies, their results, and the scores of searches.

use std::ops::ControlFlow;
use std::path::PathBuf;

use super::entries::{BookEntries, BookMove};
use super::error::BookError;
use crate::board::{Move, Position};
use crate::game::{Game, Replay, engine_notes};
use crate::parallel::{Reading, fold_games};
use crate::pdn::{GameText, PdnError};

/// Plies of each game that a book has, where nothing else is said.
pub const PLIES: usize = 30;

/// How a book is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildConfig {
    /// Plies of each game.
    pub plies: usize,
    /// The fewest games of a move that stays.
    pub games: u32,
    /// Threads; the book does not depend on them.
    pub threads: usize,
}

/// The result of a build.
#[derive(Debug, Default)]
pub struct BuildResult {
    /// The book.
    pub entries: BookEntries,
    /// The games that have a result.
    pub games: u64,
    /// The games that cannot be read.
    pub skipped: u64,
    /// The files, or parts of them, that cannot be read.
    pub faults: Vec<PdnError>,
}

/// The most positions that are kept in memory, rare moves included: some 6 GB.
const MAX_POSITIONS: usize = 32 << 20;

/// Gathers the games of some files that have a result; `watch` gets the number of games now and then.
///
/// # Errors
/// Games with more positions than are kept in memory.
pub fn build_book(
    files: &[PathBuf],
    config: BuildConfig,
    watch: &mut dyn FnMut(u64),
) -> Result<BuildResult, BookError> {
    build_at_most(files, config, MAX_POSITIONS, watch)
}

fn build_at_most(
    files: &[PathBuf],
    config: BuildConfig,
    most: usize,
    watch: &mut dyn FnMut(u64),
) -> Result<BuildResult, BookError> {
    let mut all = BuildResult::default();
    let work =
        |part: &mut BuildResult, text: &GameText<'_>, replay: Replay<'_>| match replay.whole() {
            Ok(game) => part.games += u64::from(add(&mut part.entries, text, game, config.plies)),
            Err(_) => part.skipped += 1,
        };
    fold_games(files, config.threads, BuildResult::default, work, |reading| {
        match reading {
            Reading::Batch(batch) => {
                all.entries.merge(&batch.value.entries);
                all.games += batch.value.games;
                all.skipped += batch.value.skipped;
                watch(all.games + all.skipped);
            }
            Reading::Fault(fault) => all.faults.push(fault),
        }
        if all.entries.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if all.entries.len() > most {
        return Err(BookError::TooMany { most });
    }
    all.entries.trim(config.games);
    Ok(all)
}

/// Adds the first plies of a game; whether it has a result.
fn add(entries: &mut BookEntries, text: &GameText<'_>, game: &Game, plies: usize) -> bool {
    let Some(result) = game.outcome().white_score() else { return false };
    let (main, scores) = (game.main(), scores(text, game));
    let played = main.positions.iter().zip(main.moves).take(plies).enumerate();
    for (ply, (position, &mv)) in played {
        let score = scores.get(ply).copied().flatten();
        let scored = u32::from(score.is_some());
        let book_move =
            BookMove { scores: score.unwrap_or(0.0), scored, ..played_once(position, mv, result) };
        entries.add(position, &book_move);
    }
    true
}

impl BookEntries {
    /// Adds the first plies of a game that White has won (1), drawn (0) or lost (−1).
    pub fn add_game(&mut self, start: &Position, moves: &[Move], result: f32, plies: usize) {
        let mut position = *start;
        for &mv in moves.iter().take(plies) {
            self.add(&position, &played_once(&position, mv, result));
            position = position.succ(mv);
        }
    }
}

/// A move that was played once, in a game with this result for White.
fn played_once(position: &Position, mv: Move, result: f32) -> BookMove {
    let own = result * position.turn().sign() as f32;
    BookMove {
        wins: u32::from(own > 0.0),
        draws: u32::from(own == 0.0),
        losses: u32::from(own < 0.0),
        ..BookMove::new(mv)
    }
}

/// The scores in engines' comments, by ply.
fn scores(text: &GameText<'_>, game: &Game) -> Vec<Option<f64>> {
    let mut scores = Vec::new();
    for (ply, note) in engine_notes(text, game) {
        scores.resize(scores.len().max(ply + 1), None);
        scores[ply] = note.men.filter(|_| !note.is_detour).map(f64::from);
    }
    scores
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::MoveList;

    #[test]
    fn a_played_game_counts_for_each_side_as_it_ended_and_no_further_than_asked() {
        let (start, mut entries) = (Position::start(), BookEntries::default());
        let first = MoveList::legal(&start)[0];
        let next = start.succ(first);
        let second = MoveList::legal(&next)[0];
        entries.add_game(&start, &[first, second], 1.0, PLIES);
        entries.add_game(&start, &[first, second], 0.0, 1);
        let book_move = |position| entries.entry(position).expect("a page").moves[0];
        assert_eq!(book_move(&start), BookMove { wins: 1, draws: 1, ..BookMove::new(first) });
        assert_eq!(book_move(&next), BookMove { losses: 1, ..BookMove::new(second) });
    }

    #[test]
    fn a_database_becomes_a_book_that_does_not_depend_on_the_threads() {
        let files = [PathBuf::from("../../pdn/sample.pdn.zst")];
        let config = BuildConfig { plies: 8, games: 3, threads: 1 };
        let BuildResult { entries, games, faults, .. } =
            build_book(&files, config, &mut |_| ()).expect("few enough");
        assert!(faults.is_empty() && games > 4900, "{games}");
        let entry = entries.entry(&Position::start()).expect("games begin there");
        let played: u32 = entry.moves.iter().map(BookMove::games).sum();
        assert!(u64::from(played) > games / 2 && entry.moves.len() == 9, "{played}");
        let again = build_book(&files, BuildConfig { threads: 3, ..config }, &mut |_| ())
            .expect("few enough");
        assert_eq!(again.entries, entries);
        let fault =
            build_at_most(&files, config, 100, &mut |_| ()).expect_err("too many").to_string();
        assert!(fault.contains("more than 100 positions") && fault.contains("--plies"), "{fault}");
    }
}
