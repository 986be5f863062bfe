"""The environments of PettingZoo and Gymnasium refuse what they cannot play, and can be copied."""

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest

pytest.importorskip("gymnasium")
envs = pytest.importorskip("draughts_td.envs")


OVER = "W:W:B1"


@pytest.mark.parametrize("make", [lambda: envs.env(), lambda: envs.DraughtsAEC(), lambda: envs.LevelEnv(color=True)])
def test_a_game_that_is_over_and_unknown_options_are_refused(make):
    game = make()
    game.reset(seed=1)
    for options, reason in (
        ({"fen": OVER}, "game is over"),
        ({"FEN": "W:W31:B20"}, "no option 'FEN'"),
        ({3: 4}, "no option '3'"),
    ):
        with pytest.raises(ValueError, match=reason):
            game.reset(options=options)
    game.reset(options={"fen": "W:W31,32:B1,2"})


def test_a_game_that_the_first_reply_ends_is_refused():
    with pytest.raises(ValueError, match="reply of the level ends the game"):
        envs.LevelEnv(color=True).reset(options={"fen": "B:W30:B24"})


@pytest.mark.parametrize("mode", ["human", "rgb_array", "ANSI", 3])
def test_a_render_mode_that_shows_nothing_is_refused(mode):
    for make in (envs.env, envs.DraughtsAEC, lambda render_mode: envs.LevelEnv(render_mode=render_mode)):
        with pytest.raises(ValueError, match="render_mode"):
            make(render_mode=mode)


@pytest.mark.parametrize("color", ["white", "black", 2, 0, 1.0])
def test_a_color_of_another_type_is_refused(color):
    with pytest.raises(TypeError, match="must be WHITE, BLACK or None"):
        envs.LevelEnv(color=color)


def test_levels_without_a_seed_play_each_in_its_own_way():
    def replies(game):
        game.reset()
        for _ in range(8):
            if game.step(int(np.flatnonzero(game.action_masks())[0]))[2]:
                break
        return tuple(str(move) for move in game.board.move_stack)

    assert len({replies(envs.LevelEnv(level=1, color=True)) for _ in range(8)}) > 2


def test_an_action_of_another_type_is_refused():
    game, pair = envs.LevelEnv(color=True), envs.DraughtsAEC()
    game.reset(seed=1)
    pair.reset()
    for action in (1577.5, "1577", 1577 + 0j, float("nan")):
        with pytest.raises(TypeError):
            game.step(action)
        with pytest.raises(TypeError):
            pair.step(action)
    assert game.step(np.int16(1577))[2] is False
    assert game.step(-1)[2] is True


def test_a_copy_of_a_game_is_played_on_by_itself():
    game = envs.LevelEnv(level=1, color=True)
    game.reset(seed=1)
    twins = copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))
    action = int(np.flatnonzero(game.board.action_mask())[0])
    before = game.board.fen()
    for twin in twins:
        assert twin.board.fen() == before
        observation, _, terminated, _, _ = twin.step(action)
        assert not terminated and observation["action_mask"].any()
    assert game.board.fen() == before
    game.step(action)


@pytest.mark.filterwarnings("ignore")
def test_environments_of_forked_processes_play():
    code = (
        "import gymnasium, numpy as np, draughts_td as dt, draughts_td.envs\n"
        "dt.Evaluation()\n"
        "vector = gymnasium.make_vec('draughts_td/Level-v0', 2, vectorization_mode='async',\n"
        "                            vector_kwargs={'context': 'fork', 'shared_memory': False})\n"
        "observation, _ = vector.reset(seed=1)\n"
        "actions = observation['action_mask'].argmax(axis=1)\n"
        "print(vector.step(actions)[1])\n"
        "vector.close()\n"
    )
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and done.stdout == "[0. 0.]\n", done.stderr


@pytest.mark.filterwarnings("ignore:.*render")
@pytest.mark.parametrize("space", ["square", "compact"])
@pytest.mark.parametrize("turned", [False, True])
def test_both_libraries_accept_every_view(space, turned):
    from gymnasium.utils.env_checker import check_env
    from pettingzoo.test import api_test, seed_test

    api_test(envs.env(space=space, turned=turned), num_cycles=300)
    seed_test(lambda: envs.env(space=space, turned=turned), num_cycles=50)
    game = envs.LevelEnv(level=1, space=space, turned=turned)
    check_env(game, skip_render_check=True)
    observation, _ = game.reset(seed=1)
    assert observation["observation"].shape == (4 if turned else 5, 50)
    assert game.action_space.n == (1956 if space == "compact" else 10_000)


def test_the_masks_of_maskable_ppo_are_those_of_the_observation():
    game = envs.LevelEnv(level=1, color=False, space="compact", turned=True)
    observation, _ = game.reset(seed=3)
    done = False
    while not done:
        masks = game.action_masks()
        assert masks.dtype == bool and (masks == observation["action_mask"]).all()
        observation, _, done, _, _ = game.step(int(np.flatnonzero(masks)[-1]))


def test_turned_observations_have_the_own_pieces_first():
    game = envs.raw_env(turned=True)
    game.reset(options={"fen": "B:WK31:B20,21"})
    seen = game.observe("black")["observation"]
    assert [np.flatnonzero(plane).tolist() for plane in seen] == [[29, 30], [], [], [19]]
    game.step(int(np.flatnonzero(game.observe("black")["action_mask"])[0]))
    assert game.board.ply == 1 and game.agent_selection == "white"


def test_the_raw_game_raises_at_an_illegal_action():
    import draughts_td as dt

    game = envs.raw_env()
    game.reset()
    with pytest.raises(dt.IllegalMoveError):
        game.step(0)


def test_a_space_that_is_unknown_is_refused():
    for make in (envs.env, envs.raw_env, envs.LevelEnv):
        with pytest.raises(ValueError, match="space is 'tiny'"):
            make(space="tiny")
