//! Measures frozen weights: strength against fixed players, and error on games of a database.

use serde::{Deserialize, Serialize};

use super::config::SelfPlayConfig;
use super::rollout::Rollout;
use crate::arena::PlayError;
use crate::arena::jobs::threads;
use crate::arena::tournament::stats::{GameScore, MatchStats};
use crate::board::Color;
use crate::learning::{HeldOut, TdLeafLearner};
use crate::models::Model;
use crate::player::Evaluation;

/// A measurement of frozen weights.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Measurement {
    /// Games learned.
    pub games: u64,
    /// Against each anchor.
    pub scores: Vec<AnchorScore>,
    /// Mean squared error on games of a database, if there is one.
    pub held_out: Option<f64>,
    /// The mean loss of value when a man is taken off the board.
    #[serde(rename = "man")]
    pub man_value: Option<f64>,
    /// The games of learning since the measurement before, by opponent; those against itself are left out.
    #[serde(rename = "met", default, skip_serializing_if = "Vec::is_empty")]
    pub opponents: Vec<OpponentResults>,
}

/// The games of learning against one opponent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpponentResults {
    /// The opponent.
    pub opponent: String,
    /// Lost, drawn and won by the learner.
    pub results: [u64; 3],
    /// The opponent's rating minus the learner's, after all games so far.
    #[serde(rename = "ahead")]
    pub rating_lead: f64,
}

impl OpponentResults {
    pub(crate) fn games(&self) -> u64 {
        self.results.iter().sum()
    }

    /// The learner's share of the points.
    #[must_use]
    pub fn share(&self) -> f64 {
        let [_, draws, wins] = self.results;
        (wins as f64 + 0.5 * draws as f64) / self.games().max(1) as f64
    }
}

/// The results against one anchor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnchorScore {
    /// The anchor.
    pub anchor: String,
    /// The results of the learner.
    #[serde(rename = "tally")]
    pub stats: MatchStats,
    /// The difference of strength; absent if it is infinite or there are too few games.
    pub elo: Option<f64>,
    /// Its 95 % interval, as far as its ends are finite.
    pub low: Option<f64>,
    /// Its upper end.
    pub high: Option<f64>,
}

impl AnchorScore {
    fn of(anchor: String, stats: MatchStats) -> AnchorScore {
        let estimate = stats.estimate().filter(|estimate| estimate.elo_interval().is_some());
        let finite = |elo: Option<f64>| elo.filter(|elo| elo.is_finite());
        AnchorScore {
            anchor,
            elo: finite(estimate.map(|estimate| estimate.elo)),
            low: finite(estimate.and_then(|estimate| estimate.elo_low)),
            high: finite(estimate.and_then(|estimate| estimate.elo_high)),
            stats,
        }
    }
}

struct AnchorGame {
    anchor: usize,
    opening: usize,
    color: Color,
}

/// Plays frozen weights against every anchor, each opening with both colours. A game without a result does not count.
pub(super) fn measure_strength(
    config: &SelfPlayConfig,
    rollouts: &mut [Rollout<'_>],
    evaluation: &Evaluation,
) -> Result<Vec<AnchorScore>, PlayError> {
    let eval = &config.eval;
    let pairs = eval.games.div_ceil(2);
    let anchors = 0..eval.anchors.len();
    let games: Vec<AnchorGame> = anchors
        .clone()
        .flat_map(|anchor| (0..pairs).map(move |opening| (anchor, opening)))
        .flat_map(|(anchor, opening)| Color::each(|color| AnchorGame { anchor, opening, color }))
        .collect();
    let scores = threads::map(rollouts, &games, |rollout, game| {
        let opening = &eval.openings[game.opening % eval.openings.len()];
        rollout.measure(evaluation, game.anchor, opening, game.color, game.opening as u64)
    });
    let scores = scores.into_iter().collect::<Result<Vec<_>, _>>()?;
    let of_anchor = |anchor: usize| {
        let scores = &scores[2 * pairs * anchor..2 * pairs * (anchor + 1)];
        AnchorScore::of(eval.anchors[anchor].short(), stats_of(scores))
    };
    Ok(anchors.map(of_anchor).collect())
}

fn stats_of(scores: &[Option<GameScore>]) -> MatchStats {
    let mut stats = MatchStats::default();
    for pair in scores.chunks(2) {
        match pair {
            [Some(first), Some(second)] => stats.add_pair(*first, *second),
            _ => pair.iter().flatten().for_each(|&score| stats.add_single(score)),
        }
    }
    stats
}

/// The mean squared error of values on games, against their results.
pub(super) fn held_out_error<F: Model>(
    learner: &mut TdLeafLearner<F>,
    games: &HeldOut,
) -> Option<f64> {
    let mut squared = 0.0;
    for game in 0..games.len() {
        let (positions, outcome) = games.game(game);
        let values = learner.values(positions).iter();
        squared += values.map(|&value| f64::from(value - outcome).powi(2)).sum::<f64>();
    }
    let positions = games.positions().len();
    (positions > 0).then(|| squared / positions as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_games_have_points_and_no_elo() {
        let few = AnchorScore::of("material".into(), MatchStats::of_pairs([0, 0, 1, 1, 0]));
        assert_eq!((few.elo, few.low, few.high), (None, None, None));
        let many = AnchorScore::of("material".into(), MatchStats::of_pairs([0, 0, 10, 10, 0]));
        assert!(many.elo.is_some_and(|elo| elo > 0.0) && many.low < many.high);
    }
}
