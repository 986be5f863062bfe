//! Flags that draw random openings.

use anyhow::Result;

use crate::arena::play::openings::{BallotLength, MAX_RANDOM_PLIES, Opening, ballots};
use crate::arena::play::random_openings::RandomOpenings;
use crate::commands::signals;

/// Whether the openings are random.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct RandomOpeningFlags {
    /// Openings of N random plies instead, drawn by --seed: one for two of --games, or 79
    #[arg(long, value_name = "N", conflicts_with = "ballots", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_RANDOM_PLIES)))]
    random_plies: Option<u32>,
    /// Keep only random openings whose value for our engine is at most MEN for either side
    #[arg(long, value_name = "MEN", requires = "random_plies", default_value_t = 0.08, value_parser = read_balance)]
    balanced: f64,
}

fn read_balance(text: &str) -> Result<f64, String> {
    let men = text.parse().ok().filter(|men| (0.01..=9.0).contains(men));
    men.ok_or_else(|| "give men from 0.01 to 9".into())
}

impl RandomOpeningFlags {
    /// The set that the flags ask for, drawn by this seed.
    pub(crate) fn set(&self, seed: u64) -> Option<RandomOpenings> {
        let plies = self.random_plies?;
        Some(RandomOpenings { plies, balance: self.balanced, seed })
    }
}

/// Random openings for this number of games, or as many as there are ballots.
pub(crate) fn draw(
    set: &RandomOpenings,
    games: Option<u32>,
    threads: usize,
) -> Result<Vec<Opening>> {
    let count = games.map_or(ballots(BallotLength::Two).len(), |n| n.div_ceil(2) as usize);
    Ok(set.draw(count, threads, &signals::flag())?)
}
