"""Any arguments are answered or refused by an exception: a panic of Rust is a BaseException, and ends a test."""

import contextlib
import warnings
from pathlib import Path
from typing import Any

import draughts_td as dt
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

numbers = st.one_of(st.integers(-3, 60), st.integers(-(2**65), 2**65))
reals = st.one_of(st.floats(), st.floats(0, 1))
texts = st.one_of(
    st.text(max_size=30),
    st.text("0123456789-xX:.,KWBwbHF? []{}()$*+", max_size=60),
    st.from_regex(r"[WB]:(W(K?[1-9][0-9]?,)*:?B?)*(K?[1-9][0-9]?,?)*", fullmatch=True).map(lambda text: text[:120]),
)
moves = st.integers(0, 8).map(lambda index: dt.Board().legal_moves[index])
junk = st.one_of(
    st.none(), st.booleans(), numbers, reals, texts, moves, st.just(dt.Board()), st.lists(numbers, max_size=3)
)


@st.composite
def arrays(draw: st.DrawFn) -> np.ndarray:
    kind = draw(st.sampled_from([np.uint64, np.int64, np.uint8, bool, np.float32, object]))
    shape = draw(st.sampled_from([(), (0,), (2,), (2, 4), (3, 4), (4, 2), (2, 4, 1), (0, 4)]))
    values = np.array(draw(st.lists(st.integers(0, 1), min_size=24, max_size=24)))
    array = np.resize(values, shape).astype(kind)
    return array[::-1] if shape and draw(st.booleans()) else array


@pytest.fixture(scope="module")
def tablebase(tables: Path) -> dt.Tablebase:
    return dt.Tablebase(tables)


def tried(call: Any, *arguments: Any, **keywords: Any) -> None:
    with warnings.catch_warnings(), contextlib.suppress(Exception):
        warnings.simplefilter("ignore")
        call(*arguments, **keywords)


@given(junk, junk)
def test_boards(first: Any, second: Any) -> None:
    board = dt.Board()
    for call in (
        dt.Board,
        board.push,
        board.parse_move,
        board.is_legal,
        board.action,
        board.move_of,
        board.piece_at,
        board.men,
        board.kings,
        board.__eq__,
        board.__deepcopy__,
        board.legal_moves[0].__eq__,
        board.is_capture,
        board.variation_text,
        board.remove_piece_at,
        board.pieces,
        board.is_repetition,
        dt.Move,
        dt.Board().set_fen,
    ):
        tried(call, first)
    for call in (board.find_move, dt.Board().set_piece_at, dt.Move):
        tried(call, first, second)
    tried(board._restore, first, second)  # type: ignore[attr-defined]
    tried(board._restore, "W:W31-50:B1-20", [first, second])  # type: ignore[attr-defined]
    with contextlib.suppress(Exception):
        found = dt.Board(first)
        assert dt.Board(found.fen()) == found


@given(arrays(), arrays(), arrays(), junk)
def test_batches(tablebase: dt.Tablebase, boards: Any, turn: Any, third: Any, other: Any) -> None:
    evaluation = dt.Evaluation("material")
    tried(dt.boards_to_arrays, other)
    tried(dt.arrays_to_boards, boards, turn)
    tried(dt.features, boards, turn, names=other)
    tried(dt.features, boards, turn, names=[other, "white_men"])
    tried(dt.moves_to_actions, boards, turn, third)
    tried(dt.actions_to_moves, boards, turn, third)
    tried(dt.action_masks, boards, turn, threads=2)
    tried(dt.count_legal_moves, boards, other)
    tried(dt.legal_moves, other, turn)
    tried(evaluation.values, boards, turn, perspective=other)
    tried(evaluation.value, other)
    tried(tablebase.values, boards, turn, perspective=other)
    tried(tablebase.distances, boards, turn)
    for limit in ({"nodes": 3, "depth": other}, {"depth": 1, "nodes": other}, {"nodes": 3, "endgame": other}):
        if not isinstance(other, int) or other < 4:
            tried(evaluation.search, boards, turn, **limit)


SETTINGS = [
    "keep_captures",
    "window",
    "quiet_only",
    "min_ply",
    "min_pieces",
    "max_pieces",
    "min_rating",
    "unique",
    "games",
]


@given(st.binary(max_size=300), texts, st.sampled_from(SETTINGS), numbers, reals, texts)
def test_databases(
    tmp_path_factory: Any, data: bytes, text: str, setting: str, number: int, real: float, word: str
) -> None:
    path = Path(tmp_path_factory.getbasetemp()) / "any.pdn"
    for content in (
        data,
        text.encode(),
        b'[Result "1-1"]\n\n1. 32-28 19-23 2. 28x19 14x23 ' + text.encode() + b" 1-1\n",
    ):
        path.write_bytes(content)
        games = dt.read_pdn(path)
        for game in games:
            assert len(game.boards()) == len(game) + 1 == len(game.moves) + 1
            tried(game.board, number)
        assert all(repr(skipped) for skipped in games.skipped)
        tried(dt.positions, path)
        tried(dt.positions, path, **{"keep_captures": True, "window": 0, setting: number})
        tried(dt.positions, path, holdout=real, seed=number, results=word)
        tried(dt.player_mistakes, path, word, games=number, nodes=number)
        tried(dt.check_composition, text, word, nodes=number % 1000)


@given(st.integers(1, 40), numbers, arrays(), st.lists(st.integers(0, 6), max_size=8), st.booleans())
def test_environments(games: int, number: int, actions: Any, steps: list[int], masks: bool) -> None:
    tried(dt.VectorEnv, number % 50, opening_plies=number, seed=number)
    env = dt.VectorEnv(games, masks=masks, opening_plies=games, seed=games)
    for step in steps:
        if step == 0:
            tried(env.step, actions)
        elif step == 1:
            tried(env.reset, number)
        elif step == 2:
            assert len(env.afterstates(quiet=True)[1]) == len(env.legal_actions()[0])
        else:
            legal, offsets = env.legal_actions()
            chosen = legal[offsets[:-1] + step % np.diff(offsets)]
            assert env.step(chosen)[0].shape == (games, 4)


@given(junk, junk, junk, numbers, reals)
def test_engines_and_matches(first: Any, second: Any, third: Any, number: int, real: float) -> None:
    engine = dt.Engine("material", hash_mb=1)
    tried(engine.search, first, nodes=5)
    tried(engine.search, dt.Board(), nodes=5, depth=number, lines=number % 20)
    tried(engine.search, dt.Board(), nodes=5, time=real)
    tried(engine.search, dt.Board(), nodes=first if first == 0 or not isinstance(first, int | float) else 5)
    tried(dt.Engine, "material", hash_mb=0 if number > 8 else number, level=number, seed=number)
    tried(dt.Engine, first, hash_mb=1, threads=number % 4, tables=None)
    tried(dt.match, "random", second, games=2, depth=1, max_moves=4, ballots=number, seed=number)
    tried(dt.match, "random", "random", games=2, depth=1, max_moves=4, sprt=(real, number), progress=third)


WORDS = [
    "text",
    "player",
    "result",
    "from_",
    "min_rating",
    "games",
    "versions",
    "position",
    "with_",
    "any_",
    "material",
    "turn",
    "moves",
    "lasting",
    "ending",
]
MATCH = [
    "games",
    "tc",
    "timemargin",
    "order",
    "opening_plies",
    "draw",
    "resign",
    "hub_params",
    "dxp_minutes",
    "dxp_moves",
    "alpha",
    "model",
    "event",
    "speed",
]


@pytest.fixture(scope="module")
def database(tmp_path_factory: Any) -> dt.Database:
    classics = Path(__file__).parents[2] / "pdn/classics.pdn"
    return dt.Database.build(classics, tmp_path_factory.mktemp("any") / "games.db")


@given(st.sampled_from(WORDS), junk, st.sampled_from(WORDS), texts, numbers)
def test_databases_of_games(database: dt.Database, first: str, value: Any, second: str, text: str, number: int) -> None:
    for call in (database.search, database.explore, database.statistics):
        tried(call, **{first: value})
        tried(call, **{first: value, second: text})
    tried(database.game, number)
    tried(database.explore, value)
    tried(database.statistics, text, plies=number)
    tried(database.search, limit=number, skip=number)


@given(st.sampled_from(MATCH), junk, junk, reals, numbers)
def test_settings_of_matches_programs_and_generated_games(
    tmp_path_factory: Any, word: str, value: Any, other: Any, real: float, number: int
) -> None:
    if word != "games" or not isinstance(value, int) or value < 4:
        settings = {"games": 2, "depth": 1, "max_moves": 2, word: value}
        tried(dt.match, "random", "random", **settings)
        tried(dt.tournament, ["random", "random"], **settings)
    tried(dt.tournament, other)
    tried(dt.Program, "dxp:127.0.0.1:1", startup=real, timeout=real, dxp_minutes=real, hub_params=value)
    out = Path(tmp_path_factory.getbasetemp()) / "any-own.pdn"
    setting = "second_best" if number % 2 else "random_moves"
    limits = {"net": "material", "games": 1, "nodes": 1, "max_moves": 1, "force": True, "random_plies": 0}
    tried(dt.generate, out, **{**limits, setting: other, "balance": number})
