//! The quiet moves of the quiescence search: exchanges, found by masks, and promotions.

use crate::board::{Bitboard, Direction, MoveList, Position, men_steps};

/// Fills the list with the man moves that offer a plain exchange or promote. The side to move has no capture.
///
/// A plain exchange: the man steps where it can be taken from one side only, the taker lands where it can take nothing more,
/// and there it can be taken by another man. Searching exchanges is worth 28 Elo in Scan 2.0; searching every offer of a man
/// that can be answered, plain or not, doubles the nodes and was measured to lose.
pub(super) fn exchanges(position: &Position, list: &mut MoveList) {
    list.clear();
    let us = position.turn();
    let board =
        Board { men: position.men(us), enemy: position.pieces(!us), empty: position.empty() };
    let trap = board.trap();
    for direction in us.forward() {
        let to = board.offers(trap, direction) | us.promotion_row();
        men_steps(position, direction, to, list);
    }
}

/// The board as the side to move sees it.
struct Board {
    men: Bitboard,
    enemy: Bitboard,
    empty: Bitboard,
}

impl Board {
    /// The squares on which a landing enemy can be taken by a man and has nothing more to take.
    fn trap(&self) -> Bitboard {
        let (mut answered, mut exposed) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for direction in Direction::ALL {
            let landing = self.empty.shifted(direction);
            answered |= self.men.shifted(direction.opposite()) & landing;
            exposed |= (self.men & landing).shifted(direction);
        }
        answered - exposed
    }

    /// Where a man that steps in this direction offers a plain exchange.
    ///
    /// ```text
    /// e . .     the man on m steps to t; the enemy on e would take it and land on m,
    /// . t f     the enemy on f would land on g
    /// g . m
    /// ```
    fn offers(&self, trap: Bitboard, direction: Direction) -> Bitboard {
        let [left, right] = direction.turns();
        let ahead = self.enemy.shifted(direction.opposite());
        let aside =
            |turn: Direction| self.enemy.shifted(turn.opposite()) & self.empty.shifted(turn);
        let (from_left, from_right) = (aside(left), aside(right));
        let plain_ahead = (ahead & (self.men & trap).shifted(direction)) - from_left - from_right;
        let plain_left = (from_left & trap.shifted(left)) - ahead - from_right;
        let plain_right = (from_right & trap.shifted(right)) - ahead - from_left;
        plain_ahead | plain_left | plain_right
    }
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
    fn an_exchange_straight_ahead_needs_two_men_in_a_row_at_the_back() {
        assert_eq!(found("W:W32,37,41:B23"), ["32-28"]);
        assert_eq!(found("W:W32:B23"), [""; 0]);
        // The enemy continues: 23x32x41.
        assert_eq!(found("W:W32,37:B23"), [""; 0]);
    }

    #[test]
    fn an_exchange_to_the_side_needs_an_answer_on_the_landing_square() {
        // 33-28 is taken by 22, which lands on 33, or by 23, which lands on 32.
        assert_eq!(found("W:W33,37,41:B22"), [""; 0]);
        assert_eq!(found("W:W33,38,42:B22"), ["33-28"]);
        assert_eq!(found("W:W33,37,41:B23"), ["33-28"]);
        assert_eq!(found("B:B18,14,10:W28"), ["18-23"]);
    }

    #[test]
    fn an_offer_that_can_be_taken_in_two_ways_is_no_plain_exchange() {
        assert_eq!(found("W:W33,37,38,41,42:B22,23,19"), [""; 0]);
    }

    #[test]
    fn a_step_to_the_last_row_is_always_looked_at() {
        assert_eq!(found("W:W6,40:B45"), ["6-1"]);
        assert_eq!(found("B:B45,11:W6"), ["45-50"]);
    }
}
