import os
import random
import signal
import sys
import threading
import time

import draughts_td as dt
import pytest


def random_player(board: dt.Board) -> dt.Move:
    return random.choice(board.legal_moves)


def test_an_engine_beats_a_function_and_the_result_says_how_surely():
    lines: list[str] = []
    result = dt.match("material", random_player, games=20, nodes=500, hash_mb=1, progress=lines.append)
    assert result.players == ["material", "random_player"]
    assert result.games == 20 == result.wins + result.draws + result.losses
    assert result.wins >= 18 and result.score > 0.9
    assert result.elo > 200 and result.elo_interval[0] > 100
    assert sum(result.pairs) == 10 and result.sprt is None
    assert len(lines) == 20 and "game 1/20" in lines[0]
    assert "material - random_player" in str(result)


def test_two_functions_play_with_both_colours_from_the_openings():
    seen: list[tuple[int, bool]] = []

    def first(board: dt.Board) -> str:
        seen.append((board.ply, board.turn))
        return str(board.legal_moves[0])

    result = dt.match(first, random_player, games=2)
    assert result.games == 2
    # A ballot is two moves; the function has White in one game and Black in the other.
    assert {turn for _, turn in seen} == {dt.WHITE, dt.BLACK}
    assert min(ply for ply, _ in seen) >= 2


def test_the_function_sees_the_moves_of_the_game():
    def attentive(board: dt.Board) -> dt.Move:
        again = dt.Board()
        for move in board.move_stack:
            again.push(move)
        assert again == board and again.occurrences() == board.occurrences()
        return random.choice(board.legal_moves)

    assert dt.match(attentive, "random", games=2).games == 2


def test_the_function_may_play_on_its_board():
    def careless(board: dt.Board) -> dt.Move:
        move = board.legal_moves[-1]
        board.push(move)
        return move

    assert dt.match(careless, "random", games=2).games == 2


def test_an_exception_of_a_function_is_raised():
    def broken(board: dt.Board) -> dt.Move:
        raise ZeroDivisionError("no move from me")

    with pytest.raises(ZeroDivisionError, match="no move from me"):
        dt.match("random", broken, games=10)


def test_an_illegal_move_of_a_function_is_raised():
    with pytest.raises(dt.IllegalMoveError, match="1-2"):
        dt.match(lambda board: "1-2", "random", games=2)
    with pytest.raises(TypeError):
        dt.match(lambda board: None, "random", games=2)


def test_an_exception_of_progress_is_raised():
    def broken(line: str) -> None:
        raise KeyError(line)

    with pytest.raises(KeyError):
        dt.match("random", "random", games=10, progress=broken)


def test_a_sequential_test_ends_a_match_that_is_decided():
    result = dt.match("material", random_player, games=158, nodes=300, hash_mb=1, sprt=(0, 50))
    assert result.sprt == "H1" and result.games < 158


def test_games_are_written_and_a_match_goes_on(tmp_path):
    pdn = tmp_path / "games.pdn"
    settings = {"games": 4, "nodes": 100, "hash_mb": 1, "pdn": pdn}
    dt.match("material", "a=random", **settings)
    text = pdn.read_text()
    assert text.count("[Result ") == 4
    assert dt.match("material", "a=random", **settings).games == 4
    assert pdn.read_text() == text
    with pytest.raises(ValueError, match="or begin anew with force=True"):
        dt.match("material", "b=random", **settings)
    assert pdn.read_text() == text
    assert dt.match("material", "b=random", force=True, **settings).games == 4
    assert pdn.read_text().count('"b"') == 4
    assert sorted(file.name for file in tmp_path.iterdir()) == ["games.pdn", "games.pdn.state.jsonl"]


def test_ctrl_c_ends_a_match():
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        dt.match("material", "material", games=1000, time=0.2, hash_mb=1)


def test_games_are_played_side_by_side():
    result = dt.match(random_player, "material", games=8, nodes=200, hash_mb=1, concurrency=2)
    assert result.games == 8


@pytest.mark.parametrize(
    ("players", "settings", "error", "reason"),
    [
        (("nobody", "random"), {}, ValueError, "no player"),
        ((3, "random"), {}, TypeError, "function"),
        (("random", "random"), {"ballots": 4}, ValueError, "ballots"),
        (("random", "random"), {"sprt": (5, 0)}, ValueError, "smaller"),
        (("net:no/such", "random"), {}, OSError, "no/such"),
        (("random", "random"), {"openings": "no/such"}, (OSError, ValueError), "no/such"),
        (("random", "random"), {"tc": "soon"}, ValueError, "time control"),
        (("random", "random"), {"tc": "1", "time": 1.0}, ValueError, "not both"),
        (("random", "random"), {"order": "any"}, ValueError, "'sequential' or 'random'"),
        (("random", "random"), {"opening_plies": 3}, ValueError, "file of openings"),
        (("random", "random"), {"draw": {"moves": 3}}, TypeError, "draw has no keyword 'moves'"),
        (("random", "random"), {"adjudicate_endgames": True}, ValueError, "tables"),
        (("random", "random"), {"sprt": (0, 5), "alpha": 1.0}, ValueError, "probabilities"),
        (("random", "random"), {"dxp_moves": 0}, ValueError, "1 to 999"),
        (("random", "random"), {"hub_params": {"a": "b\n"}}, ValueError, "hub_params"),
        (("random", "random"), {"speed": 1}, TypeError, "no keyword 'speed'"),
        (("random", "random"), {"timemargin": -1}, ValueError, "timemargin|from 0"),
    ],
)
def test_bad_settings_are_refused(players, settings, error, reason):
    with pytest.raises(error, match=reason):
        dt.match(*players, games=2, **settings)


def test_a_clock_is_kept_and_a_function_that_is_given_a_margin_may_lose_by_it(tmp_path):
    def slow(board: dt.Board) -> dt.Move:
        time.sleep(0.03)
        return board.legal_moves[0]

    pdn = tmp_path / "games.pdn"
    lines: list[str] = []
    settings = {"games": 2, "tc": "0.1", "hash_mb": 1}
    result = dt.match("material", slow, timemargin=20, pdn=pdn, progress=lines.append, **settings)
    assert result.wins == 2 and pdn.read_text().count('[TimeControl "0.1"]') == 2
    assert all("s and had" in line for line in lines)
    assert dt.match("material", slow, max_moves=6, **settings).games == 2


def test_scores_end_games_early_and_openings_are_cut(tmp_path):
    openings = tmp_path / "openings.pdn"
    openings.write_text(str(dt.Game(["32-28", "19-23", "28x19", "14x23"], result="1-1")))
    lines: list[str] = []
    settings = {"openings": openings, "opening_plies": 2, "nodes": 50, "hash_mb": 1, "progress": lines.append}
    dt.match("material", "a=material", draw={"movenumber": 3, "movecount": 2, "score": 500}, **settings)
    assert len(lines) == 2 and all("adjudication" in line for line in lines)


def test_parameters_of_hub_engines_are_for_all_or_for_one():
    engine = f"hub:'{sys.executable}' -m draughts_td hub --net material"
    settings = {"games": 2, "depth": 1, "max_moves": 3}
    result = dt.match(f"a={engine}", f"b={engine}", hub_params={"hash": 1, "a": {"threads": 1}}, **settings)
    assert result.players == ["a", "b"] and result.games == 2
    with pytest.raises(ValueError, match="nobody"):
        dt.match(f"a={engine}", "random", hub_params={"nobody": {"threads": 1}}, **settings)


def test_a_tournament_is_a_table_of_all_pairs():
    lines: list[str] = []
    settings = {"games": 2, "nodes": 100, "max_moves": 20, "hash_mb": 1}
    found = dt.tournament(["material", random_player, "a=random"], progress=lines.append, **settings)
    assert found["games"] == 6 == len(lines)
    assert sorted(one["player"] for one in found["ranking"]) == ["a", "material", "random_player"]
    with pytest.raises(ValueError, match="2 to 100"):
        dt.tournament(["material"])
    with pytest.raises(ValueError, match="two players"):
        dt.tournament(["material", "random", "random"], sprt=(0, 5))


def test_a_gauntlet_from_random_openings():
    settings = dict(games=2, nodes=20, hash_mb=1, random_plies=4, balanced=0.5, max_moves=5)
    found = dt.tournament(["material", "a=random", "b=random"], gauntlet=True, **settings)
    assert found["games"] == 4
    assert dt.match("material", "random", ponder=True, opening_start=2, games=2, nodes=20, max_moves=5).games == 2
    for wrong in (
        {"balanced": 0.1},
        {"random_plies": 99},
        {"random_plies": 4, "balanced": -1.0},
        {"opening_start": 80},
    ):
        with pytest.raises(ValueError):
            dt.match("material", "random", games=2, nodes=20, **wrong)


def test_engines_and_programs_are_players_too():
    hub = f"hub:'{sys.executable}' -m draughts_td hub --net material"
    with dt.Program(hub) as program:
        result = dt.match(dt.Engine("material"), program, games=2, nodes=50, max_moves=10, hash_mb=1)
        # The program still answers: a match has a process of its own.
        assert str(program.search(dt.Board("W:W28,33,39:B17"), depth=5).move) == "28-22"
    assert result.games == 2 and result.players[0] == "material"
    players = [dt.Engine(level=1), dt.Engine("material"), dt.Engine()]
    table = dt.tournament(players, games=2, nodes=50, max_moves=10, hash_mb=1)
    assert {row["player"] for row in table["ranking"]} == {"level 1", "material", "reference"}


@pytest.mark.parametrize("settings", [{"hash_mb": 1}, {"threads": 2}, {"net": "material", "level": 3}])
def test_an_engine_with_settings_that_a_match_does_not_take_over_is_refused(settings):
    with pytest.raises(ValueError, match="match"):
        dt.match(dt.Engine(**settings), "random", games=2)


def test_a_program_with_parameters_of_its_own_is_refused():
    hub = f"hub:'{sys.executable}' -m draughts_td hub --net material"
    with dt.Program(hub, hub_params={"threads": 1}) as program, pytest.raises(ValueError, match="hub_params"):
        dt.match(program, "random", games=2)


@pytest.mark.parametrize(
    "call",
    [
        lambda: dt.match("random", "random", games=2, openings="not-there.txt"),
        lambda: dt.match("random", "random", games=2, max_moves=2, pdn="not-there/games.pdn"),
        lambda: dt.puzzles("not-there.db"),
        lambda: dt.Database("not-there.db"),
    ],
)
def test_a_file_that_is_not_there_is_an_error_of_the_system(call):
    with pytest.raises(OSError, match="no such file"):
        call()


def test_text_that_is_no_unicode_is_a_value_error(tmp_path):
    (tmp_path / "latin.pdn").write_bytes(b'[White "Ren\xe9"]\n\n1. 32-28 *\n')
    with (
        open(tmp_path / "latin.pdn", encoding="utf-8", errors="surrogateescape") as file,
        pytest.raises(ValueError, match="surrogates not allowed"),
    ):
        list(dt.read_pdn(file))
    with open(tmp_path / "latin.pdn", "rb") as file:
        assert next(dt.read_pdn(file)).tags["White"] == "René"
