"""Databases: games one after another, positions as arrays."""

import json
import subprocess
import sys
import warnings
from pathlib import Path

import draughts_td as dt
import numpy as np
import pytest

SAMPLE = Path(__file__).parents[2] / "pdn" / "sample.pdn.zst"

GAMES = """[White "A"]
[Black "B"]
[Result "2-0"]

1. 32-28 {a plan} 19-23 2. 28x19 14x23 3. 37-32 10-14 4. 41-37 14-19 5. 46-41 5-10 6. 34-29 2-0

[White "C"]
[Black "D"]
[Result "0-2"]

1. 32-28 19-24 2. 28-24 0-2

[White "E"]
[Black "F"]
[Result "1-1"]

1. 33-28 18-23 1-1
"""


@pytest.fixture
def pdn(tmp_path: Path) -> Path:
    path = tmp_path / "games.pdn"
    path.write_text(GAMES)
    return path


def test_games_have_tags_moves_result_and_boards_by_replay(pdn: Path) -> None:
    games = list(dt.read_pdn(pdn))
    assert [game.tags["White"] for game in games] == ["A", "E"]
    assert [game.result for game in games] == ["2-0", "1-1"]
    assert [(game.number, game.line) for game in games] == [(1, 1), (3, 13)]
    game = games[0]
    assert str(game.moves[2]) == "28x19" and len(game) == len(game.moves) == 11
    boards = game.boards()
    assert len(boards) == 12 and boards[0] == dt.Board()
    assert boards[-1] == game.board() and game.board().move_stack == game.moves
    for move, before, after in zip(game.moves, boards[:-1], boards[1:], strict=True):
        before.push(move)
        assert before == after
    assert game.comments == [(1, "a plan")]
    assert repr(game) == "<Game A - B 2-0, 11 plies>"


def test_a_game_that_cannot_be_read_is_passed_over_with_place_and_reason(pdn: Path) -> None:
    games = dt.read_pdn([pdn])
    assert games.skipped == []
    assert sum(1 for _ in games) == 2
    (skipped,) = games.skipped
    assert (skipped.reason, skipped.number, skipped.file) == ("illegal_move", 2, str(pdn))
    assert "'28-24' is not legal" in skipped.message and skipped.line == 11


def test_a_broken_file_is_passed_over_and_a_missing_one_raises(pdn: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.pdn.zst"
    broken.write_bytes(SAMPLE.read_bytes()[:50_000])
    games = dt.read_pdn([broken, pdn])
    assert sum(1 for _ in games) > 2
    assert [skipped.reason for skipped in games.skipped] == ["file", "illegal_move"]
    assert "cut short" in games.skipped[0].message and games.skipped[0].line is None
    with pytest.warns(UserWarning, match="cut short"):
        dt.positions([broken, pdn])
    for read in (dt.read_pdn, dt.positions):
        with pytest.raises(OSError, match="missing"):
            read(tmp_path / "missing.pdn")


def test_an_iteration_may_be_left_early() -> None:
    for _ in range(20):
        assert next(dt.read_pdn(SAMPLE, threads=2)).result


def test_positions_are_those_of_the_games_with_the_moves_between_them(pdn: Path) -> None:
    data = dt.positions(pdn, keep_captures=True, window=0, holdout=0)
    assert data["boards"].shape == (12 + 3, 4)
    assert {key: str(array.dtype) for key, array in data.items()} == {
        "boards": "uint64",
        "turn": "bool",
        "ply": "uint32",
        "result": "int8",
        "score": "float32",
        "move": "uint8",
        "next": "uint64",
        "file": "uint32",
        "game": "uint32",
        "held_out": "bool",
    }
    assert data["result"].tolist() == [1] * 12 + [0] * 3
    assert data["game"].tolist() == [1] * 12 + [3] * 3
    assert data["ply"].tolist() == [*range(12), *range(3)]
    assert np.isnan(data["score"]).all() and not data["held_out"].any()
    boards = dt.arrays_to_boards(data["boards"], data["turn"])
    for row, board in enumerate(boards):
        if data["move"][row] == 255:
            assert row in (11, 14) and not data["next"][row].any()
            continue
        board.push(board.legal_moves[data["move"][row]])
        assert board.bitboards == data["next"][row].tolist() == data["boards"][row + 1].tolist()


@pytest.mark.parametrize("source", ["pdn/sample.pdn.zst", "pdn/accept"])
def test_positions_are_those_of_the_games_read_one_by_one(source: str) -> None:
    path = SAMPLE.parents[1] / source
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        data = dt.positions(path, games=300, keep_captures=True, window=0)
    rows = {(file, game): [] for file, game in zip(data["file"].tolist(), data["game"].tolist(), strict=True)}
    for row, key in enumerate(zip(data["file"].tolist(), data["game"].tolist(), strict=True)):
        rows[key].append(row)
    files: dict[str, int] = {}
    met = 0
    for game in dt.read_pdn(path):
        found = rows.get((files.setdefault(game.file, len(files)), game.number))
        if found is None:
            continue
        met += 1
        boards = game.boards()
        assert data["ply"][found].tolist() == list(range(len(boards)))
        assert data["result"][found[0]] == {"2-0": 1, "0-2": -1, "1-1": 0}[game.result]
        for row, board, after in zip(found, boards, [*boards[1:], None], strict=True):
            assert board.bitboards == data["boards"][row].tolist() and board.turn == data["turn"][row]
            if after is None:
                assert data["move"][row] == 255 and not data["next"][row].any()
            else:
                assert board.legal_moves[data["move"][row]] == after.move_stack[-1]
                assert after.bitboards == data["next"][row].tolist()
    assert met == len(rows) > 5


def test_a_score_in_a_comment_is_the_expected_result_for_white(tmp_path: Path) -> None:
    path = tmp_path / "scored.pdn"
    path.write_text('[Result "1-1"]\n\n1. 32-28 {+0.50/9} 19-23 {+0.50/9} 2. 28x19 14x23 1-1\n')
    score = dt.positions(path, keep_captures=True, window=0)["score"]
    assert score[0] == pytest.approx(np.tanh(0.2)) and score[1] == pytest.approx(-np.tanh(0.2))
    assert np.isnan(score[2:]).all()


def test_filters_selection_and_split_are_those_of_learn(tmp_path: Path) -> None:
    whole = dt.positions(SAMPLE, games=400, keep_captures=True, window=0)
    kept = dt.positions(SAMPLE, games=400)
    assert 0 < len(kept["ply"]) < len(whole["ply"])
    boards = dt.legal_moves(kept["boards"], kept["turn"])["captured"]
    assert not boards.any(), "no capture is to be made in a position that is kept"
    assert (dt.positions(SAMPLE, games=400, min_ply=20)["ply"] >= 20).all()
    assert set(dt.positions(SAMPLE, games=400, results="decided")["result"].tolist()) == {-1, 1}
    held_out = {key: dt.positions(SAMPLE, games=400, seed=key)["held_out"] for key in (1, 2)}
    assert 0.02 < held_out[1].mean() < 0.2 and (held_out[1] != held_out[2]).any()
    learned = dt.learn(SAMPLE, games=400, model="nn1", out=tmp_path / "nn1.safetensors")
    assert learned["held_out"]["all"]["positions"] == held_out[1].sum()
    assert learned["training"]["census"]["kept"] >= len(kept["ply"])


def test_arrays_do_not_depend_on_threads() -> None:
    one, two = (dt.positions(SAMPLE, games=1500, threads=threads) for threads in (1, 0))
    for key, array in one.items():
        assert np.array_equal(array, two[key], equal_nan=array.dtype.kind == "f"), key
    games = [[game.result for game in dt.read_pdn(SAMPLE, threads=threads)] for threads in (1, 3)]
    assert games[0] == games[1]


def test_bad_settings_are_refused_in_words(pdn: Path) -> None:
    with pytest.raises(ValueError, match="results is 'won'"):
        dt.positions(pdn, results="won")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="holdout is 2"):
        dt.positions(pdn, holdout=2)
    with pytest.raises(ValueError, match="no position"):
        dt.positions(pdn, min_ply=1000)
    with pytest.raises(TypeError):
        dt.read_pdn(5)  # type: ignore[arg-type]


def test_a_game_without_moves_is_in_the_database_and_named_among_those_left_out(tmp_path: Path) -> None:
    pdn, file = tmp_path / "cup.pdn", tmp_path / "cup.db"
    pdn.write_text('[White "Ada"]\n[Black "Cor"]\n[Result "2-0"]\n\n2-0\n\n[White "Eva"]\n\n1. 32-28 19-23 2-0\n')
    for path in (pdn, file):
        games = dt.read_pdn(path)
        assert [game.tags["White"] for game in games] == ["Eva"], path
        (skipped,) = games.skipped
        assert skipped.reason == "empty" and "(result 2-0)" in skipped.message
        if path == pdn:
            subprocess.run([sys.executable, "-m", "draughts_td", "db", "build", pdn, "-o", file], check=True)


def test_the_mistakes_of_a_player_are_those_of_the_command(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    command = [sys.executable, "-m", "draughts_td", "db"]
    subprocess.run([*command, "build", SAMPLE, "-o", file], check=True)
    flags = ["--player", "Level 3", "--mistakes", "2", "--nodes", "300", "--net", "material", "--limit", "0", "--json"]
    told = subprocess.run([*command, "stats", file, *flags], check=True, capture_output=True, text=True).stdout
    expected = json.loads(told)
    assert expected.pop("net") == "material" and expected["games"] == 2 and expected["worst"]
    for threads in (1, 2):
        found = dt.player_mistakes(file, "Level 3", games=2, net="material", nodes=300, threads=threads)
        assert found == expected
    assert dt.player_mistakes(file, "Nobody Hasthisname")["games"] == 0
    with pytest.raises(ValueError, match="games"):
        dt.player_mistakes(file, "Level 3", games=0)
    with pytest.raises(OSError, match="missing"):
        dt.player_mistakes(tmp_path / "missing.db", "Level 3")
