//! The numbers of a run, and ways of doing the experiment: as the paper describes it, and departures from that.

use serde::{Deserialize, Serialize};

/// Raised whenever a change of the program changes figures, so that an old run is not continued by a new program.
pub(crate) const REVISION: u32 = 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Regime {
    Random,
    Expert,
    /// Games between Expert and another learning network, drawn from a database.
    Database,
}

impl Regime {
    pub(crate) const ALL: [Regime; 3] = [Regime::Random, Regime::Expert, Regime::Database];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Regime::Random => "Random-trained",
            Regime::Expert => "Expert-trained",
            Regime::Database => "database-trained",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TicTacToeSettings {
    pub revision: u32,
    pub seed: u64,
    /// Hidden units of the networks compared; the last is the size of the network in the database.
    pub hidden: Vec<usize>,
    /// Simulations of each regime and size that are tested along the way, as the paper did.
    pub curves: u32,
    /// Simulations of each regime and size in all, also of the nearest way; those beyond `curves` are tested at their end.
    pub simulations: u32,
    /// Simulations of each departure from the paper.
    pub departures: u32,
    pub games: u32,
    pub database: u32,
    /// Games drawn from the database, with replacement.
    pub drawn: u32,
    /// Games learned by play from one test to the next.
    pub games_between: u32,
    /// Games drawn from the database from one test to the next.
    pub drawn_between: u32,
    pub test_games: u32,
    pub lambda: f32,
    pub rate: f32,
    pub beta_rate: f32,
    pub beta: f32,
    pub range: f32,
}

impl TicTacToeSettings {
    /// The paper's set-up, with more simulations at hand than its ten for what ten leave undecided.
    pub fn paper(seed: u64) -> TicTacToeSettings {
        TicTacToeSettings {
            revision: REVISION,
            seed,
            hidden: vec![40, 60, 80],
            curves: 10,
            simulations: 50,
            departures: 20,
            games: 40_000,
            database: 40_000,
            drawn: 160_000,
            games_between: 2_000,
            drawn_between: 10_000,
            test_games: 2_000,
            lambda: 0.8,
            rate: 0.008,
            beta_rate: 0.000_03,
            beta: 5.0,
            range: 0.2,
        }
    }

    /// The same experiment in a second: it shows that everything works, not how well it learns.
    pub fn quick(seed: u64) -> TicTacToeSettings {
        TicTacToeSettings {
            curves: 2,
            simulations: 3,
            departures: 2,
            games: 400,
            database: 400,
            drawn: 1_600,
            games_between: 100,
            drawn_between: 400,
            test_games: 100,
            ..TicTacToeSettings::paper(seed)
        }
    }

    /// Games learned in a regime, and from one test to the next.
    pub(crate) fn games_of(&self, regime: Regime) -> [u32; 2] {
        match regime {
            Regime::Random | Regime::Expert => [self.games, self.games_between],
            Regime::Database => [self.drawn, self.drawn_between],
        }
    }

    /// The largest network.
    ///
    /// # Panics
    /// If no size is given.
    pub(crate) fn largest(&self) -> usize {
        *self.hidden.last().expect("a run has at least one size")
    }
}

/// Who makes the first move, in learning and in tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// The network, in every other game.
    Alternate,
    First,
    Second,
}

/// How the player treats a move that wins at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Endings {
    /// Like any other: the network judges the final position, and learns it.
    Judged,
    /// It takes the win, whatever the network says; final positions are still learned.
    Taken,
    /// It takes the win, and final positions are not learned.
    TakenUnlearned,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Update {
    /// Once after a game, by the sum over its positions.
    Game,
    /// After each position, the last first, towards targets from before the game.
    Position,
}

/// From whose side the games of a database are learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Views {
    /// The positions after the moves of the network that played.
    Network,
    /// The positions after Expert's moves, from Expert's side.
    Expert,
    Both,
    /// The positions after every move as one trajectory, from the network's side.
    Whole,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Variant {
    pub name: &'static str,
    pub meaning: &'static str,
    pub units: usize,
    pub rate: f32,
    /// Whether the rates fall in a straight line to 0 at the last game.
    pub falls: bool,
    pub lambda: Option<f32>,
    /// Share of random moves while learning by play.
    pub exploration: f64,
    pub start: Start,
    pub endings: Endings,
    pub update: Update,
    pub views: Views,
    pub games: u32,
}

/// The paper's way by another name, to be changed in something.
const fn way(name: &'static str, meaning: &'static str) -> Variant {
    Variant { name, meaning, ..Variant::PAPER }
}

impl Variant {
    /// As the paper describes it, and with the update of the draughts learner.
    pub(crate) const PAPER: Variant = Variant {
        name: "paper",
        meaning: "as the paper describes it",
        units: 1,
        rate: 1.0,
        falls: false,
        lambda: None,
        exploration: 0.0,
        start: Start::Alternate,
        endings: Endings::Judged,
        update: Update::Game,
        views: Views::Network,
        games: 1,
    };

    /// Two changes that the paper's text leaves room for and that bring the figures nearest to its own.
    pub(crate) const NEAREST: Variant = Variant {
        endings: Endings::Taken,
        update: Update::Position,
        ..way("nearest", "update by position, wins taken")
    };

    /// The departures that are compared with the paper's way at one size.
    pub(crate) const DEPARTURES: [Variant; 21] = [
        Variant { units: 2, ..way("units-2", "hidden units doubled") },
        Variant { units: 4, ..way("units-4", "hidden units times 4") },
        Variant { rate: 0.125, ..way("rate-1/8", "rates divided by 8") },
        Variant { rate: 0.25, ..way("rate-1/4", "rates divided by 4") },
        Variant { rate: 0.5, ..way("rate-1/2", "rates halved") },
        Variant { rate: 2.0, ..way("rate-2", "rates doubled") },
        Variant { rate: 4.0, ..way("rate-4", "rates times 4") },
        Variant { falls: true, ..way("falling", "rates falling to 0") },
        Variant { lambda: Some(0.0), ..way("lambda-0", "λ = 0") },
        Variant { lambda: Some(1.0), ..way("lambda-1", "λ = 1") },
        Variant { exploration: 0.1, ..way("exploration", "one move in ten at random") },
        Variant { endings: Endings::Taken, ..way("taken", "wins taken") },
        Variant {
            endings: Endings::TakenUnlearned,
            ..way("unlearned", "wins taken, ends not learned")
        },
        Variant { update: Update::Position, ..way("stepwise", "update by position") },
        Variant { games: 5, ..way("longer", "5 × games") },
        Variant {
            name: "nearest-longer",
            meaning: "update by position, wins taken, 5 × games",
            games: 5,
            ..Variant::NEAREST
        },
        Variant { views: Views::Expert, ..way("expert-side", "database from Expert's side") },
        Variant { views: Views::Both, ..way("both-sides", "database from both sides") },
        Variant {
            views: Views::Whole,
            ..way("whole-games", "database, positions after all moves")
        },
        Variant { start: Start::First, ..way("first", "the network always starts") },
        Variant { start: Start::Second, ..way("second", "the opponent always starts") },
    ];

    /// Whether the departure makes a difference to a regime.
    pub(crate) fn concerns(&self, regime: Regime) -> bool {
        self.views == Views::Network || regime == Regime::Database
    }
}
