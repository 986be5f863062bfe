"""Compositions checked: the result is that of `puzzle check`."""

import json
import subprocess
import sys

import draughts_td as dt
import pytest

FEN = "W:W33,46:B23,31"


def test_a_composition_is_checked_as_by_the_command() -> None:
    for solution in ("", "46-41 31-36 41-37"):
        command = [sys.executable, "-m", "draughts_td", "puzzle", "check", FEN, "--solution", solution, "--json"]
        run = subprocess.run(command, check=False, capture_output=True, text=True)
        assert run.returncode in (0, 1), run.stderr
        expected = json.loads(run.stdout)
        found = dt.check_composition(FEN, solution)
        assert found == expected
        assert found["fen"] == FEN and found["verdict"] == "sound"


def test_duals_that_are_allowed_are_no_fault() -> None:
    # Two first moves win; of a solution of one move the first is the last.
    fen, solution = "W:W33,38,46:B23,31", "46-41"
    assert dt.check_composition(fen, solution)["verdict"] == "cooked"
    for allowed in (["last-move"], ["last-move", "order"]):
        found = dt.check_composition(fen, solution, allow_duals=allowed)
        assert found["verdict"] == "sound"
        assert {finding["kind"] for finding in found["findings"]} == {"allowed"}
    with pytest.raises(ValueError, match="last-move"):
        dt.check_composition(FEN, allow_duals=["all"])


def test_what_cannot_be_read_is_named() -> None:
    for fen, solution, named in (
        ("W:W51:B1", "", "W51"),
        ("W:W33:B", "", "Black has no piece"),
        (FEN, "33-27", "33-27"),
        (FEN, "nonsense", "solution"),
    ):
        with pytest.raises(ValueError, match=named):
            dt.check_composition(fen, solution)
    with pytest.raises(ValueError, match="nodes"):
        dt.check_composition(FEN, nodes=0)
