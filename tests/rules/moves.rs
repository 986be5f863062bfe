//! Articles 2, 3 and 7 of the FMJD rules (Annex 1, 2015): the board, quiet moves, the end by blockade. Each test is a FEN, all its
//! legal moves and the article.

use draughts_td::board::{Bitboard, Color, Move, Position, Square};

use crate::spelling::{legal, position};

fn assert_legal(fen: &str, moves: &str) {
    assert_eq!(legal(&position(fen)), moves, "{fen}");
}

fn square(number: u8) -> Square {
    Square::new(number).expect("1 to 50")
}

fn after(fen: &str, from: u8, to: u8) -> Position {
    let before = position(fen);
    let mv = Move::find(&before, square(from), square(to), Bitboard::EMPTY).expect("legal");
    before.succ(mv)
}

/// 2.7, 2.8, 3.3.
#[test]
fn the_game_starts_with_twenty_men_each_and_white_to_move() {
    let start = Position::start();
    assert_eq!(start.turn(), Color::White);
    assert_eq!(start, position("W:W31-50:B1-20"));
    assert_eq!(start.empty(), (21..=30).map(square).collect());
    assert_eq!(legal(&start), "31-26 31-27 32-27 32-28 33-28 33-29 34-29 34-30 35-30");
}

/// 3.3.
#[test]
fn the_sides_move_in_turn() {
    let next = after("W:W31-50:B1-20", 32, 28);
    assert_eq!(next, position("B:W28,31,33-50:B1-20"));
    assert_eq!(legal(&next), "16-21 17-21 17-22 18-22 18-23 19-23 19-24 20-24 20-25");
}

/// 3.4.
#[test]
fn a_man_moves_one_square_forward_to_an_empty_square() {
    assert_legal("W:W28:B1", "28-22 28-23");
    assert_legal("B:W50:B23", "23-28 23-29");
    // On the edge there is one way only.
    assert_legal("W:W15,16:B1", "15-10 16-11");
    assert_legal("B:W50:B35,36", "35-40 36-41");
    // Own men and men that cannot be captured are in the way.
    assert_legal("W:W22,23,28:B1", "22-17 22-18 23-18 23-19");
    assert_legal("W:W28:B1,17,22", "28-23");
}

/// 3.5, 3.7.
#[test]
fn a_man_that_stops_on_the_last_row_is_a_king() {
    assert_legal("W:W7:B31", "7-1 7-2");
    assert_eq!(after("W:W7:B31", 7, 2), position("B:WK2:B31"));
    assert_legal("B:W31:B44", "44-49 44-50");
    assert_eq!(after("B:W31:B44", 44, 50), position("W:W31:BK50"));
}

/// 3.5: the rows of promotion are 1–5 for White, 46–50 for Black, and not the other way round.
#[test]
fn no_man_can_be_where_it_would_have_become_a_king() {
    use draughts_td::board::fen;
    assert!(fen::read("W:W5:B20").is_err() && fen::read("W:W31:B46").is_err());
    assert!(fen::read("W:W46,50:B1,5").is_ok());
}

/// 3.8.
#[test]
fn a_new_king_moves_after_the_opponent_has() {
    let crowned = after("W:W7:B31", 7, 2);
    assert_eq!(legal(&crowned), "31-36 31-37");
}

/// 3.9.
#[test]
fn a_king_moves_any_distance_along_free_diagonals_both_ways() {
    assert_legal(
        "W:WK28:B1",
        "28-5 28-6 28-10 28-11 28-14 28-17 28-19 28-22 28-23 28-32 28-33 28-37 28-39 28-41 28-44 28-46 28-50",
    );
    assert_legal("W:WK46:B4", "46-5 46-10 46-14 46-19 46-23 46-28 46-32 46-37 46-41");
    assert_legal("B:W47:BK5", "5-10 5-14 5-19 5-23 5-28 5-32 5-37 5-41 5-46");
    assert_legal("W:WK26:B1,2", "26-3 26-8 26-12 26-17 26-21 26-31 26-37 26-42 26-48");
}

/// 3.9.
#[test]
fn a_king_stops_before_its_own_pieces_and_before_two_in_a_row() {
    assert_legal(
        "W:W37,K28:B10,14",
        "28-6 28-11 28-17 28-19 28-22 28-23 28-32 28-33 28-39 28-44 28-50 37-31 37-32",
    );
}

/// 3.9: a king that moves stays one, wherever it goes.
#[test]
fn a_king_keeps_its_crown() {
    assert_eq!(after("W:WK28:B1", 28, 5), position("B:WK5:B1"));
    assert_eq!(after("W:WK28:B1", 28, 46), position("B:WK46:B1"));
}

/// 7.2.2.
#[test]
fn a_side_that_is_blocked_has_no_move() {
    for fen in ["W:W46:B37,41", "W:W26,46:B17,21,37,41", "B:W10,14:B5", "W:WK46:B37,41"] {
        assert_legal(fen, "");
        assert!(!position(fen).has_moves(), "{fen}");
    }
}

/// 7.2.3.
#[test]
fn a_side_without_pieces_has_no_move() {
    for fen in ["W:W:B1", "B:W46:B"] {
        assert_legal(fen, "");
        assert!(!position(fen).has_moves(), "{fen}");
    }
}
