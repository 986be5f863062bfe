"""Boards of draughts in Python, measured side by side: ``python benches/python/peers.py``.

Needs `draughts_td` in the Python that runs it. Each other package is installed in a virtual environment of its own in a
temporary folder, because two of them have the same module name. Figures are of processor time, best of three; the
table is Markdown.
"""

import json
import random
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

PEERS = {"draughts-td": None, "dame-rs": "dame-rs", "py-draughts": "py-draughts", "pydraughts": "pydraughts"}
START = f"W:W{','.join(map(str, range(31, 51)))}:B{','.join(map(str, range(1, 21)))}"


class Adapter:
    """A package: how to make a board, list moves, play and take back."""

    def __init__(self, name: str) -> None:
        self.moves: Callable[[Any], list[Any]] = lambda board: board.legal_moves
        if name == "draughts-td":
            from draughts_td import Board

            self.board: Callable[[str], Any] = Board
        elif name == "dame-rs":
            from dame import Board

            self.board = Board
        elif name == "py-draughts":
            from draughts import Board

            self.board = Board.from_fen
        else:
            from draughts import Board

            self.board = lambda fen: Board("standard", fen)
            self.moves = lambda board: board.legal_moves()


def best(run: Callable[[], object], rounds: int = 3) -> float:
    """The least processor time of some runs."""
    times = []
    for _ in range(rounds):
        before = time.process_time()
        run()
        times.append(time.process_time() - before)
    return min(times)


def consume(values: Iterable[object]) -> None:
    """Run an iterator to its end."""
    for _ in values:
        pass


def leaves(adapter: Adapter, board: Any, depth: int) -> int:
    """Count the leaves of a tree by moves played and taken back."""
    if depth == 0:
        return 1
    total = 0
    for move in adapter.moves(board):
        board.push(move)
        total += leaves(adapter, board, depth - 1)
        board.pop()
    return total


def random_game(adapter: Adapter, source: random.Random) -> int:
    """Play random moves up to the 100th ply; the number of plies."""
    board = adapter.board(START)
    for ply in range(100):
        moves = adapter.moves(board)
        if not moves:
            return ply
        board.push(source.choice(moves))
    return 100


def push_and_pop(pairs: list[tuple[Any, Any]]) -> None:
    """Play and take back a move on each board."""
    for board, move in pairs:
        board.push(move)
        board.pop()


def measure(name: str, fens: list[str]) -> dict[str, float]:
    """All figures of a package."""
    adapter = Adapter(name)
    # The slowest package takes seconds for what others do in milliseconds.
    slow = name == "pydraughts"
    fens = fens[:20] if slow else fens
    boards = [adapter.board(fen) for fen in fens]
    pairs = [(board, adapter.moves(board)[0]) for board in boards]
    depth = 2 if slow else 5
    walk = best(lambda: leaves(adapter, adapter.board(START), depth), 1 if slow else 3)
    plies: list[int] = []
    games = 1 if slow else 100
    play = best(lambda: plies.extend(random_game(adapter, random.Random(seed)) for seed in range(games)), 1)
    return {
        "FEN to board, µs": best(lambda: consume(map(adapter.board, fens))) / len(fens) * 1e6,
        "legal moves, µs": best(lambda: consume(map(adapter.moves, boards))) / len(fens) * 1e6,
        "push and pop, µs": best(lambda: push_and_pop(pairs)) / len(fens) * 1e6,
        "tree walk, leaves/s": leaves(adapter, adapter.board(START), depth) / walk,
        "random games, plies/s": sum(plies) / play,
    }


def positions(count: int) -> list[str]:
    """FENs from random games, each with a move."""
    from draughts_td import Board

    source, found = random.Random(1), []
    while len(found) < count:
        board = Board()
        for _ in range(source.randrange(60)):
            if not board.legal_moves:
                break
            board.push(source.choice(board.legal_moves))
        if board.legal_moves:
            found.append(board.fen())
    return found


def python_with(package: str, folder: Path) -> str:
    """Install a package in an environment of its own; its interpreter."""
    venv.create(folder, with_pip=True)
    python = str(folder / "bin" / "python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", package], check=True)
    return python


def import_time(python: str, name: str) -> float:
    """The time of the import in milliseconds, best of five processes."""
    module = {"draughts-td": "draughts_td", "dame-rs": "dame"}.get(name, "draughts")
    code = f"import time; t = time.process_time(); import {module}; print(time.process_time() - t)"
    runs = [float(subprocess.check_output([python, "-c", code])) for _ in range(5)]
    return min(runs) * 1e3


def table(found: dict[str, dict[str, float]]) -> str:
    """The figures as a table of Markdown."""
    rows = ["| | " + " | ".join(found) + " |", "| --- |" + " ---: |" * len(found)]
    for figure in next(iter(found.values())):
        values = [figures[figure] for figures in found.values()]
        cells = [f"{value:,.2f}" if value < 100 else f"{value:,.0f}" for value in values]
        rows.append(f"| {figure} | {' | '.join(cells)} |")
    return "\n".join(rows)


def main() -> None:
    """Measure all packages and print the table."""
    if sys.argv[1:2] == ["--measure"]:
        print(json.dumps(measure(sys.argv[2], json.load(sys.stdin))))
        return
    fens = json.dumps(positions(1000))
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, package in PEERS.items():
            python = python_with(package, Path(folder) / name) if package else sys.executable
            command = [python, __file__, "--measure", name]
            run = subprocess.run(command, input=fens, stdout=subprocess.PIPE, check=True, text=True)
            figures = json.loads(run.stdout)
            found[name] = {"import, ms": import_time(python, name), **figures}
    print(table(found))


if __name__ == "__main__":
    main()
