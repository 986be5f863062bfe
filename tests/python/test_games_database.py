"""The verb ``db`` against a slow count in Python, over games that ``read_pdn`` reads and this file replays.

DRAUGHTS_DB_QUERIES is the number of positions asked for, 20 unless it is set; there are a fifth as many formations, and
a tenth as many games go through the rules of pydraughts where that is installed.
"""

import json
import os
import random
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import draughts_td as dt
import numpy as np
import pytest

SAMPLE = Path(__file__).parents[2] / "pdn" / "sample.pdn.zst"
QUERIES = int(os.environ.get("DRAUGHTS_DB_QUERIES", "20"))

# White's men and kings, Black's men and kings as sets of bits, bit 0 for square 1; whether White is to move.
Position = tuple[int, int, int, int, bool]
PROMOTION = (0b11111, 0b11111 << 45)


def bits(squares: Iterable[int]) -> int:
    return sum(1 << square - 1 for square in squares)


def squares(words: int) -> list[int]:
    return [square for square in range(1, 51) if words >> square - 1 & 1]


def played(position: Position, move: dt.Move) -> Position:
    """Play a move by moving bits, without the rules."""
    sets, white = list(position[:4]), position[4]
    own = 0 if white else 2
    origin, destination = 1 << move.from_square - 1, 1 << move.to_square - 1
    kind = own if sets[own] & origin else own + 1
    assert sets[kind] & origin
    sets[kind] ^= origin
    for enemy in (2 - own, 3 - own):
        sets[enemy] &= ~bits(move.captured)
    sets[own + 1 if destination & PROMOTION[own // 2] else kind] |= destination
    return (*sets, not white)  # type: ignore[return-value]


def fen(position: Position) -> str:
    lists = []
    for men, kings in (position[:2], position[2:4]):
        lists.append(",".join(f"K{s}" if kings >> s - 1 & 1 else str(s) for s in squares(men | kings)))
    return f"{'W' if position[4] else 'B'}:W{lists[0]}:B{lists[1]}"


def turned(position: Position) -> Position:
    white_men, white_kings, black_men, black_kings = (bits(51 - s for s in squares(words)) for words in position[:4])
    return black_men, black_kings, white_men, white_kings, not position[4]


class Games:
    """All games of the sample: their results, and all positions with the game, row by row."""

    def __init__(self) -> None:
        self.results: list[str] = []
        self.positions: list[Position] = []
        self.game: list[int] = []
        # The positions after those of a game, in order; the last one has none.
        self.after: list[Position | None] = []
        seen = set()
        for game in dt.read_pdn(SAMPLE):
            start = game.board(0)
            position: Position = (*start.bitboards, start.turn)  # type: ignore[assignment]
            row = [position]
            for move in game.moves:
                row.append(position := played(position, move))
            if tuple(row) in seen:
                continue
            seen.add(tuple(row))
            self.positions += row
            self.after += [*row[1:], None]
            self.game += [len(self.results)] * len(row)
            self.results.append(game.result)
        self.words = np.array([position[:4] for position in self.positions], np.uint64)
        self.turn = np.array([position[4] for position in self.positions])
        self.games = np.array(self.game)
        self.rows: dict[Position, list[int]] = defaultdict(list)
        for place, position in enumerate(self.positions):
            self.rows[position].append(place)


@pytest.fixture(scope="module")
def games() -> Games:
    return Games()


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("db") / "games.db")
    answer("build", str(SAMPLE), "-o", path)
    return path


def answer(*arguments: str) -> Any:
    command = [sys.executable, "-m", "draughts_td", "db", *arguments, "--json"]
    run = subprocess.run(command, capture_output=True, text=True)
    # The status 1 says that nothing was found.
    assert run.returncode in (0, 1), run.stderr
    return json.loads(run.stdout)


def some_positions(games: Games, rng: random.Random) -> list[Position]:
    """Positions of games, every tenth without one of its pieces: few games have it."""
    chosen = [rng.choice(games.positions) for _ in range(QUERIES)]
    for place in range(0, QUERIES, 10):
        sets = list(chosen[place])
        kind = rng.choice([kind for kind in range(4) if sets[kind]])
        sets[kind] ^= 1 << rng.choice(squares(sets[kind])) - 1
        chosen[place] = tuple(sets)  # type: ignore[assignment]
    return chosen


def test_games_with_a_position_are_those_counted_one_by_one(games: Games, database: str) -> None:
    for position in some_positions(games, random.Random(1)):
        rows = games.rows.get(position, [])
        found = answer("search", database, "--position", fen(position), "--limit", "1")
        assert found["places"] == len(rows), fen(position)
        assert found["games"] == len({games.game[row] for row in rows}), fen(position)


def test_moves_of_a_position_are_those_counted_one_by_one(games: Games, database: str) -> None:
    for position in some_positions(games, random.Random(2)):
        moves = {(games.game[row], games.after[row]) for row in games.rows.get(position, [])}
        counts: dict[str, Counter[str]] = defaultdict(Counter)
        for game, after in moves:
            if after is not None:
                counts[fen(after)][games.results[game]] += 1
        shown = answer("explore", database, fen(position), "--net", "none")
        found = {
            move["fen"]: Counter({"2-0": move["white"], "1-1": move["draws"], "0-2": move["black"]}) for move in shown
        }
        assert {move["fen"]: move["games"] for move in shown} == {key: sum(row.values()) for key, row in counts.items()}
        assert found == {key: row - Counter({"*": row["*"]}) for key, row in counts.items()}, fen(position)


class Formation:
    """A question for pieces by chance, from a position that has most of them."""

    def __init__(self, position: Position, rng: random.Random) -> None:
        taken = rng.sample([(kind, s) for kind in range(4) for s in squares(position[kind])], 2 + rng.randrange(3))
        self.there = taken[:-1] if rng.random() < 0.5 else taken
        self.absent = [(rng.choice([0, 1, 2, 3]), rng.randint(6, 45)) for _ in range(rng.randrange(3))]
        self.any = [(rng.choice([0, 2]), rng.randint(6, 45)) for _ in range(rng.choice([0, 0, 2, 3]))]
        self.empty = rng.sample(range(1, 51), rng.randrange(2))
        self.turn = rng.choice([None, True, False])
        self.both = rng.random() < 0.4
        self.material = [len(squares(words)) for words in position[:4]] if rng.random() < 0.2 else None

    @staticmethod
    def _pieces(pieces: list[tuple[int, int]]) -> str:
        sides: dict[str, list[str]] = {"W": [], "B": []}
        for kind, square in pieces:
            sides["WB"[kind // 2]].append(f"{'K' * (kind % 2)}{square}")
        return ":".join(side + ",".join(items) for side, items in sides.items() if items)

    def flags(self) -> list[str]:
        there = self._pieces(self.there) + "".join(f":E{square}" for square in self.empty)
        flags = ["--with", there]
        if self.absent:
            flags += ["--without", self._pieces(self.absent)]
        if self.any:
            flags += ["--any", self._pieces(self.any)]
        if self.turn is not None:
            flags += ["--turn", "white" if self.turn else "black"]
        if self.material:
            sides = zip(self.material[::2], self.material[1::2], strict=True)
            text = [
                "+".join([*[str(men)] * (men > 0 or kings == 0), *[f"{kings}K"] * (kings > 0)]) for men, kings in sides
            ]
            flags += ["--material", ":".join(text)]
        return flags + ["--turned"] * self.both

    def holds(self, words: np.ndarray, turn: np.ndarray) -> np.ndarray:
        def on(piece: tuple[int, int]) -> np.ndarray:
            return words[:, piece[0]] >> np.uint64(piece[1] - 1) & np.uint64(1) > 0

        occupied = np.bitwise_or.reduce(words, axis=1)
        held = np.ones(len(turn), bool)
        for piece in self.there:
            held &= on(piece)
        for square in self.empty:
            held &= occupied >> np.uint64(square - 1) & np.uint64(1) == 0
        for piece in self.absent:
            held &= ~on(piece)
        if self.any:
            held &= np.any([on(piece) for piece in self.any], axis=0)
        if self.turn is not None:
            held &= turn == self.turn
        if self.material:
            held &= (np.bitwise_count(words) == self.material).all(axis=1)
        return held


def test_games_with_a_formation_are_those_counted_one_by_one(games: Games, database: str) -> None:
    rng = random.Random(3)
    turned_words = np.array([turned(position)[:4] for position in games.positions], np.uint64)
    met = 0
    for _ in range(QUERIES // 5):
        formation = Formation(rng.choice(games.positions), rng)
        held = formation.holds(games.words, games.turn)
        if formation.both:
            held |= formation.holds(turned_words, ~games.turn)
        found = answer("search", database, *formation.flags(), "--limit", "1")
        assert found["places"] == held.sum(), formation.flags()
        assert found["games"] == len(np.unique(games.games[held])), formation.flags()
        met += int(held.any())
    assert met >= QUERIES // 10


def test_the_games_are_legal_by_the_rules_of_pydraughts() -> None:
    draughts = pytest.importorskip("draughts", reason="pydraughts is not installed")
    # Another package has a module of this name.
    if not callable(getattr(draughts.Board, "legal_moves", None)):
        pytest.skip("the module draughts is not that of pydraughts")
    rng = random.Random(4)
    chosen = rng.sample(list(dt.read_pdn(SAMPLE)), max(2, QUERIES // 10))
    for game in chosen:
        board = draughts.Board("standard")
        position: Position = (*dt.Board().bitboards, True)  # type: ignore[assignment]
        for move, own in zip(game.moves, game.boards(), strict=False):
            legal = board.legal_moves()
            expected = {(m.from_square, m.to_square, *m.captured) for m in own.legal_moves}
            ends = {(m.steps_move[0], m.steps_move[-1], *sorted(m.captures)) for m in legal}
            assert ends == expected, own.fen()
            wanted = (move.from_square, move.to_square, *move.captured)
            board.push(next(m for m in legal if (m.steps_move[0], m.steps_move[-1], *sorted(m.captures)) == wanted))
            position = played(position, move)
            assert dt.Board(board.fen).fen() == fen(position)
