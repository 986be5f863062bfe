//! The slow twin of the inputs: every definition read off the board, square by square, with no bit sets.

use draughts_td::board::{Color, Piece, Position, Square};
use draughts_td::features::{Catalogue, Parity};

/// Row and file, each 0 to 9; a step off the board is still a place.
type Place = (i32, i32);

const DIAGONALS: [Place; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// The board as a table; reads White's view or Black's, which is the board turned.
struct Board {
    cells: [[Option<(Color, Piece)>; 10]; 10],
    turn: Color,
}

impl Board {
    fn of(position: &Position) -> Board {
        let mut cells = [[None; 10]; 10];
        for square in Square::all() {
            let (row, file) = place(square);
            cells[row as usize][file as usize] = position.at(square);
        }
        Board { cells, turn: position.turn() }
    }

    /// The same board with the sides changed.
    fn turned(&self) -> Board {
        let mut cells = [[None; 10]; 10];
        for (row, line) in self.cells.iter().enumerate() {
            for (file, cell) in line.iter().enumerate() {
                cells[9 - row][9 - file] = cell.map(|(color, piece)| (!color, piece));
            }
        }
        Board { cells, turn: !self.turn }
    }

    fn at(&self, (row, file): Place) -> Option<(Color, Piece)> {
        let is_on_board = (0..10).contains(&row) && (0..10).contains(&file);
        is_on_board.then(|| self.cells[row as usize][file as usize]).flatten()
    }

    fn is_empty(&self, (row, file): Place) -> bool {
        (0..10).contains(&row) && (0..10).contains(&file) && self.at((row, file)).is_none()
    }

    fn has_man(&self, place: Place, color: Color) -> bool {
        self.at(place) == Some((color, Piece::Man))
    }

    /// The places of White's pieces of a kind.
    fn own(&self, piece: Piece) -> Vec<Place> {
        let all = Square::all().map(place);
        all.filter(|&place| self.at(place) == Some((Color::White, piece))).collect()
    }

    fn move_man(&self, from: Place, to: Place) -> Board {
        let mut cells = self.cells;
        cells[to.0 as usize][to.1 as usize] = cells[from.0 as usize][from.1 as usize].take();
        Board { cells, turn: self.turn }
    }

    /// Whether a man of the other side can capture the white man on a place.
    fn is_hit(&self, place: Place) -> bool {
        DIAGONALS.into_iter().any(|(down, right)| {
            self.has_man((place.0 + down, place.1 + right), Color::Black)
                && self.is_empty((place.0 - down, place.1 - right))
        })
    }
}

fn place(square: Square) -> Place {
    let s = i32::from(square.number()) - 1;
    let row = s / 5;
    (row, 2 * (s % 5) + if row % 2 == 0 { 1 } else { 0 })
}

fn number_of((row, file): Place) -> i32 {
    row * 5 + file / 2 + 1
}

/// One side's share of each global input, counted as White; those shared by both sides are handled by `globals`.
struct Share {
    men: i32,
    kings: i32,
    advance: i32,
    centre: i32,
    build: i32,
    steps: i32,
    safe: i32,
    locked: i32,
    edge: i32,
    tilt: i32,
    balance: i32,
    connections: i32,
    loose: i32,
    en_prise: i32,
    free: i32,
    race: i32,
    guard: i32,
    road: i32,
}

fn share(board: &Board) -> Share {
    let men = board.own(Piece::Man);
    let kings = board.own(Piece::King);
    let count = |test: &dyn Fn(Place) -> bool| men.iter().filter(|&&m| test(m)).count() as i32;
    let on = |squares: &[i32]| count(&|m| squares.contains(&number_of(m)));
    let steps_of = |(row, file): Place| -> Vec<Place> {
        let ahead = [(row - 1, file - 1), (row - 1, file + 1)];
        ahead.into_iter().filter(|&to| board.is_empty(to)).collect()
    };
    let is_safe = |from: Place, to: Place| !board.move_man(from, to).is_hit(to);
    let is_loose = |(row, file): Place| {
        [1, -1].into_iter().any(|right| {
            board.is_empty((row - 1, file - right)) && board.is_empty((row + 1, file + right))
        })
    };
    let free: Vec<Place> = men.iter().copied().filter(|&man| is_free(board, man)).collect();
    let best = free.iter().map(|man| man.0).min();
    Share {
        men: men.len() as i32,
        kings: kings.len() as i32,
        advance: men.iter().map(|man| 9 - man.0).sum(),
        centre: on(&[22, 23, 24, 27, 28, 29]),
        build: 3 * on(&[28]) + 2 * on(&[29, 32, 33]) + on(&[27, 34, 37, 38, 39]),
        steps: men.iter().map(|&man| steps_of(man).len() as i32).sum(),
        safe: men
            .iter()
            .flat_map(|&man| steps_of(man).into_iter().map(move |to| (man, to)))
            .filter(|&(man, to)| is_safe(man, to))
            .count() as i32,
        locked: count(&|man| steps_of(man).is_empty()),
        edge: count(&|man| man.1 == 0 || man.1 == 9),
        tilt: count(&|man| man.1 < 3) - count(&|man| man.1 > 6),
        balance: men.iter().map(|man| 2 * man.1 - 9).sum::<i32>().abs(),
        connections: [-1, 1]
            .into_iter()
            .map(|right| count(&|m| board.has_man((m.0 + 1, m.1 + right), Color::White)))
            .sum(),
        loose: count(&is_loose),
        en_prise: count(&|man| board.is_hit(man)),
        free: free.len() as i32,
        race: best.map_or(0, |row| 20 - 2 * row + i32::from(board.turn == Color::White)),
        guard: on(&[46, 47, 48, 49, 50]),
        road: i32::from(kings.iter().any(|king| king.0 + king.1 == 9)),
    }
}

/// Whether no black piece is in the cone in front of a white man.
fn is_free(board: &Board, (row, file): Place) -> bool {
    !(0..row).any(|r| {
        (0..10).any(|f| {
            (f - file).abs() <= row - r
                && board.at((r, f)).is_some_and(|(color, _)| color == Color::Black)
        })
    })
}

/// Raw global inputs, their offsets, scales and clips: the table of the definitions.
fn globals(board: &Board) -> [f32; 23] {
    let (w, b) = (share(board), share(&board.turned()));
    let turn = board.turn.sign();
    let advance = w.advance + b.advance;
    let raw = [
        (w.men - b.men + 3 * (w.kings - b.kings), 0, 2),
        (i32::from(w.kings > 0) - i32::from(b.kings > 0), 0, 1),
        ((w.kings - 1).max(0) - (b.kings - 1).max(0), 0, 2),
        (w.men + b.men, 20, 20),
        (turn, 0, 1),
        (w.advance - b.advance, 0, 10),
        (advance, 50, 20),
        (if advance % 2 == 0 { turn } else { -turn }, 0, 1),
        (w.centre - b.centre, 0, 3),
        (w.build - b.build, 0, 7),
        (w.steps - b.steps, 0, 5),
        (w.safe - b.safe, 0, 5),
        (b.locked - w.locked, 0, 4),
        (b.edge - w.edge, 0, 4),
        (b.balance - w.balance, 0, 20),
        (w.tilt - b.tilt, 0, 5),
        (w.connections - b.connections, 0, 6),
        (b.loose - w.loose, 0, 4),
        (b.en_prise - w.en_prise, 0, 2),
        (w.free - b.free, 0, 2),
        (w.race - b.race, 0, 18),
        (w.guard - b.guard, 0, 3),
        (w.road - b.road, 0, 1),
    ];
    let mut values = raw.map(|(value, offset, scale)| (value - offset) as f32 / scale as f32);
    for (index, value) in values.iter_mut().enumerate() {
        let clip = if index == 0 { 3.0 } else { 2.0 };
        *value = value.clamp(-clip, clip);
    }
    values
}

fn triples(board: &Board) -> Vec<f32> {
    let mut values = Vec::new();
    for (row, file) in Square::all().map(place) {
        if !(1..9).contains(&row) || !(1..9).contains(&file) {
            continue;
        }
        for right in [-1, 1] {
            let line = [(row - 1, file + right), (row, file), (row + 1, file - right)];
            let all = |color| line.iter().all(|&place| board.has_man(place, color));
            values.push(f32::from(all(Color::White)) - f32::from(all(Color::Black)));
        }
    }
    values
}

fn structures(position: &Position) -> Vec<f32> {
    let is_there = |position: &Position, [white, black, empty]: [Vec<Square>; 3]| {
        let man = |color| Some((color, Piece::Man));
        white.into_iter().all(|s| position.at(s) == man(Color::White))
            && black.into_iter().all(|s| position.at(s) == man(Color::Black))
            && empty.into_iter().all(|s| position.at(s).is_none())
    };
    let value = |structure: &draughts_td::features::Structure| {
        let squares = || {
            [structure.white, structure.black, structure.empty].map(|set| set.into_iter().collect())
        };
        let own = f32::from(is_there(position, squares()));
        match structure.parity {
            Parity::Even => own,
            Parity::Odd => own - f32::from(is_there(&position.mirrored(), squares())),
        }
    };
    Catalogue::embedded().structures().iter().map(value).collect()
}

/// All 222 inputs.
pub fn inputs(position: &Position) -> Vec<f32> {
    let board = Board::of(position);
    let mut values = globals(&board).to_vec();
    values.extend(triples(&board));
    values.extend(structures(position));
    for color in Color::ALL {
        values.extend(Square::all().map(|s| f32::from(board.has_man(place(s), color))));
    }
    values
}
