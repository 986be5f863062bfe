//! A network that learns from games: its own, those against others, those of a database.

use rand_xoshiro::Xoshiro256PlusPlus;

use super::super::lab::LabError;
use super::games::Player;
use super::greedy::Lookahead;
use super::settings::{Look, PlayDepth, UpdateOrder, Variant};
use crate::backgammon::{Board, INPUTS, Input, Play, Roll, Side, plays};
use crate::learning::Learner;
use crate::models::{Rates, ValueFunction};
use crate::online::logistic::Logistic;
use crate::online::{OnlineTd, Point};

#[derive(Clone, Debug)]
pub struct BackgammonLearner {
    variant: Variant,
    learner: Rule,
    search: Lookahead,
    /// The positions of the present game, where they are learned after its end.
    game: Vec<Vec<Input>>,
    list: Vec<Play>,
}

/// The update rule: on the way, or after the game as in draughts.
#[derive(Clone, Debug)]
enum Rule {
    Online(OnlineTd<Logistic>),
    Offline(Learner<Logistic>),
}

impl Rule {
    fn of(variant: &Variant, network: Logistic) -> Rule {
        let Variant { lambda, rate, .. } = *variant;
        match variant.order {
            UpdateOrder::Next => Rule::Online(OnlineTd::new(network, lambda, rate, 1)),
            UpdateOrder::Own => Rule::Online(OnlineTd::new(network, lambda, rate, 2)),
            UpdateOrder::Game => Rule::Offline(Learner::new(network, lambda, Rates::uniform(rate))),
        }
    }

    fn network(&self) -> &Logistic {
        match self {
            Rule::Online(learner) => learner.model(),
            Rule::Offline(learner) => learner.model(),
        }
    }
}

impl BackgammonLearner {
    pub fn new(variant: Variant, weights: &mut Xoshiro256PlusPlus) -> BackgammonLearner {
        let Variant { hidden, has_offsets, range, .. } = variant;
        let network = Logistic::random(INPUTS, hidden, has_offsets, range, weights);
        BackgammonLearner::with(variant, network)
    }

    /// A learner that resumes from these weights.
    pub(crate) fn with(variant: Variant, network: Logistic) -> BackgammonLearner {
        BackgammonLearner {
            variant,
            learner: Rule::of(&variant, network),
            search: Lookahead::new(variant.tray),
            game: Vec::new(),
            list: Vec::with_capacity(64),
        }
    }

    pub(crate) fn network(&self) -> &Logistic {
        self.learner.network()
    }

    /// Positions evaluated so far to choose moves.
    pub(crate) fn evaluations(&self) -> u64 {
        self.search.evaluations
    }

    pub(crate) fn is_sane(&self) -> bool {
        self.network().is_sound()
    }

    /// Plays a game against itself, and learns on the way.
    pub fn play_itself(&mut self, dice: &mut Xoshiro256PlusPlus) {
        self.play_and_learn(None, dice).expect("nobody else plays");
    }

    /// Plays a game against itself, or against an opponent on this side, and learns on the way; returns its plies.
    pub(crate) fn play_and_learn(
        &mut self,
        mut opponent: Option<(Side, &mut dyn Player)>,
        dice: &mut Xoshiro256PlusPlus,
    ) -> Result<u64, LabError> {
        let (mut roll, is_white) = Roll::opening(dice);
        let mut board = Board::start(if is_white { Side::White } else { Side::Black });
        for plies in 1.. {
            let mut list = std::mem::take(&mut self.list);
            plays(&board, roll, &mut list);
            let chosen = match &mut opponent {
                Some((side, opponent)) if *side == board.turn() => {
                    opponent.choose(&board, roll, &list)?
                }
                _ => self.choose(&board, &list),
            };
            board = list[chosen].board;
            self.list = list;
            if let Some(winner) = board.winner() {
                self.end(winner);
                return Ok(plies);
            }
            self.see(&board);
            roll = Roll::thrown(dice);
        }
        unreachable!("a game ends")
    }

    /// Learns a game that others played: the positions after its plies, the last of them the end.
    pub(crate) fn study(&mut self, boards: impl Iterator<Item = Board>) {
        for board in boards {
            match board.winner() {
                Some(winner) => self.end(winner),
                None => self.see(&board),
            }
        }
    }

    fn choose(&mut self, board: &Board, plays: &[Play]) -> usize {
        let depth = match self.variant.look {
            Look::Flat => PlayDepth::Flat,
            Look::Directed | Look::Leaf => PlayDepth::Ahead,
        };
        self.search.choose(self.learner.network(), board, plays, depth)
    }

    /// Learns from a position after a ply that is not the last.
    fn see(&mut self, board: &Board) {
        let learner = match &mut self.learner {
            Rule::Online(learner) => learner,
            Rule::Offline(_) => return self.game.push(self.variant.tray.inputs(board)),
        };
        if self.variant.look == Look::Leaf {
            let outlook = self.search.outlook(learner.model(), board);
            return learner.step(0, outlook.points());
        }
        let inputs = self.variant.tray.inputs(board);
        let chain =
            usize::from(self.variant.order == UpdateOrder::Own && board.turn() == Side::White);
        learner.step(chain, whole(&inputs));
    }

    fn end(&mut self, winner: Side) {
        let outcome = if winner == Side::White { 1.0 } else { 0.0 };
        match &mut self.learner {
            Rule::Online(learner) => learner.end(outcome),
            Rule::Offline(learner) => {
                learner.learn(&self.game, 0..self.game.len(), outcome);
                self.game.clear();
            }
        }
    }
}

fn whole(inputs: &[Input]) -> std::iter::Once<Point<'_>> {
    std::iter::once(Point { share: 1.0, inputs })
}

#[cfg(test)]
mod tests {
    use super::super::super::streams::stream;
    use super::super::games::{Pairs, Random, contest};
    use super::super::greedy::Greedy;
    use super::*;
    use crate::backgammon::Tray;

    fn trained(variant: Variant, games: u32) -> BackgammonLearner {
        let mut learner = BackgammonLearner::new(variant, &mut stream(1, 0, "weights"));
        let mut dice = stream(1, 0, "dice");
        for _ in 0..games {
            learner.play_itself(&mut dice);
        }
        learner
    }

    fn against_random(network: &Logistic) -> Pairs {
        let mut own = Greedy::new(network, Tray::Count, PlayDepth::Flat);
        let mut random = Random(stream(1, 0, "random"));
        contest(&mut own, &mut random, 100, |pair| stream(1, pair, "test")).expect("a match")
    }

    #[test]
    fn a_thousand_games_against_itself_teach_it_to_beat_random_play() {
        let variant = Variant { hidden: 10, ..Variant::PAPER };
        let [before, after] =
            [0, 1000].map(|games| against_random(trained(variant, games).network()));
        assert!(before.share() < 0.8 && after.share() > 0.9, "{before:?} {after:?}");
    }

    #[test]
    fn the_same_seed_teaches_the_same_weights() {
        let variant = Variant { hidden: 6, ..Variant::PAPER };
        assert_eq!(trained(variant, 30).network(), trained(variant, 30).network());
        let other = Variant { lambda: 0.0, ..variant };
        assert_ne!(trained(variant, 30).network(), trained(other, 30).network());
    }

    #[test]
    fn every_way_of_learning_stays_with_numbers() {
        for variant in Variant::DEPARTURES.into_iter().chain(Variant::LOOKS) {
            let learner = trained(Variant { hidden: 6, ..variant }, 2);
            assert!(learner.is_sane() && learner.evaluations() > 0, "{}", variant.name);
        }
    }

    #[test]
    fn a_game_studied_is_learned_as_one_played() {
        let variant = Variant { hidden: 6, ..Variant::PAPER };
        let mut player = trained(variant, 3);
        let mut reader = player.clone();
        // Both sides by an opponent, whose game is written down.
        let mut boards = Vec::new();
        let (mut white, mut black) = (Random(stream(2, 0, "w")), Random(stream(2, 0, "b")));
        super::super::games::play(
            [&mut white, &mut black],
            &mut stream(2, 0, "d"),
            |_, _, board| {
                boards.push(*board);
            },
        )
        .expect("a game");
        reader.study(boards.iter().copied());
        for board in &boards {
            match board.winner() {
                Some(winner) => player.end(winner),
                None => player.see(board),
            }
        }
        assert_eq!(player.network(), reader.network());
    }
}
