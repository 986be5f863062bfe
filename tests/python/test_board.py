import contextlib
import copy
import pickle
import xml.etree.ElementTree as ElementTree

import draughts_td as dt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import games


def test_the_start_of_a_game():
    board = dt.Board()
    assert board.turn is dt.WHITE
    assert len(board.legal_moves) == 9
    assert board.men(dt.WHITE) == list(range(31, 51))
    assert board.men(dt.BLACK) == list(range(1, 21))
    assert board.kings(dt.WHITE) == board.kings(dt.BLACK) == []
    assert board.piece_at(1) == "b" and board.piece_at(25) is None and board.piece_at(50) == "w"
    assert board.bitboards == [0xFFFFF << 30, 0, 0xFFFFF, 0]
    assert board.outcome() is None and not board.is_game_over()


# The numbers of leaves are those of the community of draughts programmers, by depth.
@pytest.mark.parametrize(("depth", "leaves"), [(1, 9), (2, 81), (3, 658), (4, 4265), (5, 27117), (6, 167140)])
def test_perft(depth: int, leaves: int):
    assert dt.Board().perft(depth) == leaves


def test_a_walk_over_moves_counts_as_perft_does():
    def leaves(board: dt.Board, depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += leaves(board, depth - 1)
            board.pop()
        return total

    assert leaves(dt.Board(), 5) == 27117
    # Kings and captures with the same ends.
    woldouby = "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26"
    assert leaves(dt.Board(woldouby), 6) == dt.Board(woldouby).perft(6)


@given(games)
def test_a_board_survives_fen_copy_and_pickle(board: dt.Board):
    again = dt.Board(board.fen())
    assert again == board and hash(again) == hash(board)
    for twin in (board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert twin == board and twin.move_stack == board.move_stack
        assert twin.occurrences() == board.occurrences()
        assert twin.draw_counters() == board.draw_counters()


@given(games)
def test_pop_takes_back_what_push_did(board: dt.Board):
    before, moves = board.fen(), board.move_stack
    for move in board.legal_moves:
        board.push(move)
        assert board.fen() != before
        assert board.pop() == move
        assert board.fen() == before and board.move_stack == moves
    while board.ply:
        board.pop()
    assert board == dt.Board()


@given(games)
def test_moves_say_what_they_do(board: dt.Board):
    for move in board.legal_moves:
        assert board.is_legal(move)
        assert board.piece_at(move.from_square) is not None
        assert move.is_capture == bool(move.captured) == board.must_capture
        after = board.copy()
        after.push(move)
        assert all(after.piece_at(square) is None for square in move.captured if square != move.to_square)
        assert after.piece_at(move.to_square) is not None


@given(games)
def test_the_picture_is_svg(board: dt.Board):
    picture = ElementTree.fromstring(board._repr_svg_())
    men = sum(len(board.men(side)) for side in (dt.WHITE, dt.BLACK))
    kings = sum(len(board.kings(side)) for side in (dt.WHITE, dt.BLACK))
    pieces = [node for node in picture.iter() if node.get("class", "").startswith("piece")]
    assert len(pieces) == men + kings


def test_a_move_that_is_not_legal_is_refused_with_its_reason():
    board = dt.Board()
    for text, reason in [("31-22", "one"), ("20-30", "Black"), ("x", "x"), ("31-99", "99"), ("25-20", "25")]:
        with pytest.raises(dt.IllegalMoveError, match=reason):
            board.push(text)
    captures = dt.Board("W:W28:B22,33")
    with pytest.raises(dt.IllegalMoveError, match="captur"):
        captures.push("28-23")
    quiet = dt.Board().legal_moves[0]
    with pytest.raises(dt.IllegalMoveError, match=str(quiet)):
        captures.push(quiet)
    with pytest.raises(TypeError):
        board.push(3)
    assert board == dt.Board() and board.ply == 0


def test_captures_with_the_same_ends_are_told_apart():
    board = dt.Board("W:WK34:B18,40,41,20,31,38,28,39")
    ends = [(move.from_square, move.to_square) for move in board.legal_moves]
    assert len(set(ends)) < len(ends), "the position has captures with the same ends"
    first = ends[0] if ends.count(ends[0]) > 1 else next(end for end in ends if ends.count(end) > 1)
    with pytest.raises(dt.IllegalMoveError, match="capture"):
        board.parse_move(f"{first[0]}x{first[1]}")
    for move in board.legal_moves:
        squares = "x".join(map(str, [move.from_square, move.to_square, *move.captured]))
        assert board.parse_move(squares) == move


def test_fens_that_cannot_be_read_are_refused():
    for fen in ["", "W:W99:B1", "W:W1-:B2", "X:W31:B1", "W:W31:B31"]:
        with pytest.raises(ValueError):
            dt.Board(fen)
    with pytest.raises(ValueError, match="1 to 50"):
        dt.Board().piece_at(51)


@given(st.text(max_size=40))
def test_no_text_makes_a_board_panic(text: str):
    board = dt.Board()
    for read in (dt.Board, board.parse_move, board.push):
        with contextlib.suppress(ValueError):
            read(text)


def test_the_end_of_a_game():
    lost = dt.Board("W:W46:B41,37")
    assert lost.is_game_over()
    outcome = lost.outcome()
    assert outcome is not None and outcome.winner is dt.BLACK
    assert (outcome.reason, outcome.result()) == ("no_moves", "0-2")
    again = dt.Board(lost.fen()).outcome()
    assert outcome == again and hash(outcome) == hash(again) and outcome != "0-2"
    board = dt.Board("W:WK1:BK50")
    kings = [("1-7", "50-44"), ("7-1", "44-50")]
    for there, back in kings * 2:
        assert board.outcome() is None
        board.push(there)
        board.push(back)
    outcome = board.outcome()
    assert outcome is not None and outcome.winner is None and outcome.result() == "1-1"
    with pytest.raises(IndexError):
        dt.Board().pop()
