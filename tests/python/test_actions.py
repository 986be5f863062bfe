import contextlib
import random

import draughts_td as dt
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st


def random_boards(count: int, seed: int) -> list[dt.Board]:
    rng = random.Random(seed)
    boards = []
    board = dt.Board()
    while len(boards) < count:
        if board.is_game_over():
            board = dt.Board()
        boards.append(board.copy())
        board.push(rng.choice(board.legal_moves))
    return boards


def arrays(boards: list[dt.Board]) -> tuple[np.ndarray, np.ndarray]:
    words = np.array([board.bitboards for board in boards], np.uint64)
    return words, np.array([board.turn for board in boards])


def test_action_is_the_formula_of_the_documentation():
    board = dt.Board()
    for move in board.legal_moves:
        assert board.action(move) == (move.from_square - 1) * 50 + move.to_square - 1


def test_every_move_of_random_games_comes_back_from_its_action():
    for board in random_boards(2000, 1):
        moves = board.legal_moves
        actions = [board.action(move) for move in moves]
        assert len(set(actions)) == len(moves)
        assert [board.move_of(action) for action in actions] == moves
        assert sorted(np.flatnonzero(board.action_mask())) == sorted(actions)


def test_captures_with_the_same_ends_have_different_actions():
    found = 0
    for board in many_kings(3000, 2):
        ends = {}
        for move in board.legal_moves:
            ends.setdefault((move.from_square, move.to_square), []).append(move)
        for moves in ends.values():
            if 1 < len(moves) <= 4:
                found += 1
                actions = [board.action(move) for move in moves]
                assert [action // 2500 for action in actions] == list(range(len(moves)))
                assert len({action % 2500 for action in actions}) == 1
    assert found > 5


def many_kings(count: int, seed: int) -> list[dt.Board]:
    rng = random.Random(seed)
    boards = []
    while len(boards) < count:
        squares = rng.sample(range(6, 46), rng.randint(6, 16))
        kings = rng.randint(1, 3)
        white = ",".join(f"K{square}" for square in squares[:kings])
        black = ",".join(str(square) for square in squares[kings:])
        boards.append(dt.Board(f"W:W{white}:B{black}"))
    return boards


def test_an_illegal_action_is_refused_with_its_ends():
    with pytest.raises(dt.IllegalMoveError, match="1 to 2"):
        dt.Board().move_of(1)
    for action in (-1, 10_000, 2500 + dt.Board().action("32-28"), 2**62):
        with pytest.raises(dt.IllegalMoveError):
            dt.Board().move_of(action)


def test_arrays_agree_with_boards():
    boards = random_boards(300, 3)
    words, turn = arrays(boards)
    masks = dt.action_masks(words, turn)
    assert masks.shape == (300, dt.ACTIONS) and masks.dtype == bool
    for board, mask in zip(boards, masks, strict=True):
        assert (mask == board.action_mask()).all()
    moves = np.array([len(board.legal_moves) - 1 for board in boards], np.uint8)
    actions = dt.moves_to_actions(words, turn, moves)
    assert actions.tolist() == [board.action(board.legal_moves[-1]) for board in boards]
    assert (dt.actions_to_moves(words, turn, actions) == moves).all()
    for threads in (2, 0):
        assert np.array_equal(dt.action_masks(words, turn, threads=threads), masks)
        assert np.array_equal(dt.moves_to_actions(words, turn, moves, threads=threads), actions)
        assert np.array_equal(dt.actions_to_moves(words, turn, actions, threads=threads), moves)


def test_a_bad_row_is_named():
    words, turn = arrays(random_boards(3, 4))
    with pytest.raises(ValueError, match=r"row 1: .*no legal move"):
        dt.actions_to_moves(words, turn, [1577 if turn[0] else 0, 1, 2])
    with pytest.raises(ValueError, match="row 2"):
        dt.moves_to_actions(words, turn, [0, 0, 200])
    with pytest.raises(ValueError, match="shape"):
        dt.action_masks(words[:, :3], turn)
    with pytest.raises(ValueError, match="1 numbers for 3 positions"):
        dt.actions_to_moves(words, turn, [1577])
    for bad, reason in [
        ([1 << 50, 0, 0, 0], "bit above 49"),
        ([1, 0, 0, 0], "promotion row"),
        ([8, 0, 8, 0], "two pieces"),
    ]:
        words[2] = bad
        with pytest.raises(ValueError, match=f"row 2: .*{reason}"):
            dt.action_masks(words, turn)


words64 = st.integers(0, 2**64 - 1)


@given(
    st.lists(st.tuples(words64, words64, words64, words64, st.booleans()), max_size=4),
    st.lists(st.integers(-(2**63), 2**63 - 1), max_size=4),
)
def test_any_arrays_are_answered_or_refused(rows, numbers):
    words = np.array([row[:4] for row in rows], np.uint64).reshape(-1, 4)
    turn = np.array([row[4] for row in rows], bool)
    for call in (
        lambda: dt.action_masks(words, turn),
        lambda: dt.moves_to_actions(words, turn, np.array(numbers, np.int64)),
        lambda: dt.actions_to_moves(words, turn, np.array(numbers, np.int64)),
    ):
        with contextlib.suppress(ValueError):
            call()


@given(st.lists(st.sampled_from("wWbB.."), min_size=50, max_size=50), st.booleans(), st.integers(-(2**63), 2**63 - 1))
def test_any_position_knows_its_actions(pieces, turn, action):
    words = np.array([[sum(1 << s for s, p in enumerate(pieces) if p == kind) for kind in "wWbB"]], np.uint64)
    with contextlib.suppress(ValueError):
        mask = dt.action_masks(words, np.array([turn]))[0]
        legal = np.flatnonzero(mask)
        moves = [dt.actions_to_moves(words, np.array([turn]), [number])[0] for number in legal]
        assert len(set(moves)) == len(legal)
        if action not in legal:
            with pytest.raises(ValueError):
                dt.actions_to_moves(words, np.array([turn]), [action])
