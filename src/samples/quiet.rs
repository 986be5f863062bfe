//! Whether captures alone would change the balance: the optional third rule of the filter.

use crate::board::{MoveList, Position, captures};

/// Captures in a row that are followed; real combinations are shorter, and a limit bounds the work on odd positions.
const DEPTH: usize = 16;

/// Whether the side not to move, were it to move, would gain by captures alone; the side to move has no capture in a
/// position that the first rule lets pass.
#[must_use]
pub fn is_unquiet(position: &Position) -> bool {
    let swapped = |p: &Position| {
        let mut setup = p.setup();
        setup.turn = !setup.turn;
        setup.check().expect("only the turn changed")
    };
    let other = swapped(position);
    let changes = |p: &Position| p.must_capture() && settle(p, DEPTH) != own_material(p);
    changes(position) || changes(&other)
}

fn own_material(position: &Position) -> i32 {
    position.turn().sign() * position.material()
}

/// The balance for the side to move after the best captures of both sides; captures are compulsory.
fn settle(position: &Position, depth: usize) -> i32 {
    let mut list = MoveList::new();
    captures(position, &mut list);
    if depth == 0 || list.is_empty() {
        return own_material(position);
    }
    let after = |mv| -settle(&position.succ(mv), depth - 1);
    list.into_iter().map(after).max().expect("the list is not empty")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;

    #[test]
    fn an_even_exchange_is_quiet_and_a_win_of_a_man_is_not() {
        let unquiet = |text| is_unquiet(&fen::read(text).expect(text));
        // White threatens 28x17; a man on 12 takes back.
        assert!(unquiet("B:W28,33,39:B22,1"));
        assert!(!unquiet("B:W28,33,39:B8,12,22"));
    }
}
