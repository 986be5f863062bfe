import pathlib
import re
import signal
import subprocess
import sys

import draughts_td as dt
import pytest

PLAYER = pathlib.Path(__file__).parents[2] / "examples/python/random_player.py"
PROGRAM = [sys.executable, "-m", "draughts_td"]
BROKEN = "import draughts_td as dt; dt.serve_hub(lambda board: 1 / 0)"


def test_the_random_player_is_short():
    assert len(PLAYER.read_text().splitlines()) <= 33


def test_the_random_player_passes_the_check_of_hub():
    command = f"'{sys.executable}' '{PLAYER}'"
    check = subprocess.run([*PROGRAM, "hub", "check", command], capture_output=True, text=True)
    assert check.returncode == 0, check.stdout + check.stderr
    assert "FAIL" not in check.stdout


def talk(code: list[str], lines: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *code], input=lines, capture_output=True, text=True, timeout=60)


def test_a_function_declares_no_parameter_of_a_search():
    said = talk([str(PLAYER)], "hub\ninit\nquit\n")
    assert "id name=random" in said.stdout and said.returncode == 0
    assert re.findall(r"param name=(\S+)", said.stdout) == ["variant", "ponder"]


def test_an_exception_of_the_function_ends_the_engine_with_its_traceback():
    said = talk(["-c", BROKEN], "hub\ninit\npos\nlevel depth=1\ngo\n")
    assert said.returncode != 0 and "ZeroDivisionError" in said.stderr


@pytest.fixture
def address():
    with subprocess.Popen([sys.executable, str(PLAYER), "dxp", "0"], stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        yield program.stdout.readline().split()[-1]
        program.kill()


def test_the_random_player_passes_the_check_of_dxp(address):
    check = subprocess.run([*PROGRAM, "dxp", "check", address], capture_output=True, text=True)
    assert check.returncode == 0, check.stdout + check.stderr


def test_the_random_player_plays_a_match_over_dxp(address):
    result = dt.match("material", f"dxp:{address}", games=2, nodes=200, hash_mb=1)
    assert result.games == 2 and result.wins == 2


def test_ctrl_c_ends_a_server():

    with subprocess.Popen(
        [sys.executable, str(PLAYER)], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as program:
        with pytest.raises(subprocess.TimeoutExpired):
            program.wait(2)
        program.send_signal(signal.SIGINT)
        assert program.wait(20) != 0
