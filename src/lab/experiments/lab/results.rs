//! The figures of a run, asked by name: means over seeds, differences in pairs of seeds, strength in matches.

use std::collections::BTreeMap;

use super::super::from_play::Learned;
use super::plan::{MatchResult, Rows};
use super::recipe::Recipe;
use super::training_plan::TrainingPlan;
use super::training_result::TrainingResult;
use crate::arena::tournament::elo::{Z95, elo_of, score_of};
use crate::arena::tournament::significance::Estimate;
use crate::arena::tournament::stats::MatchStats;
use crate::results::{ClaimVerdict, Description, Summary};

/// A figure of an arm with each seed.
pub(crate) type BySeed = BTreeMap<u64, f64>;

#[derive(Debug)]
pub(crate) struct LabResults<'a> {
    pub plan: &'a TrainingPlan,
    pub rows: &'a Rows,
    pub run: &'a Description,
    /// The p-values of the claims of other runs, if the false-discovery rate is that over all of them.
    pub other_claims: &'a [f64],
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Strength {
    pub stats: MatchStats,
    /// Mean score of a game with each seed, 0 to 1.
    pub seeds: Vec<f64>,
    pub score: f64,
    /// The score's 95 % interval: over seeds by Student's t or by pairs of games, whichever is wider.
    pub interval: (f64, f64),
}

impl Strength {
    /// The strength these matches speak for; `None` without a game.
    pub(crate) fn of(matches: &[MatchStats]) -> Option<Strength> {
        let played: Vec<&MatchStats> = matches.iter().filter(|stats| stats.played() > 0).collect();
        let stats = played.iter().fold(MatchStats::default(), |sum, stats| sum.plus(stats));
        let estimate = stats.estimate()?;
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
        Some(Strength { stats, seeds, score, interval: (interval.0.max(0.0), interval.1.min(1.0)) })
    }

    /// The Elo difference and its interval; infinite where nothing was won or lost.
    pub(crate) fn elo(&self) -> [f64; 3] {
        [self.interval.0, self.score, self.interval.1].map(elo_of)
    }

    /// The p-value of an Elo difference other than this: over seeds or by pairs of games, whichever says less.
    pub(crate) fn p_differs(&self, elo: f64) -> f64 {
        self.p(|estimate| estimate.p_differs(score_of(elo)))
    }

    /// The p-value of an Elo difference of less than this in either direction.
    pub(crate) fn p_within(&self, elo: f64) -> f64 {
        self.p(|estimate| estimate.p_within(score_of(-elo), score_of(elo)))
    }

    fn p(&self, of: impl Fn(Estimate) -> f64) -> f64 {
        let Some((low, high)) = self.stats.estimate().and_then(|games| games.elo_interval()) else {
            return 1.0;
        };
        let error = (score_of(high) - score_of(low)) / 2.0 / Z95;
        let by_games = of(Estimate { mean: self.score, error, freedom: None });
        let seeds = Summary::of(self.seeds.iter().copied());
        seeds.estimate().map_or(by_games, |estimate| by_games.max(of(estimate)))
    }

    pub(crate) fn is_stronger(&self) -> ClaimVerdict {
        ClaimVerdict::above(0.5, self.interval)
    }
}

impl<'a> LabResults<'a> {
    /// The results of one run.
    pub(crate) fn of(
        plan: &'a TrainingPlan,
        rows: &'a Rows,
        run: &'a Description,
    ) -> LabResults<'a> {
        LabResults { plan, rows, run, other_claims: &[] }
    }

    /// A recipe with each seed that has figures.
    pub(crate) fn trained(&self, recipe: &str) -> impl Iterator<Item = &'a TrainingResult> {
        let is_its = move |row: &&TrainingResult| row.recipe == recipe && !row.diverged;
        self.rows.trained.iter().filter(is_its)
    }

    /// An arm that learns from play with each seed, those that diverged too.
    pub(crate) fn all_learned(&self, arm: &str) -> impl Iterator<Item = &'a Learned> {
        self.rows.learned.iter().filter(move |learned| learned.arm == arm)
    }

    /// An arm that learns from play with each seed that has figures.
    pub(crate) fn learned(&self, arm: &str) -> impl Iterator<Item = &'a Learned> {
        self.all_learned(arm).filter(|learned| !learned.diverged)
    }

    /// The mean squared error of an arm against the scores of deep searches.
    pub(crate) fn deep_errors(&self, arm: &str) -> BySeed {
        let trained = self.trained(arm).map(|row| (row.seed, row.deep));
        let learned = self.learned(arm).map(|row| (row.seed, row.deep));
        trained.chain(learned).filter_map(|(seed, error)| Some((seed, error?))).collect()
    }

    /// The seeds with which an arm diverged.
    pub(crate) fn diverged(&self, arm: &str) -> usize {
        self.plan.scale.seeds.iter().filter(|&&seed| self.rows.has_diverged(arm, seed)).count()
    }

    pub(crate) fn summary(&self, arm: &str, figure: impl Fn(&TrainingResult) -> f64) -> Summary {
        Summary::of(self.trained(arm).map(figure))
    }

    /// How much larger a figure is than that of another arm with the same seed, and so the same held-out games.
    pub(crate) fn change(
        &self,
        arm: &str,
        base: &str,
        figure: impl Fn(&TrainingResult) -> f64,
    ) -> Summary {
        let differences = self
            .trained(arm)
            .filter_map(|trained| Some(figure(trained) - figure(self.same_seed(trained, base)?)));
        Summary::of(differences)
    }

    pub(crate) fn same_seed(
        &self,
        trained: &TrainingResult,
        arm: &str,
    ) -> Option<&'a TrainingResult> {
        self.trained(arm).find(|other| other.seed == trained.seed)
    }

    /// The matches of two players with a number of nodes, as the first sees them.
    pub(crate) fn strength(&self, a: &str, b: &str) -> Option<Strength> {
        self.strength_in(a, b, |result| result.seconds.is_none())
    }

    /// The match of two players at equal time, as the first sees it.
    pub(crate) fn timed_strength(&self, a: &str, b: &str) -> Option<Strength> {
        self.strength_in(a, b, |result| result.seconds.is_some())
    }

    /// The match of two players with a seed, as the first sees it.
    pub(crate) fn match_stats(&self, a: &str, b: &str, seed: u64) -> Option<MatchStats> {
        let mut matches = self.matches(a, b);
        matches.find(|(result, _)| result.seed == seed).map(|(_, stats)| stats)
    }

    fn strength_in(
        &self,
        a: &str,
        b: &str,
        is_wanted: impl Fn(&MatchResult) -> bool,
    ) -> Option<Strength> {
        let wanted = self.matches(a, b).filter(|(result, _)| is_wanted(result));
        Strength::of(&wanted.map(|(_, stats)| stats).collect::<Vec<_>>())
    }

    /// The matches of two players, as the first sees them.
    fn matches(&self, a: &str, b: &str) -> impl Iterator<Item = (&'a MatchResult, MatchStats)> {
        self.rows.matches.iter().filter_map(move |result| match (&*result.a, &*result.b) {
            (first, second) if first == a && second == b => Some((result, result.stats.clone())),
            (first, second) if first == b && second == a => Some((result, result.stats.flipped())),
            _ => None,
        })
    }

    /// What an arm means; other players by name.
    pub(crate) fn meaning(&self, name: &str) -> String {
        self.plan.recipe(name).map_or(name, |recipe| &recipe.meaning).into()
    }

    pub(crate) fn label(&self, name: &str) -> String {
        self.plan.recipe(name).map_or(name, Recipe::label).into()
    }

    pub(crate) fn irregular(&self) -> usize {
        self.rows.matches.iter().flat_map(|result| result.irregular.values()).sum()
    }

    pub(crate) fn passes(&self, recipe: &str) -> u32 {
        self.plan.recipe(recipe).map_or(1, |recipe| recipe.settings.epochs())
    }

    /// The gain on the curve after as many games as the base with the same seed has learned in a quarter of its way.
    pub(crate) fn early_gain(&self, training: &TrainingResult, base: &str) -> f64 {
        let whole = self.same_seed(training, base).map(|other| other.end(self.passes(base)).games);
        training.gain_after(whole.unwrap_or(0) as f64 / 4.0, self.passes(&training.recipe))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stats(pairs: [u64; 5]) -> MatchStats {
        MatchStats::of_pairs(pairs)
    }

    #[test]
    fn several_seeds_are_judged_by_the_spread_between_them() {
        // Scores 0.5, 0.6 and 0.7: mean 0.6, standard deviation 0.1, t of two degrees of freedom 4.302652729911.
        let matches = [[0, 0, 10, 0, 0], [0, 0, 6, 4, 0], [0, 0, 4, 4, 2]].map(stats);
        let strength = Strength::of(&matches).expect("games");
        assert!((strength.score - 0.6).abs() < 1e-12, "{}", strength.score);
        let margin = 4.302_652_729_911 * 0.1 / 3f64.sqrt();
        assert!((strength.interval.0 - (0.6 - margin)).abs() < 1e-9);
        assert_eq!(strength.is_stronger(), ClaimVerdict::Undecided);
        assert_eq!(strength.stats.played(), 60);
    }

    #[test]
    fn one_seed_is_judged_by_its_pairs_of_games() {
        let strength = Strength::of(&[stats([0, 0, 5, 20, 10])]).expect("games");
        let estimate = stats([0, 0, 5, 20, 10]).estimate().expect("games");
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
