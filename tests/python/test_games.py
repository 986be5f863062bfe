"""Games that are made, edited, written, and read from texts and streams."""

import contextlib
import io
import pickle
import random
from pathlib import Path

import draughts_td as dt
import pytest
from hypothesis import given
from hypothesis import strategies as st

SAMPLE = Path(__file__).parents[2] / "pdn/sample.pdn.zst"


def random_line(board: dt.Board, plies: int, rng: random.Random) -> list[dt.Move]:
    board, moves = board.copy(), []
    while len(moves) < plies and not board.is_game_over():
        moves.append(rng.choice(board.legal_moves))
        board.push(moves[-1])
    return moves


def random_game(seed: int) -> dt.Game:
    rng = random.Random(seed)
    start = dt.Board(rng.choice([dt.STARTING_FEN, "B:W31,32,K50:B20,19,18", "W:WK3,35,36,38,40:B6,7,8,10,22,27"]))
    moves = random_line(start, rng.randint(1, 60), rng)

    def beside(board: dt.Board, line: list[dt.Move], depth: int) -> list[dt.Variation]:
        found, at = [], board.copy()
        for ply, move in enumerate(line):
            if rng.random() < 0.1 and depth < 3:
                others = random_line(at, rng.randint(1, 6), rng)
                glyphs = [(1, rng.choice(["!", "??", "$14"]))]
                inner = beside(at, others, depth + 1)
                found.append(dt.Variation(ply, others, comments=[(1, "other")], glyphs=glyphs, variations=inner))
            at.push(move)
        return found

    plies = sorted(rng.sample(range(len(moves) + 1), min(3, len(moves) + 1)))
    return dt.Game(
        moves,
        tags={"White": 'A "quoted" name', "Event": "Ötztal", "WhiteRating": "2000"},
        fen=start.fen(),
        result=rng.choice(["2-0", "1-1", "0-2", "*"]),
        comments=[(ply, f"after {ply}") for ply in plies],
        glyphs=[(ply, "!?") for ply in plies if ply],
        variations=beside(start, moves, 0),
    )


def parts(game: dt.Game) -> tuple:
    def of(variations: list[dt.Variation]) -> list:
        return [(v.ply, v.moves, v.comments, v.glyphs, of(v.variations)) for v in variations]

    # The writer breaks lines in comments.
    comments = [(ply, " ".join(text.split())) for ply, text in game.comments]
    return game.moves, comments, game.glyphs, of(game.variations), game.result, game.board(0).fen()


@pytest.mark.parametrize("seed", range(60))
def test_a_made_game_comes_back_from_its_text(seed: int):
    game = random_game(seed)
    again = dt.Game.from_text(str(game))
    assert parts(again) == parts(game) == parts(pickle.loads(pickle.dumps(game)))
    for name in ("White", "Event", "WhiteRating", "Result"):
        assert again.tags[name] == game.tags[name]
    assert str(again) == str(game) == str(game.replace())


def test_games_of_a_file_are_written_and_read_back():
    games = [game for game, _ in zip(dt.read_pdn(SAMPLE), range(200), strict=False)]
    text = "".join(str(game) for game in games)
    for stream in (io.StringIO(text), io.BytesIO(text.encode())):
        again = list(dt.read_pdn(stream))
        assert [parts(game) for game in again] == [parts(game) for game in games]
        assert [game.number for game in again] == list(range(1, 201))
    with SAMPLE.open("rb") as packed:
        read = dt.read_pdn(packed)
        assert 1 + sum(1 for _ in read) == 4995 and read.skipped[0].number == 1049


def test_a_game_is_edited():
    game = dt.Game(["32-28", "19-23", "28x19"], tags=[("White", "Ann")])
    assert (game.file, game.line, game.number, game.result, len(game)) == ("", 0, 0, "*", 3)
    other = game.replace(
        moves=[*game.moves, "14x23"], result="1-1", tags={**game.tags, "Black": "Ben", "Result": "1-1"}
    )
    assert [str(move) for move in other.moves] == ["32-28", "19-23", "28x19", "14x23"] and len(game) == 3
    assert other.tags == {"White": "Ann", "Black": "Ben", "Result": "1-1"} and other.result == "1-1"
    assert dt.Game(tags={"Result": "2-0", "FEN": "B:W31:B20"}).board().turn is dt.BLACK
    assert dt.Game(tags={"Result": "2-0"}).result == "2-0"
    assert dt.Game(["20-24"], fen="B:W31:B20").replace(fen="W:W32:B1").moves == []


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"moves": ["31-22"]}, "31-22"),
        ({"moves": [], "comments": [(1, "late")]}, "one is after ply 1"),
        ({"moves": ["32-28"], "glyphs": [(2, "!")]}, "the moves are 1 to 1"),
        ({"moves": ["32-28"], "glyphs": [(1, "!!!")]}, "is no glyph"),
        ({"moves": ["32-28"], "variations": [dt.Variation(1, [])]}, "no move after ply 1"),
        ({"moves": ["32-28"], "variations": [dt.Variation(0, [dt.Move("19-23")])]}, "19-23"),
        ({"result": "3-4"}, "result is '3-4'"),
        ({"fen": "W:W99:B1"}, "W:W99"),
    ],
)
def test_what_does_not_fit_is_refused(arguments, reason):
    with pytest.raises(ValueError, match=reason):
        dt.Game(**arguments)
    with pytest.raises(ValueError, match=reason):
        dt.Game().replace(**arguments)


@pytest.mark.parametrize("beside", ["comments", "glyphs"])
@pytest.mark.parametrize("ply", [-1, 2**70])
def test_a_number_of_plies_that_cannot_be_is_a_value_error(beside: str, ply: int):
    given = {beside: [(ply, "x")]}
    for call in (dt.Game, dt.Game().replace, lambda **given: dt.Variation(1, [], **given)):
        with pytest.raises(ValueError, match="whole number"):
            call(**given)


def test_clocks_and_scores_of_comments_are_read():
    text = "1. 32-28 {[%clock w0:09:57 B0:09:58]} 19-23 {+0.35/12 0.10s} 2. 28x19 {[%clk 0:01:30]} 14x23 {a plan} *"
    game = dt.Game.from_text(text)
    assert game.clocks == [(1, 597, 598), (3, 90, None)]
    assert [(ply, round(score, 2)) for ply, score in game.scores] == [(2, 0.35)]
    assert dt.Game.from_text(str(game)).clocks == game.clocks


def test_a_text_without_a_game_is_refused():
    for text, reason in (("", "no game"), ("a letter", "game"), ("1. 31-22 *", "31-22")):
        with pytest.raises(ValueError, match=reason):
            dt.Game.from_text(text)
    assert list(dt.read_pdn(io.StringIO(""))) == []

    class Broken:
        def read(self):
            return 3

    with pytest.raises(TypeError, match="neither text nor bytes"):
        dt.read_pdn(Broken())


@given(st.text('12345678 -x.[]()"{}$!?*\nWBKFEN:', max_size=120))
def test_any_text_is_read_or_refused(text: str):
    with contextlib.suppress(ValueError):
        game = dt.Game.from_text(text)
        assert parts(dt.Game.from_text(str(game)))[0] == game.moves
