"""Puzzles as dictionaries."""

import subprocess
import sys
from pathlib import Path

import draughts_td as dt
import pytest

ROOT = Path(__file__).resolve().parents[2]


def test_the_solutions_of_the_built_in_puzzles_are_legal():
    found = dt.puzzles()
    assert len(found) >= 40
    for puzzle in found:
        board = dt.Board(puzzle["fen"])
        for move in puzzle["moves"]:
            board.push(move)
        assert puzzle["asked"] % 2 == 1 and puzzle["asked"] <= len(puzzle["moves"])


def test_puzzles_of_a_file_pass_its_filters(tmp_path):
    file = tmp_path / "puzzles.db"
    command = [sys.executable, "-m", "draughts_td", "puzzle", "make", ROOT / "pdn/classics.pdn", "-o", file]
    subprocess.run(command, check=True)
    assert dt.puzzles(file) == dt.puzzles(file, min_level=1)
    assert dt.puzzles(file, min_level=10, max_level=1) == []


def test_a_fault_is_an_error_of_python(tmp_path):
    with pytest.raises(ValueError, match="royal"):
        dt.puzzles(theme="nothing")
    with pytest.raises(ValueError, match="path"):
        dt.puzzles(missed=True)
    with pytest.raises((OSError, ValueError)):
        dt.puzzles(tmp_path / "none.db")
