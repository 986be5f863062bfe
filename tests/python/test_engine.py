import copy
import os
import pickle
import signal
import threading
import time

import draughts_td as dt
import pytest

WIN = "W:W28,33,39:B17"


@pytest.fixture
def engine():
    return dt.Engine("material", hash_mb=1)


def test_a_win_is_found_with_its_score(engine):
    result = engine.search(dt.Board(WIN), depth=6)
    assert str(result.move) == "28-22" and result.pv[0] == result.move
    assert result.score == pytest.approx(99.97)
    assert result.nodes > 0 and result.depth >= 3 and result.time >= 0
    assert [line.move for line in result.lines] == [result.move]


def test_limits_are_kept(engine):
    board = dt.Board()
    assert engine.search(board, nodes=1000).nodes <= 1000
    assert engine.search(board, depth=3).depth == 3
    began = time.monotonic()
    engine.search(board, time=0.05)
    assert time.monotonic() - began < 2


def test_the_same_search_gives_the_same_result(engine):
    found = [dt.Engine("material", hash_mb=1).search(dt.Board(), nodes=5000) for _ in range(2)]
    assert (found[0].move, found[0].score, found[0].nodes) == (found[1].move, found[1].score, found[1].nodes)


def test_several_lines_come_in_the_order_of_their_scores(engine):
    lines = engine.search(dt.Board(), depth=4, lines=3).lines
    assert len(lines) == len({line.move for line in lines}) == 3
    assert sorted((line.score for line in lines), reverse=True) == [line.score for line in lines]


def test_a_position_without_moves_has_none(engine):
    result = engine.search(dt.Board("W:W46:B41,37"), depth=3)
    assert result.move is None and result.score is None and result.lines == []


def test_an_infinite_search_needs_a_handle(engine):
    with pytest.raises(ValueError, match="give a limit"):
        engine.search(dt.Board())
    search = engine.ponder(dt.Board())
    with pytest.raises(RuntimeError, match="searches already"):
        engine.search(dt.Board(), depth=1)
    with pytest.raises(RuntimeError, match="searches already"):
        engine.new_game()
    assert not search.is_done
    result = search.stop()
    assert search.is_done and result.move in dt.Board().legal_moves
    assert search.stop().nodes == result.nodes
    assert engine.search(dt.Board(), depth=1).move is not None


def test_pondering_turns_into_a_search_with_a_time(engine):
    search = engine.ponder(dt.Board(), time=0.02)
    time.sleep(0.1)
    assert not search.is_done
    search.hit()
    assert search.result().move is not None


def test_a_dropped_search_frees_its_engine(engine):
    engine.ponder(dt.Board())
    for _ in range(100):
        try:
            engine.search(dt.Board(), depth=1)
            return
        except RuntimeError:
            time.sleep(0.05)
    pytest.fail("the search continues")


def test_other_threads_run_during_a_search(engine):
    counted = 0
    is_over = threading.Event()

    def count():
        nonlocal counted
        while not is_over.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    engine.search(dt.Board(), time=0.3)
    is_over.set()
    thread.join()
    assert counted > 10


def test_ctrl_c_ends_a_search(engine):
    threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        engine.search(dt.Board(), time=60)
    assert time.monotonic() - began < 10


def test_a_level_needs_no_limit_and_plays_some_moves_without_a_search():
    engine = dt.Engine(level=1, hash_mb=1, seed=1)
    results = [engine.search(dt.Board()) for _ in range(60)]
    assert all(result.nodes <= 10 for result in results)
    assert 10 < sum(result.score is None for result in results) < 50
    again = dt.Engine(level=1, hash_mb=1, seed=1)
    assert [result.move for result in results] == [again.search(dt.Board()).move for _ in range(60)]


@pytest.mark.parametrize(
    ("settings", "error", "reason"),
    [
        ({"net": "no/such.safetensors"}, OSError, "no/such"),
        ({"level": 11}, ValueError, "from 1 to 10"),
        ({"hash_mb": 0}, ValueError, "hash_mb"),
        ({"hash_mb": 2**40}, ValueError, "MiB"),
        ({"threads": 257}, ValueError, "257 threads: give 1 to 256"),
        ({"book": "no/such.book"}, OSError, "no/such"),
        ({"tables": __file__}, OSError, "not a folder"),
    ],
)
def test_bad_settings_are_refused(settings, error, reason):
    with pytest.raises(error, match=reason):
        dt.Engine(**settings)


@pytest.mark.parametrize("lines", [1, 2, 9, 2**60])
@pytest.mark.parametrize("nodes", [1, 20, 2000])
def test_a_search_has_a_move_however_low_its_limit(engine, nodes, lines):
    result = engine.search(dt.Board(), nodes=nodes, lines=lines)
    assert result.move in dt.Board().legal_moves and result.lines[0].move == result.move
    assert len(result.lines) <= 9
    assert engine.search(dt.Board("W:W46:B41,37"), nodes=nodes, lines=lines).move is None


def test_bad_limits_are_refused(engine):
    for limits in ({"time": -1}, {"time": float("nan")}, {"nodes": 0}, {"depth": 0}, {"depth": 101}):
        with pytest.raises(ValueError):
            engine.search(dt.Board(), **limits)


def test_a_copy_of_an_engine_has_its_settings_and_begins_anew():
    engine = dt.Engine("material", hash_mb=1, threads=1, level=1, seed=7)
    copies = [pickle.loads(pickle.dumps(engine)), copy.deepcopy(engine)]
    plays = [[one.search(dt.Board()).move for _ in range(10)] for one in (engine, *copies)]
    assert plays[0] == plays[1] == plays[2]
    search = dt.Engine("material", hash_mb=1).ponder(dt.Board())
    with pytest.raises(TypeError, match="pickle"):
        pickle.dumps(search)
    search.stop()
