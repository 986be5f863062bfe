//! The fifteen openings: what experts play, what the paper's network played, and what each costs in the eyes of gnubg.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::super::lab::LabError;
use super::greedy::PlayChooser;
use crate::backgammon::external::{Stake, answered, expectation, expected, question};
use crate::backgammon::gnubg::Gnubg;
use crate::backgammon::{Board, Play, Roll, Side, Tray, plays};
use crate::online::logistic::Logistic;

/// An opening roll: dice, the experts' play (Damish 1995) and that of the paper's network.
pub(crate) const OPENINGS: [(u32, u32, &str, &str); 15] = [
    (2, 1, "24/23 13/11", "24/23 23/21"),
    (3, 1, "8/5 6/5", "8/5 6/5"),
    (4, 1, "24/23 13/9", "24/20 6/5"),
    (5, 1, "24/23 13/8", "24/23 23/18"),
    (6, 1, "13/7 8/7", "13/7 8/7"),
    (3, 2, "24/21 13/11", "24/21 13/11"),
    (4, 2, "8/4 6/4", "8/4 6/4"),
    (5, 2, "24/22 13/8", "24/22 13/8"),
    (6, 2, "24/18 13/11", "24/18 13/11"),
    (4, 3, "24/20 13/10", "24/20 24/21"),
    (5, 3, "8/3 6/3", "8/3 6/3"),
    (6, 3, "24/18 13/10", "24/21 13/7"),
    (5, 4, "24/20 13/8", "24/20 13/8"),
    (6, 4, "24/18 13/9", "24/18 24/20"),
    (6, 5, "24/18 18/13", "24/18 13/8"),
];

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Opening {
    pub roll: String,
    pub play: String,
    pub is_expert: bool,
    /// Equity lost by gnubg, 2-ply, where only winning counts and for money.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss: Option<[f64; 2]>,
}

/// Values of openings by gnubg, each asked for once.
#[derive(Debug, Default)]
pub(crate) struct Appraiser {
    gnubg: Option<Gnubg>,
    /// Its answers, by the question.
    answers: HashMap<String, String>,
}

impl Appraiser {
    /// An appraiser that asks this program, or has no answers.
    pub(crate) fn new(gnubg: Option<Gnubg>) -> Appraiser {
        Appraiser { gnubg, ..Appraiser::default() }
    }

    fn ask<T>(
        &mut self,
        question: String,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, LabError> {
        let Some(gnubg) = &mut self.gnubg else { return Ok(None) };
        let answer = match self.answers.get(&question) {
            Some(answer) => answer.clone(),
            None => gnubg.ask(&question).map_err(LabError::Gnubg)?,
        };
        let Some(value) = read(&answer) else {
            return Err(LabError::Illegal { question, answer });
        };
        self.answers.insert(question, answer);
        Ok(Some(value))
    }

    /// What a play loses against the best one: for a point as equity 2·win − 1, for money in points.
    fn loss(
        &mut self,
        board: &Board,
        roll: Roll,
        list: &[Play],
        chosen: usize,
        stake: Stake,
    ) -> Result<Option<f64>, LabError> {
        let best =
            self.ask(question(board, roll, stake), |answer| answered(board, list, answer))?;
        let Some(best) = best else { return Ok(None) };
        // What the other side can expect then.
        let mut after = |play: usize| self.ask(expectation(&list[play].board, stake, 2), expected);
        let (best, own) = (after(best)?, after(chosen)?);
        let factor = if stake == Stake::Point { 2.0 } else { 1.0 };
        Ok(own.zip(best).map(|(own, best)| factor * (own - best)))
    }

    fn appraised(
        &mut self,
        (roll, expert): (Roll, &str),
        choose: impl FnOnce(&Board, &[Play]) -> Option<usize>,
    ) -> Result<Option<Opening>, LabError> {
        let board = Board::start(Side::White);
        let mut list = Vec::new();
        plays(&board, roll, &mut list);
        let Some(chosen) = choose(&board, &list) else { return Ok(None) };
        let point = self.loss(&board, roll, &list, chosen, Stake::Point)?;
        let money = self.loss(&board, roll, &list, chosen, Stake::Money)?;
        Ok(Some(Opening {
            roll: roll.to_string(),
            play: list[chosen].to_string(),
            is_expert: answered(&board, &list, expert) == Some(chosen),
            // Four decimals, the same in memory and in the file.
            loss: point.zip(money).map(|(a, b)| [a, b].map(|loss| (loss * 1e4).round() / 1e4)),
        }))
    }

    pub(crate) fn of(&mut self, network: &Logistic, tray: Tray) -> Result<Vec<Opening>, LabError> {
        let mut chooser = PlayChooser::default();
        self.all(|_, board, list| Some(chooser.best(network, tray, board, list)))
    }

    /// The plays of the paper: its experts', and its network's.
    pub(crate) fn of_paper(&mut self) -> Result<[Vec<Opening>; 2], LabError> {
        let experts = self.all(|index, board, list| answered(board, list, OPENINGS[index].2))?;
        let network = self.all(|index, board, list| answered(board, list, OPENINGS[index].3))?;
        Ok([experts, network])
    }

    fn all(
        &mut self,
        mut choose: impl FnMut(usize, &Board, &[Play]) -> Option<usize>,
    ) -> Result<Vec<Opening>, LabError> {
        let mut openings = Vec::new();
        for (index, &(high, low, expert, _)) in OPENINGS.iter().enumerate() {
            let Some(roll) = Roll::of(high, low) else { continue };
            openings
                .extend(self.appraised((roll, expert), |board, list| choose(index, board, list))?);
        }
        Ok(openings)
    }
}

/// The mean loss, where gnubg gave one: for a point, and for money.
pub(crate) fn mean_loss(openings: &[Opening]) -> Option<[f64; 2]> {
    let losses: Vec<[f64; 2]> = openings.iter().filter_map(|opening| opening.loss).collect();
    let mean =
        |index: usize| losses.iter().map(|loss| loss[index]).sum::<f64>() / losses.len() as f64;
    (!losses.is_empty()).then(|| [mean(0), mean(1)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_plays_of_the_table_are_legal_and_eight_of_the_network_are_the_experts() {
        let [experts, network] = Appraiser::default().of_paper().expect("nobody is asked");
        assert_eq!((experts.len(), network.len()), (15, 15));
        assert!(experts.iter().all(|opening| opening.is_expert));
        assert_eq!(network.iter().filter(|opening| opening.is_expert).count(), 8);
        assert_eq!(mean_loss(&network), None);
    }
}
