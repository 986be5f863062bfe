//! Nodes a second of the search, and nanoseconds for a network's value where a search asks for it.

use std::cell::RefCell;
use std::rc::Rc;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use draughts_td::board::{Move, Position, fen};
use draughts_td::features::{Catalogue, InputView, Subset};
use draughts_td::models::network::{Network, NetworkEvaluator, NetworkModel, PhaseNetworks};
use draughts_td::models::{Borders, Cached, Model};
use draughts_td::player::{
    Budget, Depth, Engine, Evaluation, GameState, Options, Score, StopFlag, Techniques,
};
use draughts_td::search::{Evaluate, Limits, Searcher, TranspositionTable};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

fn main() {
    divan::main();
}

/// Middle games from play of this program against itself.
const MIDDLE_GAMES: [&str; 4] = [
    "W:W28,31,33,35,36,39,40,41,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,13,14,15,16,17,18",
    "W:W28,29,30,33,35,36,38,39,41,42,43,44,46,47,48,50:B1,5,6,7,8,10,11,12,13,15,16,17,18,20,21,24",
    "W:W26,27,31,32,35,36,39,40,41,42,43,44,45,46,47,49:B1,2,5,6,7,10,11,12,13,15,16,17,18,23",
    "B:W27,32,33,34,35,39,41,42,45,47,48,50:B4,6,9,10,18,19,20,23,24,25",
];

fn middle_games() -> Vec<Position> {
    MIDDLE_GAMES.iter().map(|text| fen::read(text).expect("a position")).collect()
}

/// A network of the paper's size that counts material and has small opinions about all else, so that the search prunes as
/// with a trained one.
fn network() -> NetworkModel {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut network = Network::random(Subset::Nn4.len(), 80, 0.02, 3.0, &mut random);
    network.input[(0, 0)] = 1.0;
    network.output[0] = 1.0;
    let view = InputView::new(Catalogue::embedded().clone(), Subset::Nn4, true);
    PhaseNetworks::new(Borders::none(), vec![network]).seeing(view)
}

fn search(bencher: Bencher, evaluation: &Evaluation, depth: u8) {
    let mut engine = Engine::new(evaluation, &Options::default()).expect("64 MiB");
    let budget = Budget::of_depth(Depth::new(depth));
    let games: Vec<GameState> = middle_games().into_iter().map(GameState::new).collect();
    let mut run = || {
        let think = |game| {
            engine.new_game();
            engine.think(game, &budget, &StopFlag::new(), &mut |_| {})
        };
        games.iter().filter_map(think).map(|choice| choice.nodes).sum::<u64>()
    };
    let nodes = run();
    bencher.counter(ItemsCount::new(nodes)).bench_local(run);
}

#[divan::bench(sample_count = 10)]
fn nodes_with_material(bencher: Bencher) {
    search(bencher, &Evaluation::material(), 12);
}

#[divan::bench(sample_count = 10)]
fn nodes_with_nn4(bencher: Bencher) {
    search(bencher, &Evaluation::of(network()), 11);
}

/// What a search gives its evaluation.
enum Call {
    Push(Position, Move, Position),
    Pop,
    Value(Position),
}

/// An evaluation that writes down every call.
struct Recorder {
    evaluator: Cached<NetworkEvaluator>,
    calls: Rc<RefCell<Vec<Call>>>,
}

impl Evaluate for Recorder {
    fn reset(&mut self, position: &Position) {
        self.evaluator.reset(position);
        self.calls.borrow_mut().clear();
    }

    fn push(&mut self, before: &Position, mv: Move, after: &Position) {
        self.evaluator.push(before, mv, after);
        self.calls.borrow_mut().push(Call::Push(*before, mv, *after));
    }

    fn pop(&mut self) {
        self.evaluator.pop();
        self.calls.borrow_mut().push(Call::Pop);
    }

    fn value(&mut self, position: &Position) -> Score {
        self.calls.borrow_mut().push(Call::Value(*position));
        self.evaluator.value(position)
    }

    fn estimate(&self, position: &Position) -> Option<(Score, i32)> {
        self.evaluator.estimate(position)
    }
}

/// The calls of the last iteration of a search.
fn calls(network: &NetworkModel) -> Vec<Call> {
    let calls = Rc::new(RefCell::new(Vec::new()));
    let recorder = Recorder { evaluator: Cached::new(network.evaluator()), calls: calls.clone() };
    let table = TranspositionTable::new(16).expect("16 MiB").into();
    let mut searcher = Searcher::new(recorder, table, Techniques::ALL);
    let game = GameState::new(middle_games()[0]);
    let limits = Limits { depth: Some(Depth::new(11)), ..Limits::default() };
    searcher.search(game.position(), game.history(), limits, &StopFlag::new(), &mut |_| {});
    calls.take()
}

/// Time for one value, as a search asks for it: with the moves before it, repeated positions included.
#[divan::bench(sample_count = 20)]
fn value_in_a_search(bencher: Bencher) {
    let network = network();
    let calls = calls(&network);
    let values = calls.iter().filter(|call| matches!(call, Call::Value(_))).count();
    let replay = |mut evaluator: Cached<NetworkEvaluator>| {
        for call in &calls {
            match call {
                Call::Push(before, mv, after) => evaluator.push(before, *mv, after),
                Call::Pop => evaluator.pop(),
                Call::Value(position) => {
                    black_box(evaluator.value(position));
                }
            }
        }
    };
    bencher
        .with_inputs(|| Cached::new(network.evaluator()))
        .counter(ItemsCount::new(values))
        .bench_local_values(replay);
}

/// Time for one value of a position that was not seen before: consecutive leaves of a search, each once.
#[divan::bench(sample_count = 20)]
fn value_of_a_new_position(bencher: Bencher) {
    let network = network();
    let mut seen = std::collections::HashSet::new();
    let calls = calls(&network);
    let leaves = calls.into_iter().filter_map(|call| match call {
        Call::Value(position) => seen.insert(position).then_some(position),
        Call::Push(..) | Call::Pop => None,
    });
    let leaves: Vec<Position> = leaves.take(20_000).collect();
    let values = |mut evaluator: Cached<NetworkEvaluator>| {
        for position in &leaves {
            black_box(evaluator.value(position));
        }
    };
    bencher
        .with_inputs(|| Cached::new(network.evaluator()))
        .counter(ItemsCount::new(leaves.len()))
        .bench_local_values(values);
}
