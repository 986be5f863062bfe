//! Laws that hold in every position, whatever the moves are.

use std::collections::BTreeSet;

use draughts_td::board::{
    Bitboard, Color, Direction, Key, Move, MoveList, Position, Setup, Square, captures, fen,
    men_steps,
};
use proptest::prelude::*;

use crate::positions;
use crate::spelling::plain;

fn many() -> Vec<Position> {
    let mut all = positions::played(20, 11);
    all.extend(positions::scattered(1_500, 12));
    all.extend(positions::hunts(500, 13));
    all
}

fn with_turn(position: &Position, turn: Color) -> Position {
    Setup { turn, ..position.setup() }.check().expect("only the turn changed")
}

fn all(position: &Position) -> BTreeSet<Move> {
    MoveList::legal(position).into_iter().collect()
}

#[test]
fn the_mirrored_position_has_the_mirrored_moves() {
    for position in many() {
        let turned = |square: u8| 51 - square;
        let mut expected: Vec<_> = MoveList::legal(&position)
            .into_iter()
            .map(plain)
            .map(|(from, to, captured)| {
                (turned(from), turned(to), captured.into_iter().rev().map(turned).collect())
            })
            .collect();
        expected.sort();
        let mut mirrored: Vec<(u8, u8, Vec<u8>)> =
            MoveList::legal(&position.mirrored()).into_iter().map(plain).collect();
        mirrored.sort();
        assert_eq!(mirrored, expected, "{position:?}");
        assert_eq!(position.mirrored().mirrored(), position);
    }
}

#[test]
fn no_legal_move_is_twice_in_the_list() {
    for position in many() {
        assert_eq!(all(&position).len(), MoveList::legal(&position).len(), "{position:?}");
    }
}

#[test]
fn the_place_of_a_move_is_its_place_in_the_list() {
    let mut scratch = MoveList::new();
    let mut before = Vec::new();
    for position in many() {
        let legal: Vec<Move> = MoveList::legal(&position).into_iter().collect();
        for mv in legal.iter().chain(&before) {
            let expected = legal.iter().position(|other| other == mv);
            assert_eq!(position.place_of(*mv, &mut scratch), expected, "{mv} in {position:?}");
        }
        before = legal;
    }
}

#[test]
fn counting_is_as_good_as_listing() {
    let mut scratch = MoveList::new();
    for position in many() {
        assert_eq!(position.count_moves(&mut scratch), MoveList::legal(&position).len());
    }
}

#[test]
fn a_position_has_moves_or_captures_exactly_when_it_lists_some() {
    let mut list = MoveList::new();
    for position in many() {
        let legal = MoveList::legal(&position);
        assert_eq!(position.has_moves(), !legal.is_empty(), "{position:?}");
        let capturing = legal.iter().any(|mv| mv.is_capture());
        assert_eq!(position.must_capture(), capturing, "{position:?}");
        captures(&position, &mut list);
        assert_eq!(list.is_empty(), !capturing, "{position:?}");
        if capturing {
            assert_eq!(list, legal, "{position:?}");
        }
        for color in Color::ALL {
            let if_to_move = with_turn(&position, color).must_capture();
            assert_eq!(position.can_capture(color), if_to_move, "{position:?}");
        }
    }
}

#[test]
fn a_move_is_found_by_its_squares_exactly_when_it_is_legal() {
    let mut list = MoveList::new();
    for position in many().into_iter().step_by(5) {
        let legal = all(&position);
        let mut found = BTreeSet::new();
        for from in Square::all() {
            for to in Square::all() {
                let quiet = position.quiet_move(from, to);
                assert_eq!(quiet, Move::find(&position, from, to, Bitboard::EMPTY));
                found.extend(quiet);
                position.captures_between(from, to, &mut list);
                assert!(
                    list.iter().all(|mv| mv.is_capture() && (mv.from(), mv.to()) == (from, to))
                );
                found.extend(&list);
            }
        }
        assert_eq!(found, legal, "{position:?}");
        for mv in legal {
            assert_eq!(Move::find(&position, mv.from(), mv.to(), mv.captured()), Some(mv));
            let more = mv.captured() | Bitboard::from_square(mv.from());
            assert_eq!(Move::find(&position, mv.from(), mv.to(), more), None);
        }
    }
}

#[test]
fn the_steps_of_men_to_all_squares_are_their_quiet_moves() {
    for position in many().into_iter().filter(|position| !position.must_capture()) {
        let men = position.men(position.turn());
        let expected: BTreeSet<Move> =
            all(&position).into_iter().filter(|mv| men.contains(mv.from())).collect();
        let forward = match position.turn() {
            Color::White => [Direction::NorthWest, Direction::NorthEast],
            Color::Black => [Direction::SouthWest, Direction::SouthEast],
        };
        let mut list = MoveList::new();
        for direction in forward {
            men_steps(&position, direction, Bitboard::ALL, &mut list);
        }
        assert_eq!(list.into_iter().collect::<BTreeSet<Move>>(), expected, "{position:?}");
        assert_eq!(list.len(), expected.len());
    }
}

/// A move takes its piece from one square to another, the captured ones off the board, and nothing else.
#[test]
fn a_successor_differs_only_by_the_move() {
    for position in many() {
        for mv in &MoveList::legal(&position) {
            let (us, next) = (position.turn(), position.succ(mv));
            let moved = position.pieces(us).without(mv.from()).with(mv.to());
            assert_eq!(next.pieces(us), moved, "{position:?} {mv}");
            assert_eq!(next.pieces(!us), position.pieces(!us) - mv.captured());
            assert_eq!(next.kings(!us), position.kings(!us) - mv.captured());
            let was_king = position.kings(us).contains(mv.from());
            let last_row =
                if us == Color::White { Bitboard::TOP_ROW } else { Bitboard::BOTTOM_ROW };
            let is_king = was_king || last_row.contains(mv.to());
            assert_eq!(next.kings(us).contains(mv.to()), is_king, "{position:?} {mv}");
            let others = |p: &Position, square| p.kings(us).without(square);
            assert_eq!(others(&next, mv.to()), others(&position, mv.from()), "{position:?} {mv}");
            assert_eq!(next.turn(), !us);
            assert_eq!(next.setup().check(), Ok(next));
        }
    }
}

#[test]
fn the_key_carried_along_is_the_key_from_scratch() {
    let mut key = Key::default();
    for (position, mv) in positions::games(100, 14) {
        if position == Position::start() {
            key = Key::of(&position);
        }
        let next = position.succ(mv);
        key = key.after(&position, mv, &next);
        assert_eq!(key, Key::of(&next), "{position:?} {mv}");
    }
}

#[test]
fn different_positions_have_different_keys() {
    let positions: BTreeSet<String> = many().iter().map(fen::write).collect();
    let keys: BTreeSet<u64> = positions
        .iter()
        .flat_map(|text| {
            let position = fen::read(text).expect("written by us");
            Color::ALL.map(|turn| Key::of(&with_turn(&position, turn)).bits())
        })
        .collect();
    let distinct: BTreeSet<&str> = positions.iter().map(|text| &text[1..]).collect();
    assert_eq!(keys.len(), 2 * distinct.len());
}

#[test]
fn a_written_fen_is_read_back_as_the_same_position() {
    for position in many() {
        let text = fen::write(&position);
        assert_eq!(fen::read(&text), Ok(position), "{text}");
        assert_eq!(
            fen::read(&format!("{}.", text.to_lowercase().replace(':', " : "))),
            Ok(position)
        );
    }
}

/// Letters that a FEN is made of, so that nonsense looks like one.
const NEARLY_FEN: &str = "[WBKwbk?:,.HF 0-9-]{0,80}";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_text_is_a_position_or_a_fault(text in any::<String>(), nearly in NEARLY_FEN) {
        for text in [text, nearly] {
            if let Ok(position) = fen::read(&text) {
                prop_assert_eq!(fen::read(&fen::write(&position)), Ok(position));
                prop_assert!(Color::ALL.into_iter().all(|side| position.pieces(side).len() <= 20));
            }
        }
    }

    #[test]
    fn a_mutated_fen_is_a_position_or_a_fault(
        seed in 0u64..1_000,
        cut in 0usize..200,
        with in "[WBKwbk?:,.HF0-9-]{0,3}|.",
        removed in 0usize..4,
    ) {
        let mut text: Vec<char> = fen::write(&positions::scattered(1, seed)[0]).chars().collect();
        let cut = cut.min(text.len());
        let end = (cut + removed).min(text.len());
        text.splice(cut..end, with.chars());
        let text: String = text.into_iter().collect();
        match fen::read(&text) {
            Ok(position) => prop_assert_eq!(fen::read(&fen::write(&position)), Ok(position)),
            Err(fault) => prop_assert!(!fault.to_string().is_empty()),
        }
    }
}
