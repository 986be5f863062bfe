//! Where on the board a value comes from: the squares of its parts, and what each piece is worth.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde_json::Value;

use crate::board::{Bitboard, Color, Position, Square};
use crate::features::Catalogue;
use crate::models::Part;
use crate::player::Evaluation;

/// What each piece is worth on its square: how far White's value falls when it is lifted off the board.
pub(super) fn piece_values(evaluation: &Evaluation, position: &Position) -> Value {
    let value = evaluation.explain(position).value;
    let worth = |square: Square| {
        let mut setup = position.setup();
        for color in Color::ALL {
            setup.men[color] = setup.men[color] - Bitboard::from_square(square);
            setup.kings[color] = setup.kings[color] - Bitboard::from_square(square);
        }
        let without = setup.check().ok().filter(|_| position.at(square).is_some());
        without.map_or(0.0, |without| value - evaluation.explain(&without).value)
    };
    Square::all().map(worth).collect()
}

/// The squares that a part looks at: its own, those of the named structure, or the one in its name.
pub(super) fn squares_of(part: &Part) -> Bitboard {
    static STRUCTURES: LazyLock<BTreeMap<String, [Bitboard; 2]>> = LazyLock::new(|| {
        let all = Catalogue::embedded().structures().iter();
        let squares = all.map(|structure| {
            let own = structure.white | structure.black | structure.empty;
            (structure.name.clone(), [own, own.rotated()])
        });
        squares.collect()
    });
    if let Some(squares) = part.squares {
        return squares;
    }
    if let Some([white, black]) = STRUCTURES.get(&part.name) {
        return if part.input < 0.0 { *black } else { *white };
    }
    let has_square = part.name.contains("_man_") || part.name.contains("_king_");
    let number = part.name.rsplit('_').next().filter(|_| has_square);
    let square = number.and_then(|number| number.parse().ok()).and_then(Square::new);
    square.map(Bitboard::from_square).unwrap_or_default()
}

/// What each square has of the value: the share of a part is divided among its pieces, or among its squares if it has none.
pub(super) fn square_shares(parts: &[(&Part, Bitboard)], position: &Position) -> Vec<f32> {
    let mut shares = vec![0.0; Square::COUNT];
    for (part, squares) in parts.iter().filter(|(_, squares)| !squares.is_empty()) {
        let pieces = *squares & (position.pieces(Color::White) | position.pieces(Color::Black));
        let carriers = if pieces.is_empty() { *squares } else { pieces };
        for square in carriers {
            shares[square.index()] += part.contribution / carriers.len() as f32;
        }
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;

    #[test]
    fn to_the_man_count_a_man_is_worth_one_and_a_king_three() {
        let position = fen::read("B:WK28,31:B12,K18").expect("fen");
        let worth = piece_values(&Evaluation::material(), &position);
        let of = |number: usize| worth[number - 1].as_f64();
        assert_eq!([28, 31, 12, 18, 1].map(of), [3.0, 1.0, -1.0, -3.0, 0.0].map(Some));
    }

    #[test]
    fn inputs_of_networks_are_placed_by_their_names() {
        let part = |name: &str, input: f32| Part {
            index: 0,
            name: name.into(),
            group: "raw",
            input,
            contribution: 1.0,
            squares: None,
        };
        assert_eq!(squares_of(&part("white_man_31", 1.0)), Bitboard::of(&[31]));
        assert_eq!(squares_of(&part("wing_tilt", 1.0)), Bitboard::EMPTY);
        let white = squares_of(&part("hekstelling", 1.0));
        assert!(!white.is_empty());
        assert_eq!(squares_of(&part("hekstelling", -1.0)), white.rotated());
    }
}
