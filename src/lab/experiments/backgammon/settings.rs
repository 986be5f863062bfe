//! The numbers of a run, and ways of learning: as the paper did as far as it says, and departures from that in one thing each.

use serde::{Deserialize, Serialize};

use crate::backgammon::Tray;

/// Raised whenever a change of the program changes figures, so that an old run is not continued by a new program.
pub(crate) const REVISION: u32 = 2;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BackgammonSettings {
    pub revision: u32,
    pub seed: u64,
    /// First weights that learn by self-play.
    pub seeds: u32,
    /// Games after which these are tested and saved; the last is the end.
    pub checkpoints: Vec<u32>,
    /// The checkpoints that play each other.
    pub robin: Vec<u32>,
    pub robin_pairs: u32,
    /// Pairs of games of a test against random play and pubeval.
    pub test_pairs: u32,
    pub gnubg_pairs: u32,
    /// First weights of each departure and each source.
    pub departures: u32,
    pub departure_games: u32,
    pub database: u32,
    /// Games learned by those who look ahead, beyond the last checkpoint.
    pub look_games: u32,
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

    /// The same in seconds: it shows that everything works, not how well it learns.
    pub fn quick(seed: u64) -> BackgammonSettings {
        BackgammonSettings {
            seeds: 2,
            checkpoints: vec![1, 50, 200],
            robin: vec![1, 200],
            robin_pairs: 20,
            test_pairs: 10,
            gnubg_pairs: 5,
            departures: 2,
            departure_games: 50,
            database: 30,
            look_games: 3,
            ..BackgammonSettings::full(seed, 100)
        }
        .comparable()
    }

    /// Games learned by self-play in all.
    ///
    /// # Panics
    /// If there is no checkpoint.
    pub(crate) fn games(&self) -> u32 {
        *self.checkpoints.last().expect("a run has a last checkpoint")
    }

    /// Departures and other sources of games, of those who take part.
    pub(crate) fn departing(&self) -> impl Iterator<Item = Variant> {
        let all = Variant::DEPARTURES.into_iter().chain(Variant::DATA_SOURCES);
        all.filter(|variant| self.has(variant.source))
    }

    /// Whether the teachers of a source take part.
    pub(crate) fn has(&self, source: DataSource) -> bool {
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UpdateOrder {
    /// Each position the one before it, at once.
    Next,
    /// Each position the last one after a move of the same side, at once.
    Own,
    /// All positions of a game by their λ-returns after its end, with the weights of before: the update of the draughts learner.
    Game,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DataSource {
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
pub(crate) enum Look {
    /// By the values of the results: TD(λ).
    Flat,
    /// By their expected values after the other side's reply, but the values of the results are learned: TD-directed(λ).
    Directed,
    /// The same, and the expected values are learned: TDLeaf(λ).
    Leaf,
}

/// How both sides of a meeting choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PlayDepth {
    /// By the values of the results.
    Flat,
    /// By expected values after the reply.
    Ahead,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Variant {
    pub name: &'static str,
    pub meaning: &'static str,
    pub lambda: f32,
    pub rate: f32,
    pub range: f32,
    pub hidden: usize,
    pub has_offsets: bool,
    pub(crate) tray: Tray,
    pub(crate) order: UpdateOrder,
    pub(crate) source: DataSource,
    pub(crate) look: Look,
}

/// The paper's way by another name, to be changed in something.
const fn way(name: &'static str, meaning: &'static str) -> Variant {
    Variant { name, meaning, ..Variant::PAPER }
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

    /// Departures in the network or the update.
    pub(crate) const DEPARTURES: [Variant; 17] = [
        Variant { lambda: 0.0, ..way("lambda-0", "λ = 0") },
        Variant { lambda: 0.3, ..way("lambda-0.3", "λ = 0.3") },
        Variant { lambda: 0.9, ..way("lambda-0.9", "λ = 0.9") },
        Variant { lambda: 1.0, ..way("lambda-1", "λ = 1") },
        Variant { rate: 0.02, ..way("rate-0.02", "α = 0.02") },
        Variant { rate: 0.5, ..way("rate-0.5", "α = 0.5") },
        Variant { range: 0.01, ..way("range-0.01", "first weights ±0.01") },
        Variant { range: 0.5, ..way("range-0.5", "first weights ±0.5") },
        Variant { hidden: 10, ..way("units-10", "10 hidden units") },
        Variant { hidden: 25, ..way("units-25", "25 hidden units") },
        Variant { hidden: 80, ..way("units-80", "80 hidden units") },
        Variant { hidden: 160, ..way("units-160", "160 hidden units") },
        Variant { has_offsets: false, ..way("no-offsets", "no offsets") },
        Variant { tray: Tray::Share, ..way("tray-share", "men off n/15") },
        Variant { order: UpdateOrder::Own, ..way("own", "own plies only") },
        Variant { order: UpdateOrder::Game, ..way("game", "once a game") },
        Variant {
            order: UpdateOrder::Game,
            rate: 0.02,
            ..way("game-0.02", "once a game, α = 0.02")
        },
    ];

    pub(crate) const DATA_SOURCES: [Variant; 6] = [
        Variant { source: DataSource::Random, ..way("random", "against Random") },
        Variant { source: DataSource::Pubeval, ..way("pubeval", "against pubeval") },
        Variant { source: DataSource::Gnubg, ..way("gnubg", "against gnubg") },
        Variant { source: DataSource::Strong, ..way("strong", "against a learned network") },
        Variant {
            source: DataSource::GnubgGames,
            ..way("gnubg-games", "database: gnubg against itself")
        },
        Variant {
            source: DataSource::StrongGames,
            ..way("strong-games", "database: a learned network against itself")
        },
    ];

    /// Ways to learn further from a network that has learned by self-play.
    pub(crate) const LOOKS: [Variant; 3] = [
        way("flat", "TD(λ)"),
        Variant { look: Look::Directed, ..way("directed", "TD-directed(λ)") },
        Variant { look: Look::Leaf, ..way("leaf", "TDLeaf(λ)") },
    ];

    /// TD(λ) for as many evaluations as the searches of the other ways take.
    pub(crate) const FLAT_LONG: Variant = way("flat-long", "TD(λ), equal evaluations");
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
}
