//! A network as a player, by the values of the results or by expected values after the other side's reply.

use super::super::lab::LabError;
use super::games::{Player, winning};
use super::settings::PlayDepth;
use crate::backgammon::{Board, Input, Play, Roll, Side, Tray, plays, turn};
use crate::online::Point;
use crate::online::logistic::{Logistic, logistic};

/// Judges plays by the few inputs in which their results differ from the position before.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlayChooser {
    base: Vec<f32>,
    net: Vec<f32>,
    /// The output of each play as White sees it, before it is squashed.
    outputs: Vec<f32>,
}

impl PlayChooser {
    /// The output for each play of a roll, in order.
    pub(super) fn outputs(
        &mut self,
        network: &Logistic,
        tray: Tray,
        board: &Board,
        plays: &[Play],
    ) -> &[f32] {
        let mut inputs = tray.inputs(board);
        // After every play the other side is to roll.
        if let Some(last) = inputs.last_mut() {
            *last = (turn(!board.turn()), 1.0);
        }
        self.base = network.net(&inputs);
        self.outputs.clear();
        for play in plays {
            self.net.clone_from(&self.base);
            tray.changes(board, &play.board, |change| network.shift(&mut self.net, change));
            self.outputs.push(network.output(&self.net));
        }
        &self.outputs
    }

    /// The play that the side to move prefers, the first among equals; a win is taken.
    pub(super) fn best(
        &mut self,
        network: &Logistic,
        tray: Tray,
        board: &Board,
        plays: &[Play],
    ) -> usize {
        if plays.len() == 1 {
            return 0;
        }
        winning(board, plays)
            .unwrap_or_else(|| preferred(self.outputs(network, tray, board, plays), board.turn()))
    }
}

/// The first of the values that this side likes best.
pub(super) fn preferred(values: &[f32], side: Side) -> usize {
    let sign = sign(side);
    let better = |best: (usize, f32), (index, value): (usize, &f32)| {
        if sign * value > best.1 { (index, sign * value) } else { best }
    };
    values.iter().enumerate().fold((0, f32::NEG_INFINITY), better).0
}

/// 1 for White, who wants large values, −1 for Black.
pub(super) fn sign(side: Side) -> f32 {
    match side {
        Side::White => 1.0,
        Side::Black => -1.0,
    }
}

/// The number of plays that are looked into: the best by their own values. The others are rarely the best after a reply.
pub(super) const WIDTH: usize = 5;

/// The positions after the best replies to each roll with the chances of their rolls, but for rolls that win.
#[derive(Clone, Debug, Default)]
pub(super) struct Outlook(Vec<(f32, Vec<Input>)>);

impl Outlook {
    pub(super) fn points(&self) -> impl Iterator<Item = Point<'_>> + Clone {
        self.0.iter().map(|(share, inputs)| Point { share: *share, inputs })
    }
}

/// Looks one reply further than its network, or no further.
#[derive(Clone, Debug)]
pub(crate) struct Lookahead {
    tray: Tray,
    chooser: PlayChooser,
    replies: Vec<Play>,
    pub evaluations: u64,
}

impl Lookahead {
    pub(super) fn new(tray: Tray) -> Lookahead {
        Lookahead { tray, chooser: PlayChooser::default(), replies: Vec::new(), evaluations: 0 }
    }

    /// The play that the side to move prefers; a win is taken.
    pub(super) fn choose(
        &mut self,
        network: &Logistic,
        board: &Board,
        plays: &[Play],
        depth: PlayDepth,
    ) -> usize {
        if depth == PlayDepth::Ahead {
            return self.best(network, board, plays);
        }
        self.evaluations += if plays.len() > 1 { plays.len() as u64 } else { 0 };
        self.chooser.best(network, self.tray, board, plays)
    }

    fn best(&mut self, network: &Logistic, board: &Board, plays: &[Play]) -> usize {
        if plays.len() == 1 {
            return 0;
        }
        if let Some(win) = winning(board, plays) {
            return win;
        }
        let sign = sign(board.turn());
        let outputs = self.chooser.outputs(network, self.tray, board, plays).to_vec();
        self.evaluations += plays.len() as u64;
        let mut order: Vec<usize> = (0..plays.len()).collect();
        order.sort_by(|&a, &b| (sign * outputs[b]).total_cmp(&(sign * outputs[a])).then(a.cmp(&b)));
        order.truncate(WIDTH);
        let values: Vec<f32> =
            order.iter().map(|&index| self.expected(network, &plays[index].board, None)).collect();
        order[preferred(&values, board.turn())]
    }

    /// What a position is worth before its side rolls, with the leaves if they are wanted. A roll that wins is worth the win; it has
    /// no leaf, as no weight changes it.
    fn expected(
        &mut self,
        network: &Logistic,
        board: &Board,
        mut leaves: Option<&mut Vec<(f32, Vec<Input>)>>,
    ) -> f32 {
        let mut sum = 0.0;
        for roll in Roll::all() {
            let share = roll.ways() as f32 / 36.0;
            plays(board, roll, &mut self.replies);
            if winning(board, &self.replies).is_some() {
                sum += share * certain(board.turn());
                continue;
            }
            let outputs = self.chooser.outputs(network, self.tray, board, &self.replies);
            self.evaluations += outputs.len() as u64;
            let best = preferred(outputs, board.turn());
            sum += share * logistic(outputs[best]);
            if let Some(leaves) = leaves.as_deref_mut() {
                leaves.push((share, self.tray.inputs(&self.replies[best].board)));
            }
        }
        sum
    }

    /// What is expected after a position in which the game continues.
    pub(super) fn outlook(&mut self, network: &Logistic, board: &Board) -> Outlook {
        let mut leaves = Vec::with_capacity(21);
        self.expected(network, board, Some(&mut leaves));
        Outlook(leaves)
    }
}

fn certain(winner: Side) -> f32 {
    match winner {
        Side::White => 1.0,
        Side::Black => 0.0,
    }
}

/// A network that plays.
#[derive(Clone, Debug)]
pub(crate) struct Greedy<'a> {
    network: &'a Logistic,
    search: Lookahead,
    depth: PlayDepth,
}

impl Greedy<'_> {
    pub(super) fn new(network: &Logistic, tray: Tray, depth: PlayDepth) -> Greedy<'_> {
        Greedy { network, search: Lookahead::new(tray), depth }
    }
}

impl Player for Greedy<'_> {
    fn choose(&mut self, board: &Board, _: Roll, plays: &[Play]) -> Result<usize, LabError> {
        Ok(self.search.choose(self.network, board, plays, self.depth))
    }
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    use super::super::games::positions;
    use super::*;
    use crate::backgammon::{self, INPUTS, Men};
    use crate::online::Differentiable;

    #[test]
    fn plays_judged_by_differences_have_the_values_of_whole_positions() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let network = Logistic::random(INPUTS, 50, true, 0.3, &mut random);
        let (mut chooser, mut list) = (PlayChooser::default(), Vec::new());
        for (board, roll) in positions(3, 2) {
            plays(&board, roll, &mut list);
            for tray in [Tray::Count, Tray::Share] {
                let outputs = chooser.outputs(&network, tray, &board, &list);
                for (play, output) in list.iter().zip(outputs) {
                    let whole = network.output(&network.net(&tray.inputs(&play.board)));
                    assert!((whole - output).abs() < 1e-4, "{whole} {output}");
                }
            }
        }
    }

    #[test]
    fn white_takes_the_largest_value_and_black_the_smallest() {
        let values = [0.25, -1.0, 3.0, 3.0, -1.0];
        assert_eq!(preferred(&values, Side::White), 2);
        assert_eq!(preferred(&values, Side::Black), 1);
        assert_eq!(preferred(&[f32::NAN; 3], Side::White), 0, "no numbers: still a play");
    }

    fn network() -> Logistic {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        Logistic::random(INPUTS, 20, true, 0.3, &mut random)
    }

    #[test]
    fn an_outlook_is_the_mean_over_36_rolls_of_the_best_reply() {
        let network = network();
        let mut search = Lookahead::new(Tray::Count);
        for (board, _) in positions(1, 3).into_iter().step_by(9) {
            let outlook = search.outlook(&network, &board);
            let sign = sign(board.turn());
            let mut sum = 0.0;
            for (one, other) in (1..=6).flat_map(|one| (1..=6).map(move |other| (one, other))) {
                let mut replies = Vec::new();
                plays(&board, Roll::of(one, other).expect("dice"), &mut replies);
                let value = |play: &Play| network.value(&Tray::Count.inputs(&play.board));
                let best = replies.iter().map(|play| sign * value(play)).fold(f32::MIN, f32::max);
                sum += sign * best / 36.0;
            }
            let value = search.expected(&network, &board, None);
            assert!((value - sum).abs() < 1e-4, "{value} {sum}");
            let shares: f32 = outlook.points().map(|point| point.share).sum();
            assert!((shares - 1.0).abs() < 1e-5);
            let mean: f32 = outlook.points().map(|at| at.share * network.value(at.inputs)).sum();
            assert!((mean - sum).abs() < 1e-4);
        }
    }

    #[test]
    fn a_roll_that_wins_is_worth_the_win_and_teaches_nothing() {
        let at = |point| backgammon::Point::new(point).expect("a point");
        let men = |points: &[(u32, u32)]| {
            let points: Vec<_> = points.iter().map(|&(point, count)| (at(point), count)).collect();
            Men::on(&points).expect("men")
        };
        let (network, mut search) = (network(), Lookahead::new(Tray::Count));
        // Two men on the ace point are off with every roll, men on the ace and the six point with 15 of 36.
        let outlook = |search: &mut Lookahead, side, points: &[(u32, u32)]| {
            let (own, other) = (men(points), men(&[(1, 2)]));
            let board = match side {
                Side::White => Board::new(own, other, side),
                Side::Black => Board::new(other, own, side),
            };
            let board = board.expect("a board");
            (search.expected(&network, &board, None), search.outlook(&network, &board))
        };
        for (side, won) in [(Side::White, 1.0), (Side::Black, 0.0)] {
            let (value, sure) = outlook(&mut search, side, &[(1, 2)]);
            assert!((value - won).abs() < 1e-6 && sure.points().count() == 0, "{value}");
            let (value, likely) = outlook(&mut search, side, &[(1, 1), (6, 1)]);
            let open: f32 = likely.points().map(|point| point.share).sum();
            assert!((open - 21.0 / 36.0).abs() < 1e-6, "{open}");
            let rest: f32 =
                likely.points().map(|point| point.share * network.value(point.inputs)).sum();
            assert!((value - rest - won * 15.0 / 36.0).abs() < 1e-5, "{value}");
        }
    }

    #[test]
    fn the_gradient_of_an_outlook_is_that_of_its_leaves() {
        let network = network();
        let mut search = Lookahead::new(Tray::Count);
        let (board, _) = positions(1, 6)[10];
        let outlook = search.outlook(&network, &board);
        let mut trace = network.trace();
        outlook.points().for_each(|point| {
            network.remember(&mut trace, point);
        });
        // A small step along the gradient raises the value by the step times the gradient's square.
        let (step, mut moved) = (1e-3, network.clone());
        moved.follow(&mut trace.clone(), step, 0.0);
        let mut gradient = Logistic::zeros(INPUTS, 20, true);
        gradient.follow(&mut trace, 1.0, 0.0);
        let square: f32 = gradient.weights().map(|weight| weight * weight).sum();
        let mut value = |network: &Logistic| search.expected(network, &board, None);
        let rise = value(&moved) - value(&network);
        assert!((rise / (step * square) - 1.0).abs() < 0.05, "{rise} {square}");
    }
}
