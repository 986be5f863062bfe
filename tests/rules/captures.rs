//! Article 4 of the FMJD rules (Annex 1, 2015), captures: each test is a FEN, all its legal moves with the captured squares, and
//! the article. Three other programs (Scan 2.0, Moby Dam, pydraughts) name the same moves.

use draughts_td::board::{MoveList, Position};

use crate::spelling::{legal, position};

fn assert_legal(fen: &str, moves: &str) {
    assert_eq!(legal(&position(fen)), moves, "{fen}");
}

/// The position after the only legal move.
fn after_the_only_move(fen: &str) -> Position {
    let before = position(fen);
    match *MoveList::legal(&before) {
        [only] => before.succ(only),
        ref moves => panic!("{fen} has {} moves", moves.len()),
    }
}

/// 4.1.
#[test]
fn captures_go_forwards_and_backwards() {
    assert_legal("W:W28:B22,33", "28x17:22 28x39:33");
    assert_legal("B:W22,33:B28", "28x17:22 28x39:33");
    assert_legal("W:WK28:B17,39", "28x6:17 28x11:17 28x44:39 28x50:39");
}

/// 4.1, 4.7.
#[test]
fn own_pieces_are_not_captured() {
    assert_legal("W:W22,28:B1", "22-17 22-18 28-23");
    assert_legal("W:W37,K46:B28", "37-31 37-32 46-41");
}

/// 4.2.
#[test]
fn a_man_jumps_an_adjacent_piece_with_a_free_square_beyond_it() {
    assert_legal("W:W46:B20,41", "46x37:41");
    // The next square is taken, by an enemy or by an own man.
    assert_legal("W:W28:B8,17,22", "28-23");
    assert_legal("W:W17,28:B1,22", "17-11 17-12 28-23");
    // There is no square beyond the edge.
    assert_legal("W:W31:B3,26", "31-27");
    // The enemy is a step too far.
    assert_legal("W:W28:B3,18", "28-22 28-23");
}

/// 4.2: what a man jumps may be a king.
#[test]
fn a_man_captures_kings_as_well() {
    assert_legal("W:W28:BK22", "28x17:22");
}

/// 4.3.
#[test]
fn a_king_jumps_a_piece_at_any_distance_and_lands_on_any_free_square_beyond_it() {
    assert_legal("W:WK46:B28", "46x5:28 46x10:28 46x14:28 46x19:28 46x23:28");
    assert_legal("W:WK46:B14,K5", "46x10:14");
}

/// 4.3.
#[test]
fn a_king_does_not_jump_two_pieces_in_a_row_nor_one_on_the_edge() {
    assert_legal("W:WK46:B28,32", "46-37 46-41");
    assert_legal("W:WK47:B20,24", "47-29 47-33 47-36 47-38 47-41 47-42");
    assert_legal("W:WK46:BK5", "46-10 46-14 46-19 46-23 46-28 46-32 46-37 46-41");
}

/// 4.5: no stop halfway.
#[test]
fn a_man_captures_as_long_as_it_can() {
    assert_legal("W:W38:B24,33", "38x20:24,33");
    assert_legal("W:W38:B22,23,32", "38x29:22,23,32");
}

/// 4.1, 4.11: all captured pieces leave the board, with the one move.
#[test]
fn a_multiple_capture_is_one_move() {
    assert_eq!(after_the_only_move("W:W38:B22,23,32"), position("B:W29:B"));
    assert_eq!(after_the_only_move("W:WK6:B28,43,K1"), position("B:WK48:BK1"));
}

/// 4.6.
#[test]
fn a_king_continues_along_the_same_diagonal_or_across_it() {
    assert_legal("W:WK50:B28,39", "50x6:28,39 50x11:28,39 50x17:28,39 50x22:28,39");
    assert_legal("W:WK50:B29,39", "50x15:29,39 50x20:29,39 50x24:29,39");
    assert_legal("W:WK6:B28,43", "6x48:28,43");
}

/// 4.6, 4.13: beyond 12 it must stop on 8, where it sees 24, and not on 3.
#[test]
fn a_king_lands_where_the_next_capture_begins() {
    assert_legal("W:WK26:B12,24", "26x30:12,24 26x35:12,24");
}

/// 4.7.
#[test]
fn no_own_piece_is_jumped_on_the_way() {
    assert_legal("W:W23,K46:B1,28", "23x32:28");
    assert_legal("W:W22,38:B32,33", "38x27:32 38x29:33");
}

/// 4.8. Squares 21–45:
///
/// ```text
///    .   .   .   .   .
///  .   .   x   x   .
///    .   .   .   o   .
///  .   .   x   x   .
///    .   .   .   .   .
/// ```
#[test]
fn a_man_may_return_to_its_starting_square() {
    assert_legal("W:W34:B28,29,38,39", "34x34:28,29,38,39");
    assert_legal("B:W12,13,22,23:B8", "8x8:12,13,22,23");
    assert_eq!(after_the_only_move("B:W12,13,22,23,50:B8"), position("W:W50:B8"));
}

/// 4.8.
#[test]
fn a_king_may_return_to_its_starting_square() {
    assert_legal("W:WK26:B18,21,31,38", "26x26:18,21,31,38");
    assert_eq!(after_the_only_move("W:WK26:B1,18,21,31,38"), position("B:WK26:B1"));
}

/// 4.8: the man comes to 23 twice, the kings cross 13 and 34 twice.
#[test]
fn an_empty_square_may_be_crossed_twice() {
    assert_legal("W:W23:B8,9,18,19,29", "23x34:8,9,18,19,29");
    assert_legal("W:WK35:B7,9,17,30", "35x4:7,9,17,30");
    assert_legal("W:WK25:B17,30,38,40", "25x45:17,30,38,40");
}

/// 4.8: after its round the man is before 29 again; over it once more it would reach 19, the fifth.
#[test]
fn a_piece_is_not_jumped_twice() {
    assert_legal("W:W34:B19,28,29,38,39", "34x14:19,28,38,39 34x34:28,29,38,39");
}

/// 4.8: two ways around the same pieces are one move, because nothing on the board differs.
#[test]
fn two_routes_over_the_same_pieces_are_one_move() {
    assert_legal("W:W48:B32,33,34,42,43", "48x30:32,33,34,42 48x48:32,33,42,43");
}

/// 4.11 with 4.8, the coup turc. In the first position (squares 11–50) the king takes 39, 21 and 42 and ends on 48. If 39 had
/// left the board at once, it could go back through it and take 34 as well.
///
/// ```text
///    .   .   .   .   .
///  .   .   .   .   .
///    x   .   .   .   .
///  .   .   .   .   .
///    .   .   .   x   .
///  .   .   .   x   .
///    .   x   .   O   .
///  .   .   .   .   .
/// ```
#[test]
fn a_captured_piece_blocks_until_the_capture_is_over() {
    assert_legal("W:WK44:B21,34,39,42", "44x48:21,39,42");
    assert_legal("W:WK42:B27,30,38,44", "42x49:30,38,44");
    assert_legal("W:WK17:B10,22,24,31,37", "17x4:10,22,24");
    // Here it would turn back over the piece that it has just taken.
    assert_legal("W:WK28:B8,23,37", "28x2:8,23");
    assert_legal("W:WK31:B7,17,27,44", "31x2:7,17,27");
}

/// 4.13.
#[test]
fn the_capture_of_most_pieces_is_obligatory() {
    assert_legal("W:W33,34:B19,28,29", "33x13:19,29 34x14:19,29 34x32:28,29");
    assert_legal("W:W28,36:B22,31,32", "28x26:31,32 36x18:22,31 36x38:31,32");
    assert_legal("W:WK50:B17,19,28", "50x6:17,28 50x11:17,28");
}

/// 4.13: one king is less than two men.
#[test]
fn captured_kings_and_men_count_alike() {
    assert_legal("W:W35,37:B20,30,K31", "35x15:20,30");
    assert_legal("W:WK50:B39,K29,44", "50-45");
}

/// 4.13.
#[test]
fn a_king_that_captures_has_no_priority_over_a_man() {
    assert_legal("W:W38,K5:B24,33,41", "38x20:24,33");
    assert_legal("W:W24,K46:B9,19,37", "46x3:9,19,37");
}

/// 4.14.
#[test]
fn among_captures_of_equal_number_the_choice_is_free() {
    assert_legal(
        "W:W27,K45:B3,22,34",
        "27x18:22 45x1:34 45x7:34 45x12:34 45x18:34 45x23:34 45x29:34",
    );
    assert_legal("B:W32,43:B38", "38x27:32 38x49:43");
}

/// 4.15, 3.5.
#[test]
fn a_man_that_passes_the_last_row_during_a_capture_stays_a_man() {
    assert_legal("W:W11:B7,8", "11x13:7,8");
    assert_eq!(after_the_only_move("W:W11:B7,8,K50"), position("B:W13:BK50"));
    assert_legal("B:W43,44:B38", "38x40:43,44");
    assert_eq!(after_the_only_move("B:W43,44,K1:B38"), position("W:WK1:B40"));
}

/// 4.15: as a king it would see 19 from square 2; it is not a king until the move is over.
#[test]
fn a_man_that_reaches_the_last_row_does_not_continue_as_a_king() {
    assert_legal("W:W11:B7,19", "11x2:7");
    assert_eq!(after_the_only_move("W:W11:B7,19"), position("B:WK2:B19"));
}
