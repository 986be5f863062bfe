//! The opponents of the learner, their ratings by the games themselves, and the choice of the next one.

use std::fmt;
use std::str::FromStr;

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::arena::PlayError;
use crate::arena::tournament::elo::score_of;
use crate::arena::tournament::own_settings::OwnSettings;
use crate::arena::tournament::roster::Entrant;
use crate::arena::tournament::spec::PlayerSpec;
use crate::arena::tournament::stats::GameScore;

/// An opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// The learner itself: both sides learn.
    Itself,
    /// An earlier checkpoint of the learner; itself until there is one.
    Past,
    /// A player that does not change, with the name that the user gives it.
    Player(Box<Entrant>),
}

impl FromStr for Opponent {
    type Err = PlayError;

    fn from_str(text: &str) -> Result<Opponent, PlayError> {
        match text {
            "self" => Ok(Opponent::Itself),
            "past" => Ok(Opponent::Past),
            player => {
                let entrant: Entrant = player.parse()?;
                if entrant.own == OwnSettings::default() {
                    return Ok(Opponent::Player(Box::new(entrant)));
                }
                let text =
                    format!("'{player}': only players of `match` have settings of their own");
                Err(PlayError::Settings(text))
            }
        }
    }
}

impl From<PlayerSpec> for Opponent {
    fn from(player: PlayerSpec) -> Opponent {
        Opponent::Player(Box::new(player.into()))
    }
}

impl Opponent {
    /// A name for tables, without folders.
    pub(crate) fn short(&self) -> String {
        match self {
            Opponent::Player(entrant) => {
                entrant.name.clone().unwrap_or_else(|| entrant.player.short())
            }
            other => other.to_string(),
        }
    }
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Opponent::Itself => f.write_str("self"),
            Opponent::Past => f.write_str("past"),
            Opponent::Player(entrant) => entrant.fmt(f),
        }
    }
}

/// How the next of several opponents is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Matching {
    /// All equally often.
    #[default]
    Even,
    /// The more open the result, the likelier.
    Rating,
}

/// The most rating points that a game moves.
const K_FACTOR: f64 = 24.0;

/// Ratings of the learner and of its opponents, by the games they played.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Ratings {
    learner: f64,
    opponents: Vec<f64>,
}

impl Ratings {
    /// Equal ratings.
    pub(crate) fn new(opponents: usize) -> Ratings {
        Ratings { learner: 0.0, opponents: vec![0.0; opponents] }
    }

    /// An opponent's rating minus the learner's.
    pub(crate) fn rating_lead(&self, opponent: usize) -> f64 {
        self.opponents.get(opponent).copied().unwrap_or(0.0) - self.learner
    }

    /// The number of opponents.
    pub(crate) fn len(&self) -> usize {
        self.opponents.len()
    }

    /// Sets the rating of an opponent to that of the learner: it is the learner itself.
    pub(crate) fn set_equal(&mut self, opponent: usize) {
        let learner = self.learner;
        if let Some(rating) = self.opponents.get_mut(opponent) {
            *rating = learner;
        }
    }

    /// Counts a game of the learner.
    pub(crate) fn add(&mut self, opponent: usize, score: GameScore) {
        let expected = score_of(-self.rating_lead(opponent));
        let moved = K_FACTOR * (score.half_points() as f64 / 2.0 - expected);
        self.learner += moved;
        if let Some(rating) = self.opponents.get_mut(opponent) {
            *rating -= moved;
        }
    }

    /// Draws the next opponent.
    pub(crate) fn choose(&self, matching: Matching, random: &mut Xoshiro256PlusPlus) -> usize {
        let weight = |opponent: usize| match matching {
            Matching::Even => 1.0,
            Matching::Rating => {
                let score = score_of(-self.rating_lead(opponent));
                // No opponent is left out forever: its rating may be wrong.
                (score * (1.0 - score)).max(0.01)
            }
        };
        let weights: Vec<f64> = (0..self.opponents.len()).map(weight).collect();
        let mut drawn = random.random_range(0.0..1.0) * weights.iter().sum::<f64>();
        let last = weights.len().saturating_sub(1);
        let index = weights.iter().position(|weight| {
            drawn -= weight;
            drawn < 0.0
        });
        index.unwrap_or(last)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn opponents_are_parsed_and_formatted() {
        for text in ["self", "past", "material", "net:a.safetensors", "hub:./scan hub"] {
            assert_eq!(text.parse::<Opponent>().expect(text).to_string(), text);
        }
        let named: Opponent = "old=net:a.safetensors".parse().expect("a named player");
        assert_eq!(
            (named.short(), named.to_string()),
            ("old".into(), "old=net:a.safetensors".into())
        );
        assert!("nobody".parse::<Opponent>().is_err());
    }

    fn share(ratings: &Ratings, matching: Matching, opponent: usize) -> f64 {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let drawn = (0..2000).filter(|_| ratings.choose(matching, &mut random) == opponent);
        drawn.count() as f64 / 2000.0
    }

    #[test]
    fn winners_rise_and_equals_meet_more_often() {
        let mut ratings = Ratings::new(3);
        for _ in 0..200 {
            ratings.add(0, GameScore::Win);
            ratings.add(1, GameScore::Draw);
        }
        assert!(ratings.rating_lead(0) < -250.0, "{ratings:?}");
        ratings.set_equal(2);
        assert_eq!(ratings.rating_lead(2), 0.0);
        assert!((share(&ratings, Matching::Even, 0) - 1.0 / 3.0).abs() < 0.05);
        let (weak, alike) =
            (share(&ratings, Matching::Rating, 0), share(&ratings, Matching::Rating, 1));
        assert!(weak > 0.0 && weak < 0.6 * alike, "{weak} {alike}");
    }
}
