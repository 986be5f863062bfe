//! The report: orders, strength, what the mover costs; and the figures that it asks for.

use draughts_td_results::notes;

use super::super::lab::{Strength, by_elo, match_cells, percent};
use super::orders::MoveOrder;
use super::settings::{Equal, HeldOut, MoverSettings, Row, SHORTER, Speed};
use crate::arena::tournament::stats::MatchStats;
use crate::results::plot::{Axis, IntervalPanel, IntervalPlot, PlotEstimate, Reference};
use crate::results::{ClaimVerdict, Report, Summary, number};

/// How the captions of tables begin that are shown at a terminal.
pub(super) const SUMMARY: &[&str] = &["How often the best move", "The engine with the mover"];

/// The columns of shares: positions of a kind, the best move among the first so many.
const SHARES: [(Kind, u8); 5] =
    [(Kind::All, 1), (Kind::All, 3), (Kind::Quiet, 1), (Kind::Quiet, 3), (Kind::Captures, 1)];

pub(crate) fn report(figures: &Figures) -> Report {
    let settings = figures.settings;
    let chance = SHARES.map(|(kind, first)| number(100.0 * figures.chance(kind, first).mean, 1));
    let orders = MoveOrder::ALL.map(|order| {
        let share = |(kind, first)| figures.share(kind, order, first).percent().text(1);
        let place = figures.mean_place(Kind::All, order).text(2);
        order_row(order.name(), SHARES.map(share), place)
    });
    Report::new(notes::MOVER, figures.run)
        .answers(|words| claim(figures, words))
        .settings(settings)
        .text("learned", figures.learned())
        .text("held-out", figures.share(Kind::All, MoveOrder::Generator, 1).count)
        .text("fewer-nodes", settings.nodes / SHORTER)
        .rows("orders", [order_row("by chance", chance, String::new())].into_iter().chain(orders))
        .figure(1, "How often an order has the best move in front", &shares(figures))
        .text("games", 2 * settings.pairs())
        .text("speed", speed(figures))
        .rows("matches", Equal::ALL.into_iter().filter_map(|equal| match_row(figures, equal)))
}

fn order_row(name: &str, shares: [String; 5], place: String) -> Vec<String> {
    let [top, top_3, quiet, quiet_3, captures] = shares;
    vec![name.into(), top, top_3, place, quiet, quiet_3, captures]
}

/// `gain Mover History 1`: that an order has the best move among the first oftener than another; `stronger Nodes`: that the engine
/// is stronger with the mover.
fn claim(figures: &Figures, words: &[&str]) -> Option<String> {
    match *words {
        ["gain", better, worse, first] => {
            let order = |name: &str| MoveOrder::ALL.into_iter().find(|o| format!("{o:?}") == name);
            let gain = figures.gain(order(better)?, order(worse)?, first.parse().ok()?);
            let verdict = ClaimVerdict::above(0.0, gain.interval());
            Some(verdict.by(format!("{} percentage points", gain.percent().signed(1))))
        }
        ["stronger", equal] => {
            let equal = Equal::ALL.into_iter().find(|e| format!("{e:?}") == equal)?;
            let strength = figures.strength(equal).map(|(strength, _)| strength);
            Some(by_elo(strength.as_ref(), |interval| ClaimVerdict::above(0.0, interval)))
        }
        _ => None,
    }
}

fn shares(figures: &Figures) -> IntervalPlot {
    let panel = |first: u8| {
        let share = |order| figures.share(Kind::All, order, first).percent();
        let chance = figures.chance(Kind::All, first).percent().mean;
        IntervalPanel {
            title: format!("in the top {first}"),
            estimates: MoveOrder::ALL.map(|order| PlotEstimate::of(&share(order))).to_vec(),
            references: vec![Reference::new("chance", chance)],
        }
    };
    IntervalPlot {
        interval: "share, 95 % interval",
        x: Axis::new("positions, %"),
        rows: MoveOrder::ALL.map(|order| order.name().to_owned()).to_vec(),
        panels: vec![panel(1), panel(3)],
        ..IntervalPlot::default()
    }
}

fn match_row(figures: &Figures, equal: Equal) -> Option<[String; 5]> {
    let (strength, nodes) = figures.strength(equal)?;
    let nodes = format!("{nodes} and {}", figures.settings.match_nodes);
    let [games, score, elo] = match_cells(Some(&strength));
    Some([equal.name().into(), nodes, games, score, elo])
}

fn speed(figures: &Figures) -> String {
    let Some(speed) = figures.speed() else {
        return "Speeds were not measured at the small size, and there is no match at equal time."
            .into();
    };
    format!(
        "With the mover the search visits {} of the nodes a second that it visits without ({} against {} thousand, medians of {} \
         measurements in turns in one run); at equal time it has so much less to spend.",
        percent(speed.ratio, 1),
        number(speed.mover / 1000.0, 0),
        number(speed.plain / 1000.0, 0),
        figures.settings.rounds
    )
}

pub(super) type Figures<'a> = crate::results::Figures<'a, MoverSettings, Row>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    All,
    Quiet,
    Captures,
}

impl Kind {
    fn holds(self, is_capture: bool) -> bool {
        match self {
            Kind::All => true,
            Kind::Quiet => !is_capture,
            Kind::Captures => is_capture,
        }
    }
}

impl Figures<'_> {
    fn held_out(&self) -> impl Iterator<Item = &HeldOut> {
        self.rows.iter().filter_map(|row| match row {
            Row::HeldOut(row) => Some(row),
            _ => None,
        })
    }

    fn speed(&self) -> Option<Speed> {
        self.rows.iter().find_map(|row| match row {
            Row::Speed(speed) => Some(*speed),
            _ => None,
        })
    }

    /// Positions that were learned from, and their best moves.
    fn learned(&self) -> usize {
        let count = |row: &Row| match row {
            Row::Learning { best, .. } => best.len(),
            _ => 0,
        };
        self.rows.iter().map(count).sum()
    }

    /// One value for each held-out position of a kind, from its legal moves and the places of its best move.
    fn each(&self, kind: Kind, value: impl Fn(u8, &dyn Fn(MoveOrder) -> u8) -> f64) -> Summary {
        let mut values = Vec::new();
        for row in self.held_out() {
            for (index, moves) in row.moves.iter().enumerate() {
                let at = |order: MoveOrder| row.places[order as usize][index];
                if kind.holds(row.captures[index]) {
                    values.push(value(*moves, &at));
                }
            }
        }
        Summary::of(values)
    }

    /// How often the best move is among the first so many of an order.
    fn share(&self, kind: Kind, order: MoveOrder, first: u8) -> Summary {
        self.each(kind, |_, at| within(at(order), first))
    }

    fn chance(&self, kind: Kind, first: u8) -> Summary {
        self.each(kind, |moves, _| f64::min(1.0, f64::from(first) / f64::from(moves)))
    }

    /// How much oftener than in another order, by position.
    fn gain(&self, order: MoveOrder, other: MoveOrder, first: u8) -> Summary {
        self.each(Kind::All, |_, at| within(at(order), first) - within(at(other), first))
    }

    fn mean_place(&self, kind: Kind, order: MoveOrder) -> Summary {
        self.each(kind, |_, at| 1.0 + f64::from(at(order)))
    }

    /// How strong the engine with the mover is, and its nodes a move; `None` without a game.
    fn strength(&self, equal: Equal) -> Option<(Strength, u64)> {
        let (mut stats, mut nodes) = (MatchStats::default(), 0);
        for row in self.rows {
            let Row::Pair(pair) = row else { continue };
            if pair.equal == equal {
                nodes = pair.nodes;
                match (pair.first, pair.second) {
                    (Some(first), Some(second)) => stats.add_pair(first, second),
                    (one, other) => one.into_iter().chain(other).for_each(|s| stats.add_single(s)),
                }
            }
        }
        Strength::of(&[stats]).map(|strength| (strength, nodes))
    }
}

fn within(place: u8, first: u8) -> f64 {
    f64::from(u8::from(place < first))
}

#[cfg(test)]
mod tests {
    use super::super::settings::Pair;
    use super::*;
    use crate::arena::tournament::stats::GameScore::{Draw, Win};
    use crate::results::Description;

    #[test]
    fn shares_are_counted_by_kind_and_in_pairs() {
        let mut places = vec![vec![0, 1, 2, 3]; MoveOrder::ALL.len()];
        places[MoveOrder::Mover as usize] = vec![0, 0, 3, 3];
        let (moves, captures) = (vec![4, 8, 2, 4], vec![false, false, true, false]);
        let rows = [
            Row::HeldOut(HeldOut { block: 0, moves, captures, places }),
            Row::Pair(Pair {
                equal: Equal::Nodes,
                number: 0,
                nodes: 9,
                first: Some(Win),
                second: Some(Draw),
            }),
        ];
        let settings = MoverSettings::quick(1);
        let figures = Figures { settings: &settings, rows: &rows, run: &Description::default() };
        let share = |kind, order, first| figures.share(kind, order, first).mean;
        assert_eq!(share(Kind::All, MoveOrder::History, 1), 0.25);
        assert_eq!(share(Kind::All, MoveOrder::History, 3), 0.75);
        assert_eq!(share(Kind::Captures, MoveOrder::History, 3), 1.0);
        assert_eq!(share(Kind::All, MoveOrder::Mover, 1), 0.5);
        assert_eq!(figures.gain(MoveOrder::Mover, MoveOrder::History, 1).mean, 0.25);
        assert_eq!(figures.chance(Kind::Quiet, 1).mean, (0.25 + 0.125 + 0.25) / 3.0);
        assert_eq!(figures.mean_place(Kind::All, MoveOrder::Mover).mean, 2.5);
        let (strength, nodes) = figures.strength(Equal::Nodes).expect("a pair");
        assert_eq!((strength.score, nodes), (0.75, 9));
        assert!(figures.strength(Equal::Time).is_none() && figures.speed().is_none());
    }
}
