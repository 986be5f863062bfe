//! A book from games: what was played in the first plies, how it fared, and what searches said.

use std::ops::ControlFlow;
use std::path::PathBuf;

use super::entries::{BookEntries, BookMove};
use super::error::BookError;
use crate::board::{Move, Position};
use crate::game::{Game, Replay};
use crate::parallel::{Reading, fold_games};
use crate::pdn::{GameText, PdnError, engine_note};

/// Plies of each game that a book has, where nothing else is said.
pub const PLIES: usize = 30;

/// How a book is gathered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildConfig {
    /// Plies of each game.
    pub plies: usize,
    /// The fewest games of a move that stays.
    pub games: u32,
    /// Threads; the book does not depend on them.
    pub threads: usize,
}

/// What was gathered.
#[derive(Debug, Default)]
pub struct Gathered {
    /// The book.
    pub pages: BookEntries,
    /// The games that have a result.
    pub games: u64,
    /// The games that cannot be read.
    pub skipped: u64,
    /// The files, or parts of them, that cannot be read.
    pub faults: Vec<PdnError>,
}

/// The most positions that are kept in memory, rare moves included: some 6 GB.
const MOST: usize = 32 << 20;

/// Gathers the games of some files that have a result.
///
/// # Errors
/// Games with more positions than are kept in memory.
pub fn gather(files: &[PathBuf], how: BuildConfig) -> Result<Gathered, BookError> {
    gather_at_most(files, how, MOST)
}

fn gather_at_most(files: &[PathBuf], how: BuildConfig, most: usize) -> Result<Gathered, BookError> {
    let mut all = Gathered::default();
    let work = |part: &mut Gathered, text: &GameText<'_>, replay: Replay<'_>| match replay.whole() {
        Ok(game) => part.games += u64::from(add(&mut part.pages, text, game, how.plies)),
        Err(_) => part.skipped += 1,
    };
    fold_games(files, how.threads, Gathered::default, work, |reading| {
        match reading {
            Reading::Batch(batch) => {
                all.pages.merge(&batch.value.pages);
                all.games += batch.value.games;
                all.skipped += batch.value.skipped;
            }
            Reading::Fault(fault) => all.faults.push(fault),
        }
        if all.pages.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if all.pages.len() > most {
        return Err(BookError::TooMany { most });
    }
    all.pages.trim(how.games);
    Ok(all)
}

/// Adds the first plies of a game; whether it has a result.
fn add(pages: &mut BookEntries, text: &GameText<'_>, game: &Game, plies: usize) -> bool {
    let Some(result) = game.outcome().white_score() else { return false };
    let (main, scores) = (game.main(), scores(text, game));
    let played = main.positions.iter().zip(main.moves).take(plies).enumerate();
    for (ply, (position, &mv)) in played {
        let score = scores.get(ply).copied().flatten();
        let scored = u32::from(score.is_some());
        let reply =
            BookMove { scores: score.unwrap_or(0.0), scored, ..fared(position, mv, result) };
        pages.add(position, &reply);
    }
    true
}

impl BookEntries {
    /// Adds the first plies of a game that White has won (1), drawn (0) or lost (−1).
    pub fn add_game(&mut self, start: &Position, moves: &[Move], result: f32, plies: usize) {
        let mut position = *start;
        for &mv in moves.iter().take(plies) {
            self.add(&position, &fared(&position, mv, result));
            position = position.succ(mv);
        }
    }
}

/// A move that was played once, in a game with this result for White.
fn fared(position: &Position, mv: Move, result: f32) -> BookMove {
    let own = result * position.turn().sign() as f32;
    BookMove {
        wins: u32::from(own > 0.0),
        draws: u32::from(own == 0.0),
        losses: u32::from(own < 0.0),
        ..BookMove::new(mv)
    }
}

/// What engines left in the comments behind their moves. A game that was set up more than once has none.
fn scores(text: &GameText<'_>, game: &Game) -> Vec<Option<f64>> {
    let mut scores = Vec::new();
    if game.main().positions.len() != game.plies() + 1 {
        return scores;
    }
    for (elements, comment) in text.comments() {
        let Some(told) = engine_note(comment) else { continue };
        let Some(ply) = game.plies_of_elements(elements).checked_sub(1) else { continue };
        scores.resize(scores.len().max(ply + 1), None);
        scores[ply] = (!told.is_detour).then_some(f64::from(told.men));
    }
    scores
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::MoveList;

    #[test]
    fn a_played_game_counts_for_each_side_as_it_ended_and_no_further_than_asked() {
        let (start, mut pages) = (Position::start(), BookEntries::default());
        let first = MoveList::legal(&start)[0];
        let next = start.succ(first);
        let second = MoveList::legal(&next)[0];
        pages.add_game(&start, &[first, second], 1.0, PLIES);
        pages.add_game(&start, &[first, second], 0.0, 1);
        let reply = |position| pages.page(position).expect("a page").replies[0];
        assert_eq!(reply(&start), BookMove { wins: 1, draws: 1, ..BookMove::new(first) });
        assert_eq!(reply(&next), BookMove { losses: 1, ..BookMove::new(second) });
    }

    #[test]
    fn a_database_becomes_a_book_that_does_not_depend_on_the_threads() {
        let files = [PathBuf::from("../../pdn/sample.pdn.zst")];
        let how = BuildConfig { plies: 8, games: 3, threads: 1 };
        let Gathered { pages, games, faults, .. } = gather(&files, how).expect("few enough");
        assert!(faults.is_empty() && games > 4900, "{games}");
        let page = pages.page(&Position::start()).expect("games begin there");
        let played: u32 = page.replies.iter().map(BookMove::games).sum();
        assert!(u64::from(played) > games / 2 && page.replies.len() == 9, "{played}");
        let again = gather(&files, BuildConfig { threads: 3, ..how }).expect("few enough");
        assert_eq!(again.pages, pages);
        let fault = gather_at_most(&files, how, 100).expect_err("too many").to_string();
        assert!(fault.contains("more than 100 positions") && fault.contains("--plies"), "{fault}");
    }
}
