"""What this package gives out it takes back: texts, copies, pickles, seeds; what it cannot take it refuses."""

import copy
import pickle

import draughts_td as dt
import numpy as np
import pytest

# Two captures from 3 to 5 that take other pieces.
AMBIGUOUS = "W:WK3,35,36,38,40,41,44,45,46,49:B1,6,7,8,10,22,27"


def again(value):
    return pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)


def test_the_text_of_a_move_reads_back_as_that_move():
    board = dt.Board(AMBIGUOUS)
    assert [str(move) for move in board.legal_moves] == ["3x5x8x10x22", "3x5x8x10x27"]
    assert [str(move) for move in dt.Board("W:W28:B22,12,13").legal_moves] == ["28x19"]
    env, boards = dt.VectorEnv(30, masks=False, seed=3), [dt.Board() for _ in range(30)]
    for _ in range(200):
        for row, board in enumerate(dt.arrays_to_boards(*env.positions())):
            boards[row] = board
            assert [board.parse_move(str(move)) for move in board.legal_moves] == board.legal_moves
        env.step()


def test_every_way_to_a_move_gives_its_whole_text():
    board = dt.Board(AMBIGUOUS)
    for move in board.legal_moves:
        assert str(board.move_of(board.action(move))) == str(move)
        board.push(str(move))
        assert str(board.move_stack[-1]) == str(board.pop()) == str(move)
    result = dt.Engine("material", hash_mb=1).search(board, depth=2, lines=2)
    texts = {str(move) for move in board.legal_moves}
    assert {str(line.move) for line in result.lines} == {str(line.pv[0]) for line in result.lines} == texts
    assert str(result.move) in texts


def test_moves_are_pickled_and_copied():
    for move in [*dt.Board().legal_moves, *dt.Board(AMBIGUOUS).legal_moves]:
        for other in again(move):
            assert other == move and str(other) == str(move) and hash(other) == hash(move)
    with pytest.raises(ValueError):
        dt.Move._restore("nonsense", False)  # type: ignore[attr-defined]
    with pytest.raises(dt.IllegalMoveError):
        dt.Board().push(dt.Move._restore("32-1", False))  # type: ignore[attr-defined]


GAME = """[White "A"]
[Black "B"]
[Result "1-1"]

1. 32-28! {a plan} (1. 33-29 19-24? {at once} (1... 20-25 2. 39-33)) 19-23 2. 28x19 14x23 $2 (2... 13x24) 1-1
"""


def described(game):
    def line(way):
        return (way.ply, [str(move) for move in way.moves], way.comments, way.glyphs, [line(w) for w in way.variations])

    place = game.file, game.line, game.number
    return (game.tags, game.result, game.moves, game.comments, game.glyphs, *place, [line(w) for w in game.variations])


def test_a_game_has_its_variations_and_glyphs_and_is_pickled_with_them(tmp_path):
    (tmp_path / "game.pdn").write_text(GAME)
    game = next(dt.read_pdn(tmp_path / "game.pdn"))
    assert game.glyphs == [(1, "!"), (4, "?")]
    first, second = game.variations
    assert (first.ply, [str(move) for move in first.moves]) == (0, ["33-29", "19-24"])
    assert (first.comments, first.glyphs) == ([(2, "at once")], [(2, "?")])
    assert [(way.ply, [str(move) for move in way.moves]) for way in first.variations] == [(1, ["20-25", "39-33"])]
    assert (second.ply, [str(move) for move in second.moves]) == (3, ["13x24"])
    for other in again(game):
        assert described(other) == described(game)
        assert other.board().move_stack == game.board().move_stack


TRUTHS = [1, 2, 3, 4, 64, 128, 254, 255]


@pytest.mark.parametrize("byte", TRUTHS)
def test_every_byte_of_a_truth_is_true_or_false(byte, tables):
    boards = np.array([dt.Board().bitboards] * 4, np.uint64)
    odd = np.array([byte, 0, byte, 0], np.uint8).view(bool)
    plain = np.array([True, False, True, False])
    evaluation, endings = dt.Evaluation("material"), dt.Tablebase(tables)
    actions = dt.actions_to_moves, dt.moves_to_actions
    black = dt.Board()
    black.push("32-28")
    numbers = [1577, black.action("19-23")] * 2, [1, 1, 1, 1]
    for call in (
        dt.arrays_to_boards,
        dt.count_legal_moves,
        dt.action_masks,
        dt.features,
        lambda *rows: dt.legal_moves(*rows)["from_square"],
        evaluation.values,
        lambda *rows: evaluation.values(*rows, perspective="white"),
        lambda *rows: evaluation.search(*rows, depth=1)["move"],
        endings.values,
        endings.distances,
        *(lambda *rows, call=call, of=of: call(*rows, of) for call, of in zip(actions, numbers, strict=True)),
    ):
        expected = call(boards, plain)
        for turn in (odd, odd[::-1][::-1], np.repeat(odd, 2)[::2]):
            found = call(boards, turn)
            assert (
                found == expected
                if isinstance(found, list)
                else np.array_equal(found, expected, equal_nan=found.dtype.kind == "f")
            )


@pytest.mark.parametrize("kind", [np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64, object, ">i4", ">u8"])
def test_actions_are_whole_numbers_of_any_width(kind):
    env = dt.VectorEnv(2)
    assert not env.step(np.array([1577, 1577], kind))[1].any()
    assert dt.moves_to_actions(*dt.VectorEnv(2).positions(), np.array([0, 1], kind)).dtype == np.int64


def test_what_is_no_whole_number_is_no_action():
    env = dt.VectorEnv(2)
    before = env.positions()[0]
    for bad in (
        [1577.0, 1577.9],
        np.array([1577, 1577], np.float32),
        ["1577", "1577"],
        [b"1577", b"1577"],
        [1577 + 0j, 1577],
        [float("nan"), 1577],
        np.array([True, True]),
        [[1577], [1577]],
        np.array([1577, 1577.5], object),
        np.array([1577, "1577"], object),
        np.array([0, 0], "M8[s]"),
        [[1577, 1577]],
        1577,
    ):
        for call in (
            env.step,
            lambda numbers: dt.actions_to_moves(*env.positions(), numbers),
            lambda numbers: dt.moves_to_actions(*env.positions(), numbers),
        ):
            with pytest.raises(TypeError):
                call(bad)
    for bad in ([2**63, 0], [2**64 - 1, 0], [2**70, 0], [-1, 0], [-(2**63), 0]):
        with pytest.raises(ValueError):
            env.step(bad)
    for bad in (1577.9, "1577", 1577 + 0j, float("nan")):
        with pytest.raises(TypeError):
            dt.Board().move_of(bad)
    assert (env.positions()[0] == before).all()


def played(env):
    return b"".join(env.step()[0].tobytes() for _ in range(30))


def test_a_seed_of_the_constructor_counts_after_a_reset_too():
    def games(seed):
        env = dt.VectorEnv(50, masks=False, seed=seed)
        env.reset()
        return played(env)

    assert games(1) == games(1) != games(99)


def test_a_reset_without_a_seed_goes_on_and_with_one_begins_again():
    env = dt.VectorEnv(50, masks=False)
    env.reset(seed=5)
    first = played(env)
    env.reset()
    second = played(env)
    env.reset(seed=None)
    third = played(env)
    env.reset(seed=5)
    assert len({first, second, third}) == 3 and played(env) == first
    env.reset()
    assert played(env) == second


def test_numbers_out_of_range_are_value_errors_that_name_the_range(tmp_path):
    (tmp_path / "game.pdn").write_text(GAME)
    game = next(dt.read_pdn(tmp_path / "game.pdn"))
    engine, board = dt.Engine("material", hash_mb=1), dt.Board()
    rows = dt.boards_to_arrays([board])
    for wrong in (-1, -(2**70), 2**70):
        for call in (
            lambda n: board.perft(n),
            lambda n: board.piece_at(n),
            lambda n: board.move_of(n),
            lambda n: dt.Engine("material", hash_mb=n),
            lambda n: dt.Engine("material", hash_mb=1, level=n),
            lambda n: dt.Engine("material", hash_mb=1, seed=n),
            lambda n: engine.search(board, depth=n),
            lambda n: engine.search(board, nodes=n),
            lambda n: engine.search(board, depth=1, lines=n),
            lambda n: dt.VectorEnv(n),
            lambda n: dt.VectorEnv(1, seed=n),
            lambda n: dt.VectorEnv(1, opening_plies=n),
            lambda n: dt.VectorEnv(1).reset(n),
            lambda n: dt.Evaluation("material").search(*rows, nodes=n),
            lambda n: dt.Evaluation("material").search(*rows, depth=n),
            lambda n: dt.Evaluation("material").search(*rows, depth=1, hash=n),
            lambda n: dt.positions(tmp_path / "game.pdn", window=n),
            lambda n: dt.positions(tmp_path / "game.pdn", games=n),
            lambda n: dt.match("random", "random", games=n),
            lambda n: dt.match("random", "random", games=2, seed=n),
            lambda n: dt.match("random", "random", games=2, ballots=n),
            lambda n: dt.match("random", "random", games=2, max_moves=n),
            lambda n: dt.serve_dxp(lambda board: board.legal_moves[0], port=n),
        ):
            with pytest.raises((ValueError, IndexError)):
                call(wrong)
        with pytest.raises((IndexError, ValueError)):
            game.board(wrong)


def test_refusals_are_in_words_of_the_package(tmp_path):
    boards, turn = dt.boards_to_arrays([dt.Board()])
    for call, error, reason in (
        (lambda: dt.read_pdn(3), TypeError, "a path or a list of paths, not this int"),
        (lambda: dt.positions([]), ValueError, "list of paths is empty"),
        (lambda: dt.read_pdn([]), ValueError, "list of paths is empty"),
        (lambda: dt.learn([], out=tmp_path / "net.safetensors"), ValueError, "list of paths is empty"),
        (lambda: dt.features(boards.astype(np.int64), turn), TypeError, "boards: .*uint64.*not dtype int64"),
        (lambda: dt.features(boards, turn.astype(np.uint8)), TypeError, "turn: .*bool.*not dtype uint8"),
        (lambda: dt.features(boards[0], turn), TypeError, r"shape \(n, 4\)"),
        (lambda: dt.features([[1, 2, 3, 4]], turn), TypeError, "boards: .*list"),
        (lambda: dt.features(boards, turn, names="pieces"), TypeError, "list"),
        (lambda: dt.learn("none.pdn", lr=-1.0, out=tmp_path / "net"), ValueError, "^lr is -1; it must be"),
        (lambda: dt.learn("none.pdn", beta_lr=-1.0, out=tmp_path / "net"), ValueError, "^beta_lr is -1"),
        (lambda: dt.learn("none.pdn", lr_final=2.0, out=tmp_path / "net"), ValueError, "^lr_final is 2"),
    ):
        with pytest.raises(error, match=reason):
            call()


def test_a_folder_that_is_missing_is_not_made(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for call in (
        lambda name: dt.Tablebase(name),
        lambda name: dt.Engine("material", hash_mb=1, tables=name),
        lambda name: dt.match("random", "random", games=2, tables=name),
    ):
        for name in ("", "tabels", tmp_path / "tables/of/mine"):
            with pytest.raises(FileNotFoundError, match="there is no folder"):
                call(name)
    assert not list(tmp_path.iterdir())


def test_an_environment_in_use_says_so():
    import threading

    env = dt.VectorEnv(20000, masks=True)
    messages: set[str] = set()

    def step():
        for _ in range(5):
            try:
                env.step()
            except RuntimeError as error:
                messages.add(str(error))

    workers = [threading.Thread(target=step) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert all("another thread uses this environment" in message for message in messages)
    assert env.step()[0].shape == (20000, 4)
