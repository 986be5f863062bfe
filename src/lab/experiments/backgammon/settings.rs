//! The numbers of a run.

use serde::{Deserialize, Serialize};

use super::variant::DataSource;

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
