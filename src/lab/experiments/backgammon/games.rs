//! Players, games, and matches in pairs of games with the same dice and the sides swapped.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::Rng;
use serde::{Deserialize, Serialize};

use super::super::lab::LabError;
use crate::backgammon::external::{Stake, answered, question};
use crate::backgammon::gnubg::Gnubg;
use crate::backgammon::{Board, Play, Pubeval, Roll, Side, plays};

pub(crate) trait Player {
    /// Which of the legal plays the side to move chooses. There is at least one, and the game continues.
    fn choose(&mut self, board: &Board, roll: Roll, plays: &[Play]) -> Result<usize, LabError>;
}

pub(super) fn winning(board: &Board, plays: &[Play]) -> Option<usize> {
    // Nobody bears off more than four men at once.
    let pips = board.men(board.turn()).pips();
    if pips > 24 { None } else { plays.iter().position(|play| play.board.winner().is_some()) }
}

#[derive(Debug)]
pub(super) struct Random(pub Xoshiro256PlusPlus);

impl Player for Random {
    fn choose(&mut self, _: &Board, _: Roll, plays: &[Play]) -> Result<usize, LabError> {
        // The top 32 bits times the number: a bias of less than 10⁻⁷.
        Ok((((self.0.next_u64() >> 32) * plays.len() as u64) >> 32) as usize)
    }
}

/// Plays by a linear evaluation with weights of the user's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByPubeval<'a>(pub &'a Pubeval);

impl Player for ByPubeval<'_> {
    fn choose(&mut self, board: &Board, _: Roll, plays: &[Play]) -> Result<usize, LabError> {
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
pub(crate) struct ByGnubg<'a>(pub &'a mut Gnubg);

impl Player for ByGnubg<'_> {
    fn choose(&mut self, board: &Board, roll: Roll, plays: &[Play]) -> Result<usize, LabError> {
        if plays.len() == 1 {
            return Ok(0);
        }
        let question = question(board, roll, Stake::Point);
        let answer = self.0.ask(&question).map_err(LabError::Gnubg)?;
        let chosen = answered(board, plays, &answer);
        chosen.ok_or(LabError::Illegal { question, answer })
    }
}

/// Plays a game to its end; `observe` sees each roll, which of the legal plays was chosen, and the position after it.
pub(super) fn play<'a>(
    players: [&'a mut (dyn Player + 'a); 2],
    dice: &mut Xoshiro256PlusPlus,
    mut observe: impl FnMut(Roll, usize, &Board),
) -> Result<Side, LabError> {
    let [white, black] = players;
    let (mut roll, is_white) = Roll::opening(dice);
    let mut board = Board::start(if is_white { Side::White } else { Side::Black });
    let mut list: Vec<Play> = Vec::with_capacity(64);
    loop {
        plays(&board, roll, &mut list);
        let player: &mut dyn Player = match board.turn() {
            Side::White => white,
            Side::Black => black,
        };
        let chosen = player.choose(&board, roll, &list)?;
        board = list[chosen].board;
        observe(roll, chosen, &board);
        if let Some(winner) = board.winner() {
            return Ok(winner);
        }
        roll = Roll::thrown(dice);
    }
}

/// Pairs of games by how many of the two the first player won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Pairs(pub [u32; 3]);

impl Pairs {
    pub(crate) fn games(&self) -> u32 {
        2 * self.0.iter().sum::<u32>()
    }

    pub(crate) fn share(&self) -> f64 {
        f64::from(self.0[1] + 2 * self.0[2]) / f64::from(self.games().max(1))
    }

    /// Half the width of the 95 % interval of the share; pairs count as one measurement, their dice being the same.
    pub(crate) fn margin(&self) -> f64 {
        let (pairs, mean) = (f64::from(self.games()) / 2.0, self.share());
        let squares =
            |(won, &count): (usize, &u32)| f64::from(count) * (won as f64 / 2.0 - mean).powi(2);
        let variance = self.0.iter().enumerate().map(squares).sum::<f64>() / (pairs - 1.0).max(1.0);
        1.96 * (variance / pairs.max(1.0)).sqrt()
    }

    pub(crate) fn with(self, other: Pairs) -> Pairs {
        Pairs(std::array::from_fn(|won| self.0[won] + other.0[won]))
    }
}

/// A match; every pair of games has dice of its own.
pub(super) fn contest(
    first: &mut dyn Player,
    second: &mut dyn Player,
    pairs: u32,
    dice: impl Fn(u32) -> Xoshiro256PlusPlus,
) -> Result<Pairs, LabError> {
    let mut results = Pairs::default();
    for pair in 0..pairs {
        let as_white = play([&mut *first, &mut *second], &mut dice(pair), |_, _, _| {})?;
        let as_black = play([&mut *second, &mut *first], &mut dice(pair), |_, _, _| {})?;
        let won = usize::from(as_white == Side::White) + usize::from(as_black == Side::Black);
        results.0[won] += 1;
    }
    Ok(results)
}

/// Positions of random games with their rolls, for tests.
#[cfg(test)]
pub(super) fn positions(games: u32, seed: u64) -> Vec<(Board, Roll)> {
    use rand_xoshiro::rand_core::SeedableRng;

    let mut found = Vec::new();
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    for game in 0..games {
        let stream =
            |side| Random(Xoshiro256PlusPlus::seed_from_u64(seed + 2 * u64::from(game) + side));
        let (mut white, mut black) = (stream(100), stream(101));
        let mut boards = Vec::new();
        play([&mut white, &mut black], &mut dice, |_, _, board| boards.push(*board))
            .expect("a game");
        boards.pop();
        found.extend(boards.into_iter().map(|board| (board, Roll::thrown(&mut dice))));
    }
    found
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;

    #[test]
    fn shares_and_margins_by_hand() {
        let pairs = Pairs([1, 2, 5]);
        assert_eq!(pairs.games(), 16);
        assert_eq!(pairs.share(), 12.0 / 16.0);
        // Variance (0.5625 + 2·0.0625 + 5·0.0625)/7 = 1/7.
        assert!((pairs.margin() - 1.96 * (1.0f64 / 7.0 / 8.0).sqrt()).abs() < 1e-12);
        assert_eq!(pairs.with(Pairs([1, 0, 1])), Pairs([2, 2, 6]));
    }

    #[test]
    fn a_player_draws_against_himself_in_every_pair_if_he_plays_by_rule() {
        struct First;
        impl Player for First {
            fn choose(&mut self, _: &Board, _: Roll, _: &[Play]) -> Result<usize, LabError> {
                Ok(0)
            }
        }
        let dice = |pair| Xoshiro256PlusPlus::seed_from_u64(u64::from(pair));
        // The same plays by the same dice: White wins both games or neither.
        let results = contest(&mut First, &mut First, 20, dice).expect("a match");
        assert_eq!(results, Pairs([0, 20, 0]));
    }

    #[test]
    fn every_game_shows_its_positions_and_ends_with_the_winner_off() {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(4);
        let mut players = [1, 2].map(|seed| Random(Xoshiro256PlusPlus::seed_from_u64(seed)));
        let [white, black] = &mut players;
        let mut last = None;
        let winner = play([white, black], &mut dice, |_, _, board| last = Some(*board));
        assert_eq!(last.and_then(|board| board.winner()), Some(winner.expect("a game")));
    }
}
