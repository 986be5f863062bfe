//! The raw figures summed up.

use super::games::Pairs;
use super::openings::{Opening, mean_loss};
use super::settings::{BackgammonSettings, PlayDepth, Variant};
use super::unit::{Learned, Row, SavedNetwork, Test};
use crate::results::Summary;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opponent {
    Random,
    Pubeval,
    /// GNU Backgammon without looking at the next roll.
    Gnubg,
}

impl Opponent {
    pub(crate) const ALL: [Opponent; 3] = [Opponent::Random, Opponent::Pubeval, Opponent::Gnubg];

    pub(crate) fn name(self) -> &'static str {
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

pub(super) type Figures<'a> = crate::results::Figures<'a, BackgammonSettings, Row>;

impl<'a> Figures<'a> {
    pub(crate) fn opponents(&self) -> impl Iterator<Item = Opponent> {
        let takes_part = |opponent: &Opponent| match opponent {
            Opponent::Random => true,
            Opponent::Pubeval => self.settings.pubeval.is_some(),
            Opponent::Gnubg => self.settings.gnubg.is_some(),
        };
        Opponent::ALL.into_iter().filter(takes_part)
    }

    /// The strongest of them, whose results show the largest differences.
    pub(crate) fn strongest_opponent(&self) -> Opponent {
        self.opponents().last().unwrap_or(Opponent::Random)
    }

    pub(crate) fn learned(&self, variant: &str) -> impl Iterator<Item = &'a Learned> {
        let rows = self.rows.iter().filter_map(|row| match row {
            Row::Learned(learned) => Some(learned),
            _ => None,
        });
        rows.filter(move |learned| learned.variant == variant)
    }

    /// The tests of one way after `games` games, or at its end, by first weights; what diverged is left out.
    pub(crate) fn tests(
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

    pub(crate) fn wins(&self, variant: &str, games: Option<u32>, opponent: Opponent) -> Summary {
        summed(self.results(variant, games, opponent).map(|(_, pairs)| pairs))
    }

    /// The results of these tests by first weights.
    fn results(
        &self,
        variant: &str,
        games: Option<u32>,
        opponent: Opponent,
    ) -> impl Iterator<Item = (u32, Pairs)> {
        let tests = self.tests(variant, games);
        tests.filter_map(move |(simulation, test)| Some((simulation, opponent.pairs(test)?)))
    }

    /// By how much one way wins more games at its end than self-play of the paper's kind after as many, pair by pair of the same
    /// first weights.
    pub(crate) fn change(&self, variant: &str, opponent: Opponent) -> Summary {
        let games = Some(self.settings.departure_games);
        let paper: Vec<(u32, Pairs)> = self.results(Variant::PAPER.name, games, opponent).collect();
        let both: Vec<(Pairs, Pairs)> = self
            .results(variant, None, opponent)
            .filter_map(|(simulation, own)| {
                let (_, other) = paper.iter().find(|(number, _)| *number == simulation)?;
                Some((own, *other))
            })
            .collect();
        let changes = both.iter().map(|(own, other)| own.share() - other.share());
        let margin = together(both.iter().map(|(own, _)| *own)).margin();
        let other = together(both.iter().map(|(_, other)| *other)).margin();
        widened(Summary::of(changes), margin.hypot(other))
    }

    /// What the plays of openings lose on average where only winning counts, by network.
    pub(crate) fn opening_loss(&self, variant: &str, games: Option<u32>) -> Summary {
        let losses = self.tests(variant, games).filter_map(|(_, test)| mean_loss(&test.openings));
        Summary::of(losses.map(|[point, _]| point))
    }

    /// How many openings are the experts', by network.
    pub(crate) fn expert_openings(&self, variant: &str, games: Option<u32>) -> Summary {
        let count = |test: &Test| test.openings.iter().filter(|opening| opening.is_expert).count();
        Summary::of(self.tests(variant, games).map(|(_, test)| count(test) as f64))
    }

    /// The share that one network wins against another, by first weights.
    pub(crate) fn share_against(
        &self,
        first: (&str, u32, PlayDepth),
        second: (&str, u32, PlayDepth),
    ) -> Summary {
        let is = |(saved, depth): &(SavedNetwork, PlayDepth), (name, games, other)| {
            saved.0 == name && saved.2 == games && *depth == other
        };
        let pairs = self.rows.iter().filter_map(|row| match row {
            Row::Meeting { meeting, pairs }
                if is(&meeting.first, first) && is(&meeting.second, second) =>
            {
                Some(*pairs)
            }
            _ => None,
        });
        summed(pairs)
    }

    /// The openings of the paper, appraised in this run: its experts', its network's.
    pub(crate) fn paper_openings(&self) -> Option<(&'a [Opening], &'a [Opening])> {
        self.rows.iter().find_map(|row| match row {
            Row::Paper { experts, network } => Some((&experts[..], &network[..])),
            _ => None,
        })
    }

    /// Moves a game while self-play of the paper's kind was learned.
    pub(crate) fn length(&self) -> f64 {
        self.sum(|learned| learned.plies) / self.sum(|learned| learned.games.into()).max(1.0)
    }

    /// Plays evaluated in a move while self-play of the paper's kind was learned.
    pub(crate) fn breadth(&self) -> f64 {
        self.sum(|learned| learned.evaluations) / self.sum(|learned| learned.plies).max(1.0)
    }

    fn sum(&self, count: fn(&Learned) -> u64) -> f64 {
        self.learned(Variant::PAPER.name).map(count).sum::<u64>() as f64
    }
}

fn together(results: impl Iterator<Item = Pairs>) -> Pairs {
    results.fold(Pairs::default(), Pairs::with)
}

fn summed(results: impl Iterator<Item = Pairs>) -> Summary {
    let results: Vec<Pairs> = results.collect();
    let margin = together(results.iter().copied()).margin();
    widened(Summary::of(results.iter().map(Pairs::share)), margin)
}

/// With an interval that is no narrower than the games themselves allow: few first weights may agree by chance.
fn widened(summary: Summary, margin: f64) -> Summary {
    let unit = Summary { mean: 0.0, spread: 1.0, ..summary }.margin();
    Summary { spread: summary.spread.max(margin / unit), ..summary }
}

#[cfg(test)]
mod tests {
    use super::super::unit::Meeting;
    use super::*;
    use crate::results::Description;

    fn test(games: u32, pairs: [u32; 3]) -> Test {
        let random = Pairs(pairs);
        Test { games, random, pubeval: None, gnubg: None, openings: Vec::new() }
    }

    fn learned(variant: &str, simulation: u32, tests: Vec<Test>, diverged: bool) -> Row {
        let variant = variant.into();
        Row::Learned(Learned {
            variant,
            simulation,
            plies: 600,
            games: 10,
            evaluations: 6_000,
            diverged,
            tests,
        })
    }

    fn settings() -> BackgammonSettings {
        BackgammonSettings {
            departure_games: 5,
            checkpoints: vec![1, 5, 10],
            ..BackgammonSettings::quick(1)
        }
    }

    #[test]
    fn changes_are_paired_by_first_weights_and_what_diverged_is_left_out() {
        let paper = |number, middle| {
            learned("paper", number, vec![test(5, middle), test(10, [0, 0, 100])], false)
        };
        let rows = [
            paper(0, [50, 0, 50]),
            paper(1, [100, 0, 0]),
            learned("lambda-0", 0, vec![test(5, [25, 0, 75])], false),
            learned("lambda-0", 1, vec![test(5, [0, 0, 100])], true),
        ];
        let settings = settings();
        let figures = Figures { settings: &settings, rows: &rows, run: &Description::default() };
        let change = figures.change("lambda-0", Opponent::Random);
        assert_eq!((change.count, change.mean), (1, 0.25));
        assert_eq!(figures.wins("paper", Some(5), Opponent::Random).mean, 0.25);
        assert_eq!(figures.wins("paper", None, Opponent::Random).mean, 1.0);
        assert_eq!(figures.wins("paper", Some(5), Opponent::Gnubg).count, 0);
        assert_eq!((figures.length(), figures.breadth()), (60.0, 10.0));
    }

    #[test]
    fn an_interval_is_no_narrower_than_its_games_allow() {
        let results = [Pairs([20, 60, 20]), Pairs([20, 60, 20])];
        let summary = summed(results.into_iter());
        assert_eq!(summary.mean, 0.5);
        assert!((summary.margin() - results[0].with(results[1]).margin()).abs() < 1e-9);
        assert_eq!(summed(std::iter::empty()).count, 0);
    }

    #[test]
    fn meetings_are_found_by_both_players() {
        let saved = |games| (SavedNetwork("paper".into(), 0, games), PlayDepth::Flat);
        let meeting = Meeting { first: saved(10), second: saved(1), pairs: 4 };
        let rows = [Row::Meeting { meeting, pairs: Pairs([0, 1, 3]) }];
        let settings = settings();
        let figures = Figures { settings: &settings, rows: &rows, run: &Description::default() };
        let meeting = |a, b| {
            figures.share_against(("paper", a, PlayDepth::Flat), ("paper", b, PlayDepth::Flat))
        };
        assert_eq!(meeting(10, 1).mean, 7.0 / 8.0);
        assert_eq!(meeting(1, 10).count, 0);
    }
}
