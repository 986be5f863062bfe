//! The numbers of a run, and ways of learning: as the paper did as far as it tells, and departures from that in one thing each.

use serde::{Deserialize, Serialize};

use crate::backgammon::Tray;

/// Raised whenever a change of the program changes figures, so that an old run is not continued by a new program.
pub const REVISION: u32 = 2;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BackgammonSettings {
    /// The program's part in the figures.
    pub revision: u32,
    pub seed: u64,
    /// First weights that learn by self-play.
    pub seeds: u32,
    /// Games after which these are tested and saved; the last is the end.
    pub checkpoints: Vec<u32>,
    /// The checkpoints that meet each other.
    pub robin: Vec<u32>,
    /// Pairs of games of each meeting.
    pub robin_pairs: u32,
    /// Pairs of games of a test against random play and pubeval.
    pub test_pairs: u32,
    /// Pairs of games of a test against gnubg.
    pub gnubg_pairs: u32,
    /// First weights of each departure and each source.
    pub departures: u32,
    pub departure_games: u32,
    pub database: u32,
    /// Games learned by those who look ahead, beyond the last checkpoint.
    pub look_games: u32,
    /// The version of gnubg, if it takes part.
    pub gnubg: Option<String>,
    /// The checksum of pubeval's weights, if it takes part.
    pub pubeval: Option<String>,
}

impl BackgammonSettings {
    /// The paper's 150,000 games with five first weights, and as much besides as gives narrow intervals; of what is not the
    /// paper's curve a share in percent.
    pub fn full(seed: u64, percent: u32) -> BackgammonSettings {
        let part = |number: u32| (number * percent / 100).max(1);
        let full = BackgammonSettings {
            revision: REVISION,
            seed,
            seeds: 5,
            checkpoints: vec![1, 1_000, 5_000, 20_000, 50_000, 90_000, 150_000],
            robin: vec![1, 20_000, 50_000, 90_000, 150_000],
            robin_pairs: 2_500,
            test_pairs: part(2_000),
            gnubg_pairs: part(1_000),
            departures: 5,
            departure_games: part(20_000),
            database: part(20_000),
            look_games: part(2_000),
            gnubg: None,
            pubeval: None,
        };
        full.comparable()
    }

    /// With a test of self-play where the departures end.
    fn comparable(mut self) -> BackgammonSettings {
        self.checkpoints.push(self.departure_games);
        self.checkpoints.sort_unstable();
        self.checkpoints.dedup();
        self
    }

    /// The same in a minute: it shows that everything works, not how well it learns.
    pub fn quick(seed: u64) -> BackgammonSettings {
        BackgammonSettings {
            seeds: 2,
            checkpoints: vec![1, 100, 1_000],
            robin: vec![1, 1_000],
            robin_pairs: 60,
            test_pairs: 50,
            gnubg_pairs: 10,
            departures: 2,
            departure_games: 200,
            database: 100,
            look_games: 10,
            ..BackgammonSettings::full(seed, 100)
        }
        .comparable()
    }

    /// Games learned by self-play in all.
    ///
    /// # Panics
    /// If there is no checkpoint.
    pub fn games(&self) -> u32 {
        *self.checkpoints.last().expect("a run has a last checkpoint")
    }

    /// Whether the teachers of a source take part.
    pub fn has(&self, source: DataSource) -> bool {
        match source {
            DataSource::Itself
            | DataSource::Random
            | DataSource::Strong
            | DataSource::StrongGames => true,
            DataSource::Gnubg | DataSource::GnubgGames => self.gnubg.is_some(),
            DataSource::Pubeval => self.pubeval.is_some(),
        }
    }
}

/// What a position teaches, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpdateOrder {
    /// Each position the one before it, at once.
    Next,
    /// Each position the last one after a move of the same side, at once.
    Own,
    /// All positions of a game by their λ-returns after its end, with the weights of before: the update of the draughts learner.
    Game,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataSource {
    Itself,
    /// Its own against a player of any plays.
    Random,
    Pubeval,
    Gnubg,
    /// Its own against a network that has learned already.
    Strong,
    GnubgGames,
    /// Those of a network that has learned already, against itself.
    StrongGames,
}

/// How moves are chosen while learning, and what is learned of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// By the values of the results: TD(λ).
    Flat,
    /// By their expected values after the other side's reply, but the values of the results are learned: TD-directed(λ).
    Directed,
    /// The same, and the expected values are learned: TDLeaf(λ).
    Leaf,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Variant {
    /// Its name in the raw figures.
    pub name: &'static str,
    /// What it does, in a few words.
    pub meaning: &'static str,
    pub lambda: f32,
    pub rate: f32,
    pub range: f32,
    pub hidden: usize,
    pub has_offsets: bool,
    /// How men borne off are encoded.
    pub tray: Tray,
    /// What a position teaches, and when.
    pub order: UpdateOrder,
    pub source: DataSource,
    pub look: Look,
}

impl Variant {
    /// As the paper describes it; α, λ and first weights, which it does not give, as Tesauro's.
    pub const PAPER: Variant = Variant {
        name: "paper",
        meaning: "self-play as the paper describes it",
        lambda: 0.7,
        rate: 0.1,
        range: 0.1,
        hidden: 50,
        has_offsets: true,
        tray: Tray::Count,
        order: UpdateOrder::Next,
        source: DataSource::Itself,
        look: Look::Flat,
    };

    const P: Variant = Variant::PAPER;

    /// Departures in the network or the update.
    pub const DEPARTURES: [Variant; 17] = [
        Variant { name: "lambda-0", meaning: "λ = 0", lambda: 0.0, ..Variant::P },
        Variant { name: "lambda-0.3", meaning: "λ = 0.3", lambda: 0.3, ..Variant::P },
        Variant { name: "lambda-0.9", meaning: "λ = 0.9", lambda: 0.9, ..Variant::P },
        Variant { name: "lambda-1", meaning: "λ = 1", lambda: 1.0, ..Variant::P },
        Variant { name: "rate-0.02", meaning: "α = 0.02", rate: 0.02, ..Variant::P },
        Variant { name: "rate-0.5", meaning: "α = 0.5", rate: 0.5, ..Variant::P },
        Variant { name: "range-0.01", meaning: "first weights ±0.01", range: 0.01, ..Variant::P },
        Variant { name: "range-0.5", meaning: "first weights ±0.5", range: 0.5, ..Variant::P },
        Variant { name: "units-10", meaning: "10 hidden units", hidden: 10, ..Variant::P },
        Variant { name: "units-25", meaning: "25 hidden units", hidden: 25, ..Variant::P },
        Variant { name: "units-80", meaning: "80 hidden units", hidden: 80, ..Variant::P },
        Variant { name: "units-160", meaning: "160 hidden units", hidden: 160, ..Variant::P },
        Variant { name: "no-offsets", meaning: "no offsets", has_offsets: false, ..Variant::P },
        Variant { name: "tray-share", meaning: "men off n/15", tray: Tray::Share, ..Variant::P },
        Variant { name: "own", meaning: "own plies only", order: UpdateOrder::Own, ..Variant::P },
        Variant { name: "game", meaning: "once a game", order: UpdateOrder::Game, ..Variant::P },
        Variant {
            name: "game-0.02",
            meaning: "once a game, α = 0.02",
            order: UpdateOrder::Game,
            rate: 0.02,
            ..Variant::P
        },
    ];

    pub const DATA_SOURCES: [Variant; 6] = [
        Variant {
            name: "random",
            meaning: "against Random",
            source: DataSource::Random,
            ..Variant::P
        },
        Variant {
            name: "pubeval",
            meaning: "against pubeval",
            source: DataSource::Pubeval,
            ..Variant::P
        },
        Variant {
            name: "gnubg",
            meaning: "against gnubg",
            source: DataSource::Gnubg,
            ..Variant::P
        },
        Variant {
            name: "strong",
            meaning: "against a learned network",
            source: DataSource::Strong,
            ..Variant::P
        },
        Variant {
            name: "gnubg-games",
            meaning: "database: gnubg against itself",
            source: DataSource::GnubgGames,
            ..Variant::P
        },
        Variant {
            name: "strong-games",
            meaning: "database: a learned network against itself",
            source: DataSource::StrongGames,
            ..Variant::P
        },
    ];

    /// Ways to go on from a network that has learned by self-play.
    pub const LOOKS: [Variant; 3] = [
        Variant { name: "flat", meaning: "TD(λ)", ..Variant::P },
        Variant {
            name: "directed", meaning: "TD-directed(λ)", look: Look::Directed, ..Variant::P
        },
        Variant { name: "leaf", meaning: "TDLeaf(λ)", look: Look::Leaf, ..Variant::P },
    ];

    /// TD(λ) for as many evaluations as the searches of the other ways to go on take.
    pub const FLAT_LONG: Variant =
        Variant { name: "flat-long", meaning: "TD(λ), equal evaluations", ..Variant::P };

    pub fn named(name: &str) -> Option<Variant> {
        let all =
            Variant::DEPARTURES.into_iter().chain(Variant::DATA_SOURCES).chain(Variant::LOOKS);
        all.chain([Variant::PAPER, Variant::FLAT_LONG]).find(|variant| variant.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn self_play_is_tested_where_departures_end() {
        for settings in [
            BackgammonSettings::full(1, 100),
            BackgammonSettings::full(1, 7),
            BackgammonSettings::quick(1),
        ] {
            assert!(settings.checkpoints.is_sorted());
            assert!(settings.checkpoints.contains(&settings.departure_games));
            assert!(settings.robin.iter().all(|games| settings.checkpoints.contains(games)));
        }
        assert_eq!(BackgammonSettings::full(1, 7).games(), 150_000);
    }

    #[test]
    fn every_way_has_a_name_of_its_own() {
        let all =
            Variant::DEPARTURES.into_iter().chain(Variant::DATA_SOURCES).chain(Variant::LOOKS);
        for variant in all.chain([Variant::PAPER, Variant::FLAT_LONG]) {
            assert_eq!(Variant::named(variant.name), Some(variant));
        }
    }
}
