//! The slow twin: the positions that learning keeps, one game after another, with the library's parts put together anew.

use std::ops::ControlFlow;

use draughts_td::board::Position;
use draughts_td::dataset::{Episode, Filter, Sampler, Split};
use draughts_td::parallel::read_games;

/// A kept position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kept {
    pub position: Position,
    pub ply: u32,
    pub result: i8,
    pub is_held_out: bool,
    pub game: u64,
    pub line: u64,
}

/// The positions of the first `games` readable games, held out by this seed and share.
pub fn kept(path: &str, games: usize, seed: u64, share: f64) -> Vec<Kept> {
    let (mut sampler, mut episode) = (Sampler::new(Filter::default()), Episode::default());
    let (mut rows, mut readable) = (Vec::new(), 0);
    read_games(&[path], 1, |read| {
        let Ok((place, game)) = read else { return ControlFlow::Continue(()) };
        readable += 1;
        let (segment, score) = (game.main(), game.outcome().white_score());
        let outcome = score.unwrap_or(0.0);
        let counts = sampler.sample(segment.positions, segment.moves, outcome, &mut episode);
        // A game that is decided within ten half-moves was not played.
        if score.is_some_and(|score| score == 0.0 || counts.plies >= 10) {
            let is_held_out = Split::new(seed, share).holds_out(game.moves());
            rows.extend(episode.positions.iter().zip(&episode.plies).map(|(&position, &ply)| {
                Kept {
                    position,
                    ply,
                    result: outcome as i8,
                    is_held_out,
                    game: place.game,
                    line: place.line,
                }
            }));
        }
        if readable == games { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    rows
}

/// A set of squares by their numbers: bit 0 for square 1.
pub fn squares(set: draughts_td::board::Bitboard) -> u64 {
    set.into_iter().map(|square| 1 << (square.number() - 1)).sum()
}
