//! The figures of a run, asked by name: how often an order has the best move in front, and strength in matches.

use super::super::lab::Strength;
use super::orders::MoveOrder;
use super::settings::{Equal, HeldOut, MoverSettings, Row, Speed};
use crate::arena::tournament::stats::MatchStats;
use crate::results::Summary;

#[derive(Clone, Copy, Debug)]
pub struct Figures<'a> {
    pub settings: &'a MoverSettings,
    pub rows: &'a [Row],
    pub command: &'a str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
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

    pub(super) fn speed(&self) -> Option<Speed> {
        self.rows.iter().find_map(|row| match row {
            Row::Speed(speed) => Some(*speed),
            _ => None,
        })
    }

    /// Positions that were learned from, and their best moves.
    pub(super) fn learned(&self) -> usize {
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
    pub(super) fn share(&self, kind: Kind, order: MoveOrder, first: u8) -> Summary {
        self.each(kind, |_, at| within(at(order), first))
    }

    pub(super) fn chance(&self, kind: Kind, first: u8) -> Summary {
        self.each(kind, |moves, _| f64::min(1.0, f64::from(first) / f64::from(moves)))
    }

    /// How much oftener than in another order, by position.
    pub(super) fn gain(&self, order: MoveOrder, other: MoveOrder, first: u8) -> Summary {
        self.each(Kind::All, |_, at| within(at(order), first) - within(at(other), first))
    }

    /// The mean place of the best move, from 1.
    pub(super) fn mean_place(&self, kind: Kind, order: MoveOrder) -> Summary {
        self.each(kind, |_, at| 1.0 + f64::from(at(order)))
    }

    /// How strong the engine with the mover is, and its nodes a move; `None` without a game.
    pub(super) fn strength(&self, equal: Equal) -> Option<(Strength, u64)> {
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
        let figures = Figures { settings: &settings, rows: &rows, command: "" };
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
