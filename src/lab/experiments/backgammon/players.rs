//! Who plays: anything that chooses among the legal plays of a roll.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::Rng;

use super::error::BackgammonError;
use crate::arena::gnubg::Gnubg;
use crate::backgammon::external::{Stake, answered, question};
use crate::backgammon::{Board, Play, Pubeval, Roll};

pub trait Player {
    /// Which of the legal plays the side to move chooses. There is at least one, and the game goes on.
    fn choose(
        &mut self,
        board: &Board,
        roll: Roll,
        plays: &[Play],
    ) -> Result<usize, BackgammonError>;
}

impl<P: Player> Player for &mut P {
    fn choose(
        &mut self,
        board: &Board,
        roll: Roll,
        plays: &[Play],
    ) -> Result<usize, BackgammonError> {
        (**self).choose(board, roll, plays)
    }
}

/// The play that ends the game, if there is one.
pub(super) fn winning(board: &Board, plays: &[Play]) -> Option<usize> {
    // Nobody bears off more than four men at once.
    let pips = board.men(board.turn()).pips();
    if pips > 24 { None } else { plays.iter().position(|play| play.board.winner().is_some()) }
}

#[derive(Debug)]
pub struct Random(pub Xoshiro256PlusPlus);

impl Player for Random {
    fn choose(&mut self, _: &Board, _: Roll, plays: &[Play]) -> Result<usize, BackgammonError> {
        // The top 32 bits times the number: a bias of less than 10⁻⁷.
        Ok((((self.0.next_u64() >> 32) * plays.len() as u64) >> 32) as usize)
    }
}

/// Plays by a linear evaluation with weights of the user's.
#[derive(Clone, Copy, Debug)]
pub struct ByPubeval<'a>(pub &'a Pubeval);

impl Player for ByPubeval<'_> {
    fn choose(&mut self, board: &Board, _: Roll, plays: &[Play]) -> Result<usize, BackgammonError> {
        let is_race = !board.has_contact();
        let scores = plays.iter().map(|play| self.0.score(&play.board, board.turn(), is_race));
        let best = scores.enumerate().fold((0, f32::NEG_INFINITY), |best, (index, score)| {
            if score > best.1 { (index, score) } else { best }
        });
        Ok(best.0)
    }
}

/// Asks GNU Backgammon, as in a match of one point.
#[derive(Debug)]
pub struct ByGnubg<'a>(pub &'a mut Gnubg);

impl Player for ByGnubg<'_> {
    fn choose(
        &mut self,
        board: &Board,
        roll: Roll,
        plays: &[Play],
    ) -> Result<usize, BackgammonError> {
        if plays.len() == 1 {
            return Ok(0);
        }
        let question = question(board, roll, Stake::Point);
        let answer = self.0.ask(&question)?;
        let chosen = answered(board, plays, &answer);
        chosen.ok_or(BackgammonError::Illegal { question, answer })
    }
}
