//! Quiet moves for retrograde analysis: forwards as a number, backwards as places.

use super::index::Index;
use crate::board::{Bitboard, ByColor, Color, Direction, MoveList, Position, Setup};
use crate::board::{king_slides, men_steps};

/// The quiet moves of White that stay inside the slice and its flipped slice: all but promotions. The position must have no capture.
pub(super) fn inner_moves(position: &Position) -> u32 {
    let (men, empty) = (position.men(Color::White), position.empty());
    let steps = Color::White
        .forward()
        .map(|direction| ((men.shifted(direction) & empty) - Bitboard::TOP_ROW).len());
    let slides =
        position.kings(Color::White).into_iter().map(|king| king_slides(king, empty).len());
    steps.iter().sum::<u32>() + slides.sum::<u32>()
}

/// Visits the position after each promotion of White; the position must have no capture. `list` is scratch memory.
pub(super) fn for_each_promotion(
    position: &Position,
    list: &mut MoveList,
    mut visit: impl FnMut(&Position),
) {
    list.clear();
    for direction in Color::White.forward() {
        men_steps(position, direction, Bitboard::TOP_ROW, list);
    }
    for mv in &*list {
        visit(&position.succ(mv));
    }
}

/// A position from which one quiet move of White, no promotion, leads to another; White to move, but perhaps bound to capture.
pub(super) struct Predecessor {
    /// Its place in its slice.
    pub place: usize,
    men: ByColor<Bitboard>,
    kings: ByColor<Bitboard>,
}

impl Predecessor {
    /// Whether a man is one step before the promotion row.
    pub(super) fn may_promote(&self) -> bool {
        const SECOND_ROW: Bitboard = Bitboard::of(&[6, 7, 8, 9, 10]);
        !(self.men.white & SECOND_ROW).is_empty()
    }

    /// The position itself.
    pub(super) fn position(&self) -> Position {
        Setup { men: self.men, kings: self.kings, turn: Color::White }
            .check()
            .expect("a piece of a position went to an empty square, and no man to a promotion row")
    }
}

/// Visits every predecessor of a position with Black to move. `index` is that of the slice of the pieces.
pub(super) fn for_each_unmove(
    position: &Position,
    index: &Index,
    mut visit: impl FnMut(&Predecessor),
) {
    debug_assert!(position.turn() == Color::Black);
    let men = ByColor::from_fn(|color| position.men(color));
    let kings = ByColor::from_fn(|color| position.kings(color));
    let empty = position.empty();
    let (free, block) = (!(men.white | men.black), index.block(men));
    for king in kings.white {
        for from in king_slides(king, empty) {
            let kings = ByColor { white: kings.white.without(king).with(from), ..kings };
            let place = (block + index.within_block(kings, free)) as usize;
            visit(&Predecessor { place, men, kings });
        }
    }
    for back in [Direction::SouthWest, Direction::SouthEast] {
        for from in men.white.shifted(back) & empty {
            let to = Bitboard::from_square(from).shifted(back.opposite());
            let men = ByColor { white: (men.white - to).with(from), ..men };
            let free = !(men.white | men.black);
            let place = (index.block(men) + index.within_block(kings, free)) as usize;
            visit(&Predecessor { place, men, kings });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::index::Cursor;
    use super::super::material_key::MaterialKey;
    use super::*;

    /// The slow twin: every quiet move of every position of a slice, forwards.
    #[test]
    fn predecessors_are_the_positions_whose_quiet_moves_lead_here() {
        for name in ["1010", "0110", "1101", "2001"] {
            let key: MaterialKey = name.parse().expect("slice");
            let index = Index::new(key);
            let mut cursor = Cursor::new(&index);
            let places = (0..index.len()).step_by(97);
            for position in places.filter_map(|place| cursor.position(place)) {
                if position.must_capture() {
                    continue;
                }
                let moves = MoveList::legal(&position);
                let next = moves.into_iter().map(|mv| position.succ(mv));
                let inner: Vec<Position> = next
                    .filter(|next| {
                        next.mirrored().men(Color::Black).len() == position.men(Color::White).len()
                    })
                    .collect();
                assert_eq!(inner.len() as u32, inner_moves(&position), "{position:?}");
                for next in inner {
                    let mut places = BTreeSet::new();
                    for_each_unmove(&next, &index, |before| {
                        places.insert(before.place);
                    });
                    assert!(places.contains(&index.place(&position)), "{position:?}");
                }
            }
        }
    }

    #[test]
    fn every_predecessor_without_a_capture_has_the_move_forwards() {
        let index = Index::new("1110".parse().expect("slice"));
        let mut cursor = Cursor::new(&index);
        for position in (0..index.len()).step_by(53).filter_map(|place| cursor.position(place)) {
            let setup = Setup { turn: Color::Black, ..position.setup() };
            let position = setup.check().expect("as sound as before");
            for_each_unmove(&position, &index, |before| {
                let before = before.position();
                let moves = MoveList::legal(&before);
                let leads = moves.into_iter().any(|mv| before.succ(mv) == position);
                assert!(leads || before.must_capture(), "{before:?} {position:?}");
            });
        }
    }
}
