"""``dt.Database``: built, searched, explored and counted, beside the games that ``read_pdn`` reads."""

import os
import pathlib
import pickle
import signal
from collections import Counter

import draughts_td as dt
import pytest

PDN = pathlib.Path(__file__).parents[2] / "pdn"
CLASSICS = PDN / "classics.pdn"
SAMPLE = PDN / "sample.pdn.zst"


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    return dt.Database.build(SAMPLE, tmp_path_factory.mktemp("games") / "sample.db", threads=2)


@pytest.fixture(scope="module")
def games():
    return list(dt.read_pdn(SAMPLE))


def test_the_games_are_those_of_the_files(database, games):
    assert len(database) == len(games)
    found = database.search(limit=3, skip=5)
    assert [database.game(one.number).moves for one in found] == [game.moves for game in games[5:8]]
    assert [(one.white, one.result, one.plies) for one in found] == [
        (game.tags.get("White"), game.result, len(game)) for game in games[5:8]
    ]


def test_players_and_results_are_found(database, games):
    name = "Level 9"
    wins = {"White": "2-0", "Black": "0-2"}
    # Level 9a is found too: words of a question begin those of a name.
    won = sum(game.tags[side].startswith(name) and game.result == wins[side] for game in games for side in wins)
    assert len(database.search(player=name, result="win")) == won > 0
    draws = [game for game in games if game.result == "1-1"]
    assert len(database.search(result=["1-1"])) == len(draws)


def test_a_position_is_found_and_explored(database, games):
    board = dt.Board()
    board.push("32-28")
    having = [g for g in games if g.moves[:1] == [dt.Move("32-28")]]
    found = database.search(position=board)
    assert len(found) >= len(having) > 0
    assert {one.fen for one in found} == {board.fen()} and all(one.places >= 1 for one in found)
    assert database.search(position="32-28", limit=1)[0].number == found[0].number
    begun = Counter(game.moves[0] for game in games if len(game))
    moves = database.explore()
    assert {one.move: one.games for one in moves} == begun
    assert sum(one.white + one.draws + one.black for one in database.explore(result="1-1")) == sum(
        one.draws for one in moves
    )


def test_results_are_counted_in_groups(database, games):
    (everything,) = database.statistics()
    assert (everything.games, everything.draws) == (len(games), sum(game.result == "1-1" for game in games))
    groups = database.statistics("opening", plies=1)
    assert sum(group.games for group in groups) == everything.games
    assert database.statistics(player="nobody of this name") == []


def test_what_is_there_is_resumed_added_to_and_kept(tmp_path):
    out = tmp_path / "games.db"
    seen: list[int] = []
    database = dt.Database.build(CLASSICS, out, progress=seen.append)
    assert seen and len(dt.Database.build(CLASSICS, out)) == len(database)
    assert database.add(CLASSICS)["games"] == 0
    (tmp_path / "one.pdn").write_text('[White "Ann"]\n[Black "Ben"]\n[Result "1-1"]\n\n1. 32-28 19-23 1-1\n')
    assert database.add(tmp_path / "one.pdn")["games"] == 1
    (ann,) = database.search(player="Ann")
    assert database.game(ann.number).tags["Black"] == "Ben"
    with pytest.raises(FileExistsError, match=r"one\.pdn"):
        dt.Database.build(CLASSICS, out)
    assert not dt.Database.build(CLASSICS, out, force=True).search(player="Ann")
    (tmp_path / "letter.db").write_text("not to be lost")
    with pytest.raises(FileExistsError, match="there already"):
        dt.Database.build(CLASSICS, tmp_path / "letter.db")
    assert (tmp_path / "letter.db").read_text() == "not to be lost"
    copy = pickle.loads(pickle.dumps(database))
    assert copy.path == database.path and len(copy) == len(database)


@pytest.mark.parametrize(
    ("words", "error", "reason"),
    [
        ({"colour": "white"}, TypeError, "no keyword 'colour'"),
        ({"result": "won"}, ValueError, "2-0"),
        ({"result": "win"}, ValueError, "player"),
        ({"with_": "W51"}, ValueError, "with_"),
        ({"material": "x"}, ValueError, "material"),
        ({"position": "W:W51"}, ValueError, "51"),
        ({"from_": "yesterday"}, ValueError, "date"),
        ({"last": True}, ValueError, "position"),
        ({"min_plies": -1}, ValueError, "0 to"),
        ({"player": 3}, TypeError, "player"),
        ({"games": 3}, TypeError, "games"),
    ],
)
def test_words_that_make_no_question_are_refused(database, words, error, reason):
    with pytest.raises(error, match=reason):
        database.search(**words)


def test_files_and_numbers_that_are_not_there_are_refused(database, tmp_path):
    with pytest.raises(FileNotFoundError):
        dt.Database(tmp_path / "none.db")
    with pytest.raises(ValueError):
        dt.Database(CLASSICS)
    with pytest.raises(IndexError):
        database.game(10**6)
    with pytest.raises(ValueError, match="year"):
        database.statistics("colour")
    with pytest.raises(OSError):
        dt.Database.build(tmp_path / "none.pdn", tmp_path / "new.db")
    assert not (tmp_path / "new.db").exists()


def test_ctrl_c_ends_a_build_which_resumes(tmp_path):
    out = tmp_path / "games.db"

    def at_once(games: int) -> None:
        os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        dt.Database.build(SAMPLE, out, progress=at_once)
    assert len(dt.Database.build(SAMPLE, out)) == 4994
