//! The figures of a run, asked by name: means over seeds, differences in pairs of seeds, strength in matches.

use super::match_result::MatchResult;
use super::model_config::ModelConfig;
use super::plan::Plan;
use super::rows::Rows;
use super::training_result::TrainingResult;
use crate::models::network::NetworkSettings;
use crate::play::tournament::elo::{elo_of, score_of};
use crate::play::tournament::stats::MatchStats;
use crate::results::{ClaimVerdict, Summary};

/// Everything a report is made of.
#[derive(Debug)]
pub struct LabResults<'a, S: ModelConfig = NetworkSettings> {
    /// What was to be done.
    pub plan: &'a Plan<S>,
    /// What came out.
    pub rows: &'a Rows,
    /// The command that repeats it.
    pub command: &'a str,
}

/// References can be copied whatever they refer to.
impl<S: ModelConfig> Clone for LabResults<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: ModelConfig> Copy for LabResults<'_, S> {}

/// How strong one player is against another.
#[derive(Clone, Debug, PartialEq)]
pub struct Strength {
    /// All games together.
    pub tally: MatchStats,
    /// Mean score of a game with each seed, 0 to 1.
    pub seeds: Vec<f64>,
    /// Mean score of a game.
    pub score: f64,
    /// The score's 95 % interval: over seeds by Student's t or by pairs of games, whichever is wider.
    pub interval: (f64, f64),
}

impl Strength {
    /// The strength these matches speak for; `None` without a game.
    #[must_use]
    pub fn of(bouts: &[MatchStats]) -> Option<Strength> {
        let played: Vec<&MatchStats> = bouts.iter().filter(|tally| tally.played() > 0).collect();
        let tally = played.iter().fold(MatchStats::default(), |sum, tally| sum.plus(tally));
        let estimate = tally.estimate()?;
        let seeds: Vec<f64> = played.iter().map(|t| t.points() / t.played() as f64).collect();
        let summary = Summary::of(seeds.iter().copied());
        let score = summary.mean;
        // A few seeds may lie closer together by chance than their games allow.
        let by_games = estimate.elo_interval();
        let by_games = by_games.map_or((0.0, 1.0), |(low, high)| (score_of(low), score_of(high)));
        let half = f64::max(
            (by_games.1 - by_games.0) / 2.0,
            if seeds.len() < 2 { 0.0 } else { summary.margin() },
        );
        let interval = if seeds.len() < 2 { by_games } else { (score - half, score + half) };
        Some(Strength { tally, seeds, score, interval: (interval.0.max(0.0), interval.1.min(1.0)) })
    }

    /// The Elo difference and its interval; infinite where nothing was won or lost.
    #[must_use]
    pub fn elo(&self) -> [f64; 3] {
        [self.interval.0, self.score, self.interval.1].map(elo_of)
    }

    /// The verdict on "stronger".
    #[must_use]
    pub fn is_stronger(&self) -> ClaimVerdict {
        ClaimVerdict::above(0.5, self.interval)
    }
}

impl<'a, S: ModelConfig> LabResults<'a, S> {
    /// The networks of a recipe that have figures.
    pub fn trials(&self, recipe: &str) -> impl Iterator<Item = &'a TrainingResult> {
        let trials = self.rows.trials.iter();
        trials.filter(move |trial| trial.recipe == recipe && !trial.diverged)
    }

    /// How many networks of a recipe diverged.
    #[must_use]
    pub fn diverged(&self, recipe: &str) -> usize {
        self.rows.trials.iter().filter(|trial| trial.recipe == recipe && trial.diverged).count()
    }

    /// A figure over the seeds of a recipe.
    #[must_use]
    pub fn summary(&self, recipe: &str, figure: impl Fn(&TrainingResult) -> f64) -> Summary {
        Summary::of(self.trials(recipe).map(figure))
    }

    /// How much larger a figure is than that of another recipe with the same seed, and so the same held-out games.
    #[must_use]
    pub fn change(
        &self,
        recipe: &str,
        base: &str,
        figure: impl Fn(&TrainingResult) -> f64,
    ) -> Summary {
        let differences = self
            .trials(recipe)
            .filter_map(|trial| Some(figure(trial) - figure(self.twin(trial, base)?)));
        Summary::of(differences)
    }

    /// The network of another recipe with the same seed as this one.
    #[must_use]
    pub fn twin(&self, trial: &TrainingResult, recipe: &str) -> Option<&'a TrainingResult> {
        self.trials(recipe).find(|other| other.seed == trial.seed)
    }

    /// The matches of two players with a number of nodes, as the first sees them.
    #[must_use]
    pub fn strength(&self, a: &str, b: &str) -> Option<Strength> {
        self.strength_in(a, b, |bout| bout.seconds.is_none())
    }

    /// The match of two players at equal time, as the first sees it.
    #[must_use]
    pub fn timed_strength(&self, a: &str, b: &str) -> Option<Strength> {
        self.strength_in(a, b, |bout| bout.seconds.is_some())
    }

    fn strength_in(
        &self,
        a: &str,
        b: &str,
        is_wanted: impl Fn(&MatchResult) -> bool,
    ) -> Option<Strength> {
        let tally = |bout: &MatchResult| {
            if bout.a == a && bout.b == b {
                Some(bout.tally.clone())
            } else if bout.a == b && bout.b == a {
                Some(bout.tally.flipped())
            } else {
                None
            }
        };
        let bouts = self.rows.bouts.iter().filter(|bout| is_wanted(bout));
        Strength::of(&bouts.filter_map(tally).collect::<Vec<_>>())
    }

    /// What a recipe means; a player that is none by its name.
    #[must_use]
    pub fn meaning(&self, name: &str) -> String {
        self.plan.recipe(name).map_or_else(|| name.into(), |recipe| recipe.meaning.clone())
    }

    /// A recipe in a few words, for plots.
    #[must_use]
    pub fn label(&self, name: &str) -> String {
        let label = self.plan.recipe(name).and_then(|recipe| recipe.label);
        label.map_or_else(|| self.meaning(name), Into::into)
    }

    /// Games with endings other than by the rules.
    #[must_use]
    pub fn irregular(&self) -> usize {
        self.rows.bouts.iter().flat_map(|bout| bout.irregular.values()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(pairs: [u64; 5]) -> MatchStats {
        MatchStats::of_pairs(pairs)
    }

    #[test]
    fn several_seeds_are_judged_by_the_spread_between_them() {
        // Scores 0.5, 0.6 and 0.7: mean 0.6, standard deviation 0.1, t of two degrees of freedom 4.303.
        let bouts = [[0, 0, 10, 0, 0], [0, 0, 6, 4, 0], [0, 0, 4, 4, 2]].map(tally);
        let strength = Strength::of(&bouts).expect("games");
        assert!((strength.score - 0.6).abs() < 1e-12, "{}", strength.score);
        let margin = 4.303 * 0.1 / 3f64.sqrt();
        assert!((strength.interval.0 - (0.6 - margin)).abs() < 1e-9);
        assert_eq!(strength.is_stronger(), ClaimVerdict::Undecided);
        assert_eq!(strength.tally.played(), 60);
    }

    #[test]
    fn one_seed_is_judged_by_its_pairs_of_games() {
        let strength = Strength::of(&[tally([0, 0, 5, 20, 10])]).expect("games");
        let estimate = tally([0, 0, 5, 20, 10]).estimate().expect("games");
        let [low, elo, high] = strength.elo();
        assert!((elo - estimate.elo).abs() < 1e-9);
        let (expected_low, expected_high) = estimate.elo_interval().expect("games enough");
        assert!((low - expected_low).abs() < 1e-6 && (high - expected_high).abs() < 1e-6);
        assert_eq!(strength.is_stronger(), ClaimVerdict::Holds);
    }

    #[test]
    fn no_game_gives_no_strength() {
        assert_eq!(Strength::of(&[]), None);
        assert_eq!(Strength::of(&[MatchStats::default()]), None);
    }
}
