//! From a written ply to the legal moves it can mean.

use crate::board::{Bitboard, Move, MoveList, Position, Square, legal_moves};
use crate::pdn::{PlyText, Written, names_every_jump, passes};

/// What the written numbers say.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbers {
    list: Vec<u8>,
}

impl Numbers {
    /// Takes the numbers of a ply, and of the ones joined to it.
    pub(super) fn set(&mut self, numbers: impl IntoIterator<Item = u8>) {
        self.list.clear();
        self.list.extend(numbers);
    }

    /// Joins a further jump that starts where this one ended.
    pub(super) fn join(&mut self, next: impl IntoIterator<Item = u8>) -> bool {
        let mut next = next.into_iter();
        let joined = next.next() == self.list.last().copied();
        if joined {
            self.list.extend(next);
        }
        joined && self.list.len() <= 24
    }
}

/// The legal moves the numbers can mean: the first rule that gives any wins.
///
/// 1. two numbers: origin and destination;
/// 2. a path that names every jump;
/// 3. a path that names some landing squares;
/// 4. Hub: origin, destination, then all captured pieces;
/// 5. Hub: some captured pieces.
pub(super) fn resolve(position: &Position, numbers: &Numbers, list: &mut MoveList) -> Vec<Move> {
    let numbers = numbers.list.as_slice();
    let [first, .., last] = numbers else { return Vec::new() };
    let (Some(from), Some(to)) = (Square::new(*first), Square::new(*last)) else {
        return Vec::new();
    };
    legal_moves(position, list);
    let moves = &*list;
    let all = |rule: &dyn Fn(Move) -> bool| -> Vec<Move> {
        moves.into_iter().filter(|mv| mv.from() == from && rule(*mv)).collect()
    };
    if numbers.len() == 2 {
        return all(&|mv| mv.to() == to);
    }
    let inner = &numbers[1..numbers.len() - 1];
    let named = all(&|mv| mv.to() == to && names_every_jump(position, mv, numbers));
    let passed = || all(&|mv| mv.to() == to && mv.is_capture() && passes(position, mv, inner));
    let hub = || {
        let Some((to, victims)) = hub_form(numbers) else { return Vec::new() };
        let exact = all(&|mv| mv.to() == to && mv.captured() == victims);
        let partial = || all(&|mv| mv.to() == to && (victims - mv.captured()).is_empty());
        if exact.is_empty() { partial() } else { exact }
    };
    [named]
        .into_iter()
        .chain(std::iter::once_with(passed))
        .chain(std::iter::once_with(hub))
        .find(|found| !found.is_empty())
        .unwrap_or_default()
}

/// Destination and captured pieces of `28x19x23`: from 28 to 19 taking 23.
fn hub_form(numbers: &[u8]) -> Option<(Square, Bitboard)> {
    let to = Square::new(numbers[1])?;
    let victims = numbers[2..].iter().map(|&n| Square::new(n)).collect::<Option<Bitboard>>()?;
    Some((to, victims))
}

/// Whether step and capture were confused.
pub(super) fn is_misspelt(ply: PlyText, mv: Move) -> bool {
    match ply.written {
        Written::Step => mv.is_capture(),
        Written::Capture | Written::Path => !mv.is_capture(),
        Written::Glued => false,
    }
}
