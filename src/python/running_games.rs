//! The games of an environment: each begins anew when it is over.

use std::sync::Arc;

use draughts_td::board::{DrawRule, History, Move, MoveList, Position, captures, mixed};
use draughts_td::protocol::MoveText;
use pyo3::PyResult;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::interrupt::Signals;
use crate::numbering::Numbering;
use crate::outcome::rule_name;

/// How often an opening of random plies is tried that must not end the game.
const OPENING_TRIES: usize = 8;
/// The games between two looks for a signal.
const STRETCH: usize = 256;

/// Why a game ended, as a number of `REASONS`; 0 while it continues.
pub(crate) type Reason = u8;

/// The names of the reasons.
pub(crate) const REASONS: [&str; 7] = [
    "",
    "no_moves",
    rule_name(DrawRule::Repetition),
    rule_name(DrawRule::KingMoves),
    rule_name(DrawRule::ThreeAgainstOne),
    rule_name(DrawRule::TwoAgainstOne),
    "max_plies",
];
const CONTINUES: Reason = 0;
const NO_MOVES: Reason = 1;
const MAX_PLIES: Reason = 6;

const fn reason_of(rule: DrawRule) -> Reason {
    match rule {
        DrawRule::Repetition => 2,
        DrawRule::KingMoves => 3,
        DrawRule::ThreeAgainstOne => 4,
        DrawRule::TwoAgainstOne => 5,
    }
}

/// How the games of an environment begin, end and are shown.
#[derive(Clone)]
pub(crate) struct Terms {
    /// At least one position, each with a legal move.
    pub(crate) starts: Arc<Vec<Position>>,
    /// Random plies before each game.
    pub(crate) opening_plies: u32,
    /// The plies after the opening that end a game without a result.
    pub(crate) max_plies: Option<u32>,
    pub(crate) numbering: Numbering,
}

/// What a step brings: the reward of the side that moved, why the game is over, and its position before another began.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    pub(crate) reward: f32,
    pub(crate) reason: Reason,
    pub(crate) reached: Position,
}

impl Step {
    pub(crate) fn is_terminated(&self) -> bool {
        self.reason != CONTINUES && !self.is_truncated()
    }

    pub(crate) fn is_truncated(&self) -> bool {
        self.reason == MAX_PLIES
    }
}

/// A game that begins anew when it is over.
#[derive(Clone)]
pub(crate) struct RunningGame {
    /// Where it began, and the moves since then, those of the opening too.
    pub(crate) start: Position,
    pub(crate) moves: Vec<Move>,
    pub(crate) position: Position,
    pub(crate) history: History,
    /// The plies since the opening.
    pub(crate) plies: u32,
    /// The legal moves that have actions, in the view in which they are numbered.
    pub(crate) legal: MoveList,
    pub(crate) rng: Xoshiro256PlusPlus,
}

impl RunningGame {
    /// The first game with the random numbers of a seed.
    pub(crate) fn first(number: usize, seed: u64, terms: &Terms) -> RunningGame {
        let start = terms.starts[number % terms.starts.len()];
        let mut game = RunningGame::at(start, random_numbers(number, seed));
        game.begin(start, terms);
        game
    }

    fn at(start: Position, rng: Xoshiro256PlusPlus) -> RunningGame {
        RunningGame {
            start,
            moves: Vec::new(),
            position: start,
            history: History::new(&start),
            plies: 0,
            legal: MoveList::new(),
            rng,
        }
    }

    /// A game that has come so far; an error is the number of the first move that is not legal.
    pub(crate) fn replayed(
        start: Position,
        moves: &[MoveText],
        plies: u32,
        rng: Xoshiro256PlusPlus,
        terms: &Terms,
    ) -> Result<RunningGame, usize> {
        let mut game = RunningGame::at(start, rng);
        for (number, text) in moves.iter().enumerate() {
            let (mv, _) = text.find(&game.position).map_err(|_| number)?;
            game.advance(mv);
        }
        game.plies = plies;
        game.find_moves(terms);
        Ok(game)
    }

    /// Begins the game with this number among the first ones again.
    pub(crate) fn begin_first(&mut self, number: usize, terms: &Terms) {
        self.begin(terms.starts[number % terms.starts.len()], terms);
    }

    /// Begins another game, in any of the positions in which games begin.
    pub(crate) fn begin_anew(&mut self, terms: &Terms) {
        let start = match terms.starts.as_slice() {
            [only] => Some(only),
            starts => starts.choose(&mut self.rng),
        };
        self.begin(start.copied().unwrap_or(self.position), terms);
    }

    fn begin(&mut self, start: Position, terms: &Terms) {
        for _ in 0..OPENING_TRIES {
            self.set(start, terms);
            if self.play_opening(terms) {
                return;
            }
        }
        self.set(start, terms);
    }

    fn set(&mut self, start: Position, terms: &Terms) {
        self.start = start;
        self.moves.clear();
        self.position = start;
        self.history = History::new(&start);
        self.plies = 0;
        self.find_moves(terms);
    }

    /// Plays the random plies; `false` where they end the game.
    fn play_opening(&mut self, terms: &Terms) -> bool {
        for _ in 0..terms.opening_plies {
            let Some(mv) = self.random_move() else { return false };
            self.play(mv, terms);
            if self.reason() != CONTINUES {
                return false;
            }
        }
        true
    }

    fn find_moves(&mut self, terms: &Terms) {
        terms.numbering.find_moves(&self.position, &mut self.legal);
    }

    pub(crate) fn random_move(&mut self) -> Option<Move> {
        self.legal.choose(&mut self.rng).copied()
    }

    /// The position after a move of the list.
    pub(crate) fn after(&self, mv: Move, terms: &Terms) -> Position {
        self.position.succ(terms.numbering.across(&self.position, mv))
    }

    fn play(&mut self, mv: Move, terms: &Terms) {
        self.advance(terms.numbering.across(&self.position, mv));
        self.find_moves(terms);
    }

    fn advance(&mut self, mv: Move) {
        let next = self.position.succ(mv);
        self.history.push(&self.position, mv, &next);
        self.moves.push(mv);
        self.position = next;
    }

    fn reason(&self) -> Reason {
        if self.legal.is_empty() {
            return NO_MOVES;
        }
        self.history.draw().map_or(CONTINUES, reason_of)
    }

    pub(crate) fn step(&mut self, mv: Move, terms: &Terms) -> Step {
        self.play(mv, terms);
        self.plies += 1;
        let mut reason = self.reason();
        if reason == CONTINUES && terms.max_plies.is_some_and(|most| self.plies >= most) {
            reason = MAX_PLIES;
        }
        let reached = self.position;
        if reason != CONTINUES {
            self.begin_anew(terms);
        }
        Step { reward: f32::from(u8::from(reason == NO_MOVES)), reason, reached }
    }
}

/// The random numbers of a game, independent of those of the others.
pub(crate) fn random_numbers(number: usize, seed: u64) -> Xoshiro256PlusPlus {
    let seed = mixed(seed.wrapping_add(mixed(number as u64 + 1)));
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// Works on numbered games, and looks for signals on the way.
pub(crate) fn each<T>(items: impl IntoIterator<Item = T>, mut work: impl FnMut(T)) -> PyResult<()> {
    let mut signals = Signals::default();
    for (number, item) in items.into_iter().enumerate() {
        if number % STRETCH == 0 {
            signals.check()?;
        }
        work(item);
    }
    Ok(())
}

/// The position after all captures, of which each side takes the best by material, with the balance for the side to move before them.
pub(crate) fn quieted(position: &Position) -> (i32, Position) {
    let balance = (position.turn().sign() * position.material(), *position);
    let mut legal = MoveList::new();
    captures(position, &mut legal);
    let after = legal.into_iter().map(|mv| {
        let (balance, quiet) = quieted(&position.succ(mv));
        (-balance, quiet)
    });
    after.max_by_key(|(balance, _)| *balance).unwrap_or(balance)
}
