"""Hub engines and DXP programs that are asked for moves, sound ones and others."""

import os
import pathlib
import pickle
import signal
import subprocess
import sys
import threading
import time

import draughts_td as dt
import pytest

PLAYER = pathlib.Path(__file__).parents[2] / "examples/python/random_player.py"
HUB = f"hub:'{sys.executable}' -m draughts_td hub --net material --hash 1"
HANDSHAKE = "input(); print('id name=odd version=1'); print('wait', flush=True); input(); print('ready', flush=True)"


def odd(*lines: str) -> str:
    """A Hub engine that starts well and then does something else at `go`."""
    code = "\n".join([HANDSHAKE, "while 'go' not in input(): pass", *lines])
    return f'''hub:'{sys.executable}' -c "{code}"'''


@pytest.fixture(scope="module")
def program():
    with dt.Program(HUB) as program:
        yield program


def test_a_program_answers_as_the_engine_in_this_process(program):
    infos: list[dt.SearchResult] = []
    board = dt.Board("W:W28,33,39:B17")
    found = program.search(board, depth=5, info=infos.append)
    own = dt.Engine("material", hash_mb=1).search(board, depth=5)
    assert (found.move, found.pv, found.depth) == (own.move, own.pv, own.depth)
    assert found.score == pytest.approx(own.score, abs=0.01) and found.nodes == own.nodes
    assert infos and infos[-1].depth == found.depth and program.name.startswith("draughts-td")
    assert program.search(dt.Board(), clock=(1, 0.1)).move in dt.Board().legal_moves
    program.new_game()


def test_the_moves_of_the_board_are_sent(program):
    board = dt.Board("W:WK46,31:BK35,1")
    for _ in range(6):
        board.push(board.legal_moves[-1])
    assert program.search(board, nodes=500).move in board.legal_moves
    assert program.search(dt.Board("W:W:B1"), nodes=500).move is None


def test_bad_arguments_of_a_program_are_refused(program):
    for arguments in ({}, {"nodes": 0}, {"depth": 200}, {"time": -1.0}, {"clock": (-1, 0)}):
        with pytest.raises(ValueError):
            program.search(dt.Board(), **arguments)
    for player, reason in (("material", "not another program"), ("dxp:", "no player"), ("hub: ", "no player")):
        with pytest.raises(ValueError, match=reason):
            dt.Program(player)
    for settings in ({"startup": -1}, {"timeout": float("nan")}, {"hub_params": {"a": "x\ny"}}, {"dxp_minutes": 0}):
        with pytest.raises(ValueError):
            dt.Program(HUB, **settings)
    with pytest.raises(TypeError, match="pickle"):
        pickle.dumps(program)


def test_an_exception_of_info_is_raised_and_the_program_serves_on():
    def broken(found: dt.SearchResult) -> None:
        raise KeyError(found.depth)

    with dt.Program(HUB) as program:
        with pytest.raises(KeyError):
            program.search(dt.Board(), time=20, info=broken)
        assert program.search(dt.Board(), depth=2).move is not None


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("hub:no-such-program", "no such file"),
        ("hub:false", "exit status: 1"),
        ("hub:sleep 60", "silent for 0.3 s; startup gives"),
    ],
)
def test_a_program_that_does_not_start_is_an_error(command, reason):
    with pytest.raises(dt.ProgramError, match=reason):
        dt.Program(command, startup=0.3)


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (("raise SystemExit(3)",), "exit status: 3"),
        (("import time; time.sleep(60)",), "silent for"),
        (("print('done move=1-2', flush=True); input()",), "1-2"),
        (("print('done', flush=True); input()",), "without a move"),
        (("print('done move=rubbish', flush=True); input()",), "rubbish"),
    ],
)
def test_a_program_that_crashes_is_silent_or_lies_is_an_error_and_leaves_no_process(lines, reason):
    with dt.Program(odd(*lines), timeout=0.3) as program:
        assert program.name == "odd 1"
        with pytest.raises(dt.ProgramError, match=reason):
            program.search(dt.Board(), time=0.01)
    children = subprocess.run(["ps", "-o", "stat=,args=", "--ppid", str(os.getpid())], capture_output=True, text=True)
    assert "-c input()" not in children.stdout and "defunct" not in children.stdout


def test_a_closed_program_says_so():
    program = dt.Program(HUB)
    program.close()
    program.close()
    with pytest.raises(ValueError, match="closed"):
        program.search(dt.Board(), nodes=1)


def test_one_thread_asks_at_a_time_and_ctrl_c_ends_the_question():
    with dt.Program(HUB) as program:
        refused: list[str] = []

        def other() -> None:
            try:
                program.search(dt.Board(), nodes=1)
            except RuntimeError as error:
                refused.append(str(error))
            os.kill(os.getpid(), signal.SIGINT)

        threading.Timer(0.3, other).start()
        begun = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            program.search(dt.Board(), time=30)
        assert time.monotonic() - begun < 5 and "another thread" in refused[0]


@pytest.fixture
def address():
    with subprocess.Popen([sys.executable, str(PLAYER), "dxp", "0"], stdout=subprocess.PIPE, text=True) as player:
        assert player.stdout is not None
        yield player.stdout.readline().split()[-1]
        player.kill()


def test_a_dxp_program_is_asked_for_one_move_after_another(address):
    with dt.Program(f"dxp:{address}") as program:
        for fen in ("start", "W:W28:B22", "B:W31-50:B1-20"):
            board = dt.Board(fen)
            assert program.search(board, time=0.1).move in board.legal_moves
        assert program.name == "random_player"
        with pytest.raises(ValueError, match="DXP"):
            program.search(dt.Board(), nodes=5)
    with pytest.raises(dt.ProgramError):
        dt.Program("dxp:127.0.0.1:1", startup=1).search(dt.Board())


def test_a_forked_process_leaves_the_program_to_its_parent(program):
    child = os.fork()
    if child == 0:
        status = 1
        try:
            program.search(dt.Board(), nodes=1)
        except RuntimeError as error:
            status = 0 if "another process" in str(error) else 2
        os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert program.search(dt.Board(), nodes=100).move is not None
