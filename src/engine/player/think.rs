//! From a game and a budget to a move.

use std::sync::Arc;
use std::time::Duration;

use super::budget::Budget;
use super::evaluation::Evaluation;
use super::game_state::GameState;
use super::move_function::MoveFunction;
use super::options::{BookConfig, Options};
use super::search_threads::SearchThreads;
use crate::board::{Move, MoveList, Position};
use crate::models::score;
use crate::search::{
    Choice, Depth, Iteration, Leaf, Limits, Score, StopFlag, TableError, TranspositionTable,
};

/// A player: it remembers one game, from move to move.
#[derive(Debug)]
pub struct Engine {
    pub(super) threads: Box<dyn SearchThreads>,
    pub(super) table: Arc<TranspositionTable>,
    book: Option<BookConfig>,
}

impl Engine {
    /// An engine with this evaluation.
    ///
    /// # Errors
    /// A transposition table of this size cannot be had.
    pub fn new(evaluation: &Evaluation, options: &Options) -> Result<Engine, TableError> {
        let table = Arc::new(TranspositionTable::new(options.hash_mb)?);
        let threads = evaluation.search_threads(&table, options);
        Ok(Engine { threads, table, book: options.book.clone() })
    }

    /// An engine whose moves come from a function.
    ///
    /// # Errors
    /// No memory for the smallest transposition table.
    pub fn choosing(function: &MoveFunction) -> Result<Engine, TableError> {
        let table = Arc::new(TranspositionTable::new(1)?);
        Ok(Engine { threads: Box::new(function.clone()), table, book: None })
    }

    /// Forgets the last game; the book draws other moves than in it.
    pub fn new_game(&mut self) {
        let seed = self.book.as_ref().map_or(0, |book| book.seed);
        self.new_game_of(seed.wrapping_add(1));
    }

    /// Forgets the last game; the book draws by this number, whatever was played before.
    pub fn new_game_of(&mut self, seed: u64) {
        self.table.clear();
        self.threads.forget();
        if let Some(book) = &mut self.book {
            book.seed = seed;
        }
    }

    /// The book, if there is one.
    #[must_use]
    pub fn book_config(&self) -> Option<&BookConfig> {
        self.book.as_ref()
    }

    /// Chooses a move, from the book if it has one, and reports every finished iteration; `None` when there is no legal move, and the game is lost.
    ///
    /// With one thread the same calls with the same limits on depth or nodes give the same answers.
    ///
    /// ```
    /// use draughts_td_rules::board::Position;
    /// use draughts_td_engine::player::{Budget, Depth, Engine, Evaluation, GameState, Options, StopFlag};
    /// let mut engine = Engine::new(&Evaluation::material(), &Options { hash_mb: 1, ..Options::default() })?;
    /// let game = GameState::new(Position::start());
    /// let budget = Budget::of_depth(Depth::new(5));
    /// let choice = engine.think(&game, &budget, &StopFlag::new(), &mut |_| {}).expect("the start has moves");
    /// assert_eq!(choice.depth, Depth::new(5));
    /// # Ok::<(), draughts_td_engine::player::TableError>(())
    /// ```
    pub fn think(
        &mut self,
        game: &GameState,
        budget: &Budget,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Iteration),
    ) -> Option<Choice> {
        if let Some(choice) = self.book_move(game) {
            return Some(choice);
        }
        let is_forced = MoveList::legal(game.position()).len() == 1;
        self.search(game, budget.limits(game.position(), is_forced), stop, report)
    }

    /// As [`Engine::think`], but to understand the position: a single legal move, which `think` plays at once when time is
    /// measured, is searched like any other.
    pub fn analyse(
        &mut self,
        game: &GameState,
        budget: &Budget,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Iteration),
    ) -> Option<Choice> {
        self.search(game, budget.limits(game.position(), false), stop, report)
    }

    /// The move of the book, with a score that makes its value. A position that stood before is searched: no book knows repetitions.
    fn book_move(&self, game: &GameState) -> Option<Choice> {
        let BookConfig { book, seed } = self.book.as_ref()?;
        let (mv, value) = book.choose(game.position(), *seed)?;
        let is_new = game.history().occurrences() == 1;
        is_new.then(|| Choice {
            mv,
            score: score(value as f32, &Position::start()),
            depth: Depth::ZERO,
            nodes: 0,
            time: Duration::ZERO,
            line: vec![mv],
        })
    }

    /// Where a score comes from that the engine gave to this position with this line: the leaf of the principal variation.
    pub fn leaf(&mut self, game: &GameState, line: &[Move], score: Score) -> Leaf {
        self.threads.leaf(game, line, score)
    }

    fn search(
        &mut self,
        game: &GameState,
        limits: Limits,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Iteration),
    ) -> Option<Choice> {
        self.table.grow_older();
        self.threads.search(game, limits, stop, report)
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::time::Instant;

    use super::super::{Clock, Outlook, Ply};
    use super::*;
    use crate::board::fen;
    use crate::book::{Book, BookEntries, BookMove};

    fn engine() -> Engine {
        Engine::new(&Evaluation::material(), &Options { hash_mb: 1, ..Options::default() })
            .expect("1 MiB")
    }

    fn think(text: &str, budget: Budget) -> Option<Choice> {
        let game = GameState::new(fen::read(text).expect(text));
        engine().think(&game, &budget, &StopFlag::new(), &mut |_| {})
    }

    #[test]
    fn a_lost_position_has_no_choice() {
        for text in ["W:W46:B41,37", "W:W:B1", "B:W31:B", "W:WK46:B41,37"] {
            assert_eq!(think(text, Budget::of_depth(Depth::new(5))), None, "{text}");
        }
    }

    #[test]
    fn every_kind_of_position_gets_a_legal_move() {
        let kings = "W:WK31-50:BK1-20";
        let full = "B:WK1,K2,K3,K4,K5,K6,K7,K8,K9,K10:BK41,K42,K43,K44,K45,K46,K47,K48,K49,K50";
        for text in ["W:WK46:BK5", "W:W6:B45", "W:W31:B1", kings, full, "W:W31-50:B1-20"] {
            let position = fen::read(text).expect(text);
            for nodes in [0, 1, 2, 100, 20_000] {
                let choice = think(text, Budget::of_nodes(nodes)).expect(text);
                assert!(MoveList::legal(&position).contains(&choice.mv), "{text} {nodes}");
                assert!(choice.nodes <= nodes, "{text} {nodes}");
            }
        }
    }

    #[test]
    fn a_fixed_budget_gives_the_same_answer_twice() {
        for budget in [Budget::of_nodes(30_000), Budget::of_depth(Depth::new(9))] {
            let run = || think("W:W31-50:B1-20", budget).map(|c| (c.mv, c.score, c.nodes, c.line));
            assert_eq!(run(), run());
        }
    }

    #[test]
    fn a_new_game_forgets_the_old_one() {
        let game = GameState::new(Position::start());
        let mut engine = engine();
        let budget = Budget::of_depth(Depth::new(9));
        let run = |engine: &mut Engine| {
            engine.think(&game, &budget, &StopFlag::new(), &mut |_| {}).map(|choice| choice.nodes)
        };
        let first = run(&mut engine);
        engine.new_game();
        assert_eq!(run(&mut engine), first);
    }

    #[test]
    fn every_position_of_the_expected_line_is_legal() {
        let choice = think("W:W31-50:B1-20", Budget::of_depth(Depth::new(10))).expect("moves");
        let mut position = Position::start();
        assert!(choice.line.len() >= 10);
        for mv in choice.line {
            assert!(MoveList::legal(&position).contains(&mv), "{mv} in {position:?}");
            position = position.succ(mv);
        }
    }

    #[test]
    fn reports_come_in_order_of_depth_and_end_with_the_choice() {
        let game = GameState::new(Position::start());
        let mut depths = Vec::new();
        let mut last = None;
        let choice = engine()
            .think(&game, &Budget::of_depth(Depth::new(8)), &StopFlag::new(), &mut |iteration| {
                depths.push(iteration.depth.plies());
                last = Some((iteration.line[0], iteration.score));
            })
            .expect("moves");
        assert_eq!(depths, (1..=8).collect::<Vec<_>>());
        assert_eq!(last, Some((choice.mv, choice.score)));
    }

    #[test]
    fn a_shot_that_wins_everything_is_a_win_of_known_length() {
        // 28-22 offers a man, 17x28 is forced, and 33x22 takes the last one.
        let choice = think("W:W28,33,39:B17", Budget::of_depth(Depth::new(8))).expect("moves");
        assert_eq!(choice.score.outlook(), Outlook::Win(Ply::new(3)));
        assert_eq!(choice.mv.to_string(), "28-22");
    }

    #[test]
    fn stop_from_another_thread_ends_an_infinite_search() {
        let stop = StopFlag::new();
        let switch = stop.clone();
        let thread = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(30));
            switch.stop();
            Instant::now()
        });
        let game = GameState::new(Position::start());
        let choice = engine().think(&game, &Budget::INFINITE, &stop, &mut |_| {});
        let ended = Instant::now();
        let asked = thread.join().expect("the thread only sleeps");
        assert!(choice.is_some());
        // 10 ms is promised on a free machine; a loaded one may not even run this thread for that long.
        assert!(ended.saturating_duration_since(asked) < Duration::from_millis(100));
    }

    #[test]
    fn threads_together_find_what_one_finds_and_all_end() {
        let threads = NonZeroUsize::new(3).expect("not 0");
        let options = Options { hash_mb: 4, threads, ..Options::default() };
        let mut engine = Engine::new(&Evaluation::material(), &options).expect("4 MiB");
        let game = GameState::new(fen::read("W:W28,33,39:B17").expect("fen"));
        let budget = Budget::of_depth(Depth::new(8));
        for _ in 0..20 {
            let choice = engine.think(&game, &budget, &StopFlag::new(), &mut |_| {});
            let choice = choice.expect("there are moves");
            assert_eq!(choice.score.outlook(), Outlook::Win(Ply::new(3)));
            assert_eq!(choice.mv.to_string(), "28-22");
        }
    }

    #[test]
    fn a_single_move_is_played_at_once_and_analysed_for_its_time() {
        let game = GameState::new(fen::read("W:W28,33,39,44,50:B23,3,9,14").expect("fen"));
        let budget = Budget::of_time(Duration::from_millis(60));
        let (mut engine, stop) = (engine(), StopFlag::new());
        assert_eq!(MoveList::legal(game.position()).len(), 1);
        let played = engine.think(&game, &budget, &stop, &mut |_| {}).expect("a move");
        assert_eq!(played.depth, Depth::ONE);
        let analysed = engine.analyse(&game, &budget, &stop, &mut |_| {}).expect("a move");
        assert!(analysed.depth > Depth::new(3), "{:?}", analysed.depth);
    }

    #[test]
    fn a_time_budget_is_kept() {
        let clock = |ms| Clock {
            remaining: Duration::from_millis(ms),
            increment: Duration::ZERO,
            moves_to_go: Some(1),
        };
        for ms in [0, 1, 5, 40] {
            for budget in [Budget::of_time(Duration::from_millis(ms)), Budget::of_clock(clock(ms))]
            {
                // The best of a few: other programs may take the processor away in the middle of a search.
                let time = |_| think("W:W31-50:B1-20", budget).expect("moves").time;
                let limit = Duration::from_millis(ms + 30);
                assert!((0..5).map(time).any(|time| time < limit), "{ms} ms are never kept");
            }
        }
    }

    #[test]
    fn a_move_of_the_book_is_played_at_once_and_analysed_without_it() {
        let (start, mut entries) = (Position::start(), BookEntries::default());
        let mv = MoveList::legal(&start)[3];
        entries.add(&start, &BookMove { wins: 5, draws: 5, ..BookMove::new(mv) });
        let book = Some(BookConfig { book: Book::of(entries), seed: 1 });
        let options = Options { hash_mb: 1, book, ..Options::default() };
        let mut engine = Engine::new(&Evaluation::material(), &options).expect("1 MiB");
        let (game, budget) = (GameState::new(start), Budget::of_depth(Depth::new(3)));
        let played = engine.think(&game, &budget, &StopFlag::new(), &mut |_| {}).expect("moves");
        assert_eq!((played.mv, played.nodes), (mv, 0));
        let analysed = engine.analyse(&game, &budget, &StopFlag::new(), &mut |_| {});
        assert!(analysed.expect("moves").nodes > 0);
    }

    #[test]
    fn a_function_chooses_in_the_place_of_a_search() {
        let last = |game: &GameState| MoveList::legal(game.position()).last().copied();
        let mut engine = Engine::choosing(&MoveFunction::new("last", last)).expect("1 MiB");
        let mut game = GameState::new(Position::start());
        for _ in 0..10 {
            let choice = engine.think(&game, &Budget::INFINITE, &StopFlag::new(), &mut |_| {});
            let choice = choice.expect("a move");
            assert_eq!(Some(choice.mv), last(&game));
            game.play(choice.mv);
        }
        assert_eq!((game.moves().len(), game.start()), (10, &Position::start()));
    }
}
