//! The formulas of the 23 global inputs, as whole numbers before scaling.

use std::marker::PhantomData;

use super::layout::GLOBALS;
use crate::board::{Bitboard, Color, Direction, Position, Square};

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
    pub const FREE_MEN: usize = 19;
    /// The index of `promotion_race`, the second of the two inputs that the paper does not have.
    pub const PROMOTION_RACE: usize = 20;

    /// The raw global inputs of a position.
    #[inline]
    #[must_use]
    pub fn of(position: &Position) -> Globals {
        let white = Side::<WhiteView>::of(position);
        let black = Side::<BlackView>::of(position);
        let (w, b) = (white.counts(), black.counts());
        let turn = position.turn().sign();
        let advance = w.advance + b.advance;
        Globals([
            w.men - b.men + 3 * (w.kings - b.kings),
            w.kings.min(1) - b.kings.min(1),
            (w.kings - 1).max(0) - (b.kings - 1).max(0),
            w.men + b.men,
            turn,
            w.advance - b.advance,
            advance,
            if advance % 2 == 0 { turn } else { -turn },
            w.centre - b.centre,
            w.build - b.build,
            w.steps - b.steps,
            w.safe_steps - b.safe_steps,
            b.locked - w.locked,
            b.edge - w.edge,
            b.balance.abs() - w.balance.abs(),
            w.tilt - b.tilt,
            w.connections - b.connections,
            b.loose - w.loose,
            b.en_prise - w.en_prise,
            w.free - b.free,
            w.race - b.race,
            w.guard - b.guard,
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
    /// The set on the board of one named as White sees it.
    fn squares(white: Bitboard) -> Bitboard;
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
    fn squares(white: Bitboard) -> Bitboard {
        white
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
    fn squares(white: Bitboard) -> Bitboard {
        white.rotated()
    }

    #[inline(always)]
    fn rows_to_go(men: Bitboard) -> i32 {
        WhiteView::rows_to_go(men.rotated())
    }
}

const CENTRE: Bitboard = Bitboard::of(&[22, 23, 24, 27, 28, 29]);
const EDGE: Bitboard = Bitboard::of(&[6, 16, 26, 36, 46, 5, 15, 25, 35, 45]);
const LEFT: Bitboard = Bitboard::of(&[1, 6, 7, 11, 16, 17, 21, 26, 27, 31, 36, 37, 41, 46, 47]);
const RIGHT: Bitboard = LEFT.rotated();
const MAIN_ROAD: Bitboard = Bitboard::of(&[5, 10, 14, 19, 23, 28, 32, 37, 41, 46]);

/// Weights of squares by binary digit: plane `k` holds the squares whose weight has digit `k`.
type Planes<const N: usize> = [Bitboard; N];

/// Rows a man has come forward.
const ADVANCE: Planes<4> = {
    let mut weights = [0; 50];
    let mut s = 0;
    while s < 50 {
        weights[s] = 9 - s as u8 / 5;
        s += 1;
    }
    planes(weights)
};

/// Files from the left edge.
const FILE: Planes<4> = {
    let mut weights = [0; 50];
    let mut s = 0;
    while s < 50 {
        weights[s] = 2 * (s as u8 % 5) + (s as u8 / 5 + 1) % 2;
        s += 1;
    }
    planes(weights)
};

const BUILD: Planes<2> = [Bitboard::of(&[27, 28, 34, 37, 38, 39]), Bitboard::of(&[28, 29, 32, 33])];

const fn planes<const N: usize>(weights: [u8; 50]) -> Planes<N> {
    let mut planes = [Bitboard::EMPTY; N];
    let mut s = 0;
    while s < 50 {
        let square = Square::new(s as u8 + 1).expect("1 to 50");
        let mut k = 0;
        while k < N {
            if weights[s] >> k & 1 == 1 {
                planes[k] = planes[k].with(square);
            }
            k += 1;
        }
        s += 1;
    }
    planes
}

/// What one side adds to each global input, counted from its own point of view.
struct Counts {
    men: i32,
    kings: i32,
    advance: i32,
    centre: i32,
    build: i32,
    steps: i32,
    safe_steps: i32,
    locked: i32,
    edge: i32,
    balance: i32,
    tilt: i32,
    connections: i32,
    loose: i32,
    en_prise: i32,
    free: i32,
    race: i32,
    guard: i32,
    road: i32,
}

/// The sets that one side's counts are made from.
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
        let among = |squares: Bitboard| count(men & V::squares(squares));
        let free = self.free();
        Counts {
            men: count(men),
            kings: count(self.kings),
            advance: weigh::<V, 4>(men, &ADVANCE),
            centre: among(CENTRE),
            build: weigh::<V, 2>(men, &BUILD),
            steps: count(step::<V>(men, Direction::NorthWest) & self.empty)
                + count(step::<V>(men, Direction::NorthEast) & self.empty),
            safe_steps: self.safe_steps(),
            locked: count(
                men - (self.beside(Direction::SouthEast) | self.beside(Direction::SouthWest)),
            ),
            edge: among(EDGE),
            balance: 2 * weigh::<V, 4>(men, &FILE) - 9 * count(men),
            tilt: among(LEFT) - among(RIGHT),
            connections: count(men & step::<V>(men, Direction::SouthEast))
                + count(men & step::<V>(men, Direction::SouthWest)),
            loose: count(men & self.open()),
            en_prise: count(self.en_prise()),
            free: count(free),
            race: self.race(free),
            guard: among(Bitboard::BOTTOM_ROW),
            road: count(self.kings & MAIN_ROAD).min(1),
        }
    }

    /// The squares that lie one step in a direction from an empty square.
    #[inline(always)]
    fn beside(&self, direction: Direction) -> Bitboard {
        step::<V>(self.empty, direction)
    }

    /// Steps of men to a square where no enemy man can capture the mover at once; the square it left counts as empty.
    #[inline(always)]
    fn safe_steps(&self) -> i32 {
        let enemy = |direction| step::<V>(self.enemy_men, direction);
        let across_rising = (enemy(Direction::SouthWest) & self.beside(Direction::NorthEast))
            | (enemy(Direction::NorthEast) & self.beside(Direction::SouthWest));
        let across_falling = (enemy(Direction::SouthEast) & self.beside(Direction::NorthWest))
            | (enemy(Direction::NorthWest) & self.beside(Direction::SouthEast));
        let to_north_west = step::<V>(self.men, Direction::NorthWest) & self.empty;
        let to_north_east = step::<V>(self.men, Direction::NorthEast) & self.empty;
        count(to_north_west - (enemy(Direction::SouthEast) | across_rising))
            + count(to_north_east - (enemy(Direction::SouthWest) | across_falling))
    }

    /// Squares between two empty ones on a diagonal.
    #[inline(always)]
    fn open(&self) -> Bitboard {
        (self.beside(Direction::SouthEast) & self.beside(Direction::NorthWest))
            | (self.beside(Direction::SouthWest) & self.beside(Direction::NorthEast))
    }

    /// Own men that an enemy man can jump now.
    #[inline(always)]
    fn en_prise(&self) -> Bitboard {
        Direction::ALL.into_iter().fold(Bitboard::EMPTY, |hit, direction| {
            let attacked = step::<V>(self.enemy_men, direction);
            hit | (self.men & attacked & self.beside(direction.opposite()))
        })
    }

    /// Men with no enemy piece in the cone in front of them. By quiet moves of men nobody can stop such a man, because a
    /// man can only enter a cone from inside it.
    #[inline(always)]
    fn free(&self) -> Bitboard {
        let mut behind = self.enemies;
        for _ in 0..9 {
            behind |=
                step::<V>(behind, Direction::SouthWest) | step::<V>(behind, Direction::SouthEast);
        }
        self.men - behind
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

/// The sum of the weights of the squares of a set.
#[inline(always)]
fn weigh<V: View, const N: usize>(set: Bitboard, planes: &Planes<N>) -> i32 {
    let digit = |(k, &plane)| count(set & V::squares(plane)) << k;
    planes.iter().enumerate().map(digit).sum()
}

#[inline(always)]
fn step<V: View>(set: Bitboard, direction: Direction) -> Bitboard {
    set.shifted(V::direction(direction))
}
