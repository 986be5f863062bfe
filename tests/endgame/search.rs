//! The search with tables: every won position of three pieces that the draw rules allow is won against a perfect defence.

use std::sync::Arc;

use draughts_td::board::{
    Bitboard, ByColor, Color, History, Move, MoveList, Position, Setup, Square,
};
use draughts_td::player::Endgame;
use draughts_td::search::{
    Depth, Limits, Material, Searcher, StopFlag, Techniques, TranspositionTable,
};
use draughts_td::tablebase::{BuildRequest, MaterialKey, Tables, Wdl, build};

fn tables(distances: bool) -> Arc<Tables> {
    let dir = tempfile::tempdir().expect("a folder");
    let order = BuildRequest { dir: dir.path().to_path_buf(), pieces: 3, distances, threads: 2 };
    build(&order, &mut |_| {}, &|| false).expect("built");
    Arc::new(Tables::open(dir.path()).expect("tables").0)
}

/// Positions of three pieces at squares in no order.
fn positions() -> impl Iterator<Item = Position> {
    let mut state = 1_u64;
    // Xorshift (Marsaglia 2003).
    let mut random = move |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    };
    let slices = MaterialKey::all(3);
    std::iter::from_fn(move || {
        let slice = slices[random(slices.len() as u64) as usize];
        let mut set = |count: usize| {
            (0..count).fold(Bitboard::EMPTY, |set, _| {
                set.with(Square::new(1 + random(50) as u8).expect("50 squares"))
            })
        };
        let men = ByColor::from_fn(|color| set(slice.men(color)));
        let kings = ByColor::from_fn(|color| set(slice.kings(color)));
        Some(Setup { men, kings, turn: Color::White }.check().ok())
    })
    .flatten()
    .filter(|position| position.occupied().len() == 3)
}

/// The move after which the winner needs longest.
fn defence(tables: &Tables, position: &Position) -> Option<Move> {
    let moves = MoveList::legal(position);
    let plies = |mv: &Move| tables.distance(&position.succ(*mv)).map(|distance| distance.plies());
    moves.into_iter().max_by_key(plies)
}

/// Whether the side to move wins before a rule makes the game a draw.
fn wins(
    searcher: &mut Searcher<Material>,
    judge: &Tables,
    start: &Position,
    limits: Limits,
) -> bool {
    let (mut position, mut history) = (*start, History::new(start));
    loop {
        let mine = position.turn() == start.turn();
        let mv = if mine {
            let stop = StopFlag::new();
            searcher.search(&position, &history, limits, &stop, &mut |_| {}).map(|best| best.mv)
        } else {
            defence(judge, &position)
        };
        let Some(mv) = mv else { return !mine };
        let next = position.succ(mv);
        history.push(&position, mv, &next);
        position = next;
        if position.has_moves() && history.draw().is_some() {
            return false;
        }
    }
}

fn searcher(tables: &Arc<Tables>) -> Searcher<Material> {
    let table = Arc::new(TranspositionTable::new(1).expect("a small table"));
    let door = Endgame::of(tables.clone()).probe();
    Searcher::new(Material, table, Techniques::ALL).with_probe(Some(door))
}

/// The first of the won positions that are no mere capture.
fn won(tables: &Tables, count: usize) -> Vec<Position> {
    let is_won = |position: &Position| tables.probe(position) == Some(Wdl::Win);
    positions()
        .filter(|position| is_won(position) && !position.must_capture())
        .take(count)
        .collect()
}

#[test]
fn won_endings_are_won_within_the_draw_counts_at_the_least_depth() {
    let tables = tables(true);
    let mut searcher = searcher(&tables);
    let limits = Limits { depth: Some(Depth::new(1)), ..Limits::default() };
    for position in won(&tables, 400) {
        assert!(wins(&mut searcher, &tables, &position, limits), "{position:?}");
    }
}

#[test]
fn won_endings_are_won_with_tables_that_tell_only_who_wins() {
    let judge = tables(true);
    let mut searcher = searcher(&tables(false));
    let limits = Limits { nodes: Some(2000), ..Limits::default() };
    let fits = |position: &Position| {
        let left = History::new(position).plies_left();
        judge.distance(position).is_some_and(|distance| distance.fits(left))
    };
    for position in won(&judge, 60).iter().filter(|position| fits(position)) {
        assert!(wins(&mut searcher, &judge, position, limits), "{position:?}");
    }
}

#[test]
fn the_distance_is_the_score() {
    let tables = tables(true);
    let mut searcher = searcher(&tables);
    for position in won(&tables, 100) {
        let history = History::new(&position);
        let choice =
            searcher.search(&position, &history, Limits::default(), &StopFlag::new(), &mut |_| {});
        let plies = tables.distance(&position).expect("won").plies();
        assert_eq!(choice.expect("a move").score.to_string(), format!("win in {plies}"));
    }
}
