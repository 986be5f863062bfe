"""No argument ends the interpreter, and a forked process hangs on nothing: each case runs in a process of its own."""

import pathlib
import signal
import subprocess
import sys
import textwrap
import time

import pytest

SAMPLE = pathlib.Path(__file__).parents[2] / "pdn/sample.pdn.zst"

PRELUDE = """
import os, signal, sys, threading, time
import numpy as np
import draughts_td as dt

signal.signal(signal.SIGINT, signal.default_int_handler)


def raises(expected, call, *arguments, **keywords):
    try:
        call(*arguments, **keywords)
    except expected as error:
        return str(error)
    raise AssertionError(f"{call} raised nothing")


def interrupted(call, *arguments, **keywords):
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    begun = time.monotonic()
    raises(KeyboardInterrupt, call, *arguments, **keywords)
    return time.monotonic() - begun
"""


def run(code: str, *, timeout: float = 120) -> str:
    """The output of a process that ends well."""
    code = PRELUDE + textwrap.dedent(code)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=timeout)
    assert done.returncode == 0, (done.returncode, done.stdout, done.stderr)
    return done.stdout


def test_no_depth_of_perft_exhausts_stack_or_memory():
    run("""
        board = dt.Board("W:WK1:BK50")
        for depth in (256, 50000, 2**32 - 1, 2**64, -1):
            assert "from 0 to 255" in raises(ValueError, board.perft, depth)
        # A thread has less stack than the process.
        threading.stack_size(256 << 10)
        found = []
        lost = dt.Board("W:W46:B41,37")
        thread = threading.Thread(target=lambda: found.append(lost.perft(255)))
        thread.start(); thread.join()
        assert found == [0]
        assert interrupted(board.perft, 255) < 5
    """)


def test_lengths_that_are_said_are_not_made_room_for():
    run(
        """
        class Long(list):
            def __len__(self):
                return 2**62

        board = dt.Board()
        assert dt.boards_to_arrays(Long([board]))[0].shape == (1, 4)
        assert dt.features(*dt.boards_to_arrays([board]), names=Long(["hekstelling"])).shape == (1, 1)
        assert next(dt.read_pdn(Long([SAMPLE]))).number == 1
        assert dt._core.run(Long(["draughts-td", "perft", "1"])) == 0
        assert dt.Board._restore(board.fen(), Long(["32-28"])).ply == 1
    """.replace("SAMPLE", repr(str(SAMPLE)))
    )


def test_rows_that_nobody_has_memory_for_are_a_memory_error():
    run("""
        import resource
        boards, turn = dt.boards_to_arrays([dt.Board()])
        many, turns = np.broadcast_to(boards[0], (10**9, 4)), np.broadcast_to(turn[0], 10**9)
        used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + (1 << 30),) * 2)
        evaluation = dt.Evaluation("material")
        for call in (
            lambda: dt.arrays_to_boards(many, turns),
            lambda: dt.features(many, turns),
            lambda: dt.legal_moves(many, turns),
            lambda: dt.action_masks(many, turns),
            lambda: dt.actions_to_moves(many, turns, np.broadcast_to(np.int16(1577), 10**9)),
            lambda: evaluation.values(many, turns),
            lambda: evaluation.search(many, turns, nodes=1),
            lambda: dt.VectorEnv(1_000_000),
        ):
            raises(MemoryError, call)
        # Nothing is copied that is not read.
        empty = np.broadcast_to(np.zeros(4, np.uint64) + np.uint64(1 << 50), (10**9, 4))
        assert "row 0: " in raises(ValueError, evaluation.values, empty[: 10**8], turns[: 10**8])
    """)


def test_boards_that_another_thread_changes_are_read_or_refused():
    run("""
        board = dt.Board("W:WK1,K2,K3,K4,K5:BK50")
        boards, turn = dt.boards_to_arrays([dt.Board("W:W46:B1")] * 20000)
        crowded = dt.boards_to_arrays([board])[0][0]
        poor = boards[0].copy()
        ended = []

        def change():
            while not ended:
                boards[:] = crowded
                boards[:] = poor

        thread = threading.Thread(target=change)
        thread.start()
        refused = 0
        try:
            for _ in range(60):
                for call in (dt.legal_moves, dt.count_legal_moves, dt.arrays_to_boards):
                    try:
                        call(boards, turn)
                    except ValueError as error:
                        refused += "changed" in str(error)
        finally:
            ended.append(True)
            thread.join()
    """)


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_long_calls(tmp_path, threads):
    run(f"""
        threads = {threads}
        boards, turn = dt.boards_to_arrays([dt.Board()])
        many, turns = np.broadcast_to(boards[0], (100_000_000, 4)), np.broadcast_to(turn[0], 100_000_000)
        evaluation = dt.Evaluation("material")
        for call in (evaluation.values, dt.count_legal_moves, dt.legal_moves):
            assert interrupted(call, many, turns, threads=threads) < 5, call
        assert interrupted(dt.action_masks, many[:200_000], turns[:200_000], threads=threads) < 5
        assert interrupted(dt.arrays_to_boards, many, turns) < 5
        assert interrupted(dt.Tablebase, {str(tmp_path)!r}, threads=threads) < 5
        assert ".draughts-td-unfinished" in os.listdir({str(tmp_path)!r})

        def slow(board):
            time.sleep(12)
            return board.legal_moves[0]

        assert interrupted(dt.match, slow, "random", games=2) < 10
    """)


def test_ctrl_c_ends_every_long_function_at_once(tmp_path):
    said = run(f"""
        import io
        os.chdir({str(tmp_path)!r})
        sample = {str(SAMPLE)!r}
        many = [sample] * 40
        stream = io.BytesIO(open(sample, "rb").read() * 40)
        database = dt.Database.build(sample, "games.db")
        program = dt.Program(f"hub:'{{sys.executable}}' -m draughts_td hub --hash 1")
        compare = lambda: dt.compare_players("games.db", "Level 9", "Level 8", position="start", nodes=10**9)
        calls = [
            lambda: dt.Engine(hash_mb=1).search(dt.Board(), time=100),
            lambda: dt.Engine(hash_mb=1).ponder(dt.Board()).result(),
            lambda: program.search(dt.Board(), time=100),
            lambda: dt.learn(many, out="learnt.safetensors"),
            lambda: dt.train(out="trained.safetensors", games=10**6),
            lambda: dt.generate("own.pdn.zst", games=10**6, nodes=10**8),
            lambda: dt.match("material", "reference", games=100, time=30.0),
            lambda: dt.tournament(["material", "reference", "random"], games=100, time=30.0),
            lambda: dt.Database.build(many, "other.db"),
            lambda: [database.search(material="2K:1K", ending="1K:1K") for _ in range(10**4)],
            lambda: dt.player_mistakes("games.db", "Level 9", games=1000),
            lambda: dt.event_report("games.db", "Level match 1001", nodes=10**9),
            compare,
            lambda: dt.check_composition("W:W27,28,32,33,37,38,42,43,48:B6,8,9,12,13,16,18,19,23", nodes=10**9),
            lambda: [None for _ in dt.read_pdn(many)],
            lambda: list(dt.read_pdn(stream)),
            lambda: dt.positions(many),
            lambda: [dt.puzzles() for _ in range(10**4)],
        ]

        def late(call):
            sent = []

            def send():
                sent.append(time.monotonic())
                os.kill(os.getpid(), signal.SIGINT)

            threading.Timer(0.2, send).start()
            raises(KeyboardInterrupt, call)
            return time.monotonic() - sent[0]

        # The half of them bears a loaded machine.
        times = sorted(late(call) for call in calls)
        assert times[len(times) // 2] < 0.2 and times[-1] < 5, times
        print(len(times))
    """)
    assert said == "18\n"


@pytest.mark.parametrize(
    "call",
    [
        "dt.match(player, 'random', games=2, max_moves=4)",
        "dt.Engine('material', hash_mb=1).search(dt.Board(), nodes=10**7, info=slow)",
        "dt.match('random', 'random', games=2, max_moves=4, progress=slow)",
        "dt.match(player, failing, games=2, max_moves=4, concurrency=2)",
    ],
)
def test_python_ends_after_its_functions_that_still_run(call):
    said = run(f"""
        def slow(*_):
            began = time.monotonic()
            while time.monotonic() - began < 3:
                sum(range(100))
            print("slow", flush=True)

        def player(board):
            slow()
            return board.legal_moves[0]

        def failing(board):
            raise KeyboardInterrupt

        if "failing" not in {call!r}:
            threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
        raises(KeyboardInterrupt, lambda: {call})
        print("the end", flush=True)
    """)
    assert said.startswith("the end\nslow\n")


def test_a_second_ctrl_c_does_not_wait_for_a_function_at_the_end():
    code = """
        def player(board):
            while True:
                sum(range(100))

        threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
        raises(KeyboardInterrupt, dt.match, player, "random", games=2, max_moves=4)
        threading.Thread(target=lambda: (time.sleep(1), os.kill(os.getpid(), signal.SIGINT)), daemon=True).start()
    """
    code = PRELUDE + textwrap.dedent(code)
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 130


@pytest.mark.parametrize("verb", [["perft", "30"], ["match", "random", "random", "--games", "1000000", "-q"]])
def test_the_command_ends_by_ctrl_c(verb, tmp_path):
    code = PRELUDE + f"sys.exit(dt._core.run(['draughts-td', *{verb!r}]))"
    child = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=tmp_path
    )
    time.sleep(2)
    child.send_signal(signal.SIGINT)
    _, said = child.communicate(timeout=20)
    assert child.returncode == 130 and b"Traceback" not in said, said


def test_no_value_of_a_setting_exhausts_the_stack():
    run(f"""
        class Own:
            def item(self):
                return self

        endless = []
        endless.append(endless)
        for value in (endless, Own(), [Own()], (endless, 1), 2**64, -(2**64)):
            raises((TypeError, ValueError), dt.learn, {str(SAMPLE)!r}, out="x", seed=value)
        assert "lr is -0.5" in raises(ValueError, dt.learn, {str(SAMPLE)!r}, out="x", games=5, lr=np.longdouble(-0.5))
    """)


def test_a_second_command_does_what_it_says(tmp_path):
    output = run(f"""
        run = dt._core.run
        assert run(["draughts-td", "perft", "1"]) == 0
        assert run(["draughts-td", "db", "search", {str(tmp_path / "none.db")!r}, "player X"]) == 2
        assert run(["draughts-td", "perft", "2"]) == 0
        assert run(["draughts-td", "--version"]) == 0
        assert run(["draughts-td", "perft", "--help"]) == 0
        assert run(["draughts-td", "no-verb"]) == 2
        assert "name of the program" in raises(ValueError, run, [])
        print("the end")
    """)
    assert "count 9 " in output and "count 81 " in output and "draughts-td 0." in output
    assert output.endswith("the end\n")


def test_an_output_that_failed_is_forgotten_by_the_next_command(tmp_path):
    output = run("""
        out = os.dup(1)
        os.dup2(os.open("/dev/full", os.O_WRONLY), 1)
        assert dt._core.run(["draughts-td", "perft", "1"]) == 2
        os.dup2(out, 1)
        assert dt._core.run(["draughts-td", "perft", "1"]) == 0
    """)
    assert "count 9 " in output


FORK = """
def forked(work):
    # The exit status of a child that does the work, which must not take long.
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        status = 1
        try:
            work()
            status = 0
        except BaseException:
            import traceback
            traceback.print_exc()
        os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
"""


@pytest.mark.skipif(not hasattr(__import__("os"), "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_process_works_or_is_refused(tables, tmp_path):
    code = f"""
        boards, turn = dt.boards_to_arrays([dt.Board()] * 2000)

        def everything(name):
            for threads in (1, 2):
                evaluation = dt.Evaluation()
                evaluation.values(boards, turn, threads=threads)
                evaluation.search(boards[:4], turn[:4], nodes=50, threads=threads)
                dt.features(boards, turn, threads=threads)
                dt.legal_moves(boards, turn, threads=threads)
                engine = dt.Engine(hash_mb=1, threads=threads)
                assert engine.search(dt.Board(), nodes=200).move is not None
                assert dt.Engine(level=1, hash_mb=1).search(dt.Board()).move is not None
                tables = dt.Tablebase({str(tables)!r}, threads=threads)
                tables.values(boards, turn, threads=threads)
                dt.VectorEnv(8, threads=threads).step()
                assert next(dt.read_pdn({str(SAMPLE)!r}, threads=threads)).number == 1
                dt.positions({str(SAMPLE)!r}, games=20, threads=threads)
                dt.match("material", "random", games=2, nodes=50, hash_mb=1, concurrency=threads)
            dt.learn({str(SAMPLE)!r}, games=20, out=name + ".safetensors", model="nn1")

        everything({str(tmp_path / "parent")!r})
        assert forked(lambda: everything({str(tmp_path / "child")!r})) == 0

        # Objects of the parent: what they have in threads is made anew, or refused at once.
        evaluation, tables = dt.Evaluation(), dt.Tablebase({str(tables)!r})
        env, engine, games = dt.VectorEnv(8, threads=2), dt.Engine(hash_mb=1, threads=2), dt.read_pdn({str(SAMPLE)!r})
        env.step(), next(games)
        busy = dt.Engine(hash_mb=1)
        search = busy.ponder(dt.Board())
        waiting = threading.Thread(target=lambda: raises(KeyboardInterrupt, search.result), daemon=True)
        waiting.start()

        def inherited():
            evaluation.values(boards, turn, threads=2)
            tables.values(boards, turn, threads=2)
            assert env.step()[0].shape == (8, 4)
            env.reset()
            assert engine.search(dt.Board(), nodes=100).move is not None
            for call in (search.stop, search.result, lambda: search.is_done):
                assert "spawn" in raises(RuntimeError, call)
            assert "engine of this process" in raises(RuntimeError, busy.search, dt.Board(), nodes=1)
            assert "spawn" in raises(RuntimeError, lambda: sum(1 for _ in games))

        assert forked(inherited) == 0
        os._exit(0)
    """
    run(FORK + textwrap.dedent(code), timeout=280)
