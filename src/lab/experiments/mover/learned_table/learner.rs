//! How a mover is learned: the share of every legal move is a softmax of its rank, and each example makes one step up the likelihood of
//! the best move.

use super::slots::{PARTS, SLOTS, View};
use super::weights::Mover;
use crate::board::{Move, MoveList, Position, legal_moves};

/// A mover that learns. The same examples in the same order give the same weights.
#[derive(Clone, Debug)]
pub struct MoverLearner {
    weights: Vec<f32>,
    moves: MoveList,
    /// The weights of every move of the last example, and its share less what it should be.
    errors: Vec<([usize; PARTS], f32)>,
}

impl Default for MoverLearner {
    fn default() -> MoverLearner {
        MoverLearner { weights: vec![0.0; SLOTS], moves: MoveList::new(), errors: Vec::new() }
    }
}

impl MoverLearner {
    /// Learns that a legal move is the best one of a position: one step of gradient descent at this rate. Returns how surprising that
    /// was, −ln of the share it had.
    pub fn learn(&mut self, position: &Position, best: Move, rate: f32) -> f32 {
        let loss = self.set_errors(position, best);
        for (slots, error) in &self.errors {
            for &slot in slots {
                self.weights[slot] -= rate * error;
            }
        }
        loss
    }

    /// The mover that has been learned so far.
    pub fn mover(&self) -> Mover {
        Mover::of(&self.weights)
    }

    /// Fills `errors` for an example, and returns its loss.
    fn set_errors(&mut self, position: &Position, best: Move) -> f32 {
        legal_moves(position, &mut self.moves);
        let view = View::of(position);
        self.errors.clear();
        for mv in &self.moves {
            let slots = view.slots(mv);
            self.errors.push((slots, slots.into_iter().map(|slot| self.weights[slot]).sum()));
        }
        let highest = self.errors.iter().fold(f32::MIN, |highest, (_, rank)| highest.max(*rank));
        let sum: f32 = self.errors.iter().map(|(_, rank)| (rank - highest).exp()).sum();
        let mut loss = 0.0;
        for (mv, (_, rank)) in self.moves.into_iter().zip(&mut self.errors) {
            let share = (*rank - highest).exp() / sum;
            if mv == best {
                loss = -share.ln();
            }
            *rank = share - f32::from(u8::from(mv == best));
        }
        loss
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;

    fn example(text: &str, index: usize) -> (Position, Move) {
        let position = fen::read(text).expect(text);
        (position, MoveList::legal(&position)[index])
    }

    #[test]
    fn gradients_agree_with_finite_differences() {
        for (text, index) in
            [("W:W31-50:B1-20", 3), ("B:W27,34,K48:B1,2,15,K4", 1), ("W:W28,32,37:B22,23", 0)]
        {
            let (position, best) = example(text, index);
            let mut learner = MoverLearner::default();
            for (slot, weight) in learner.weights.iter_mut().enumerate() {
                *weight = (slot as f32 * 0.37).sin();
            }
            learner.set_errors(&position, best);
            let errors = learner.errors.clone();
            let mut slots: Vec<usize> = errors.iter().flat_map(|(slots, _)| *slots).collect();
            slots.sort_unstable();
            slots.dedup();
            for slot in slots {
                let uses = |(slots, error): &([usize; PARTS], f32)| {
                    slots.iter().filter(|used| **used == slot).count() as f32 * error
                };
                let gradient: f32 = errors.iter().map(uses).sum();
                let loss_at = |change: f32| {
                    let mut moved = learner.clone();
                    moved.weights[slot] += change;
                    moved.set_errors(&position, best)
                };
                let difference = (loss_at(0.01) - loss_at(-0.01)) / 0.02;
                assert!(
                    (gradient - difference).abs() < 2e-3,
                    "{text} {slot}: {gradient} {difference}"
                );
            }
        }
    }

    #[test]
    fn what_was_learned_ranks_first_whichever_side_is_to_move() {
        let mut learner = MoverLearner::default();
        let (position, best) = example("W:W31-50:B1-20", 4);
        let first = learner.learn(&position, best, 0.5);
        assert!((first - 9_f32.ln()).abs() < 1e-5);
        for _ in 0..20 {
            learner.learn(&position, best, 0.5);
        }
        assert!(learner.learn(&position, best, 0.5) < 0.2);
        let mover = learner.mover();
        let highest = |position: &Position| {
            let legal = MoveList::legal(position);
            legal.into_iter().max_by_key(|mv| mover.rank_of(position, *mv)).expect("moves")
        };
        assert_eq!(highest(&position), best);
        let turned = highest(&position.mirrored());
        assert_eq!((turned.from(), turned.to()), (best.from().rotated(), best.to().rotated()));
    }

    #[test]
    fn nothing_is_learned_from_a_forced_move() {
        let mut learner = MoverLearner::default();
        let (position, best) = example("W:W28:B22", 0);
        assert_eq!(learner.learn(&position, best, 1.0), 0.0);
        assert!(learner.weights.iter().all(|weight| *weight == 0.0));
    }
}
