//! Endings to practise, drawn from the endgame tables: White to move wins, and only one move wins.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::schedule::Task;
use crate::board::{Bitboard, ByColor, Color, Position, Setup, Square, fen};
use crate::tablebase::{DISTANCE_PIECES, Tables, Wdl};

/// The plies of an ending that is not seen at once, and can still be played in one sitting.
const PLIES: std::ops::RangeInclusive<u32> = 5..=31;
/// The fewest pieces: of two, few positions are hard.
const PIECES: u32 = 3;
/// Positions that are drawn for one ending before it is given up.
const DRAWS: usize = 20_000;

/// How hard an ending is, in points of Elo, from its plies. A guess until attempts correct it.
fn grade(plies: u32) -> f64 {
    1100.0 + 25.0 * f64::from(plies)
}

/// A random position of a few pieces, White to move; `None` where two squares are the same or a man is on its promotion row.
fn draw(pieces: u32, rng: &mut Xoshiro256PlusPlus) -> Option<Position> {
    let none = || ByColor { white: Bitboard::EMPTY, black: Bitboard::EMPTY };
    let mut setup = Setup { men: none(), kings: none(), turn: Color::White };
    for piece in 0..pieces {
        let color = if piece < pieces.div_ceil(2) { Color::White } else { Color::Black };
        let square = Square::new(rng.random_range(1..=50))?;
        let set =
            if rng.random_bool(0.7) { &mut setup.men[color] } else { &mut setup.kings[color] };
        *set = set.with(square);
    }
    let position = setup.check().ok()?;
    let has_man = !(position.men(Color::White) | position.men(Color::Black)).is_empty();
    (has_man && position.occupied().len() == pieces).then_some(position)
}

/// The plies of an ending that is worth a try; `None` for any other position.
fn plies(tables: &Tables, position: &Position) -> Option<u32> {
    let value = tables.outcome(position)?;
    let plies = value.distance?.plies();
    let is_win = |verdict: Wdl| verdict == Wdl::Win;
    if !is_win(value.verdict) || !PLIES.contains(&plies) || position.must_capture() {
        return None;
    }
    let moves = tables.moves(position);
    let winning = moves.iter().filter(|mv| mv.value.is_none_or(|value| is_win(value.verdict)));
    (winning.count() == 1 && moves.len() > 1).then_some(plies)
}

/// The ending of a position, if it is one of these.
pub fn ending(tables: &Tables, position: &Position) -> Option<Task> {
    let grade = grade(plies(tables, position)?);
    Some(Task { puzzle: fen::write(position), grade })
}

/// Endings of three pieces and more, this many at the most, the same for the same seed and tables; none without tables of distances.
pub fn endings(tables: &Tables, count: usize, seed: u64) -> Vec<Task> {
    let most = tables.pieces().min(DISTANCE_PIECES);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut next = || {
        (0..DRAWS).find_map(|_| {
            let pieces = rng.random_range(PIECES..=most);
            ending(tables, &draw(pieces, &mut rng)?)
        })
    };
    if most < PIECES { Vec::new() } else { (0..count).map_while(|_| next()).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tablebase::{BuildRequest, build};

    #[test]
    fn endings_are_won_by_one_move_only_and_the_same_for_a_seed() {
        let folder = tempfile::tempdir().expect("a folder");
        let order =
            BuildRequest { dir: folder.path().into(), pieces: 3, distances: true, threads: 1 };
        build(&order, &mut |_| {}, &|| false).expect("built");
        let (tables, _) = Tables::open(folder.path()).expect("tables");
        let found = endings(&tables, 20, 5);
        assert_eq!(found.len(), 20);
        for task in &found {
            let position = fen::read(&task.puzzle).expect("a FEN");
            assert_eq!(tables.probe(&position), Some(Wdl::Win), "{}", task.puzzle);
            let moves = tables.moves(&position);
            let wins = |place: usize| moves[place].value.expect("covered").verdict == Wdl::Win;
            assert!(wins(0) && !wins(1), "{}", task.puzzle);
            assert_eq!(ending(&tables, &position).as_ref(), Some(task));
        }
        assert_eq!(found, endings(&tables, 20, 5));
        assert_ne!(found, endings(&tables, 20, 6));
    }

    #[test]
    fn tables_of_two_pieces_have_no_endings() {
        let folder = tempfile::tempdir().expect("a folder");
        let order =
            BuildRequest { dir: folder.path().into(), pieces: 2, distances: true, threads: 1 };
        build(&order, &mut |_| {}, &|| false).expect("built");
        let (tables, _) = Tables::open(folder.path()).expect("tables");
        assert_eq!(endings(&tables, 5, 1), Vec::new());
    }
}
