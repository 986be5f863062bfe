//! Standing shots: the optional third rule of the filter.

use crate::board::{MoveList, Position, captures};

/// Captures that are tried before a position counts as unquiet without further ado. Real positions need a few dozen; a
/// board full of kings would take forever.
const MAX_CAPTURES: u32 = 5_000;

/// Whether a shot is standing for either side: whether captures would change the balance, were it to move.
pub(crate) fn is_unquiet(position: &Position) -> bool {
    let mut setup = position.setup();
    setup.turn = !setup.turn;
    let swapped = setup.check().expect("only the turn changed");
    changes(position) || changes(&swapped)
}

/// Whether the best captures of both sides, the side to move first, change the balance.
fn changes(position: &Position) -> bool {
    let still = own_material(position);
    position.must_capture() && value_after_captures(position, &mut 0) != Some(still)
}

fn own_material(position: &Position) -> i32 {
    position.turn().sign() * position.material()
}

/// The balance for the side to move after the best captures of both sides; captures are compulsory. `None` when that
/// takes more than [`MAX_CAPTURES`] captures.
fn value_after_captures(position: &Position, tried: &mut u32) -> Option<i32> {
    let mut list = MoveList::new();
    captures(position, &mut list);
    if list.is_empty() {
        return Some(own_material(position));
    }
    let mut best = i32::MIN;
    for mv in &list {
        *tried += 1;
        if *tried > MAX_CAPTURES {
            return None;
        }
        best = best.max(-value_after_captures(&position.succ(mv), tried)?);
    }
    Some(best)
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
    #[test]
    fn a_board_full_of_kings_is_given_up_soon() {
        let kings = "W:WK9,K30,K6,K40,K4,K2,K24,K47,K15,K33,K5,K32:BK35,K45,K22,K21,K36,K23,K50,K3,K28,K27,K20,K25";
        let position = fen::read(kings).expect(kings);
        let mut tried = 0;
        assert_eq!(value_after_captures(&position, &mut tried), None);
        assert_eq!(tried, MAX_CAPTURES + 1);
        assert!(is_unquiet(&position));
    }
}
