"""Books and tables that are asked for moves, and searches that say what they find on the way."""

import itertools
from pathlib import Path

import draughts_td as dt
import pytest


def test_the_moves_of_a_table_are_ordered_by_their_values(tables: Path):
    endings = dt.Tablebase(tables)
    for fen in ("W:WK1,K2:B30", "B:WK1,K2:B30", "W:WK1:BK50", "W:W28:B33"):
        board = dt.Board(fen)
        found = endings.moves(board)
        assert sorted(move.text for move, _, _ in found) == sorted(move.text for move in board.legal_moves)
        values, distances = (ask(*dt.boards_to_arrays([board]))[0] for ask in (endings.values, endings.distances))
        assert found[0][1] == values == max(value for _, value, _ in found if value is not None)
        assert (found[0][2] or -1) == distances or values == 0
        line = endings.best_line(board)
        assert len(line) == max(distances, 0)
        for move in line:
            board.push(move)
        assert not line or not board.legal_moves
    assert endings.moves(dt.Board())[0][1:] == (None, None)


def test_a_search_says_what_it_finds():
    engine = dt.Engine("material", hash_mb=1)
    seen: list[dt.SearchResult] = []
    found = engine.search(dt.Board(), depth=7, info=seen.append)
    assert [one.depth for one in seen] == list(range(1, 8)) and seen[-1].move == found.move
    assert all(before.nodes <= after.nodes for before, after in itertools.pairwise(seen))

    def stop(one: dt.SearchResult) -> None:
        raise KeyError(one.depth)

    with pytest.raises(KeyError):
        engine.search(dt.Board(), depth=20, info=stop)
    assert engine.search(dt.Board(), depth=2).depth == 2


def test_a_clock_is_a_limit():
    engine = dt.Engine("material", hash_mb=1)
    found = engine.search(dt.Board(), clock=(2.0, 0.0))
    assert found.move is not None and found.time < 1.5
    for clock in ((-1, 0), (1, float("nan"))):
        with pytest.raises(ValueError, match="seconds"):
            engine.search(dt.Board(), clock=clock)
    with pytest.raises(ValueError, match="give a limit"):
        engine.search(dt.Board())


BOOK = Path(__file__).parents[2] / "pdn/sample.pdn.zst"


def test_a_book_has_moves_with_results(tmp_path: Path):
    file = tmp_path / "sample.book"
    assert dt._core.run(["draughts-td", "book", "make", str(BOOK), "--out", str(file), "--min-games", "5"]) == 0
    book = dt.Book(file)
    moves = book.moves(dt.Board())
    assert moves and all(dt.Board().is_legal(one.move) for one in moves)
    assert [one.value for one in moves] == sorted((one.value for one in moves), reverse=True)
    assert sum(one.wins + one.draws + one.losses for one in moves) > 100
    assert book.choose(dt.Board(), seed=3) == book.choose(dt.Board(), seed=3) in [one.move for one in moves]
    assert book.moves(dt.Board("W:WK1:B45")) == [] and book.choose(dt.Board("W:WK1:B45")) is None
    with pytest.raises((OSError, ValueError)):
        dt.Book(tmp_path / "none")
