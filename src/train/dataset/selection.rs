//! The games that are trained on: by result, rating and length, and without duplicates.

use serde::{Deserialize, Serialize};

/// A decided game of fewer plies is a forfeit or a fragment.
const MIN_DECIDED_PLIES: u32 = 10;

/// The results that are trained on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Results {
    /// Every known result.
    #[default]
    All,
    /// Won and lost games.
    Decided,
    /// Draws.
    Draws,
}

/// The rules by which whole games are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Selection {
    /// Leave out games unless both players are rated this high; 0 takes all.
    pub min_rating: u32,
    /// Leave out games with other results.
    pub results: Results,
    /// Leave out games whose start and moves occurred before.
    pub unique: bool,
}

/// A game as the rules see it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    /// White's score, if the game has one.
    pub score: Option<f32>,
    /// Half-moves.
    pub plies: u32,
    /// Positions that the filter keeps.
    pub kept: u32,
    /// The ratings of White and Black.
    pub ratings: [Option<u32>; 2],
}

/// Why a readable game is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LeftOut {
    /// Its result is unknown, or contradicts itself.
    NoResult,
    /// It was decided before it began.
    Fragment,
    /// The filter keeps none of its positions.
    NoPosition,
    /// A player is rated too low or not at all.
    Rating,
    /// Its result is not asked for.
    Result,
    /// The same start and moves occurred before.
    Duplicate,
}

impl LeftOut {
    /// The name used in the census.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            LeftOut::NoResult => "no_result",
            LeftOut::Fragment => "fragment",
            LeftOut::NoPosition => "no_position",
            LeftOut::Rating => "rating",
            LeftOut::Result => "result",
            LeftOut::Duplicate => "duplicate",
        }
    }

    const ALL: [LeftOut; 6] = [
        LeftOut::NoResult,
        LeftOut::Fragment,
        LeftOut::NoPosition,
        LeftOut::Rating,
        LeftOut::Result,
        LeftOut::Duplicate,
    ];

    /// The reason of this name in words, with the flag that asks for it.
    pub(crate) fn text_of(name: &str) -> &str {
        match LeftOut::ALL.into_iter().find(|reason| reason.name() == name) {
            Some(LeftOut::NoResult) => "without a result",
            Some(LeftOut::Fragment) => "decided after a few plies",
            Some(LeftOut::NoPosition) => "without a position that the filter keeps",
            Some(LeftOut::Rating) => "rated below --min-rating or not at all",
            Some(LeftOut::Result) => "with a result that --results leaves out",
            Some(LeftOut::Duplicate) => "duplicates (--unique)",
            None => name,
        }
    }
}

impl Selection {
    /// Why a game is left out; duplicates are the caller's to find.
    pub(crate) fn check(&self, game: &Candidate) -> Option<LeftOut> {
        let Some(score) = game.score else { return Some(LeftOut::NoResult) };
        let is_decided = score != 0.0;
        let is_rated = |rating: &Option<u32>| rating.is_some_and(|r| r >= self.min_rating);
        if is_decided && game.plies < MIN_DECIDED_PLIES {
            Some(LeftOut::Fragment)
        } else if self.min_rating > 0 && !game.ratings.iter().all(is_rated) {
            Some(LeftOut::Rating)
        } else if self.results == Results::Decided && !is_decided
            || self.results == Results::Draws && is_decided
        {
            Some(LeftOut::Result)
        } else {
            (game.kept == 0).then_some(LeftOut::NoPosition)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: Candidate =
        Candidate { score: Some(1.0), plies: 80, kept: 50, ratings: [Some(2200), Some(2100)] };

    #[test]
    fn every_game_with_a_result_and_positions_teaches_unless_asked_otherwise() {
        let all = Selection::default();
        let unrated = Candidate { ratings: [None, None], ..GAME };
        assert_eq!(all.check(&unrated), None);
        assert_eq!(all.check(&Candidate { score: None, ..GAME }), Some(LeftOut::NoResult));
        assert_eq!(all.check(&Candidate { plies: 9, ..GAME }), Some(LeftOut::Fragment));
        assert_eq!(all.check(&Candidate { plies: 9, score: Some(0.0), ..GAME }), None);
        assert_eq!(all.check(&Candidate { kept: 0, ..GAME }), Some(LeftOut::NoPosition));
    }

    #[test]
    fn both_players_must_be_rated_high_enough() {
        let rated = |min_rating| Selection { min_rating, ..Selection::default() };
        assert_eq!(rated(2100).check(&GAME), None);
        assert_eq!(rated(2101).check(&GAME), Some(LeftOut::Rating));
        let half = Candidate { ratings: [Some(2500), None], ..GAME };
        assert_eq!(rated(2000).check(&half), Some(LeftOut::Rating));
    }

    #[test]
    fn only_draws_or_only_decided_games_may_be_asked_for() {
        let only = |results| Selection { results, ..Selection::default() };
        let draw = Candidate { score: Some(0.0), ..GAME };
        assert_eq!(only(Results::Decided).check(&draw), Some(LeftOut::Result));
        assert_eq!(only(Results::Decided).check(&GAME), None);
        assert_eq!(only(Results::Draws).check(&GAME), Some(LeftOut::Result));
        assert_eq!(only(Results::Draws).check(&draw), None);
    }
}
