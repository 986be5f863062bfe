//! Where games come from: a database of PDN files, or games that were just played.

use std::ops::ControlFlow;
use std::path::PathBuf;

use super::label::Label;
use crate::board::{Color, Move, Position};
use crate::dataset::{Candidate, Episode, GameCounts, Sampler, fingerprint};
use crate::game::{Game, Replay, engine_notes};
use crate::models::result_of;
use crate::parallel::{Batch, Reading, fold_games};
use crate::pdn::GameText;

/// A game that was played, as far as learning looks at it.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// All positions in order, the first and the last included.
    pub positions: &'a [Position],
    /// The moves between them.
    pub moves: &'a [Move],
    /// Where the game starts: the first position, unless it was set up more than once.
    pub start: Position,
    /// Every move that distinguishes the game from others; the moves above, unless it was set up more than once.
    pub identity: &'a [Move],
    /// What was noted of each position from the first on, as far as it is known.
    pub notes: &'a [Note],
    /// White's score, +1, 0 or −1, if the game has one.
    pub score: Option<f32>,
    /// The result in the words of the census.
    pub result: &'static str,
    /// The ratings of White and Black.
    pub ratings: [Option<u32>; 2],
    /// What endgame tables know of it.
    pub(crate) label: Option<Label>,
    /// The line of its file on which it starts, from 1; games in memory have none.
    pub line: Option<u64>,
    /// Its place among the games of its source, where they come in another order.
    pub(crate) place: Option<u64>,
}

impl Played<'_> {
    /// White's score in the end: the exact one, or else that of the result.
    pub fn outcome(&self) -> Option<f32> {
        self.label.map_or(self.score, |label| Some(label.score))
    }

    /// A number that equal games share.
    pub fn fingerprint(&self) -> u64 {
        fingerprint(&self.start, self.identity)
    }

    /// Fills `episode` with its kept positions, up to those that tables know.
    pub(crate) fn sample(&self, sampler: &mut Sampler, episode: &mut Episode) -> GameCounts {
        let Played { positions, moves, score, label, .. } = *self;
        let end = label.map_or(positions.len(), |label| label.ply);
        let outcome = self.outcome().unwrap_or(0.0);
        let counts = sampler.sample_before(end, positions, moves, outcome, episode);
        GameCounts { label: label.map(|label| label.agreement(score)), ..counts }
    }

    /// What a selection asks about it, once its positions are counted.
    pub(crate) fn candidate(&self, counts: &GameCounts) -> Candidate {
        let GameCounts { plies, kept, .. } = *counts;
        Candidate { score: self.outcome(), plies, kept, ratings: self.ratings }
    }
}

/// What was noted of a position when it was played.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Note {
    /// White's expected result by a search, from −1 to 1.
    pub result: Option<f32>,
    /// Whether chance chose the move.
    pub is_detour: bool,
}

/// Games in an order that is always the same.
pub trait Source {
    /// Its size in the unit of [`Batch::packed_bytes`], all files together; `None` if nobody knows.
    fn size(&self) -> Option<u64>;

    /// Goes through the games block by block, as pass number `pass` from 0; most sources have the same order in all.
    ///
    /// `begin` makes the value of a block. `work` adds a game to it, or the name of the fault for which one cannot be read. Both may be
    /// called on other threads. `consume` gets the values in order, and may stop with `Break`.
    fn fold<T, B, W, C>(&self, pass: u32, begin: B, work: W, consume: C)
    where
        T: Send + 'static,
        B: Fn() -> T + Sync,
        W: Fn(&mut T, Result<Played<'_>, &'static str>) + Sync,
        C: FnMut(Reading<T>) -> ControlFlow<()>;
}

/// PDN files, read on several threads.
#[derive(Clone, Copy, Debug)]
pub struct PdnFiles<'a> {
    /// The files, in this order.
    pub files: &'a [PathBuf],
    /// Threads; the order of the games does not depend on them.
    pub threads: usize,
}

impl Source for PdnFiles<'_> {
    fn size(&self) -> Option<u64> {
        let size = |file: &PathBuf| std::fs::metadata(file).ok().filter(|data| data.is_file());
        self.files.iter().map(|file| size(file).map(|data| data.len())).sum()
    }

    fn fold<T, B, W, C>(&self, _: u32, begin: B, work: W, consume: C)
    where
        T: Send + 'static,
        B: Fn() -> T + Sync,
        W: Fn(&mut T, Result<Played<'_>, &'static str>) + Sync,
        C: FnMut(Reading<T>) -> ControlFlow<()>,
    {
        let add = |value: &mut T, text: &GameText<'_>, replay: Replay<'_>| match replay.whole() {
            Err(error) => work(value, Err(error.fault.name())),
            Ok(game) => work(value, Ok(played(game, text, &notes(text, game)))),
        };
        fold_games(self.files, self.threads, begin, add, consume);
    }
}

fn played<'a>(game: &'a Game, text: &GameText, notes: &'a [Note]) -> Played<'a> {
    let (result, segment) = (game.outcome(), game.main());
    Played {
        positions: segment.positions,
        moves: segment.moves,
        start: game.start(),
        identity: game.moves(),
        notes,
        score: result.white_score(),
        result: result.name(),
        ratings: Color::ALL.map(|color| text.rating(color)),
        label: None,
        line: Some(text.line()),
        place: None,
    }
}

/// What engines wrote in the comments after their moves, by ply.
fn notes(text: &GameText<'_>, game: &Game) -> Vec<Note> {
    let positions = game.main().positions;
    let mut notes = Vec::new();
    for (ply, note) in engine_notes(text, game) {
        notes.resize(notes.len().max(ply + 1), Note::default());
        let white = positions[ply].turn().sign() as f32;
        let result = note.men.map(|men| white * result_of(men));
        notes[ply] = Note { result, is_detour: note.is_detour };
    }
    notes
}

/// A game in memory, as a player of games leaves it.
#[derive(Clone, Debug, PartialEq)]
pub struct MemoryGame {
    /// All positions in order, the first and the last included.
    pub positions: Vec<Position>,
    /// The moves between them.
    pub moves: Vec<Move>,
    /// White's score, +1, 0 or −1, if the game came to an end.
    pub score: Option<f32>,
}

impl MemoryGame {
    fn played(&self) -> Played<'_> {
        let result = match self.score {
            None => "*",
            Some(score) if score > 0.0 => "2-0",
            Some(score) if score < 0.0 => "0-2",
            Some(_) => "1-1",
        };
        Played {
            positions: &self.positions,
            moves: &self.moves,
            start: self.positions.first().copied().unwrap_or_else(Position::start),
            identity: &self.moves,
            notes: &[],
            score: self.score,
            result,
            ratings: [None; 2],
            label: None,
            line: None,
            place: None,
        }
    }
}

impl Source for [MemoryGame] {
    fn size(&self) -> Option<u64> {
        Some(self.len() as u64)
    }

    /// One game a block, on the calling thread.
    fn fold<T, B, W, C>(&self, _: u32, begin: B, work: W, mut consume: C)
    where
        T: Send + 'static,
        B: Fn() -> T + Sync,
        W: Fn(&mut T, Result<Played<'_>, &'static str>) + Sync,
        C: FnMut(Reading<T>) -> ControlFlow<()>,
    {
        for (number, game) in self.iter().enumerate() {
            let mut value = begin();
            work(&mut value, Ok(game.played()));
            let batch = Batch {
                file: "games in memory".into(),
                games_before: number as u64,
                games: 1,
                packed_bytes: number as u64 + 1,
                value,
            };
            if consume(Reading::Batch(batch)).is_break() {
                return;
            }
        }
    }
}
