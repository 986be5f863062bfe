//! Counts of games and positions read, kept and removed, by reason.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::filter::Removal;
use super::selection::LeftOut;

/// The positions of one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameCounts {
    /// Half-moves played.
    pub plies: u32,
    /// Positions kept.
    pub kept: u32,
    /// Positions removed, in the order of [`Removal::ALL`].
    pub removed: [u32; Removal::ALL.len()],
    /// What endgame tables make of the result, if they know how the game ends.
    pub(crate) label: Option<Agreement>,
}

/// How the exact value of a position compares with the result of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Agreement {
    /// They are the same.
    Same,
    /// They differ.
    Differs,
    /// The game has no result but for this one.
    NoResult,
}

/// Games whose end is known from endgame tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabelCounts {
    /// All of them.
    pub games: u64,
    /// Those with another result.
    pub differ: u64,
    /// Those without a result.
    pub without_result: u64,
}

impl LabelCounts {
    fn is_empty(&self) -> bool {
        self.games == 0
    }

    fn add(&mut self, agreement: Agreement) {
        self.games += 1;
        match agreement {
            Agreement::Same => {}
            Agreement::Differs => self.differ += 1,
            Agreement::NoResult => self.without_result += 1,
        }
    }
}

impl GameCounts {
    /// Counts the removals of a game.
    #[must_use]
    pub fn of(removals: &[Option<Removal>]) -> GameCounts {
        let plies = removals.len().saturating_sub(1) as u32;
        let mut counts = GameCounts { plies, ..GameCounts::default() };
        for removal in removals {
            match removal {
                Some(reason) => counts.removed[*reason as usize] += 1,
                None => counts.kept += 1,
            }
        }
        counts
    }
}

/// The sums over a database.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Census {
    /// Games read, sound or not.
    pub games: u64,
    /// Games read from the first move to the last.
    pub readable: u64,
    /// Games that could not be read, by reason.
    pub skipped: BTreeMap<String, u64>,
    /// Readable games that teach nothing, by reason.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub left_out: BTreeMap<String, u64>,
    /// Games by result, readable games only: `2-0`, `1-1`, `0-2`, `unknown` …
    pub results: BTreeMap<String, u64>,
    /// Half-moves of the readable games.
    pub plies: u64,
    /// Positions of the readable games, the first and the last included.
    pub positions: u64,
    /// Positions kept.
    pub kept: u64,
    /// Positions removed, by reason.
    pub removed: BTreeMap<String, u64>,
    /// Training positions for which the file has a search's score, where that is asked for.
    #[serde(default, skip_serializing_if = "is_none")]
    pub scored: u64,
    /// Readable games that were cut where endgame tables know how they end.
    #[serde(default, skip_serializing_if = "LabelCounts::is_empty")]
    pub labels: LabelCounts,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_none(count: &u64) -> bool {
    *count == 0
}

impl Census {
    /// Counts a readable game with its result.
    pub fn add_game(&mut self, result: &str, counts: &GameCounts) {
        self.games += 1;
        self.readable += 1;
        bump(&mut self.results, result, 1);
        self.plies += u64::from(counts.plies);
        self.kept += u64::from(counts.kept);
        for (reason, &count) in Removal::ALL.iter().zip(&counts.removed) {
            if count > 0 {
                bump(&mut self.removed, reason.name(), count.into());
            }
        }
        if let Some(agreement) = counts.label {
            self.labels.add(agreement);
        }
        self.positions += u64::from(counts.kept + counts.removed.iter().sum::<u32>());
    }

    /// Counts a readable game that teaches nothing, besides [`Census::add_game`].
    pub(crate) fn add_left_out(&mut self, reason: LeftOut) {
        bump(&mut self.left_out, reason.name(), 1);
    }

    /// Why nothing is left to use, in words.
    pub(crate) fn why_nothing_is_left(&self) -> String {
        let read = format!("games read: {}; readable: {}", self.games, self.readable);
        let look =
            if self.readable < self.games { "; `inspect` says why the others are not" } else { "" };
        let left_out = self.left_out.iter();
        let left_out =
            left_out.map(|(name, count)| format!("; {}: {count}", LeftOut::text_of(name)));
        read + &left_out.collect::<String>() + look
    }

    /// Counts a game that was skipped.
    pub fn add_skipped(&mut self, reason: &str) {
        self.games += 1;
        bump(&mut self.skipped, reason, 1);
    }
}

/// Adds to a counter without allocating once its name is known.
fn bump(counters: &mut BTreeMap<String, u64>, name: &str, count: u64) {
    match counters.get_mut(name) {
        Some(counter) => *counter += count,
        None => _ = counters.insert(name.to_string(), count),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_and_every_position_is_accounted_for() {
        let removals = [None, Some(Removal::ForcedCapture), None, Some(Removal::Discontinuity)];
        let mut census = Census::default();
        census.add_game("2-0", &GameCounts::of(&removals));
        census.add_game("1-1", &GameCounts::of(&removals[..1]));
        census.add_skipped("illegal_move");
        assert_eq!(census.games, census.readable + census.skipped.values().sum::<u64>());
        assert_eq!(census.positions, census.kept + census.removed.values().sum::<u64>());
        assert_eq!((census.plies, census.kept, census.positions), (3, 3, 5));
        assert_eq!(census.results.values().sum::<u64>(), 2);
    }
}
