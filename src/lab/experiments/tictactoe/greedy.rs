//! The learning player: it marks the square after which its network expects most.

use crate::models::ValueFunction;
use crate::models::network::{PhaseNetworks, PhaseTraces, Steps};
use crate::tictactoe::{Board, Player, Squares};

/// The number of inputs, one for each square.
pub(super) const INPUTS: usize = 9;

/// Judges the position after each of its moves and plays one of the best, among equals any.
pub(crate) struct Greedy<'a> {
    model: &'a PhaseNetworks,
    takes_wins: bool,
    candidates: Steps,
    trace: PhaseTraces,
    values: Vec<f32>,
}

impl<'a> Greedy<'a> {
    /// The player with this network. With `takes_wins` it wins whenever it can, whatever the network says.
    pub(super) fn new(model: &'a PhaseNetworks, takes_wins: bool) -> Greedy<'a> {
        let (candidates, trace) = (Steps::new(INPUTS, INPUTS), PhaseTraces::default());
        Greedy { model, takes_wins, candidates, trace, values: Vec::new() }
    }

    /// The squares after which the network expects most. A network that no longer gives numbers prefers none.
    fn preferred(&mut self, board: Board) -> Squares {
        let own = board.to_move();
        self.candidates.clear();
        for square in board.empty().iter() {
            self.candidates.push(&board.play(square).inputs(own), []);
        }
        self.candidates.end(0);
        self.values.clear();
        self.model.values(&self.candidates, 0..1, &mut self.trace, &mut self.values);
        let most = self.values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let values_of_moves = board.empty().iter().zip(&self.values);
        values_of_moves.filter(|&(_, &value)| value == most).map(|(square, _)| square).collect()
    }
}

impl Player for Greedy<'_> {
    fn choices(&mut self, board: Board) -> Squares {
        let own = board.to_move();
        let wins = || board.empty().iter().filter(|&square| board.wins_with(own, square)).collect();
        let wins: Squares = if self.takes_wins { wins() } else { Squares::NONE };
        let preferred = if wins.is_empty() { self.preferred(board) } else { wins };
        if preferred.is_empty() { board.empty() } else { preferred }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::Borders;
    use crate::models::network::Network;
    use crate::tictactoe::{Mark, after, numbers};

    /// A network whose value is 2·h of the weighted sum of the squares, with h growing in it.
    fn model(weights: [f32; INPUTS]) -> PhaseNetworks {
        let mut network = Network::zeros(INPUTS, 1);
        network.input.column_mut(0).assign(&ndarray::arr1(&weights));
        network.beta.fill(1.0);
        network.output.fill(2.0);
        PhaseNetworks::new(Borders::none(), vec![network])
    }

    #[test]
    fn it_plays_the_square_with_the_largest_weight_and_any_of_equal_ones() {
        let model = model([0.1, 0.0, 0.4, 0.0, 0.9, 0.0, 0.4, 0.0, 0.0]);
        let mut player = Greedy::new(&model, false);
        assert_eq!(numbers(player.choices(Board::new())), [4]);
        assert_eq!(
            numbers(player.choices(after(&[4]))),
            [2, 6],
            "noughts judge with their own view"
        );
    }

    #[test]
    fn it_takes_a_win_against_its_network_only_when_told() {
        // × × .   crosses win at 2; the network prefers 8.
        // ○ ○ .
        let board = after(&[0, 3, 1, 4]);
        assert_eq!(board.to_move(), Mark::Cross);
        let model = model([0.0, 0.0, 0.1, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5]);
        assert_eq!(numbers(Greedy::new(&model, false).choices(board)), [8]);
        assert_eq!(numbers(Greedy::new(&model, true).choices(board)), [2]);
    }

    #[test]
    fn a_network_of_no_numbers_still_plays() {
        let model = model([f32::NAN; INPUTS]);
        assert_eq!(Greedy::new(&model, false).choices(Board::new()), Squares::ALL);
    }
}
