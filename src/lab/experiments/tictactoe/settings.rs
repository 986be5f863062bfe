//! The numbers of a run.

use serde::{Deserialize, Serialize};

/// Raised whenever a change of the program changes figures, so that an old run is not continued by a new program.
pub const REVISION: u32 = 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Regime {
    Random,
    Expert,
    /// Games between Expert and another learning network, drawn from a database.
    Database,
}

impl Regime {
    pub const ALL: [Regime; 3] = [Regime::Random, Regime::Expert, Regime::Database];

    /// What the networks of a regime are called.
    pub fn name(self) -> &'static str {
        match self {
            Regime::Random => "Random-trained",
            Regime::Expert => "Expert-trained",
            Regime::Database => "database-trained",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TicTacToeSettings {
    /// The program's part in the figures.
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
    /// Games of a test against Expert.
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

    pub fn games_of(&self, regime: Regime) -> u32 {
        match regime {
            Regime::Random | Regime::Expert => self.games,
            Regime::Database => self.drawn,
        }
    }

    /// Games from one test to the next in a regime.
    pub fn between(&self, regime: Regime) -> u32 {
        match regime {
            Regime::Random | Regime::Expert => self.games_between,
            Regime::Database => self.drawn_between,
        }
    }

    /// The largest network.
    ///
    /// # Panics
    /// If no size is given.
    pub fn largest(&self) -> usize {
        *self.hidden.last().expect("a run has at least one size")
    }
}
