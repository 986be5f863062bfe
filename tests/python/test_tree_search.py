"""Tree search with an evaluator in Python, and players of many games."""

import gc
import itertools
import os
import random
import signal
import threading
import time
import weakref
from pathlib import Path
from typing import Any

import draughts_td as dt
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

SHOT = "W:W28,33,39:B17"


def even(boards, turn, actions, offsets):
    """Know nothing."""
    return np.zeros(len(actions), np.float32), np.zeros(len(boards), np.float32)


def material(boards, turn, actions, offsets):
    """Count pieces, and prefer captures of low squares, so that nothing is even."""
    sign = np.where(turn, 1, -1)
    values = sign * dt.Evaluation("material").values(boards, turn, perspective="white")
    return (actions % 97 / 97).astype(np.float32), np.clip(values, -0.9, 0.9).astype(np.float32)


@pytest.mark.parametrize("algorithm", ["puct", "gumbel"])
def test_a_shot_is_found_proved_and_played(algorithm):
    search = dt.TreeSearch(even, [dt.Board(SHOT)], algorithm=algorithm)
    actions, offsets, visits, values = search.run(400)
    assert offsets.tolist() == [0, len(actions)] and visits.sum() == 400
    assert (actions.dtype, offsets.dtype, visits.dtype, values.dtype) == (np.int64, np.int64, np.uint32, np.float32)
    chosen = search.choose()[0]
    assert str(dt.Board(SHOT).move_of(chosen)) == "28-22"
    assert values[actions == chosen] == 1 and search.values() == 1
    assert search.play([chosen]).tolist() == [False]
    assert search.values() == [-1]


@pytest.mark.parametrize("algorithm", ["puct", "gumbel"])
def test_actions_are_those_of_the_board_and_the_policy_is_a_distribution(algorithm):
    env = dt.VectorEnv(20, opening_plies=30, masks=False)
    boards, turn = env.reset(seed=3)
    search = dt.TreeSearch(material, (boards, turn), algorithm=algorithm)
    for _ in range(5):
        boards, turn = search.positions()
        actions, offsets, visits, values = search.run(30)
        masks = dt.action_masks(boards, turn)
        policy = search.policy()
        for game in range(len(search)):
            own = slice(offsets[game], offsets[game + 1])
            assert sorted(actions[own]) == np.flatnonzero(masks[game]).tolist()
            assert policy[own].sum() == pytest.approx(1, abs=1e-5) and (policy[own] >= 0).all()
            assert visits[own].sum() >= 30
            assert np.isnan(values[own]).tolist() == (visits[own] == 0).tolist()
        chosen = search.choose()
        assert all(masks[game, action] for game, action in enumerate(chosen))
        over = search.play(chosen)
        assert (over == ~np.isnan(search.results())).all()
        search.reset(over)


def test_the_evaluator_gets_positions_that_are_not_over_with_their_actions():
    seen = 0

    def watched(boards, turn, actions, offsets):
        nonlocal seen
        seen += len(boards)
        assert boards.shape == (len(turn), 4) and boards.dtype == np.uint64 and turn.dtype == np.bool_
        assert (dt.count_legal_moves(boards, turn) == np.diff(offsets)).all() and offsets[-1] == len(actions)
        assert (dt.count_legal_moves(boards, turn) > 0).all()
        return material(boards, turn, actions, offsets)

    search = dt.TreeSearch(watched, [dt.Board(), dt.Board("W:WK46,K3:BK50"), dt.Board("B:WK46:B17,22,K4")], leaves=3)
    search.run(200)
    assert 200 < seen <= 603


def test_games_end_by_the_rules_and_begin_anew():
    search = dt.TreeSearch(even, [dt.Board("W:W7:B44"), dt.Board("W:WK46:BK50"), dt.Board("W:W28:B23")])
    ended = {}
    for _ in range(12):
        search.run(3)
        chosen = search.choose()
        for game in ended:
            assert chosen[game] == -1
        for game in np.flatnonzero(search.play(chosen)):
            ended.setdefault(int(game), search.board(int(game)).outcome())
    for game, outcome in ended.items():
        result = {None: 0.0, dt.WHITE: 1.0, dt.BLACK: -1.0}[outcome.winner]
        assert search.results()[game] == result
        assert search.board(game).is_game_over()
    assert {1, 2} <= set(ended)
    _, offsets, _, _ = search.run(5)
    assert offsets[2] == offsets[1], "no actions of a game that is over"
    search.reset(np.array([False, True, True]))
    assert search.board(1).ply == search.board(2).ply == 0 and np.isnan(search.results()[1:]).all()
    search.reset()
    assert [search.board(game).ply for game in range(3)] == [0, 0, 0]


def test_the_moves_of_a_board_count_for_the_draw_rules():
    board = dt.Board("W:WK46:BK50")
    for move in ["46-41", "50-44", "41-46", "44-50", "46-41", "50-44", "41-46"]:
        board.push(move)
    search = dt.TreeSearch(lambda b, t, a, o: (even(b, t, a, o)[0], np.full(len(t), 0.5)), [board])
    actions, _, _, values = search.run(100)
    assert values[actions == board.action("44-50")] == 0
    assert search.play([board.action("44-50")]).tolist() == [True]
    assert search.results().tolist() == [0] and search.board(0).outcome().reason == "repetition"
    assert search.board(0).ply == 8


def test_tables_end_simulations(tables):
    calls = 0

    def counted(boards, turn, actions, offsets):
        nonlocal calls
        calls += len(boards)
        return even(boards, turn, actions, offsets)

    board = dt.Board("W:WK46,K1,28:B23,K9")
    known = dt.TreeSearch(counted, [board], tables=dt.Tablebase(tables))
    known.run(100)
    with_tables, calls = calls, 0
    dt.TreeSearch(counted, [board]).run(100)
    assert with_tables < calls


def test_results_depend_on_the_seed_and_not_on_the_threads():
    def played(seed, threads, algorithm):
        search = dt.TreeSearch(material, 8, algorithm=algorithm, noise=(0.5, 0.3), seed=seed, threads=threads, leaves=2)
        for ply in range(6):
            search.run(20)
            search.play(search.choose(1.0 if algorithm == "puct" and ply < 3 else 0.0))
        return [[str(move) for move in search.board(game).move_stack] for game in range(8)]

    for algorithm in ("puct", "gumbel"):
        assert played(1, 1, algorithm) == played(1, 3, algorithm)
        assert played(1, 1, algorithm) != played(2, 1, algorithm)


def test_a_temperature_draws_moves_by_their_visits():
    search = dt.TreeSearch(even, 300)
    actions, offsets, visits, _ = search.run(40)
    share = visits[: offsets[1]] / 40
    drawn = search.choose(1.0)
    found = np.array([(drawn == action).mean() for action in actions[: offsets[1]]])
    assert np.abs(found - share).max() < 0.12
    assert len(set(search.choose(0.0))) == 1


def test_a_run_without_simulations_has_the_policy_of_the_network():
    for algorithm in ("puct", "gumbel"):
        search = dt.TreeSearch(material, 2, algorithm=algorithm)
        actions, offsets, visits, values = search.run(0)
        logits = actions % 97 / 97
        wanted = np.exp(logits[: offsets[1]]) / np.exp(logits[: offsets[1]]).sum()
        assert visits.sum() == 0 and np.isnan(values).all()
        assert search.policy()[: offsets[1]] == pytest.approx(wanted, rel=1e-4)


@pytest.mark.parametrize(
    ("answer", "error", "reason"),
    [
        (lambda m, n: (np.zeros(m - 1, np.float32), np.zeros(n, np.float32)), ValueError, "8 logits for 9 actions"),
        (lambda m, n: (np.zeros(m, np.float32), np.zeros(n + 1, np.float32)), ValueError, "2 values for 1 positions"),
        (lambda m, n: (np.zeros((m, 1)), np.zeros(n)), ValueError, r"logits have dtype float64 and shape \[9, 1\]"),
        (lambda m, n: (np.zeros(m, int), np.zeros(n)), ValueError, "logits have dtype int64"),
        (lambda m, n: (np.zeros(m), np.zeros((n, 1))), ValueError, r"values have dtype float64 and shape \[1, 1\]"),
        (lambda m, n: (np.full(m, np.nan), np.zeros(n)), ValueError, "logit 0 is NaN"),
        (lambda m, n: (np.zeros(m), np.full(n, np.inf)), ValueError, "value 0 is inf"),
        (lambda m, n: (np.zeros(m), np.full(n, 1.5)), ValueError, "from -1 to 1"),
        (lambda m, n: np.zeros(m), ValueError, "return a tuple"),
        (lambda m, n: None, ValueError, "return a tuple"),
        (lambda m, n: ("word", np.zeros(n)), ValueError, "logits have dtype"),
        (lambda m, n: 1 // 0, ZeroDivisionError, "division"),
    ],
)
def test_answers_that_cannot_be_used_are_refused_and_the_search_can_be_used_again(answer, error, reason):
    broken = True

    def evaluate(boards, turn, actions, offsets):
        return answer(len(actions), len(boards)) if broken else even(boards, turn, actions, offsets)

    search = dt.TreeSearch(evaluate, 1)
    with pytest.raises(error, match=reason):
        search.run(5)
    broken = False
    assert search.run(5)[2].sum() == 5


@pytest.mark.parametrize(
    ("arguments", "keywords", "error", "reason"),
    [
        ((3, 1), {}, TypeError, "function"),
        ((even, 0), {}, ValueError, "0 games"),
        ((even, -1), {}, ValueError, "whole number"),
        ((even, []), {}, ValueError, "0 games"),
        ((even, 1.5), {}, TypeError, "give a number"),
        ((even, [3]), {}, TypeError, "Board"),
        ((even, 1), {"algorithm": "alphabeta"}, ValueError, "'puct' or 'gumbel'"),
        ((even, 1), {"c": 0.0}, ValueError, "c is 0"),
        ((even, 1), {"c": float("nan")}, ValueError, "c is NaN"),
        ((even, 1), {"noise": (0.0, 0.5)}, ValueError, "alpha"),
        ((even, 1), {"noise": (0.3, 1.5)}, ValueError, "share"),
        ((even, 1), {"leaves": 0}, ValueError, "leaves is 0"),
        ((even, 1), {"considered": 0}, ValueError, "considered is 0"),
        ((even, 1), {"gumbel_scale": -1.0}, ValueError, "gumbel_scale is -1"),
    ],
)
def test_bad_settings_are_refused(arguments, keywords, error, reason):
    with pytest.raises(error, match=reason):
        dt.TreeSearch(*arguments, **keywords)


def test_bad_calls_are_refused():
    search = dt.TreeSearch(even, 2)
    for call in (search.choose, search.policy):
        with pytest.raises(ValueError, match="call run first"):
            call()
    for simulations in (-1, 10**7):
        with pytest.raises(ValueError, match=r"simulations|whole number"):
            search.run(simulations)
    with pytest.raises(ValueError, match="game 0: action 0"):
        search.play([0, 0])
    with pytest.raises(ValueError, match="1 numbers for 2"):
        search.play([0])
    with pytest.raises(ValueError, match="there are 0 to 1"):
        search.board(2)
    with pytest.raises(TypeError, match="dtype bool"):
        search.reset(np.array([1, 0]))
    search.run(1)
    for temperature in (-1.0, float("nan")):
        with pytest.raises(ValueError, match="temperature"):
            search.choose(temperature)
    with pytest.raises(ValueError, match="gumbel_scale"):
        dt.TreeSearch(even, 1, algorithm="gumbel").choose(1.0)


def test_a_search_within_its_evaluator_is_refused():
    def evaluate(boards, turn, actions, offsets):
        search.run(1)
        return even(boards, turn, actions, offsets)

    search = dt.TreeSearch(evaluate, 1)
    with pytest.raises(RuntimeError, match="runs now"):
        search.run(1)


def test_ctrl_c_ends_a_run_between_rounds():
    search = dt.TreeSearch(even, 4)
    began = time.monotonic()
    pressed: list[float] = []

    def press():
        pressed.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Timer(0.3, press).start()
    with pytest.raises(KeyboardInterrupt):
        while time.monotonic() - began < 20:
            search.run(100_000)
            search.reset()
    assert time.monotonic() - pressed[0] < 0.5
    assert search.run(1)[2].sum() > 4


def test_a_search_that_its_evaluator_refers_to_is_collected():
    class Holder:
        def __init__(self):
            self.search = dt.TreeSearch(self.evaluate, 1)
            self.player = dt.TreeSearch.player(self.evaluate, 1)

        def evaluate(self, boards, turn, actions, offsets):
            return even(boards, turn, actions, offsets)

    holder = Holder()
    gone = weakref.ref(holder)
    del holder
    gc.collect()
    assert gone() is None


def test_a_player_that_searches_beats_random_moves_in_batches():
    sizes: list[int] = []

    def evaluate(boards, turn, actions, offsets):
        sizes.append(len(boards))
        return material(boards, turn, actions, offsets)

    player = dt.TreeSearch.player(evaluate, 24, algorithm="gumbel")
    result = dt.match(player, "random", games=16, concurrency=16)
    assert result.players == ["evaluate", "random"]
    assert result.wins >= 14
    assert max(sizes) >= 4, "games are searched together"


def test_the_moves_of_a_player_do_not_depend_on_the_batch(tmp_path):
    games = []
    for concurrency in (1, 8):
        pdn = tmp_path / f"{concurrency}.pdn"
        player = dt.TreeSearch.player(material, 16)
        first = dt.BatchPlayer(lambda boards, turn: dt.moves_to_actions(boards, turn, np.zeros(len(turn), np.int64)))
        dt.match(player, first, games=8, concurrency=concurrency, max_moves=20, pdn=pdn)
        games.append(sorted(" ".join(map(str, game.moves)) for game in dt.read_pdn(pdn)))
    assert games[0] == games[1]


def test_a_player_is_called_with_a_board_too():
    board = dt.Board(SHOT)
    player = dt.TreeSearch.player(even, 400)
    assert str(player(board)) == "28-22"
    board.push("28-22")
    board.push("17x28")
    board.push("33x22")
    with pytest.raises(ValueError, match="over"):
        player(board)


def test_errors_of_players_end_a_match():
    def broken(boards, turn, actions, offsets):
        raise ZeroDivisionError("no move from me")

    with pytest.raises(ZeroDivisionError, match="no move from me"):
        dt.match(dt.TreeSearch.player(broken, 4), "random", games=10, concurrency=4)
    with pytest.raises(dt.IllegalMoveError, match="action 0"):
        dt.match(dt.BatchPlayer(lambda boards, turn: np.zeros(len(turn), np.int64)), "random", games=4, concurrency=4)
    with pytest.raises(ValueError, match="0 numbers"):
        dt.match(dt.BatchPlayer(lambda boards, turn: np.zeros(0, np.int64)), "random", games=4)
    with pytest.raises(TypeError, match="function"):
        dt.BatchPlayer(3)  # type: ignore[arg-type]


def test_ctrl_c_ends_a_match_of_searches():
    player = dt.TreeSearch.player(even, 1000)
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        dt.match(player, player, games=1000, concurrency=16)


kinds = st.sampled_from(["puct", "gumbel"])
calls = st.lists(
    st.tuples(st.sampled_from(["run", "choose", "play", "reset", "fail"]), st.integers(0, 40)), max_size=12
)
BOARDS = [None, SHOT, "W:WK46,K3:BK50", "B:WK46:B17,22,K4", "W:W7:B44", "W:W28:B23"]


@settings(max_examples=int(os.environ.get("DRAUGHTS_EXAMPLES", "60")))
@given(st.lists(st.sampled_from(BOARDS), min_size=1, max_size=5), kinds, st.integers(1, 6), st.integers(0, 9), calls)
def test_any_calls_keep_the_counts(starts, algorithm, leaves, seed, steps):
    fails = False

    def evaluate(boards, turn, actions, offsets):
        if fails and random.random() < 0.3:
            raise KeyError
        return material(boards, turn, actions, offsets)

    search = dt.TreeSearch(evaluate, [dt.Board(fen) for fen in starts], algorithm=algorithm, leaves=leaves, seed=seed)
    searched = np.zeros(len(starts), int)
    for step, number in steps:
        over = ~np.isnan(search.results())
        if step in ("run", "fail"):
            fails = step == "fail"
            try:
                _, offsets, visits, _ = search.run(number)
            except KeyError:
                searched[:] = 0
                search.reset()
                continue
            finally:
                fails = False
            sums = np.add.reduceat(np.append(visits, 0), offsets[:-1]) * (np.diff(offsets) > 0)
            assert (sums == np.where(over, 0, searched + number)).all()
            searched = np.where(over, 0, searched + number)
        elif step == "play":
            actions, offsets = search.legal_actions()
            chosen = [actions[a + number % (b - a)] if b > a else -1 for a, b in itertools.pairwise(offsets)]
            before = [search.board(game).ply for game in range(len(starts))]
            search.play(chosen)
            after = [search.board(game).ply for game in range(len(starts))]
            assert (np.array(after) - before == ~over).all()
            _, _, visits, _ = search.run(0)
            offsets = search.legal_actions()[1]
            searched = np.add.reduceat(np.append(visits, 0), offsets[:-1]) * (np.diff(offsets) > 0)
        elif step == "reset":
            search.reset(over if number % 2 else None)
            searched = np.where(over | (number % 2 == 0), 0, searched)
        elif step == "choose" and (over | (searched > 0)).all():
            assert ((search.choose() < 0) == over).all()


@given(st.data())
def test_any_arguments_are_answered_or_refused(data):
    junk: Any = st.one_of(
        st.none(), st.integers(-3, 5), st.floats(), st.text(max_size=5), st.lists(st.integers(-9, 9), max_size=3),
        st.just(dt.Board()), st.just(even), st.just(np.zeros((2, 4), np.uint64)), st.just(np.ones(2, bool)),
    )  # fmt: skip
    search = dt.TreeSearch(even, 2)
    names = ["algorithm", "c", "noise", "considered", "gumbel_scale", "leaves", "seed", "threads", "tables"]
    for call in (
        lambda: dt.TreeSearch(data.draw(junk), data.draw(junk)),
        lambda: dt.TreeSearch(even, (data.draw(junk), data.draw(junk))),
        lambda: dt.TreeSearch(even, 1, **{data.draw(st.sampled_from(names)): data.draw(junk)}).run(3),
        lambda: dt.TreeSearch(lambda *_: data.draw(junk), 1).run(1),
        lambda: dt.TreeSearch(lambda *_: (data.draw(junk), data.draw(junk)), 1).run(1),
        lambda: dt.TreeSearch.player(data.draw(junk), data.draw(junk)),
        lambda: dt.BatchPlayer(lambda *_: data.draw(junk))(data.draw(st.one_of(junk, st.just(dt.Board())))),
        lambda: search.run(data.draw(junk)),
        lambda: search.choose(data.draw(junk)),
        lambda: search.play(data.draw(junk)),
        lambda: search.reset(data.draw(junk)),
        lambda: search.board(data.draw(junk)),
    ):
        try:
            call()
        except Exception as error:
            assert str(error) or isinstance(error, KeyError)


def test_the_example_learns(tmp_path: Path):
    torch = pytest.importorskip("torch")
    import importlib.util

    path = Path(__file__).parents[2] / "examples/python/alphazero.py"
    spec = importlib.util.spec_from_file_location("alphazero", path)
    assert spec and spec.loader
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    example.GAMES, example.STEPS, example.BATCH = 8, 4, 16
    torch.manual_seed(1)
    network = example.Network()
    before = [weights.clone() for weights in network.parameters()]
    example.train(network, 0.02, tmp_path / "network.pt", 1)
    assert any((old != new).any() for old, new in zip(before, network.parameters(), strict=True))
    assert (tmp_path / "network.pt").exists()
