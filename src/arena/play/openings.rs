//! Openings for matches: ballots made from the rules, or a file of positions and games.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::board::{Key, Move, MoveList, Position, fen};

/// The most random plies after an opening.
pub const MAX_RANDOM_PLIES: u32 = 40;

/// The most games of a match from ballots: two from each of the 332 of three moves.
pub const MAX_BALLOT_GAMES: u32 = 664;

/// The start of a game: a position, and the moves played from it before the players think.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    start: Position,
    moves: Vec<Move>,
}

impl Opening {
    /// The start of a game, without a move.
    pub fn empty() -> Opening {
        Opening::at(Position::start())
    }

    pub fn at(start: Position) -> Opening {
        Opening { start, moves: Vec::new() }
    }

    /// This opening and one of the legal moves of its last position.
    pub fn then(&self, mv: Move) -> Opening {
        self.clone().with(&[mv])
    }

    /// This opening and further moves, each legal where it is played.
    pub(crate) fn with(mut self, moves: &[Move]) -> Opening {
        self.moves.extend_from_slice(moves);
        self
    }

    /// Its first plies.
    pub(crate) fn cut(mut self, plies: usize) -> Opening {
        self.moves.truncate(plies);
        self
    }

    pub fn start(&self) -> &Position {
        &self.start
    }

    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    pub fn position(&self) -> Position {
        self.moves.iter().fold(self.start, |position, &mv| position.succ(mv))
    }
}

/// The start as FEN and the moves.
impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves: Vec<String> = self.moves.iter().map(ToString::to_string).collect();
        write!(f, "{} {}", fen::write(&self.start), moves.join(" "))
    }
}

/// How many moves the ballots of a match have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum BallotLength {
    #[default]
    Two,
    /// Two moves of White and one of Black.
    Three,
}

impl fmt::Display for BallotLength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BallotLength::Two => "2",
            BallotLength::Three => "3",
        })
    }
}

impl From<BallotLength> for u8 {
    fn from(length: BallotLength) -> u8 {
        match length {
            BallotLength::Two => 2,
            BallotLength::Three => 3,
        }
    }
}

impl TryFrom<u8> for BallotLength {
    type Error = &'static str;

    fn try_from(moves: u8) -> Result<BallotLength, &'static str> {
        match moves {
            2 => Ok(BallotLength::Two),
            3 => Ok(BallotLength::Three),
            _ => Err("ballots have 2 moves (79 openings) or 3 (332)"),
        }
    }
}

impl FromStr for BallotLength {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<BallotLength, &'static str> {
        // 0 is refused like any other wrong number.
        text.parse().unwrap_or(0u8).try_into()
    }
}

/// Plies looked ahead, captures and single moves not counted, for a man that an opening loses by force.
const LOOK_AHEAD: u32 = 5;

/// The ballots of this length that lose no man by force within a few moves, in the order of the squares, each position
/// once: the first way to reach it stays.
///
/// Two moves: the 81 pairs less 31-27 16-21 and 32-27 16-21. These 79, each with both colours, are the 158 games of
/// the customary engine match. Three moves: 332 positions, for when the games of the 79 are used up.
///
/// ```
/// use draughts_td_arena::play::openings::{BallotLength, ballots};
///
/// let ballots = ballots(BallotLength::Two);
/// assert_eq!(ballots.len(), 79);
/// assert_eq!(ballots[0].moves()[0].to_string(), "31-26");
/// ```
pub fn ballots(length: BallotLength) -> Vec<Opening> {
    static TWO: LazyLock<Vec<Opening>> = LazyLock::new(|| balanced(2));
    static THREE: LazyLock<Vec<Opening>> = LazyLock::new(|| balanced(3));
    match length {
        BallotLength::Two => TWO.clone(),
        BallotLength::Three => THREE.clone(),
    }
}

/// Every position this number of plies after the start in which neither side can win material at once.
fn balanced(plies: u32) -> Vec<Opening> {
    let longer = |openings: Vec<Opening>, _| openings.iter().flat_map(continuations).collect();
    let all: Vec<Opening> = (0..plies).fold(vec![Opening::empty()], longer);
    let mut seen = HashSet::new();
    all.into_iter()
        .filter(|ballot| seen.insert(Key::of(&ballot.position())))
        .filter(|ballot| best_balance(&ballot.position(), LOOK_AHEAD, -1, 1) == 0)
        .collect()
}

fn continuations(opening: &Opening) -> Vec<Opening> {
    let mut legal: Vec<Move> = MoveList::legal(&opening.position()).into_iter().collect();
    legal.sort_unstable();
    legal.into_iter().map(|mv| opening.then(mv)).collect()
}

/// The best material balance the side to move can force, between two bounds.
fn best_balance(position: &Position, depth: u32, mut low: i32, high: i32) -> i32 {
    let forced = position.must_capture();
    if depth == 0 && !forced {
        return position.material() * position.turn().sign();
    }
    let legal = MoveList::legal(position);
    let deeper = if forced || legal.len() == 1 { depth } else { depth.saturating_sub(1) };
    for mv in &legal {
        low = low.max(-best_balance(&position.succ(mv), deeper, -high, -low));
        if low >= high {
            break;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(opening: &Opening) -> String {
        opening.moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_two_move_ballots_are_all_81_less_the_two_that_lose_a_man() {
        let ballots: Vec<String> = ballots(BallotLength::Two).iter().map(written).collect();
        let all = continuations(&Opening::empty());
        let missing: Vec<String> = all
            .iter()
            .flat_map(continuations)
            .map(|opening| written(&opening))
            .filter(|opening| !ballots.contains(opening))
            .collect();
        assert_eq!(
            (ballots.len(), missing),
            (79, vec!["31-27 16-21".into(), "32-27 16-21".into()])
        );
        assert_eq!(ballots[0], "31-26 16-21");
    }

    /// The list of 331 that goes round among engine authors leaves out one more, 33-29 17-22 29-23.
    #[test]
    fn the_three_move_ballots_are_332_different_positions() {
        let ballots = ballots(BallotLength::Three);
        let keys: HashSet<Key> = ballots.iter().map(|ballot| Key::of(&ballot.position())).collect();
        assert_eq!((ballots.len(), keys.len()), (332, 332));
        assert!(!ballots.iter().any(|ballot| written(ballot) == "31-26 17-22 26-21"));
    }
}
