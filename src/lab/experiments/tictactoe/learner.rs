//! A network that plays games and learns from games: nothing but noughts and crosses around the learner of draughts.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::Rng;

use super::super::streams::stream;
use super::greedy::{Greedy, INPUTS};
use super::settings::{Endings, Start, TicTacToeSettings, Update, Variant, Views};
use crate::learning::Learner;
use crate::models::network::{Network, PhaseNetworks, Steps};
use crate::models::{Borders, Rates, ValueFunction};
use crate::tictactoe::{Board, Mark, Outcome, Player, Squares, play};

/// A game, as one of its players remembers it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Record {
    pub(crate) own: Mark,
    pub boards: Vec<Board>,
    pub outcome: Outcome,
}

pub(super) struct TicTacToeLearner {
    variant: Variant,
    rates: [f32; 2],
    learner: Learner<PhaseNetworks>,
    moves: Xoshiro256PlusPlus,
    whims: Xoshiro256PlusPlus,
    /// The inputs of the positions being learned.
    steps: Vec<[f32; INPUTS]>,
    trajectory: Steps,
}

impl TicTacToeLearner {
    /// A learner with random weights. `role` keeps its random numbers apart from those of others in the simulation.
    pub(super) fn new(
        settings: &TicTacToeSettings,
        variant: Variant,
        hidden: usize,
        simulation: u32,
        role: &str,
    ) -> TicTacToeLearner {
        let stream =
            |purpose: &str| stream(settings.seed, simulation, &format!("{role}/{purpose}"));
        let mut weights = stream("weights");
        let network = Network::random(INPUTS, hidden, settings.range, settings.beta, &mut weights);
        let model = PhaseNetworks::new(Borders::none(), vec![network]);
        let rates = [settings.rate, settings.beta_rate].map(|rate| rate * variant.rate);
        let lambda = variant.lambda.unwrap_or(settings.lambda);
        TicTacToeLearner {
            variant,
            rates,
            learner: Learner::new(model, lambda, of(rates)),
            moves: stream("moves"),
            whims: stream("whims"),
            steps: Vec::new(),
            trajectory: Steps::new(INPUTS, INPUTS),
        }
    }

    /// Sets the rates for the share of its games that the learner has played.
    pub(crate) fn set_progress(&mut self, share: f64) {
        if self.variant.falls {
            self.learner.set_rates(of(self.rates.map(|rate| rate * (1.0 - share) as f32)));
        }
    }

    pub(super) fn player(&self) -> Greedy<'_> {
        Greedy::new(self.learner.model(), self.variant.endings != Endings::Judged)
    }

    pub(super) fn is_sane(&self) -> bool {
        self.learner.model().is_sound()
    }

    /// Plays game number `game` and learns from it.
    pub(super) fn play_and_learn(&mut self, game: u32, opponent: &mut dyn Player) -> Record {
        let own = side(self.variant.start, game);
        let takes_wins = self.variant.endings != Endings::Judged;
        let mut player = Wayward {
            greedy: Greedy::new(self.learner.model(), takes_wins),
            share: self.variant.exploration,
            random: &mut self.whims,
        };
        let record = record(&mut player, own, opponent, &mut self.moves);
        self.learn(&record, own, false);
        record
    }

    /// Learns a game that others played, as the variant wants it seen.
    pub(crate) fn study(&mut self, record: &Record) {
        match self.variant.views {
            Views::Network => self.learn(record, record.own, false),
            Views::Expert => self.learn(record, !record.own, false),
            Views::Both => {
                self.learn(record, record.own, false);
                self.learn(record, !record.own, false);
            }
            Views::Whole => self.learn(record, record.own, true),
        }
    }

    /// Learns the positions after the moves of one side, or after all moves, as that side sees them.
    fn learn(&mut self, record: &Record, view: Mark, is_whole: bool) {
        let leaves_ends = self.variant.endings == Endings::TakenUnlearned;
        let is_learned = |board: &&Board| {
            // After a move of `view` it is the other side's turn.
            let is_own = is_whole || board.to_move() != view;
            is_own && !(leaves_ends && board.outcome().is_some())
        };
        self.steps.clear();
        self.steps.extend(record.boards.iter().filter(is_learned).map(|board| board.inputs(view)));
        self.trajectory.clear();
        self.steps.iter().for_each(|inputs| self.trajectory.push(inputs, []));
        self.trajectory.end(0);
        let score = f32::from(record.outcome.score(view));
        match self.variant.update {
            Update::Game => {
                self.learner.learn(&self.trajectory, 0..1, score);
            }
            Update::Position => self.learn_stepwise(score),
        }
    }

    /// Position by position from the last to the first: after the whole game, the trajectory has each position once more, by itself.
    fn learn_stepwise(&mut self, score: f32) {
        for inputs in &self.steps {
            self.trajectory.push(inputs, []);
            self.trajectory.end(0);
        }
        self.learner.learn_stepwise(&self.trajectory, 0..1, score, |step| step + 1..step + 2);
    }
}

fn of([weights, beta]: [f32; 2]) -> Rates {
    Rates { weights, rest: beta, hidden: 0.0 }
}

pub(super) fn side(start: Start, game: u32) -> Mark {
    match start {
        Start::Alternate if game.is_multiple_of(2) => Mark::Cross,
        Start::Alternate | Start::Second => Mark::Nought,
        Start::First => Mark::Cross,
    }
}

pub(super) fn record(
    player: &mut dyn Player,
    own: Mark,
    opponent: &mut dyn Player,
    random: &mut Xoshiro256PlusPlus,
) -> Record {
    let mut boards = Vec::with_capacity(9);
    let write_down = |board| boards.push(board);
    let outcome = match own {
        Mark::Cross => play(player, opponent, random, write_down),
        Mark::Nought => play(opponent, player, random, write_down),
    };
    Record { own, boards, outcome }
}

/// A player that sometimes moves at random.
struct Wayward<'a> {
    greedy: Greedy<'a>,
    share: f64,
    random: &'a mut Xoshiro256PlusPlus,
}

impl Player for Wayward<'_> {
    fn choices(&mut self, board: Board) -> Squares {
        let is_whim = self.share > 0.0 && unit(self.random) < self.share;
        if is_whim { board.empty() } else { self.greedy.choices(board) }
    }
}

pub(super) fn unit(random: &mut Xoshiro256PlusPlus) -> f64 {
    (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tictactoe::{Expert, Random, equity};

    fn learner(variant: Variant) -> TicTacToeLearner {
        TicTacToeLearner::new(&TicTacToeSettings::paper(1), variant, 20, 0, "test")
    }

    /// The mean of both sides' exact equity against Expert.
    fn strength(learner: &TicTacToeLearner) -> f64 {
        let of = |mark| equity(&mut learner.player(), &mut Expert, mark);
        [Mark::Cross, Mark::Nought].map(of).iter().sum::<f64>() / 2.0
    }

    #[test]
    fn a_student_of_expert_learns() {
        let mut learner = learner(Variant::PAPER);
        let before = strength(&learner);
        (0..4_000).for_each(|game| drop(learner.play_and_learn(game, &mut Expert)));
        let after = strength(&learner);
        assert!(after > before + 0.3, "{before} {after}");
    }

    #[test]
    fn sides_follow_the_start() {
        assert_eq!(
            [0, 1, 2].map(|game| side(Start::Alternate, game)),
            [Mark::Cross, Mark::Nought, Mark::Cross]
        );
        assert_eq!([0, 1].map(|game| side(Start::First, game)), [Mark::Cross; 2]);
        assert_eq!([0, 1].map(|game| side(Start::Second, game)), [Mark::Nought; 2]);
    }

    #[test]
    fn a_trajectory_holds_the_positions_after_one_s_own_moves() {
        let mut random = stream(1, 0, "game");
        let record = record(&mut Random, Mark::Nought, &mut Random, &mut random);
        let mut learner = learner(Variant::PAPER);
        learner.learn(&record, Mark::Nought, false);
        assert_eq!(learner.steps.len(), record.boards.len() / 2);
        learner.learn(&record, Mark::Cross, false);
        assert_eq!(learner.steps.len(), record.boards.len().div_ceil(2));
        assert_eq!(learner.steps[0], record.boards[0].inputs(Mark::Cross));
        learner.learn(&record, Mark::Cross, true);
        assert_eq!(learner.steps.len(), record.boards.len());
    }

    #[test]
    fn final_positions_are_left_out_only_when_told() {
        let mut random = stream(1, 0, "game");
        let record = record(&mut Random, Mark::Cross, &mut Random, &mut random);
        let mut unlearned = learner(Variant { endings: Endings::TakenUnlearned, ..Variant::PAPER });
        unlearned.learn(&record, Mark::Cross, true);
        assert_eq!(unlearned.steps.len(), record.boards.len() - 1);
    }

    #[test]
    fn a_stepwise_update_of_one_position_is_the_update_of_the_game() {
        let board = Board::new().play(crate::tictactoe::Square::new(4).expect("the centre"));
        let record = Record { own: Mark::Cross, boards: vec![board], outcome: Outcome::Drawn };
        let mut whole = learner(Variant::PAPER);
        let mut stepwise = learner(Variant { update: Update::Position, ..Variant::PAPER });
        whole.study(&record);
        stepwise.study(&record);
        let weights = |learner: &TicTacToeLearner| learner.learner.model().networks()[0].clone();
        let (whole, stepwise) = (weights(&whole), weights(&stepwise));
        let close = whole.input.iter().zip(&stepwise.input).all(|(a, b)| (a - b).abs() < 1e-6);
        assert!(close && whole != learner(Variant::PAPER).learner.model().networks()[0]);
    }
}
