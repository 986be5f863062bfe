"""Environments that are set, copied, saved and turned, and what their steps say of the end of games."""

import contextlib
import copy
import pickle
from typing import Any

import draughts_td as dt
import numpy as np
import pytest
from draughts_td.vector import planes
from hypothesis import given
from hypothesis import strategies as st

KINGS = "W:WK1,K2:BK50"


def moves(env: dt.VectorEnv, rng: np.random.Generator) -> np.ndarray:
    """A legal action of each game, chosen outside the environment."""
    actions, offsets = env.legal_actions()
    return actions[rng.integers(offsets[:-1], offsets[1:])]


def trace(env: dt.VectorEnv, steps: int = 40) -> bytes:
    arrays: list[np.ndarray] = []
    for _ in range(steps):
        step = env.step()
        arrays += [*step[:4], step.reason, step.final_boards, step.final_turn, env.draw_counters()]
    return b"".join(array.tobytes() for array in arrays)


def test_a_step_is_the_tuple_of_before_and_more():
    env = dt.VectorEnv(3, seed=1)
    step = env.step()
    assert isinstance(step, dt.Step) and isinstance(step, tuple) and len(step) == 5
    boards, turn, reward, done, mask = step
    assert boards is step.boards and mask is step.mask and turn is step.turn and reward is step.reward
    assert (step.done == done).all() and step.reason.dtype == np.uint8
    again = pickle.loads(pickle.dumps(step))
    assert (again.final_boards == step.final_boards).all() and (again[0] == boards).all()
    assert dt.VectorEnv(1, masks=False).step().mask is None


def test_the_reasons_are_those_of_boards_and_the_last_boards_are_kept():
    start = ["W:WK1,K2:BK50", "W:WK1,K2,K3,K4:BK50,45,44", "W:W28,32:B19,23", "W:W31-50:B1-20"]
    env = dt.VectorEnv(40, start=start, max_plies=30, seed=4)
    rng = np.random.default_rng(1)
    boards = dt.arrays_to_boards(*env.positions())
    seen: set[str] = set()
    for _ in range(300):
        actions = moves(env, rng)
        step = env.step(actions)
        for row, board in enumerate(boards):
            board.push(board.move_of(actions[row]))
            outcome = board.outcome()
            reason = dt.REASONS[step.reason[row]]
            seen.add(reason)
            assert board.bitboards == step.final_boards[row].tolist() and board.turn == step.final_turn[row]
            assert step.terminated[row] == (outcome is not None)
            assert step.truncated[row] == (reason == "max_plies") == (outcome is None and board.ply == 30)
            assert step.done[row] == (step.terminated[row] or step.truncated[row])
            assert outcome is None or reason == outcome.reason
            assert step.reward[row] == (outcome is not None and outcome.winner is not None)
        fresh = dt.arrays_to_boards(step.boards, step.turn)
        boards = [new if done else old for old, new, done in zip(boards, fresh, step.done, strict=True)]
    assert seen >= {"", "no_moves", "two_against_one", "max_plies"}


def test_a_third_occurrence_ends_the_game():
    env = dt.VectorEnv(1, start="W:WK1,K2,K3,K4:BK49,K50,45")
    board = dt.Board("W:WK1,K2,K3,K4:BK49,K50,45")
    for number, text in enumerate(["2-8", "50-44", "8-2", "44-50"] * 2):
        step = env.step([board.action(text)])
        board.push(text)
        assert step.terminated[0] == (number == 7)
    assert dt.REASONS[step.reason[0]] == "repetition" and step.reward[0] == 0 and not step.truncated[0]


def test_games_begin_where_they_are_told_to():
    fens = ["W:W31:B20", "B:W32:BK19", KINGS]
    env = dt.VectorEnv(7, start=fens, seed=1)
    asked = dt.arrays_to_boards(*env.positions())
    assert [board.fen() for board in asked] == [dt.Board(fens[row % 3]).fen() for row in range(7)]
    arrays = dt.boards_to_arrays([dt.Board(fen) for fen in fens])
    same = dt.VectorEnv(7, start=arrays, seed=1)
    assert (env.positions()[0] == same.positions()[0]).all()
    assert trace(env) == trace(same)
    boards, turn = env.reset(games=np.arange(7) == 2, start="B:W50:B1")
    assert dt.arrays_to_boards(boards, turn)[2] == dt.Board("B:W50:B1")


def test_later_games_begin_in_any_of_the_positions():
    fens = [f"W:W{square}:B1" for square in range(31, 46)]
    env = dt.VectorEnv(2, start=fens, max_plies=1, masks=False)
    begun = {tuple(row) for _ in range(200) for row in env.step().boards.tolist()}
    assert len(begun) == 15


def test_an_opening_does_not_end_the_game():
    env = dt.VectorEnv(500, start="W:W28,30:B22,1", opening_plies=3, masks=False, seed=2)
    boards, turn = env.positions()
    assert (dt.count_legal_moves(boards, turn) > 0).all()
    lost = dt.VectorEnv(4, start="W:W28:B22", opening_plies=5, masks=False)
    assert {board.fen() for board in dt.arrays_to_boards(*lost.positions())} == {dt.Board("W:W28:B22").fen()}


@pytest.mark.parametrize(
    ("start", "message"),
    [
        (["W:W28:B22", "W:W:B1"], "start: the game is over in row 1"),
        ([], "start: give a position at least"),
        ("W:W99:B1", "start: W:W99:B1"),
        ((np.zeros((1, 4), np.uint64), np.ones(2, bool)), "shape"),
    ],
)
def test_starts_that_cannot_be_are_refused(start, message):
    with pytest.raises(ValueError, match=message):
        dt.VectorEnv(2, start=start)
    with pytest.raises(ValueError, match=message):
        dt.VectorEnv(2).reset(start=start)


def test_reset_without_a_seed_goes_on_with_the_random_numbers_of_the_constructor():
    def resets(seed: int) -> list[bytes]:
        env = dt.VectorEnv(8, opening_plies=10, masks=False, seed=seed)
        return [env.positions()[0].tobytes(), env.reset()[0].tobytes(), env.reset()[0].tobytes()]

    assert resets(1) == resets(1)
    assert len({*resets(1), *resets(99)}) == 6


def test_some_games_begin_anew_and_the_others_stay():
    env = dt.VectorEnv(5, opening_plies=6, masks=False, seed=3)
    for _ in range(5):
        env.step()
    before = env.positions()[0]
    after = env.reset(games=np.array([True, False, False, True, False]))[0]
    changed = (before != after).any(axis=1)
    assert changed.tolist() == [True, False, False, True, False]
    seeded = dt.VectorEnv(5, opening_plies=6, masks=False)
    whole = seeded.reset(seed=7)[0]
    assert (env.reset(7, [-1, 1])[0][[4, 1]] == whole[[4, 1]]).all()
    for games, error in (([5], "no game 5"), (np.ones(4, bool), "4 truth values for 5")):
        with pytest.raises(ValueError, match=error):
            env.reset(games=games)


@pytest.mark.parametrize("twin", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_plays_the_same_games(twin):
    env = dt.VectorEnv(30, start=["W:WK1,K2:BK50", KINGS, "W:W31-50:B1-20"], opening_plies=2, max_plies=30, seed=5)
    for _ in range(7):
        env.step()
    other = twin(env)
    assert (other.draw_counters() == env.draw_counters()).all()
    expected = trace(twin(env))
    assert trace(other) == expected == trace(env)
    assert repr(other) == repr(env) and (other.reset(seed=1)[0] == env.reset(seed=1)[0]).all()


def test_a_copy_of_turned_compact_games_keeps_its_settings():
    env = dt.VectorEnv(4, space="compact", turned=True, masks=True, opening_plies=3)
    for twin in (env.copy(), pickle.loads(pickle.dumps(env))):
        assert twin.actions == dt.COMPACT_ACTIONS and twin.step().mask.shape == (4, dt.COMPACT_ACTIONS)
        assert (twin.copy().positions()[0] == twin.positions()[0]).all()


@given(st.binary(max_size=60) | st.text('{}[]:,0123456789"abcdefgh', max_size=80).map(str.encode))
def test_bytes_that_are_no_environment_are_refused(data: bytes):
    with contextlib.suppress(ValueError):
        dt.VectorEnv._restore(data)  # type: ignore[attr-defined]


def test_a_changed_pickle_is_refused_or_plays():
    env = dt.VectorEnv(2, start=KINGS, masks=False)
    env.step()
    data = env.__reduce__()[1][0]
    refused = 0
    for place in range(len(data)):
        for byte in b"0]x":
            changed = data[:place] + bytes([byte]) + data[place + 1 :]
            try:
                twin = dt.VectorEnv._restore(changed)  # type: ignore[attr-defined]
            except ValueError:
                refused += 1
            else:
                twin.step()
    assert refused > len(data)


def test_take_gives_games_that_go_on_by_themselves():
    env = dt.VectorEnv(6, opening_plies=4, seed=8)
    for _ in range(11):
        env.step()
    boards, turn = env.positions()
    some = env.take([4, 4, -1, 0])
    assert (some.positions()[0] == boards[[4, 4, 5, 0]]).all() and (some.positions()[1] == turn[[4, 4, 5, 0]]).all()
    assert (some.draw_counters() == env.draw_counters()[[4, 4, 5, 0]]).all()
    for _ in range(10):
        some.step()
    assert (env.positions()[0] == boards).all()
    mask = np.array([True, False, False, True, True, False])
    masked = env.take(mask)
    assert len(masked) == 3 and (masked.positions()[0] == boards[mask]).all()
    with pytest.raises(ValueError, match="0 games"):
        env.take([])
    # Twins have the same random numbers, unless a seed gives them their own.
    twins, others = env.take([2] * 50), env.take([2] * 50, seed=1)
    for _ in range(6):
        twins.step(), others.step()
    assert (
        len({row.tobytes() for row in twins.positions()[0]})
        == 1
        < len({row.tobytes() for row in others.positions()[0]})
    )


def test_a_search_from_an_environment_agrees_with_boards():
    """Every move of a game, one ply on: what take, legal_actions and step say is what Board says."""
    env = dt.VectorEnv(1, start="W:WK1,K2:BK50", masks=False)
    board = dt.Board(KINGS)
    for ply in range(9):
        actions, _ = env.legal_actions()
        after = env.take([0] * len(actions)).step(actions)
        for row, move in enumerate(board.legal_moves):
            board.push(move)
            outcome = board.outcome()
            assert board.bitboards == after.final_boards[row].tolist()
            assert dt.REASONS[after.reason[row]] == ("" if outcome is None else outcome.reason)
            board.pop()
        env.step(actions[ply % len(actions) : ply % len(actions) + 1])
        board.push(board.move_of(int(actions[ply % len(actions)])))
        if board.is_game_over():
            break
        counters = dict(board.draw_counters())
        found = env.draw_counters()[0].tolist()
        assert found[0] == board.occurrences()
        for column, name, limit in ((1, "king_moves", 50), (2, "three_against_one", 32), (3, "two_against_one", 10)):
            assert limit - found[column] == counters.get(name, limit)


def test_turned_games_are_the_same_games_seen_by_the_side_to_move():
    start = dt.VectorEnv(64, opening_plies=5, masks=False, seed=6).positions()
    rng = np.random.default_rng(2)
    over = 0
    for _ in range(150):
        # Later games begin by chance, so each step has environments of its own.
        plain, turned = (dt.VectorEnv(64, start=start, turned=turned) for turned in (False, True))
        boards, turn = plain.positions()
        seen, same = turned.positions()
        assert (same == turn).all() and (dt.turn_boards(boards, turn) == seen).all()
        assert (dt.action_masks(seen, np.ones(64, bool)) == turned.masks()).all()
        assert (planes(boards, turn) == planes(seen)).all()
        actions = moves(turned, rng)
        real = [
            board.action(board.move_of(int(action), turned=True))
            for board, action in zip(dt.arrays_to_boards(boards, turn), actions, strict=True)
        ]
        one, other = plain.step(real), turned.step(actions)
        assert (one.reason == other.reason).all() and (one.reward == other.reward).all()
        assert (dt.turn_boards(one.final_boards, one.final_turn) == other.final_boards).all()
        assert (dt.turn_boards(one.boards, one.turn) == other.boards).all()
        over += int(one.done.sum())
        start = plain.positions()
    assert over > 0


def test_turned_afterstates_are_seen_by_the_side_to_move():
    plain = dt.VectorEnv(20, opening_plies=15, seed=3, masks=False)
    start = plain.positions()
    for turned in (True, False):
        env = dt.VectorEnv(20, start=start, turned=turned, masks=False)
        boards, turn, offsets = env.afterstates()
        back = dt.turn_boards(boards, turn) if turned else boards
        rows = np.repeat(np.arange(20), np.diff(offsets))
        expected = {
            (row, after.fen())
            for row, board in enumerate(dt.arrays_to_boards(*start))
            for after in (pushed(board, move) for move in board.legal_moves)
        }
        found = {(int(row), board.fen()) for row, board in zip(rows, dt.arrays_to_boards(back, turn), strict=True)}
        assert found == expected


def pushed(board: dt.Board, move: dt.Move) -> dt.Board:
    after = board.copy()
    after.push(move)
    return after


def many_kings(count: int, seed: int) -> list[dt.Board]:
    rng = np.random.default_rng(seed)
    boards = []
    for _ in range(count):
        squares = rng.permutation(np.arange(6, 46))[: rng.integers(6, 17)].tolist()
        kings = int(rng.integers(1, 4))
        white = ",".join(f"K{square}" for square in squares[:kings])
        black = ",".join(str(square) for square in squares[kings:])
        boards.append(dt.Board(f"{'WB'[int(rng.integers(2))]}:W{white}:B{black}"))
    return boards


@pytest.mark.parametrize("turned", [False, True])
def test_compact_actions_are_as_many_as_the_moves_and_come_back(turned):
    others = 0
    for board in many_kings(3000, 1):
        legal = board.legal_moves
        actions = [board.action(move, space="compact", turned=turned) for move in legal]
        assert len(set(actions)) == len(legal) and all(0 <= action < dt.COMPACT_ACTIONS for action in actions)
        assert [board.move_of(action, space="compact", turned=turned) for action in actions] == legal
        mask = board.action_mask(space="compact", turned=turned)
        assert mask.shape == (dt.COMPACT_ACTIONS,) and sorted(np.flatnonzero(mask)) == sorted(actions)
        others += sum(action >= 956 for action in actions)
    assert others > 100


def test_compact_actions_are_those_of_the_documentation():
    def place(square: int) -> tuple[int, int]:
        row = (square - 1) // 5
        return row, 2 * ((square - 1) % 5) + (row + 1) % 2

    def is_plain(first: int, last: int) -> bool:
        (row, file), (other_row, other_file) = place(first), place(last)
        rows, files = abs(row - other_row), abs(file - other_file)
        is_straight = rows == files and first != last
        return is_straight or (rows % 2 == files % 2 == 0 and rows // 2 % 2 == files // 2 % 2)

    plain = [(a, b) for a in range(1, 51) for b in range(1, 51) if is_plain(a, b)]
    assert len(plain) == 956 and dt.COMPACT_ACTIONS == 956 + 20 * 50 <= 2000
    for board in many_kings(500, 2):
        taken: list[tuple[int, int]] = []
        others: dict[int, int] = {}
        for move in board.legal_moves:
            ends = (move.from_square, move.to_square)
            if ends in plain and ends not in taken:
                taken.append(ends)
                expected = plain.index(ends)
            else:
                nth = others.get(ends[0], 0)
                others[ends[0]] = nth + 1
                expected = 956 + 20 * (ends[0] - 1) + nth
            assert board.action(move, space="compact") == expected


@pytest.mark.parametrize("turned", [False, True])
def test_compact_environments_and_arrays_agree_with_boards(turned):
    env = dt.VectorEnv(20, space="compact", turned=turned, seed=5)
    boards = [dt.Board() for _ in range(20)]
    rng = np.random.default_rng(1)
    for _ in range(200):
        actions = moves(env, rng)
        step = env.step(actions)
        for row, board in enumerate(boards):
            board.push(board.move_of(actions[row], space="compact", turned=turned))
            if step.done[row]:
                boards[row] = dt.Board()
        words, turn = dt.boards_to_arrays(boards)
        seen, white = (dt.turn_boards(words, turn), np.ones(20, bool)) if turned else (words, turn)
        assert (step.boards == seen).all() and (step.turn == turn).all()
        masks = dt.action_masks(seen, white, space="compact")
        assert (step.mask == masks).all() and masks.shape == (20, env.actions)
        first = masks.argmax(axis=1)
        places = dt.actions_to_moves(seen, white, first, space="compact")
        assert (dt.moves_to_actions(seen, white, places, space="compact") == first).all()


def test_unknown_spaces_and_numbers_are_refused():
    for call in (
        lambda: dt.VectorEnv(1, space="tiny"),
        lambda: dt.Board().action_mask(space="tiny"),
        lambda: dt.action_masks(*dt.boards_to_arrays([dt.Board()]), space="tiny"),
    ):
        with pytest.raises(ValueError, match="space is 'tiny'; it must be 'square' or 'compact'"):
            call()
    with pytest.raises(ValueError, match="max_plies: give a number from 1"):
        dt.VectorEnv(1, max_plies=0)
    with pytest.raises(dt.IllegalMoveError, match="1956 is no action; they are 0 to 1955"):
        dt.Board().move_of(1956, space="compact")


@pytest.mark.parametrize("actions", [[1577.9], np.array([1577.9]), np.array([1577.0]), np.array([True]), ["1577"]])
def test_actions_that_are_not_whole_numbers_are_refused(actions: Any):
    env = dt.VectorEnv(1)
    with pytest.raises(TypeError):
        env.step(actions)
    assert env.positions()[1].all()


def test_play_gives_the_boards_after_moves():
    boards = [board for board in many_kings(500, 3) if not board.is_game_over()]
    rng = np.random.default_rng(4)
    chosen = [int(rng.integers(len(board.legal_moves))) for board in boards]
    words, turn = dt.boards_to_arrays(boards)
    expected = dt.boards_to_arrays(
        [pushed(board, board.legal_moves[index]) for board, index in zip(boards, chosen, strict=True)]
    )
    for threads in (1, 2):
        for kind in (np.uint8, np.int64, list):
            given = chosen if kind is list else np.array(chosen, kind)
            after = dt.play(words, turn, given, threads=threads)
            assert (after[0] == expected[0]).all() and (after[1] == expected[1]).all()
    for bad, message in ((99, "row 0: move 99 of"), (-1, "row 0: move -1 of")):
        with pytest.raises(ValueError, match=message):
            dt.play(words, turn, [bad, *chosen[1:]])
    with pytest.raises(ValueError, match="row 0: the game is over"):
        dt.play(*dt.boards_to_arrays([dt.Board("W:W:B1")]), [0])


@given(st.lists(st.sampled_from("wWbB...."), min_size=50, max_size=50), st.booleans())
def test_turned_boards_turn_back(pieces, turn):
    words = np.array([[sum(1 << s for s, p in enumerate(pieces) if p == kind) for kind in "wWbB"]], np.uint64)
    words[0, 0] &= np.uint64(~0b11111 & (1 << 50) - 1)
    words[0, 2] &= np.uint64((1 << 45) - 1)
    turns = np.array([turn])
    seen = dt.turn_boards(words, turns)
    assert (dt.turn_boards(seen, turns) == words).all()
    assert (planes(words, turns) == planes(seen)).all()
    assert dt.count_legal_moves(seen, np.array([True])) == dt.count_legal_moves(words, turns)
