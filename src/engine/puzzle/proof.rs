//! What a proof that one move wins asks for: nodes, and what a win is worth.

use crate::player::Score;

/// A value beyond which it makes no difference how much more it is: ten men.
pub(super) const CERTAIN: i32 = 1_000;

/// What a proof asks for. Values are in hundredths of a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Nodes of the first search of each position of a game.
    pub quick_nodes: u64,
    /// Nodes of the search of a first move and what is beside it, before the proof.
    pub sift_nodes: u64,
    /// Nodes of the proof of each move of the solver, for two moves together.
    pub nodes: u64,
    /// Nodes of a last search of the first move and what is beside it, and of a proof that is close.
    pub last_nodes: u64,
    /// Nodes of one more search of a move, where the one before was still close.
    pub closest_nodes: u64,
    /// How much a value of the first searches must jump, to be looked at again.
    pub gate: i32,
    /// What the opponent's error must be worth.
    pub swing: i32,
    /// The most that the solver may be better before the error, and by any other move: who has won already has no puzzle.
    pub most: i32,
    /// How much every other move must be worse.
    pub margin: i32,
    /// By how much a proof exceeds what it asks for with the most nodes, since a deeper search sees other values; twice as much with fewer.
    pub reserve: i32,
    /// By how much a proof of the first move exceeds what it asks for, to be the last.
    pub sure: i32,
    /// What chance grades by.
    pub seed: u64,
}

impl Proof {
    /// A proof with these nodes for each move. A close one is made again with three times and with ten times as many, and so is the first
    /// move at the end. With more nodes than usual the first searches have more too, since a win that they do not see is never proved.
    ///
    /// ```
    /// use draughts_td_engine::puzzle::Proof;
    ///
    /// assert_eq!(Proof::of_nodes(200_000), Proof::default());
    /// assert_eq!(Proof::of_nodes(2_000_000).quick_nodes, 20_000);
    /// assert_eq!(Proof::of_nodes(20_000).quick_nodes, 2_000);
    /// ```
    #[must_use]
    pub fn of_nodes(nodes: u64) -> Proof {
        let usual = Proof::default();
        Proof {
            quick_nodes: usual.quick_nodes.max(nodes / 100),
            sift_nodes: usual.sift_nodes.max(nodes / 20),
            nodes,
            last_nodes: nodes.saturating_mul(3),
            closest_nodes: nodes.saturating_mul(10),
            ..usual
        }
    }
}

impl Default for Proof {
    fn default() -> Proof {
        Proof {
            quick_nodes: 2_000,
            sift_nodes: 10_000,
            nodes: 200_000,
            last_nodes: 600_000,
            closest_nodes: 2_000_000,
            gate: 50,
            swing: 80,
            most: 150,
            margin: 70,
            reserve: 15,
            sure: 60,
            seed: 1,
        }
    }
}

/// What a move is worth, and gains of what the opponent's error gave away: the smaller of both.
pub(super) fn gain(value: i32, before: i32) -> i32 {
    if value >= CERTAIN { CERTAIN } else { value.min(value - before) }
}

/// Whether a move is worth what the opponent's error gave away, and the solver is better by as much with it.
pub(super) fn wins(value: i32, before: i32, swing: i32) -> bool {
    gain(value, before) >= swing
}

/// A score in hundredths of a man, cut off where more makes no difference.
pub(super) fn points(score: Score) -> i32 {
    score.points().clamp(-CERTAIN, CERTAIN)
}
