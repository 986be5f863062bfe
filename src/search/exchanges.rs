//! Quiet moves worth a look where the depth has run out: exchanges, found by masks, and promotions.

use crate::board::{Bitboard, Color, Direction, MoveList, Position, men_steps};

/// Fills the list with the man moves that offer an exchange or promote. The side to move has no capture.
///
/// An exchange: the man steps where an enemy next to it can take it, and the square on which that enemy lands can be taken by
/// another man. Searching these is worth 28 Elo in Scan 2.0.
pub(super) fn exchanges(position: &Position, list: &mut MoveList) {
    list.clear();
    let (forward, last_row) = match position.turn() {
        Color::White => ([Direction::NorthWest, Direction::NorthEast], Bitboard::TOP_ROW),
        Color::Black => ([Direction::SouthWest, Direction::SouthEast], Bitboard::BOTTOM_ROW),
    };
    let men = position.men(position.turn());
    let enemy = position.pieces(!position.turn());
    let empty = position.empty();
    let answered = answered(men, empty);
    for direction in forward {
        let offers = offers(men, enemy, empty, answered, direction);
        men_steps(position, direction, offers | last_row, list);
    }
}

/// The squares on which a landing enemy can be taken by a man.
fn answered(men: Bitboard, empty: Bitboard) -> Bitboard {
    Direction::ALL.into_iter().fold(Bitboard::EMPTY, |answered, direction| {
        answered | (men.shifted(direction) & empty.shifted(direction.opposite()))
    })
}

/// Where a man that steps in this direction can be taken by a neighbour that lands on an answered square.
///
/// ```text
/// e . .      the man on m steps to t; the enemy on e takes it and lands on m,
/// . t f      the enemy on f lands on g
/// g . m
/// ```
fn offers(
    men: Bitboard,
    enemy: Bitboard,
    empty: Bitboard,
    answered: Bitboard,
    direction: Direction,
) -> Bitboard {
    let ahead = enemy.shifted(direction.opposite()) & (men & answered).shifted(direction);
    let aside = direction.turns().into_iter().fold(Bitboard::EMPTY, |aside, turn| {
        aside | (enemy.shifted(turn.opposite()) & (empty & answered).shifted(turn))
    });
    ahead | aside
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;

    fn found(text: &str) -> Vec<String> {
        let mut list = MoveList::new();
        exchanges(&fen::read(text).expect(text), &mut list);
        list.into_iter().map(|mv| mv.to_string()).collect()
    }

    #[test]
    fn a_man_with_another_behind_it_offers_an_exchange_straight_ahead() {
        assert_eq!(found("W:W32,37:B23"), ["32-28"]);
        assert_eq!(found("W:W32:B23"), [""; 0]);
    }

    #[test]
    fn an_exchange_to_the_side_needs_an_answer_on_the_landing_square() {
        // 33-28 is taken by 23 or 22; from 22 the enemy lands on 33, from 23 on 32, where 37 takes it.
        assert_eq!(found("W:W33,37:B22,5"), ["33-28"; 0]);
        assert_eq!(found("W:W33,38:B22,5"), ["33-28"]);
        assert_eq!(found("W:W33,37:B23,5"), ["33-28"]);
    }

    #[test]
    fn a_step_to_the_last_row_is_always_looked_at() {
        assert_eq!(found("W:W6,40:B45"), ["6-1"]);
        assert_eq!(found("B:B45,11:W6"), ["45-50"]);
    }
}
