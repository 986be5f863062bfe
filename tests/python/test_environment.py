import pathlib
import subprocess
import sys

import draughts_td as dt
import numpy as np
import pytest
from draughts_td.vector import planes

EXAMPLE = pathlib.Path(__file__).parents[2] / "examples/python/selfplay.py"


def board_of(words: np.ndarray, turn: bool) -> str:
    """A FEN of words, to be compared with that of a board."""
    sides = []
    for letter, men, kings in (("W", words[0], words[1]), ("B", words[2], words[3])):
        squares = [str(s + 1) for s in range(50) if int(men) >> s & 1]
        squares += [f"K{s + 1}" for s in range(50) if int(kings) >> s & 1]
        sides.append(letter + ",".join(squares))
    return dt.Board(f"{'W' if turn else 'B'}:{':'.join(sides)}").fen()


def test_a_list_of_truth_values_is_a_mask():
    env = dt.VectorEnv(4, seed=1, masks=False)
    for _ in range(4):
        env.step()
    before = env.positions()[0].copy()
    after = env.reset(games=[False, False, True, True])[0]
    assert (after != before).any(1).tolist() == [False, False, True, True]
    assert len(env.take([False, True, False, False])) == 1
    with pytest.raises(ValueError, match="2 truth values for 4 games"):
        env.take([True, False])
    for numbers in ([True, 2], (True, False, False, False)):
        with pytest.raises(TypeError, match="not truth values"):
            env.take(numbers)
    boards, turn = env.positions()
    with pytest.raises(TypeError, match="not truth values"):
        dt.moves_to_actions(boards, turn, [True, False, False, False])


def test_a_step_with_another_item_keeps_its_attributes():
    step = dt.VectorEnv(2, start="W:W28:B22,5", max_plies=1, masks=False).step()
    other = step._replace(reward=-step.reward)
    assert (other.reward == -step.reward).all() and other.reason is step.reason


def test_steps_agree_with_boards():
    env = dt.VectorEnv(20, seed=5)
    words, turn = env.reset(seed=5)
    boards = [dt.Board() for _ in range(20)]
    rng = np.random.default_rng(1)
    ended = 0
    for _ in range(400):
        actions = [int(rng.choice([board.action(move) for move in board.legal_moves])) for board in boards]
        words, turn, rewards, done, mask = env.step(np.array(actions))
        for row, board in enumerate(boards):
            board.push(board.move_of(actions[row]))
            outcome = board.outcome()
            assert bool(done[row]) == (outcome is not None)
            if outcome is not None:
                ended += 1
                # The side that moved is the one that is not on turn now.
                assert rewards[row] == (0 if outcome.winner is None else 1)
                assert outcome.winner in (None, not board.turn)
                boards[row] = board = dt.Board()
            else:
                assert rewards[row] == 0
            assert board_of(words[row], turn[row]) == board.fen()
            assert (mask[row] == board.action_mask()).all()
    assert ended > 10


@pytest.mark.parametrize("threads", [1, 2, 0])
def test_a_seed_gives_the_same_games_for_any_number_of_threads(threads):
    def trace(seed: int, threads: int) -> bytes:
        env = dt.VectorEnv(64, opening_plies=4, masks=False, threads=threads, seed=seed)
        steps = [env.step() for _ in range(150)]
        return b"".join(array.tobytes() for step in steps for array in step[:4])

    assert trace(7, threads) == trace(7, 1) != trace(8, 1)


def test_reset_begins_the_games_of_its_seed_again():
    env = dt.VectorEnv(8, opening_plies=6)
    first = env.reset(seed=3)
    env.step()
    again = env.reset(seed=3)
    assert (first[0] == again[0]).all() and (first[1] == again[1]).all()
    assert len({row.tobytes() for row in first[0]}) > 1
    assert not (env.reset(seed=4)[0] == first[0]).all()


def test_afterstates_are_the_boards_that_the_actions_lead_to():
    env = dt.VectorEnv(16, opening_plies=30, seed=2)
    actions, offsets = env.legal_actions()
    words, turn, same = env.afterstates()
    assert (offsets == same).all() and len(actions) == len(words) == offsets[-1]
    choice = offsets[1:] - 1
    stepped = env.step(actions[choice])
    goes_on = ~stepped[3]
    assert (stepped[0][goes_on] == words[choice][goes_on]).all()
    assert (stepped[1][goes_on] == turn[choice][goes_on]).all()


def test_quiet_afterstates_have_no_capture_and_keep_what_the_best_captures_leave():
    env = dt.VectorEnv(200, opening_plies=20, seed=3)
    words, turn, _ = env.afterstates()
    quiet, on_turn, _ = env.afterstates(quiet=True)

    def settled(board: dt.Board) -> int:
        """Men and three times kings, own less others, after the best captures."""
        if not board.must_capture:
            balance = [len(board.men(side)) + 3 * len(board.kings(side)) for side in (board.turn, not board.turn)]
            return balance[0] - balance[1]
        found = []
        for move in board.legal_moves:
            board.push(move)
            found.append(-settled(board))
            board.pop()
        return max(found)

    captures = 0
    for row in range(len(words)):
        before, after = (dt.Board(board_of(w[row], t[row])) for w, t in ((words, turn), (quiet, on_turn)))
        captures += before.must_capture
        assert not after.must_capture
        assert settled(after) * (1 if before.turn == after.turn else -1) == settled(before)
    assert captures > 20


def test_the_games_in_which_a_side_must_capture_are_told():
    env = dt.VectorEnv(200, opening_plies=20, seed=4)
    words, turn = env.positions()
    boards = [dt.Board(board_of(*row)) for row in zip(words, turn, strict=True)]
    assert env.must_capture().tolist() == [board.must_capture for board in boards]


def test_an_illegal_action_changes_nothing():
    env = dt.VectorEnv(3)
    before = env.positions()[0]
    with pytest.raises(ValueError, match="game 1: action 0"):
        env.step([1577, 0, 1577])
    assert (env.positions()[0] == before).all()
    with pytest.raises(ValueError, match="2 numbers for 3"):
        env.step([1577, 1577])


def test_bad_settings_are_refused():
    for games in (0, 1_000_001, 2**60):
        with pytest.raises(ValueError, match=f"^{games} games: an environment has 1 to 1000000"):
            dt.VectorEnv(games)
    with pytest.raises(ValueError, match="at most 40"):
        dt.VectorEnv(1, opening_plies=41)


def test_planes_hold_the_pieces():
    board = dt.Board("W:W28,K50:BK1,7")
    found = planes(np.array(board.bitboards, np.uint64))
    assert found.shape == (4, 50)
    assert [np.flatnonzero(plane).tolist() for plane in found] == [[27], [49], [6], [0]]


def test_the_package_is_imported_without_its_environments():
    code = (
        "import sys; import draughts_td; slow = {'numpy', 'gymnasium', 'pettingzoo', 'importlib.metadata'};"
        "print(sorted(slow & set(sys.modules)))"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "[]\n"


def test_pettingzoo_accepts_the_game():
    pytest.importorskip("pettingzoo")
    from draughts_td import envs
    from pettingzoo.test import api_test, seed_test

    api_test(envs.env(), num_cycles=1000)
    seed_test(envs.env, num_cycles=200)


def test_who_chooses_an_illegal_action_loses():
    pytest.importorskip("pettingzoo")
    from draughts_td import envs

    env = envs.env()
    env.reset()
    env.step(0)
    assert env.rewards == {"white": -1, "black": 0}


def test_the_winner_gets_the_reward():
    pytest.importorskip("pettingzoo")
    from draughts_td import envs

    env = envs.DraughtsAEC()
    env.reset(options={"fen": "W:W28:B22"})
    env.step(env.board.action(env.board.legal_moves[0]))
    assert env.rewards == {"white": 1, "black": -1} and all(env.terminations.values())


def test_gymnasium_accepts_the_game_against_a_level():
    gymnasium = pytest.importorskip("gymnasium")
    from draughts_td import envs
    from gymnasium.utils.env_checker import check_env

    check_env(envs.LevelEnv(level=1), skip_render_check=True)
    env = gymnasium.make("draughts_td/Level-v0", level=1, color=dt.BLACK)
    observation, _ = env.reset(seed=1)
    done = False
    while not done:
        action = np.flatnonzero(observation["action_mask"])[0]
        observation, reward, done, _, _ = env.step(action)
    assert reward in (-1, 0, 1)


def test_a_seed_gives_the_same_game_against_a_level():
    pytest.importorskip("gymnasium")
    from draughts_td import envs

    def game() -> list[int]:
        env = envs.LevelEnv(level=2)
        observation, _ = env.reset(seed=9)
        actions: list[int] = []
        done = False
        while not done and len(actions) < 30:
            actions.append(int(np.flatnonzero(observation["action_mask"])[-1]))
            observation, _, done, _, _ = env.step(actions[-1])
        return actions

    assert game() == game()


def test_the_example_of_self_play_learns_and_plays():
    command = [sys.executable, str(EXAMPLE), "--minutes", "0.05", "--games", "2"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "plies" in said and "Player - material" in said
