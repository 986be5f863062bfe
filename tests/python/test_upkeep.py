"""Upkeep and reports of a database of games, and diagrams."""

import subprocess
import sys
from pathlib import Path

import draughts_td as dt
import pytest

GAME = '[Event "Cup"]\n[White "{}"]\n[Black "{}"]\n[Result "{}"]\n\n{} {}\n\n'
SCORED = "1. 32-28 {+0.10/9} 19-23 {-0.05/8 loses 14 %} 2. 28x19 {+9.90/9} 14x23 {+0.10/8}"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    games = [
        GAME.format("Jansen, Gerard", "Bakker, P.", "2-0", SCORED, "2-0"),
        GAME.format("Bakker, P.", "Jansen,G.", "1-1", "1. 33-29 19-23", "1-1"),
    ]
    (tmp_path / "games.pdn").write_text("".join(games))
    path = tmp_path / "games.db"
    build = [sys.executable, "-m", "draughts_td", "db", "build", str(tmp_path / "games.pdn"), "-o", str(path)]
    subprocess.run(build, check=True, capture_output=True)
    return path


def test_merged_names_are_one_player_until_they_are_split(database: Path) -> None:
    assert [one["name"] for one in dt.names(database)["similar"][0]] == ["Jansen, Gerard", "Jansen,G."]
    dt.merge_names(database, ["Jansen, Gerard", "Jansen,G."])
    assert dt.names(database)["merged"] == [{"name": "Jansen, Gerard", "others": ["Jansen,G."]}]
    assert [one["name"] for one in dt.event_report(database, "cup")["standings"]] == ["Jansen, Gerard", "Bakker, P."]
    dt.split_name(database, "Jansen, Gerard")
    assert len(dt.event_report(database, "cup")["standings"]) == 3


def test_a_corrected_or_removed_game_comes_back(database: Path) -> None:
    new = dt.edit_game(database, 2, tags=[("Round", "3")])
    assert new == 3
    assert dt.restore_games(database, [new]) == [2]
    assert dt.remove_games(database, [1]) == [1]
    assert dt.event_report(database, "cup")["games"] == 1
    assert dt.restore_games(database, [1]) == [1]
    for wrong in ({"tags": [("round", "3")]}, {"tags": [("Date", "soon")]}, {}, {"tags": [], "pdn": "1. 32-28 *"}):
        with pytest.raises(ValueError):
            dt.edit_game(database, 2, **wrong)
    for call in (dt.remove_games, dt.restore_games):
        for number in (-1, 2**40):
            with pytest.raises(ValueError, match="whole number"):
                call(database, [number])
    with pytest.raises(FileNotFoundError):
        dt.remove_games(database.with_name("none.db"), [1])


def test_scores_in_comments_and_a_search_say_what_moves_lose(database: Path) -> None:
    [game] = dt.event_report(database, "cup")["analysed"]
    assert game["loss"] == pytest.approx([0, 0.14])
    found = dt.compare_players(database, "Bakker", "Jansen", position="start", nodes=100, net="material")
    bakker = found["players"][0]
    assert bakker["black"]["loss"] == pytest.approx(0.07)
    assert [one["moves"] for one in bakker["white"]["moves"]] == [["33-29"]]
    assert bakker["white"]["mean_loss"] >= 0


def test_a_board_is_drawn_with_arrows_and_a_game_as_a_page() -> None:
    board = dt.Board()
    drawn = dt.svg(board, arrows=["34-29", "32-28"], marked=[32], print=True, size=300)
    assert drawn.count('class="arrow"') == 2 and 'width="300"' in drawn
    assert dt.png(board, size=100).startswith(b"\x89PNG")
    assert dt.game_page("1. 32-28! 19-23 *").count("<svg ") == 1
    for wrong in ({"arrows": ["34"]}, {"marked": [51]}, {"marked": [300]}, {"size": 1}):
        with pytest.raises(ValueError):
            dt.svg(board, **wrong)
