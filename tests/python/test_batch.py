"""Arrays of positions: legal moves, features, values, searches, endgame tables."""

import shutil
from pathlib import Path

import draughts_td as dt
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

SAMPLE = Path(__file__).parents[2] / "pdn" / "sample.pdn.zst"
FENS = ["W:W31-50:B1-20", "W:W28,32:B19,23", "B:WK46,28,32,33:BK5,19,23,8", "W:W6:B45", "W:W46:B41,37"]


@pytest.fixture(scope="module")
def some() -> tuple[np.ndarray, np.ndarray]:
    data = dt.positions(SAMPLE, games=60, keep_captures=True, window=0)
    return data["boards"], data["turn"]


def test_boards_come_back_from_arrays() -> None:
    boards = [dt.Board(fen) for fen in FENS]
    arrays = dt.boards_to_arrays(boards)
    assert arrays[0].shape == (5, 4) and arrays[0].dtype == np.uint64
    assert dt.arrays_to_boards(*arrays) == boards
    assert arrays[0][0].tolist() == [((1 << 20) - 1) << 30, 0, (1 << 20) - 1, 0]


def test_legal_moves_are_those_of_boards(some: tuple[np.ndarray, np.ndarray]) -> None:
    boards, turn = some
    arrays = dt.legal_moves(boards, turn)
    counts = dt.count_legal_moves(boards, turn)
    assert np.array_equal(counts, arrays["count"])
    for row, board in enumerate(dt.arrays_to_boards(boards, turn)):
        moves = board.legal_moves
        assert len(moves) == counts[row]
        assert [move.from_square for move in moves] == arrays["from_square"][row, : counts[row]].tolist()
        assert [move.to_square for move in moves] == arrays["to_square"][row, : counts[row]].tolist()
        captured = [sum(1 << square - 1 for square in move.captured) for move in moves]
        assert captured == arrays["captured"][row, : counts[row]].tolist()
        assert not arrays["captured"][row, counts[row] :].any()


def test_features_have_names_and_can_be_chosen(some: tuple[np.ndarray, np.ndarray]) -> None:
    names = dt.feature_names()
    everything = dt.features(*some)
    assert everything.shape == (len(some[1]), 222) == (len(some[1]), len(set(names)))
    assert everything.dtype == np.float32
    white_men = [names.index(name) for name in names if name.startswith("white_man")]
    men = (some[0][:, :1] >> np.arange(50, dtype=np.uint64)) & np.uint64(1)
    assert np.array_equal(everything[:, 122:172], men), white_men
    chosen = [names[40], names[3], names[200]]
    assert np.array_equal(dt.features(*some, names=chosen), everything[:, [40, 3, 200]])
    with pytest.raises(ValueError, match="there is no input 'hek'"):
        dt.features(*some, names=["hek"])


def test_values_are_antisymmetric_and_seen_by_the_side_to_move(some: tuple[np.ndarray, np.ndarray]) -> None:
    evaluation = dt.Evaluation()
    own, white = (evaluation.values(*some, perspective=side) for side in ("side_to_move", "white"))
    assert np.array_equal(own, np.where(some[1], white, -white)) and (abs(own) <= 1).all()
    for row, board in enumerate(dt.arrays_to_boards(some[0][:20], some[1][:20])):
        assert evaluation.value(board) == own[row]
    material = dt.Evaluation("material").values(*dt.boards_to_arrays([dt.Board("B:WK31,32:B3,4")]))
    assert material[0] == pytest.approx(np.tanh(-0.8))


def test_values_of_a_weights_file_are_those_that_were_learned(
    tmp_path: Path, some: tuple[np.ndarray, np.ndarray]
) -> None:
    out = tmp_path / "net.safetensors"
    learned = dt.learn(SAMPLE, model="patterns", games=800, out=out)
    data = dt.positions(SAMPLE, games=800)
    held_out = data["held_out"]
    values = dt.Evaluation(out).values(data["boards"][held_out], data["turn"][held_out], perspective="white")
    error = np.square(values - data["result"][held_out]).mean()
    assert error == pytest.approx(learned["held_out"]["all"]["mse"], abs=1e-6)
    with pytest.raises(OSError, match="missing"):
        dt.Evaluation(tmp_path / "missing.safetensors")
    bad = tmp_path / "bad.safetensors"
    bad.write_text("no network")
    with pytest.raises(ValueError, match=r"bad\.safetensors"):
        dt.Evaluation(bad)


def test_searches_are_independent_of_threads_and_of_each_other(some: tuple[np.ndarray, np.ndarray]) -> None:
    boards, turn = some[0][:40], some[1][:40]
    evaluation = dt.Evaluation("material")
    one = evaluation.search(boards, turn, nodes=500)
    two = evaluation.search(boards[::-1], turn[::-1], nodes=500, threads=0)
    for key, array in one.items():
        assert np.array_equal(array, two[key][::-1]), key
    assert (one["nodes"] <= 500).all() and (one["move"] < dt.count_legal_moves(boards, turn)).all()
    shot = evaluation.search(*dt.boards_to_arrays([dt.Board("W:W28,33,39:B17"), dt.Board(FENS[4])]), depth=8)
    assert shot["score"] == pytest.approx([99.97, -100]) and shot["move"][1] == 255
    with pytest.raises(ValueError, match="nodes or depth"):
        evaluation.search(boards, turn)
    with pytest.raises(ValueError, match="MiB"):
        evaluation.search(boards, turn, nodes=1, hash=0)


def test_tables_know_endings_and_nothing_else(tables: Path) -> None:
    endings = dt.Tablebase(tables)
    assert endings.pieces == 4
    fens = ["W:WK1:BK50", "W:WK1,K2:B30", "B:WK1,K2:B30", "W:W31-50:B1-20"]
    arrays = dt.boards_to_arrays([dt.Board(fen) for fen in fens])
    values = endings.values(*arrays)
    assert np.isnan(values[3]) and values[0] == 0 and values[1] == 1 == -values[2]
    assert endings.values(*arrays, perspective="white")[2] == 1
    distances = endings.distances(*arrays)
    assert distances[0] == distances[3] == -1 and distances[1] % 2 == 1 and distances[2] % 2 == 0
    found = dt.Evaluation("material").search(arrays[0][:3], arrays[1][:3], nodes=2000, endgame=endings)
    assert found["score"][1] > 80 and found["score"][0] == pytest.approx(0, abs=5)
    with pytest.raises((OSError, ValueError)):
        dt.Tablebase(SAMPLE)


def test_missing_tables_are_warnings_whoever_opens_them(tables: Path, tmp_path: Path) -> None:
    shutil.copytree(tables, tmp_path, dirs_exist_ok=True)
    next(tmp_path.iterdir()).unlink()
    for opened in (
        lambda: dt.Tablebase(tmp_path),
        lambda: dt.Engine("material", hash_mb=1, tables=tmp_path),
        lambda: dt.match("random", "random", games=2, depth=1, max_moves=4, tables=tmp_path),
    ):
        with pytest.warns(UserWarning, match=r"1 of \d+ tables of \d pieces are missing"):
            opened()


def test_threads_are_counted_by_one_rule(tables: Path) -> None:
    boards, turn = dt.boards_to_arrays([dt.Board(fen) for fen in FENS[:3]])
    indices = np.zeros(3, np.int64)
    evaluation, endings = dt.Evaluation("material"), dt.Tablebase(tables, threads=0)
    calls = [
        lambda threads: dt.count_legal_moves(boards, turn, threads=threads),
        lambda threads: dt.legal_moves(boards, turn, threads=threads),
        lambda threads: dt.features(boards, turn, threads=threads),
        lambda threads: dt.action_masks(boards, turn, threads=threads),
        lambda threads: dt.moves_to_actions(boards, turn, indices, threads=threads),
        lambda threads: evaluation.values(boards, turn, threads=threads),
        lambda threads: evaluation.search(boards, turn, nodes=1, threads=threads),
        lambda threads: endings.values(boards, turn, threads=threads),
        lambda threads: endings.distances(boards, turn, threads=threads),
        lambda threads: dt.read_pdn(SAMPLE, threads=threads),
        lambda threads: dt.positions(SAMPLE, games=1, threads=threads),
        lambda threads: dt.VectorEnv(2, threads=threads),
        lambda threads: dt.Engine("material", hash_mb=1, threads=threads),
        lambda threads: dt.match("material", "random", games=2, depth=1, concurrency=threads),
    ]
    for call in calls:
        for threads in (0, 1, 2):
            call(threads)
        for threads in (-1, 257, 10**30):
            with pytest.raises(ValueError, match=rf"^{threads} threads: give 1 to 256"):
                call(threads)
        with pytest.raises(TypeError):
            call("2")


@pytest.mark.parametrize("threads", [1, 2])
def test_the_first_bad_row_of_many_is_named(threads: int) -> None:
    boards, turn = dt.boards_to_arrays([dt.Board()] * 3000)
    boards[[700, 1300, 2900], 0] = 1 << 50
    with pytest.raises(ValueError, match="row 700: "):
        dt.features(boards, turn, threads=threads)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_position_that_cannot_be_is_named_by_its_row(threads: int) -> None:
    boards, turn = dt.boards_to_arrays([dt.Board() for _ in range(3)])
    for word, reason in [(1 << 50, "bit above 49"), (1, "two pieces"), (1 << 31, "two pieces")]:
        wrong = boards.copy()
        wrong[1, 1] = word
        if reason == "two pieces" and word == 1 << 31:
            wrong[1, 2] = word
        with pytest.raises(ValueError, match=rf"row 1: .*{reason}"):
            dt.features(wrong, turn, threads=threads)
    promoted = np.array([[1, 0, 0, 0]], dtype=np.uint64)
    with pytest.raises(ValueError, match=r"row 0: .*promotion row"):
        dt.count_legal_moves(promoted, turn[:1])


def test_shapes_and_types_are_checked_and_any_layout_is_taken() -> None:
    boards, turn = dt.boards_to_arrays([dt.Board(fen) for fen in FENS])
    expected = dt.features(boards, turn)
    assert np.array_equal(dt.features(np.asfortranarray(boards), turn), expected)
    for part in (slice(None, None, 2), slice(None, None, -1)):
        assert np.array_equal(dt.features(boards[part], turn[part]), expected[part])
        assert dt.arrays_to_boards(boards[part], turn[part]) == [dt.Board(fen) for fen in FENS[part]]
    with pytest.raises(ValueError, match="shape"):
        dt.features(boards[:, :3], turn)
    with pytest.raises(ValueError, match="shape"):
        dt.features(boards, turn[:2])
    with pytest.raises(TypeError):
        dt.features(boards.astype(np.int64), turn)
    nothing = boards[:0], turn[:0]
    assert dt.features(*nothing).shape == (0, 222) and dt.legal_moves(*nothing)["captured"].shape == (0, 0)
    assert dt.Evaluation("material").search(*nothing, depth=1)["score"].shape == (0,)


@given(st.lists(st.tuples(*[st.integers(0, 2**64 - 1)] * 4, st.booleans()), max_size=4))
def test_any_numbers_are_positions_or_refused(rows: list[tuple[int, int, int, int, bool]]) -> None:
    boards = np.array([row[:4] for row in rows], dtype=np.uint64).reshape(-1, 4)
    turn = np.array([row[4] for row in rows], dtype=bool)
    for work in (dt.legal_moves, dt.features, dt.Evaluation("material").values, dt.arrays_to_boards):
        try:
            work(boards, turn)
        except ValueError as error:
            assert str(error).startswith("row ")


@given(st.lists(st.integers(0, 4), min_size=50, max_size=50), st.booleans())
def test_any_pieces_on_the_board_are_judged(squares: list[int], turn: bool) -> None:
    words = [sum(1 << square for square, kind in enumerate(squares) if kind == own + 1) for own in range(4)]
    words[0] &= ~0b11111
    words[2] &= ~(0b11111 << 45)
    boards, turns = np.array([words], dtype=np.uint64), np.array([turn])
    assert np.isfinite(dt.Evaluation().values(boards, turns)).all()
    assert dt.legal_moves(boards, turns)["count"] == dt.count_legal_moves(boards, turns)
    assert dt.Evaluation("material").search(boards, turns, nodes=50)["nodes"] <= 50
