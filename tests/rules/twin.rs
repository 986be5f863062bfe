//! A slow generator, written only from the FMJD articles: rows and files instead of bits, every route of every piece walked to
//! its end, the longest kept last. It shares nothing with the fast one but the types of its input.
#![allow(dead_code, reason = "not every user asks for the experiences")]

use std::collections::BTreeSet;

use draughts_td::board::{Color, Piece, Position, Square};

/// Origin, destination, captured squares in order.
pub type Plain = (u8, u8, Vec<u8>);

const DIAGONALS: [(i32, i32); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// What happened on the way, to know that a test came to the rare rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Experiences {
    /// The most pieces one capture takes.
    pub longest: usize,
    /// Routes that came to a piece already taken, the last one apart (4.8, 4.11).
    pub met_taken: usize,
    /// Captures of most pieces that end where they began.
    pub round_trips: usize,
    /// Routes over the same pieces to the same square as another.
    pub twin_routes: usize,
    /// Routes that came to an empty square for the second time (4.8).
    pub crossings: usize,
    /// Men that passed the promotion row and continued (4.15).
    pub passes: usize,
}

/// The board as a list of squares, number 1 first.
pub struct Twin {
    squares: Vec<Option<(Color, Piece)>>,
    turn: Color,
    pub experiences: Experiences,
}

/// One capture under way.
#[derive(Clone)]
struct Route {
    from: u8,
    at: u8,
    piece: Piece,
    taken: Vec<u8>,
    crossed: Vec<u8>,
}

/// The square one step away, by row and file.
fn step(from: u8, (down, right): (i32, i32)) -> Option<u8> {
    let row = (i32::from(from) - 1) / 5;
    let file = 2 * ((i32::from(from) - 1) % 5) + (row + 1) % 2;
    let (row, file) = (row + down, file + right);
    let inside = (0..10).contains(&row) && (0..10).contains(&file);
    inside.then(|| (row * 5 + file / 2 + 1) as u8)
}

impl Twin {
    pub fn new(position: &Position) -> Twin {
        let squares = Square::all().map(|square| position.at(square)).collect();
        Twin { squares, turn: position.turn(), experiences: Experiences::default() }
    }

    /// The legal moves in numeric order.
    pub fn legal(&mut self) -> Vec<Plain> {
        let captures = self.captures();
        let most = captures.iter().map(|(_, _, taken)| taken.len()).max();
        let moves = match most {
            // 4.13: the most pieces, whatever they are and whatever takes them.
            Some(most) => captures.into_iter().filter(|(_, _, t)| t.len() == most).collect(),
            None => self.quiet(),
        };
        self.experiences.longest = most.unwrap_or(0);
        self.experiences.round_trips = moves.iter().filter(|(from, to, _)| from == to).count();
        moves.into_iter().collect()
    }

    fn at(&self, square: u8) -> Option<(Color, Piece)> {
        self.squares[usize::from(square) - 1]
    }

    fn own(&self) -> Vec<(u8, Piece)> {
        let numbered = (1..=50).filter_map(|square| Some((square, self.at(square)?)));
        let own = numbered.filter(|(_, (color, _))| *color == self.turn);
        own.map(|(square, (_, piece))| (square, piece)).collect()
    }

    /// 3.4 and 3.9.
    fn quiet(&self) -> BTreeSet<Plain> {
        let forward = if self.turn == Color::White { -1 } else { 1 };
        let mut moves = BTreeSet::new();
        for (from, piece) in self.own() {
            for direction in DIAGONALS {
                if piece == Piece::Man && direction.0 != forward {
                    continue;
                }
                let mut next = step(from, direction);
                while let Some(to) = next.filter(|&to| self.at(to).is_none()) {
                    moves.insert((from, to, Vec::new()));
                    next = if piece == Piece::King { step(to, direction) } else { None };
                }
            }
        }
        moves
    }

    /// Every capture of every piece, the ones stopped halfway among them.
    fn captures(&mut self) -> BTreeSet<Plain> {
        let mut found = Vec::new();
        for (from, piece) in self.own() {
            // The moving piece leaves its square, which may be crossed and landed on.
            let lifted = self.squares[usize::from(from) - 1].take();
            let route = Route { from, at: from, piece, taken: Vec::new(), crossed: vec![from] };
            self.walk(&route, &mut found);
            self.squares[usize::from(from) - 1] = lifted;
        }
        let routes = found.len();
        let found: BTreeSet<Plain> = found.into_iter().collect();
        self.experiences.twin_routes = routes - found.len();
        found
    }

    fn walk(&mut self, route: &Route, found: &mut Vec<Plain>) {
        for direction in DIAGONALS {
            self.jump(route, direction, found);
        }
    }

    /// 4.2, 4.3 and what follows from there: 4.5, 4.6.
    fn jump(&mut self, route: &Route, direction: (i32, i32), found: &mut Vec<Plain>) {
        let mut crossed = route.crossed.clone();
        let mut victim = step(route.at, direction);
        while let Some(empty) = victim.filter(|&square| self.at(square).is_none()) {
            if route.piece == Piece::Man {
                return;
            }
            crossed.push(empty);
            victim = step(empty, direction);
        }
        let Some(victim) = victim else { return };
        if self.at(victim).is_none_or(|(color, _)| color == self.turn) {
            return;
        }
        // 4.8, 4.11: a piece already taken is still there and stops the way.
        if route.taken.contains(&victim) {
            let behind_us = route.taken.last() == Some(&victim);
            self.experiences.met_taken += usize::from(!behind_us);
            return;
        }
        let mut taken = route.taken.clone();
        taken.push(victim);
        let mut landing = step(victim, direction);
        while let Some(at) = landing.filter(|&square| self.at(square).is_none()) {
            crossed.push(at);
            self.land(
                Route { at, taken: taken.clone(), crossed: crossed.clone(), ..*route },
                found,
            );
            landing = if route.piece == Piece::King { step(at, direction) } else { None };
        }
    }

    fn land(&mut self, route: Route, found: &mut Vec<Plain>) {
        let mut squares = route.taken.clone();
        squares.sort_unstable();
        found.push((route.from, route.at, squares));
        let distinct: BTreeSet<u8> = route.crossed.iter().copied().collect();
        self.experiences.crossings += usize::from(distinct.len() < route.crossed.len());
        let before = found.len();
        self.walk(&route, found);
        let promotes = if self.turn == Color::White { route.at <= 5 } else { route.at > 45 };
        let went_on = found.len() > before;
        self.experiences.passes += usize::from(route.piece == Piece::Man && promotes && went_on);
    }
}
