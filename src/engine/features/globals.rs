//! The formulas of the 23 global inputs, as whole numbers before scaling.

use std::marker::PhantomData;

use super::layout::GLOBALS;
use super::sums::{
    BLACK_ADVANCE, BLACK_BALANCE, BUILD, CENTRE, EDGE, GUARD, Sums, TILT, WHITE_ADVANCE,
    WHITE_BALANCE,
};
use crate::board::{Bitboard, Color, Direction, Overhang, Position};

/// The 23 global inputs of a position before offset, scale and clip, in index order; White counts plus, Black minus.
///
/// `features/globals.toml` says in words what each one counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Globals([i32; GLOBALS.end]);

impl Globals {
    /// The names of the formulas, in index order; the catalogue must list the same.
    pub const NAMES: [&str; GLOBALS.end] = [
        "material",
        "king_presence",
        "king_surplus",
        "total_men",
        "side_to_move",
        "development",
        "total_advance",
        "move_parity",
        "centre_control",
        "centre_build",
        "mobility",
        "safe_mobility",
        "locked_men",
        "edge_men",
        "wing_imbalance",
        "wing_tilt",
        "connections",
        "loose_men",
        "men_en_prise",
        "free_men",
        "promotion_race",
        "back_guard",
        "main_road",
    ];
    /// The index of `free_men`, the first of the two inputs that the paper does not have.
    pub(crate) const FREE_MEN: usize = 19;
    /// The index of `promotion_race`, the second of the two inputs that the paper does not have.
    pub const PROMOTION_RACE: usize = 20;

    /// The raw global inputs of a position.
    #[inline(always)]
    #[must_use]
    pub fn of(position: &Position) -> Globals {
        let white = Side::<WhiteView>::of(position);
        let black = Side::<BlackView>::of(position);
        let (w, b) = (white.counts(), black.counts());
        let turn = position.turn().sign();
        let sums = Sums::of(position.men(Color::White), position.men(Color::Black));
        let (white_advance, black_advance) = (sums.get(WHITE_ADVANCE), sums.get(BLACK_ADVANCE));
        let advance = white_advance + black_advance;
        Globals([
            w.men - b.men + 3 * (w.kings - b.kings),
            w.kings.min(1) - b.kings.min(1),
            (w.kings - 1).max(0) - (b.kings - 1).max(0),
            w.men + b.men,
            turn,
            white_advance - black_advance,
            advance,
            if advance % 2 == 0 { turn } else { -turn },
            sums.get(CENTRE),
            sums.get(BUILD),
            w.steps - b.steps,
            w.safe_steps - b.safe_steps,
            b.locked - w.locked,
            -sums.get(EDGE),
            sums.get(BLACK_BALANCE).abs() - sums.get(WHITE_BALANCE).abs(),
            sums.get(TILT),
            w.connections - b.connections,
            b.loose - w.loose,
            b.en_prise - w.en_prise,
            w.free - b.free,
            w.race - b.race,
            sums.get(GUARD),
            w.road - b.road,
        ])
    }

    /// The values in index order.
    #[inline]
    #[must_use]
    pub const fn values(&self) -> &[i32; GLOBALS.end] {
        &self.0
    }
}

/// A side's way of looking at the board, so that each formula is written once, for White.
trait View {
    const COLOR: Color;

    /// The direction on the board of one named as White sees it.
    fn direction(white: Direction) -> Direction;
    /// The cones from some pieces towards the side's own base line.
    fn cone(pieces: Bitboard) -> Bitboard;
    /// The rows from the nearest to promotion of some men to where they promote.
    fn rows_to_go(men: Bitboard) -> i32;
}

struct WhiteView;

struct BlackView;

impl View for WhiteView {
    const COLOR: Color = Color::White;

    #[inline(always)]
    fn direction(white: Direction) -> Direction {
        white
    }

    #[inline(always)]
    fn cone(pieces: Bitboard) -> Bitboard {
        pieces.cone_down()
    }

    #[inline(always)]
    fn rows_to_go(men: Bitboard) -> i32 {
        men.first().map_or(0, |square| i32::from(square.row()))
    }
}

impl View for BlackView {
    const COLOR: Color = Color::Black;

    #[inline(always)]
    fn direction(white: Direction) -> Direction {
        white.opposite()
    }

    #[inline(always)]
    fn cone(pieces: Bitboard) -> Bitboard {
        pieces.cone_up()
    }

    #[inline(always)]
    fn rows_to_go(men: Bitboard) -> i32 {
        WhiteView::rows_to_go(men.rotated())
    }
}

const MAIN_ROAD: Bitboard = Bitboard::of(&[5, 10, 14, 19, 23, 28, 32, 37, 41, 46]);

/// What one side adds to each global input, counted from its own point of view.
struct Counts {
    men: i32,
    kings: i32,
    steps: i32,
    safe_steps: i32,
    locked: i32,
    connections: i32,
    loose: i32,
    en_prise: i32,
    free: i32,
    race: i32,
    road: i32,
}

/// The sets that one side's counts are made from. All directions are named as the side sees them.
struct Side<V: View> {
    men: Bitboard,
    kings: Bitboard,
    enemy_men: Bitboard,
    enemies: Bitboard,
    empty: Bitboard,
    is_to_move: bool,
    view: PhantomData<V>,
}

impl<V: View> Side<V> {
    #[inline(always)]
    fn of(position: &Position) -> Side<V> {
        Side {
            men: position.men(V::COLOR),
            kings: position.kings(V::COLOR),
            enemy_men: position.men(!V::COLOR),
            enemies: position.pieces(!V::COLOR),
            empty: position.empty(),
            is_to_move: position.turn() == V::COLOR,
            view: PhantomData,
        }
    }

    #[inline(always)]
    fn counts(&self) -> Counts {
        let men = self.men;
        let to_north_west = self.empty & step::<V>(men, Direction::NorthWest);
        let to_north_east = self.empty & step::<V>(men, Direction::NorthEast);
        let [falling, rising] = self.jumped();
        // The square that the mover left is empty, so a man before him can always jump back over him.
        let unsafe_north_west = self.enemy(Direction::SouthEast) | rising;
        let unsafe_north_east = self.enemy(Direction::SouthWest) | falling;
        let free = self.free();
        Counts {
            men: count(men),
            kings: count(self.kings),
            steps: count(to_north_west) + count(to_north_east),
            safe_steps: count(to_north_west - unsafe_north_west)
                + count(to_north_east - unsafe_north_east),
            locked: count(
                men - (self.beside(Direction::SouthEast) | self.beside(Direction::SouthWest)),
            ),
            connections: count(men & step::<V>(men, Direction::NorthWest))
                + count(men & step::<V>(men, Direction::NorthEast)),
            loose: count(men & self.open()),
            en_prise: count(men & (falling | rising)),
            free: count(free),
            race: self.race(free),
            road: count(self.kings & MAIN_ROAD).min(1),
        }
    }

    /// The squares that lie one step in a direction from an empty square.
    #[inline(always)]
    fn beside(&self, direction: Direction) -> Overhang {
        step::<V>(self.empty, direction)
    }

    /// The squares that lie one step in a direction from an enemy man.
    #[inline(always)]
    fn enemy(&self, direction: Direction) -> Overhang {
        step::<V>(self.enemy_men, direction)
    }

    /// The squares that an enemy man can jump over, along the falling and along the rising diagonal.
    #[inline(always)]
    fn jumped(&self) -> [Overhang; 2] {
        let along = |up: Direction| {
            let down = up.opposite();
            (self.enemy(down) & self.beside(up)) | (self.enemy(up) & self.beside(down))
        };
        [along(Direction::NorthWest), along(Direction::NorthEast)]
    }

    /// Squares between two empty ones on a diagonal.
    #[inline(always)]
    fn open(&self) -> Overhang {
        (self.beside(Direction::SouthEast) & self.beside(Direction::NorthWest))
            | (self.beside(Direction::SouthWest) & self.beside(Direction::NorthEast))
    }

    /// Men with no enemy piece in the cone in front of them. By quiet moves of men nobody can stop such a man, because a
    /// man can only enter a cone from inside it.
    #[inline(always)]
    fn free(&self) -> Bitboard {
        self.men - V::cone(self.enemies)
    }

    /// The head start of the best free man in half rows, 0 without one.
    #[inline(always)]
    fn race(&self, free: Bitboard) -> i32 {
        if free.is_empty() {
            return 0;
        }
        20 - 2 * V::rows_to_go(free) + i32::from(self.is_to_move)
    }
}

#[inline(always)]
fn count(set: Bitboard) -> i32 {
    set.len() as i32
}

#[inline(always)]
fn step<V: View>(set: Bitboard, direction: Direction) -> Overhang {
    set.stepped(V::direction(direction))
}
