"""Boards and moves that are made and edited, by the names of python-chess."""

import contextlib
import copy
import pickle

import draughts_td as dt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import games


def test_a_board_is_set_and_cleared():
    board = dt.Board("start")
    assert board == dt.Board() == dt.Board(dt.STARTING_FEN) and list(dt.SQUARES) == list(range(1, 51))
    board.push("32-28")
    board.set_fen("B:W31:BK20")
    assert board.ply == 0 and board.turn is dt.BLACK and board.kings(dt.BLACK) == [20]
    with pytest.raises(ValueError, match="W:W99"):
        board.set_fen("W:W99:B1")
    assert board == dt.Board("B:W31:BK20")
    board.reset()
    assert board == dt.Board()
    board.clear()
    assert board.piece_map() == {} and board == dt.Board.empty() and board.is_game_over()
    assert not board.is_valid() and "no piece" in board.status()


def test_pieces_are_put_and_taken_away():
    board = dt.Board.empty()
    for square, piece in {28: "w", 1: "W", 22: "b", 50: "B"}.items():
        board.set_piece_at(square, piece)
    assert board.piece_map() == {1: "W", 22: "b", 28: "w", 50: "B"} and board == dt.Board("W:WK1,28:B22,K50")
    assert board.pieces(dt.WHITE) == [1, 28] and board.pieces(dt.BLACK) == [22, 50]
    assert board.is_valid() and board.status() is None
    assert board.remove_piece_at(50) == "B" and board.remove_piece_at(50) is None
    board.set_piece_at(28, "B")
    board.set_piece_at(22, None)
    assert board.piece_map() == {1: "W", 28: "B"}
    board.turn = dt.BLACK
    assert board == dt.Board("B:WK1:BK28")
    for square, piece, reason in (
        (3, "w", "promotion row"),
        (48, "b", "promotion row"),
        (7, "k", "no piece"),
        (0, "w", "1 to 50"),
    ):
        with pytest.raises(ValueError, match=reason):
            board.set_piece_at(square, piece)
    assert board == dt.Board("B:WK1:BK28")
    with pytest.raises(TypeError):
        board.set_piece_at(7)
    board.push("28-6")
    board.set_piece_at(31, "w")
    assert board.ply == 0


def test_a_side_with_more_than_twenty_pieces_is_said():
    board = dt.Board()
    board.set_piece_at(30, "w")
    assert board.status() == "White has more than 20 pieces" and not board.is_valid()


@given(games)
def test_every_board_comes_back_from_its_pieces(board: dt.Board):
    again = dt.Board.empty()
    for square, piece in board.piece_map().items():
        again.set_piece_at(square, piece)
    again.turn = board.turn
    assert again == board and again.zobrist_hash() == board.zobrist_hash() and hash(again) == hash(board)
    assert sorted(board.pieces(dt.WHITE) + board.pieces(dt.BLACK)) == list(board.piece_map())
    mirrored = board.mirror()
    assert mirrored.mirror() == board and mirrored.turn != board.turn
    assert sorted(move.mirror().text for move in mirrored.legal_moves) == sorted(
        move.text for move in board.legal_moves
    )


@given(games)
def test_what_is_asked_of_the_moves_agrees_with_them(board: dt.Board):
    root = board.copy()
    while root.ply:
        root.pop()
    assert board.root() == root
    if board.ply:
        assert board.peek() == board.move_stack[-1]
    else:
        with pytest.raises(IndexError):
            board.peek()
    outcome = board.outcome()
    assert board.result() == ("*" if outcome is None else outcome.result())
    assert board.is_repetition() == (board.occurrences() >= 3) and board.is_repetition(1)
    assert board.fullmove_number == board.ply // 2 + 1
    clock = 0
    replay = board.root()
    for move in board.move_stack:
        is_king = replay.piece_at(move.from_square) in ("W", "B")
        assert replay.is_capture(move) == move.is_capture
        clock = clock + 1 if is_king and not move.is_capture else 0
        replay.push(move)
    assert board.halfmove_clock == clock
    again = board.root()
    for word in board.root().variation_text(board.move_stack).split():
        if not word.endswith("."):
            again.push(word)
    assert again == board


@given(games)
def test_every_legal_move_is_made_and_found(board: dt.Board):
    moves = board.legal_moves
    for move in moves:
        made = dt.Move(move.text)
        assert made == move == dt.Move(move.from_square, move.to_square, move.captured) and hash(made) == hash(move)
        assert board.is_legal(made) and board.is_legal(move.text) and board.is_legal(str(move))
        assert board.parse_move(str(move)) == move == board.parse_move(move.text)
        assert copy.deepcopy(made) == made == pickle.loads(pickle.dumps(made))
        assert made.text == move.text
        ends = (move.from_square, move.to_square)
        if [(other.from_square, other.to_square) for other in moves].count(ends) == 1:
            assert board.find_move(*ends) == move
        else:
            with pytest.raises(dt.IllegalMoveError):
                board.find_move(*ends)


def test_moves_that_cannot_be_are_refused():
    for arguments, reason in (
        (("28x19",), "does not name the captured pieces"),
        (("99-3",), "99-3"),
        (("",), "is not written as"),
        ((0, 3), "0 is no square"),
        ((3, 51), "51 is no square"),
        ((3, -4), "-4 is no square"),
        ((3, 8, [2**70]), "whole number"),
    ):
        with pytest.raises(ValueError, match=reason):
            dt.Move(*arguments)
    for arguments in ((None,), (3,), (3.0, 8), (3, "8"), ("3-8", "8")):
        with pytest.raises((TypeError, ValueError)):
            dt.Move(*arguments)
    assert not dt.Board().is_legal(dt.Move("31-22")) and not dt.Board().is_legal("nonsense")
    with pytest.raises(TypeError):
        dt.Board().is_legal(3)
    with pytest.raises(dt.IllegalMoveError):
        dt.Board().is_capture("31-22")
    with pytest.raises(dt.IllegalMoveError, match="31-22"):
        dt.Board().find_move(31, 22)


def test_a_variation_of_black_begins_with_three_dots():
    board = dt.Board()
    board.push("32-28")
    assert board.variation_text(["19-23", "28x19", "14x23"]) == "1... 19-23 2. 28x19 14x23"
    assert board.ply == 1
    with pytest.raises(dt.IllegalMoveError):
        board.variation_text(["19-23", "31-27"])
    assert dt.Board("B:W31:B20").fullmove_number == 1


@given(st.integers(-5, 60), st.text(max_size=2) | st.none(), st.text(max_size=20))
def test_any_edit_is_done_or_refused(square: int, piece: str | None, text: str):
    board = dt.Board()
    for call in (
        lambda: board.set_piece_at(square, piece),
        lambda: board.remove_piece_at(square),
        lambda: board.set_fen(text),
        lambda: dt.Move(text),
        lambda: board.find_move(square, square + 5),
        lambda: board.variation_text([text]),
    ):
        with contextlib.suppress(ValueError, TypeError):
            call()
        # A board may be crowded while it is set up; its FEN is refused.
        is_crowded = "more than 20 pieces" in (board.status() or "")
        assert is_crowded or dt.Board(board.fen()) == board
