//! The raw figures summed up.

use super::games::Pairs;
use super::openings::{Opening, mean_loss};
use super::rows::{Learned, Met, Row, Test};
use super::settings::Settings;
use super::unit::Sight;
use super::variant::Variant;
use crate::results::Summary;

/// Against whom networks are tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// Any plays.
    Random,
    /// Tesauro's linear evaluation.
    Pubeval,
    /// GNU Backgammon without looking at the next roll.
    Gnubg,
}

impl Opponent {
    /// All, the weakest first.
    pub const ALL: [Opponent; 3] = [Opponent::Random, Opponent::Pubeval, Opponent::Gnubg];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Opponent::Random => "random play",
            Opponent::Pubeval => "pubeval",
            Opponent::Gnubg => "gnubg 0-ply",
        }
    }

    fn pairs(self, test: &Test) -> Option<Pairs> {
        match self {
            Opponent::Random => Some(test.random),
            Opponent::Pubeval => test.pubeval,
            Opponent::Gnubg => test.gnubg,
        }
    }
}

/// All raw figures of a run.
#[derive(Clone, Copy, Debug)]
pub struct Figures<'a> {
    /// The run's numbers.
    pub settings: &'a Settings,
    rows: &'a [Row],
}

impl<'a> Figures<'a> {
    /// The figures of a run.
    #[must_use]
    pub fn new(settings: &'a Settings, rows: &'a [Row]) -> Figures<'a> {
        Figures { settings, rows }
    }

    /// The opponents that took part.
    pub fn opponents(&self) -> impl Iterator<Item = Opponent> {
        let takes_part = |opponent: &Opponent| match opponent {
            Opponent::Random => true,
            Opponent::Pubeval => self.settings.pubeval.is_some(),
            Opponent::Gnubg => self.settings.gnubg.is_some(),
        };
        Opponent::ALL.into_iter().filter(takes_part)
    }

    /// The strongest of them, whose results tell most apart.
    #[must_use]
    pub fn judge(&self) -> Opponent {
        self.opponents().last().unwrap_or(Opponent::Random)
    }

    /// The networks that learned in one way.
    pub fn learned(&self, variant: &str) -> impl Iterator<Item = &'a Learned> {
        let rows = self.rows.iter().filter_map(|row| match row {
            Row::Learned(learned) => Some(learned),
            _ => None,
        });
        rows.filter(move |learned| learned.variant == variant)
    }

    /// The tests of one way after so many games, or at its end, by first weights; what diverged left out.
    pub fn tests(
        &self,
        variant: &str,
        games: Option<u32>,
    ) -> impl Iterator<Item = (u32, &'a Test)> {
        let sane = self.learned(variant).filter(|learned| !learned.diverged);
        sane.filter_map(move |learned| {
            let test = match games {
                Some(games) => learned.tests.iter().find(|test| test.games == games),
                None => learned.tests.last(),
            };
            test.map(|test| (learned.simulation, test))
        })
    }

    /// The share of games won in these tests.
    #[must_use]
    pub fn wins(&self, variant: &str, games: Option<u32>, opponent: Opponent) -> Summary {
        Summary::of(
            self.tests(variant, games).filter_map(|(_, test)| Some(opponent.pairs(test)?.share())),
        )
    }

    /// By how much one way wins more games at its end than self-play of the paper's kind after as many, pair by pair of the same
    /// first weights.
    #[must_use]
    pub fn change(&self, variant: &str, opponent: Opponent) -> Summary {
        let paper: Vec<(u32, &Test)> =
            self.tests(Variant::PAPER.name, Some(self.settings.departure_games)).collect();
        let share = |test| opponent.pairs(test).map(|pairs: Pairs| pairs.share());
        let pairs = self.tests(variant, None).filter_map(|(simulation, test)| {
            let (_, other) = paper.iter().find(|(number, _)| *number == simulation)?;
            Some(share(test)? - share(other)?)
        });
        Summary::of(pairs)
    }

    /// What the plays of openings lose on average where only winning counts, by network.
    #[must_use]
    pub fn opening_loss(&self, variant: &str, games: Option<u32>) -> Summary {
        let losses = self.tests(variant, games).filter_map(|(_, test)| mean_loss(&test.openings));
        Summary::of(losses.map(|[point, _]| point))
    }

    /// How many openings are the experts', by network.
    #[must_use]
    pub fn expert_openings(&self, variant: &str, games: Option<u32>) -> Summary {
        let count = |test: &Test| test.openings.iter().filter(|opening| opening.is_expert).count();
        Summary::of(self.tests(variant, games).map(|(_, test)| count(test) as f64))
    }

    /// The share that one network wins against another, by first weights.
    #[must_use]
    pub fn met(&self, first: (&str, u32, Sight), second: (&str, u32, Sight)) -> Summary {
        Summary::of(self.meetings(first, second).map(|met| met.pairs.share()))
    }

    fn meetings(
        &self,
        first: (&str, u32, Sight),
        second: (&str, u32, Sight),
    ) -> impl Iterator<Item = &'a Met> {
        let is = |(kept, sight): &(super::unit::Kept, Sight),
                  (name, games, other): (&str, u32, Sight)| {
            kept.0 == name && kept.2 == games && *sight == other
        };
        let met = self.rows.iter().filter_map(|row| match row {
            Row::Met(met) => Some(met),
            _ => None,
        });
        met.filter(move |met| is(&met.bout.first, first) && is(&met.bout.second, second))
            .collect::<Vec<_>>()
            .into_iter()
    }

    /// The openings of the paper, appraised in this run: its experts', its network's.
    #[must_use]
    pub fn paper_openings(&self) -> Option<(&'a [Opening], &'a [Opening])> {
        self.rows.iter().find_map(|row| match row {
            Row::Paper { experts, network } => Some((&experts[..], &network[..])),
            _ => None,
        })
    }

    /// Moves a game while self-play of the paper's kind was learned.
    #[must_use]
    pub fn length(&self) -> f64 {
        let sum = |count: fn(&Learned) -> u64| {
            self.learned(Variant::PAPER.name).map(count).sum::<u64>() as f64
        };
        sum(|learned| learned.plies) / sum(|learned| learned.games.into()).max(1.0)
    }

    /// Plays judged in a move while self-play of the paper's kind was learned.
    #[must_use]
    pub fn breadth(&self) -> f64 {
        let sum = |count: fn(&Learned) -> u64| {
            self.learned(Variant::PAPER.name).map(count).sum::<u64>() as f64
        };
        sum(|learned| learned.evaluations) / sum(|learned| learned.plies).max(1.0)
    }
}
