//! What a move lost in expected result.

use std::fmt;

use super::view::PositionAnalysis;
use crate::board::{Move, MoveList, Position};

/// The glyph of a bad move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Glyph {
    /// Something was lost.
    Inaccuracy,
    /// Much was lost.
    Mistake,
    /// Perhaps the game was lost.
    Blunder,
}

/// The shares of a game from which a loss has a glyph: about a quarter of a man, half a man and a man, in a level position.
const LIMITS: [(f32, Glyph); 3] =
    [(0.20, Glyph::Blunder), (0.10, Glyph::Mistake), (0.05, Glyph::Inaccuracy)];

impl Glyph {
    /// The glyph of a loss, if it is large enough for one.
    #[must_use]
    pub fn of(loss: f32) -> Option<Glyph> {
        LIMITS.into_iter().find(|(limit, _)| loss >= *limit).map(|(_, glyph)| glyph)
    }

    /// The glyph in PDN.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Glyph::Inaccuracy => "?!",
            Glyph::Mistake => "?",
            Glyph::Blunder => "??",
        }
    }
}

/// For people.
impl fmt::Display for Glyph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Glyph::Inaccuracy => "inaccuracy",
            Glyph::Mistake => "mistake",
            Glyph::Blunder => "blunder",
        })
    }
}

/// A move that lost something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mistake {
    /// The plies before it.
    pub before: usize,
    /// What it lost, as a share of a game: 1 from a won game to a lost one.
    pub loss: f32,
    /// How bad that is.
    pub glyph: Glyph,
}

/// The mistakes of a game, in order: moves after which the value is lower than after the best move.
///
/// # Panics
/// If there is not a view of each position, the last one included.
#[must_use]
pub fn mistakes(start: &Position, moves: &[Move], views: &[PositionAnalysis]) -> Vec<Mistake> {
    assert_eq!(views.len(), moves.len() + 1, "a view of each position");
    let mut position = *start;
    let mut found = Vec::new();
    for (before, &mv) in moves.iter().enumerate() {
        let had_choice = MoveList::legal(&position).len() > 1;
        let loss = loss(&views[before], mv, &views[before + 1]);
        let glyph = Glyph::of(loss).filter(|_| had_choice);
        found.extend(glyph.map(|glyph| Mistake { before, loss, glyph }));
        position = position.succ(mv);
    }
    found
}

/// What a move lost, by the views before and after it, as a share of a game; the best one loses nothing, whatever a deeper search says of it afterwards.
#[must_use]
pub fn loss(view: &PositionAnalysis, mv: Move, after: &PositionAnalysis) -> f32 {
    if view.line.first() == Some(&mv) {
        return 0.0;
    }
    ((view.result() + after.result()) / 2.0).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;
    use crate::player::{Budget, Depth, Engine, Evaluation, Options, StopFlag};
    use crate::review::views;

    /// The glyphs of a game from this position, judged by the man count.
    fn glyphs(text: &str, moves: &str) -> Vec<(usize, Glyph)> {
        let start = fen::read(text).expect(text);
        let mut position = start;
        let find = |word: &str| {
            let legal = MoveList::legal(&position);
            let mv = legal.into_iter().find(|mv| mv.to_string() == word).expect(word);
            position = position.succ(mv);
            mv
        };
        let moves: Vec<Move> = moves.split_whitespace().map(find).collect();
        let options = Options { hash_mb: 1, ..Options::default() };
        let mut engine = Engine::new(&Evaluation::material(), &options).expect("1 MiB");
        let budget = Budget::of_depth(Depth::new(6));
        let stop = StopFlag::new();
        let views = views(&mut engine, &start, &moves, &budget, &stop, &mut |_, _| {});
        let found = mistakes(&start, &moves, &views.expect("not stopped"));
        found.into_iter().map(|mistake| (mistake.before, mistake.glyph)).collect()
    }

    #[test]
    fn a_missed_win_and_a_gift_are_blunders_and_a_forced_move_is_no_blunder() {
        // 28-22 wins the last man at once; 28-23 lets him play on.
        assert_eq!(glyphs("W:W28,33,39:B17", "28-22 17x28 33x22"), []);
        assert_eq!(glyphs("W:W28:B7,18,1", "28-23 18x29"), []);
        let gift = glyphs("W:W28,37,48:B19,8,3", "28-23 19x28");
        assert!(matches!(gift[..], [(0, glyph)] if glyph >= Glyph::Mistake), "{gift:?}");
    }

    #[test]
    fn a_greater_loss_has_a_graver_glyph() {
        let glyphs = [0.0, 0.049, 0.05, 0.1, 0.19, 0.2, 1.0].map(Glyph::of);
        let (inaccuracy, mistake, blunder) =
            (Some(Glyph::Inaccuracy), Some(Glyph::Mistake), Some(Glyph::Blunder));
        assert_eq!(glyphs, [None, None, inaccuracy, mistake, mistake, blunder, blunder]);
        assert!(Glyph::Blunder > Glyph::Inaccuracy);
        assert_eq!((Glyph::Blunder.sign(), Glyph::Mistake.to_string()), ("??", "mistake".into()));
    }
}
