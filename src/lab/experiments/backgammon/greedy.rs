//! A network as a player: every result of the roll is evaluated; White takes the largest value, Black the smallest.

use super::error::BackgammonError;
use super::players::{Player, winning};
use crate::backgammon::{Board, Play, Roll, Side, Tray, turn};
use crate::models::logistic::{Logistic, Net};

/// Judges plays by the few inputs in which their results differ from the position before.
#[derive(Clone, Debug, Default)]
pub struct PlayChooser {
    base: Net,
    net: Net,
    /// The output of each play as White sees it, before it is squashed.
    outputs: Vec<f32>,
}

impl PlayChooser {
    /// The output for each play of a roll, in order.
    pub fn outputs(
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
            Logistic::copy(&self.base, &mut self.net);
            tray.changes(board, &play.board, |change| network.shift(&mut self.net, change));
            self.outputs.push(network.output(&self.net));
        }
        &self.outputs
    }

    /// The play that the side to move prefers, the first among equals; a win is taken.
    pub fn best(&mut self, network: &Logistic, tray: Tray, board: &Board, plays: &[Play]) -> usize {
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

/// A network that plays without looking at the next roll.
#[derive(Clone, Debug)]
pub struct Greedy<'a> {
    network: &'a Logistic,
    tray: Tray,
    chooser: PlayChooser,
}

impl Greedy<'_> {
    pub fn new(network: &Logistic, tray: Tray) -> Greedy<'_> {
        Greedy { network, tray, chooser: PlayChooser::default() }
    }
}

impl Player for Greedy<'_> {
    fn choose(&mut self, board: &Board, _: Roll, plays: &[Play]) -> Result<usize, BackgammonError> {
        Ok(self.chooser.best(self.network, self.tray, board, plays))
    }
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    use super::super::games::positions;
    use super::*;
    use crate::backgammon::{INPUTS, plays};

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
}
