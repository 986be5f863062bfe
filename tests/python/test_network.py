"""Networks of other programs: their inputs, their files, and the engine that plays with them."""

from pathlib import Path
from typing import Any

import draughts_td as dt
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

ACTIVATIONS = ["linear", "relu", "crelu", "screlu", "softsign", "tanh"]


def activate(name: str, x: Any) -> Any:
    """Return what the units of a layer make of their sums."""
    inside = np.clip(x, 0, 1)
    by_name = {
        "linear": x,
        "relu": np.maximum(x, 0),
        "crelu": inside,
        "screlu": inside**2,
        "softsign": x / (1 + abs(x)),
        "tanh": np.tanh(x),
    }
    return by_name[name]


def forward(layers: Any, x: Any, sides: str) -> Any:
    """Return the values of rows of inputs."""
    for number, (weights, bias, activation) in enumerate(layers):
        views = np.split(x, 2, axis=1) if number == 0 and sides == "both" else [x]
        x = np.concatenate([activate(activation, view @ np.asarray(weights).T + bias) for view in views], axis=1)
    return x[:, 0]


def played(seed: int, plies: int = 60) -> tuple[Any, Any]:
    """Return positions of random games, with kings among them."""
    env, boards, turns = dt.VectorEnv(16, seed=seed), [], []
    random = np.random.default_rng(seed)
    for _ in range(plies):
        words, turn = env.positions()
        boards.append(words)
        turns.append(turn)
        actions, offsets = env.legal_actions()
        env.step(actions[offsets[:-1] + random.integers(np.diff(offsets))])
    return np.concatenate(boards), np.concatenate(turns)


def layers_of(random: Any, inputs: int, units: list[int], activation: str, output: str, sides: str) -> Any:
    layers, width = [], inputs
    for number, count in enumerate([*units, 1]):
        name = output if number == len(units) else activation
        weights = random.normal(0, 0.2, (count, width)).astype(np.float32)
        layers.append((weights, random.normal(0, 0.2, count).astype(np.float32), name))
        width = 2 * count if number == 0 and sides == "both" else count
    return layers


@given(st.data())
def test_values_are_those_of_the_layers_in_numpy(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    path = tmp_path_factory.mktemp("networks") / "own.safetensors"
    sides: Any = data.draw(st.sampled_from(["white", "mover", "both"]))
    names = data.draw(st.lists(st.sampled_from(dt.feature_names()), min_size=1, unique=True))
    inputs: Any = data.draw(st.sampled_from(["squares", "nn1", "nn2", "nn3", "nn4", names]))
    units = data.draw(st.lists(st.integers(1, 40), min_size=1, max_size=3))
    seed = data.draw(st.integers(0, 1000))
    boards, turn = played(seed, 20)
    x = dt.network_inputs(boards, turn, inputs=inputs, sides=sides)
    activation, output = data.draw(st.sampled_from(ACTIVATIONS)), data.draw(st.sampled_from(["linear", "tanh"]))
    width = x.shape[1] // (2 if sides == "both" else 1)
    layers = layers_of(np.random.default_rng(seed), width, units, activation, output, sides)
    dt.save_network(path, layers, inputs=inputs, sides=sides)
    perspective: Any = "white" if sides == "white" else "side_to_move"
    found = dt.Evaluation(path).values(boards, turn, perspective=perspective)
    np.testing.assert_allclose(found, forward(layers, x.astype(np.float64), sides), rtol=1e-5, atol=1e-5)


def test_squares_are_the_pieces_of_the_board() -> None:
    board = dt.Board("B:W28,K31:B7,K50")
    white = dt.network_inputs(*dt.boards_to_arrays([board]))[0].nonzero()[0]
    assert white.tolist() == [27, 50 + 30, 100 + 6, 150 + 49]
    black = dt.network_inputs(*dt.boards_to_arrays([board]), sides="mover")[0].nonzero()[0]
    assert black.tolist() == [50 - 7, 50 + 0, 100 + 50 - 28, 150 + 50 - 31, 200]
    both = dt.network_inputs(*dt.boards_to_arrays([board]), sides="both")[0]
    assert both[:201].nonzero()[0].tolist() == black.tolist()
    assert both[201:].nonzero()[0].tolist() == white.tolist()


def test_inputs_of_the_paper_are_the_features() -> None:
    boards, turn = played(3)
    np.testing.assert_array_equal(dt.network_inputs(boards, turn, inputs="nn4"), dt.features(boards, turn))
    np.testing.assert_array_equal(dt.network_inputs(boards, turn, inputs="nn1"), dt.features(boards, turn)[:, :23])
    some = ["hekstelling", "material"]
    np.testing.assert_array_equal(dt.network_inputs(boards, turn, inputs=some), dt.features(boards, turn, names=some))


def test_a_network_plays_in_the_engine_as_it_judges(tmp_path: Path) -> None:
    path = tmp_path / "own.safetensors"
    random = np.random.default_rng(1)
    for sides, views in [("white", 1), ("mover", 1), ("both", 2)]:
        layers = layers_of(random, 201, [32], "screlu", "linear", sides)
        assert layers[1][0].shape == (1, 32 * views)
        dt.save_network(path, layers, sides=sides)  # type: ignore[arg-type]
        board = dt.Board("W:W31,32,33,37,38:B8,9,13,14,19")
        line = dt.Engine(path).search(board, depth=1).lines[0]
        assert line.move is not None
        after = board.copy()
        after.push(line.move)
        if not after.legal_moves[0].captured:
            expected = -dt.Evaluation(path).value(after)
            assert line.score == pytest.approx(2.5 * expected, abs=0.02)


def test_faults_are_named(tmp_path: Path) -> None:
    path, random = tmp_path / "own.safetensors", np.random.default_rng(1)
    good = layers_of(random, 201, [8], "relu", "tanh", "white")
    cases: list[tuple[Any, dict[str, Any], str]] = [
        ([], {}, "0 layers"),
        ([(np.zeros((8, 200)), np.zeros(8), "relu"), good[1]], {}, "layer 0 has 1600 weights"),
        ([(np.zeros((8, 201)), np.zeros(7), "relu"), good[1]], {}, "8 units and biases of 7"),
        ([(np.zeros(201), [0.0], "tanh")], {}, "weights"),
        ([(np.full((1, 201), np.nan), [0.0], "tanh")], {}, "NaN"),
        ([(np.zeros((1, 201)), [0.0], "sigmoid")], {}, "no activation 'sigmoid'"),
        ([(np.zeros((2, 201)), [0.0, 0.0], "tanh")], {}, "must have 1 unit"),
        (good, {"inputs": "nn7"}, "inputs is 'nn7'"),
        (good, {"inputs": ["x"]}, "no input 'x'"),
        (good, {"inputs": []}, "no input is named"),
        (good, {"sides": "black"}, "sides is 'black'"),
        (good, {"features": tmp_path / "none", "inputs": "nn1"}, "no folder"),
    ]
    for layers, settings, message in cases:
        with pytest.raises(ValueError, match=message):
            dt.save_network(path, layers, **settings)
        assert not path.exists()


def test_only_a_network_is_replaced(tmp_path: Path) -> None:
    games = tmp_path / "games.pdn"
    games.write_text("1. 32-28 *")
    layers: Any = layers_of(np.random.default_rng(1), 201, [4], "relu", "tanh", "white")
    with pytest.raises(ValueError, match="is not a network"):
        dt.save_network(games, layers)
    assert games.read_text() == "1. 32-28 *"
    path = tmp_path / "own.safetensors"
    dt.save_network(path, layers, note="first")
    dt.save_network(path, layers, note="second")
    assert b"second" in path.read_bytes()


def test_onnx_layers_are_those_of_the_graph(tmp_path: Path) -> None:
    onnx = pytest.importorskip("onnx")
    from draughts_td.onnx import read_layers

    random, helper = np.random.default_rng(1), onnx.helper
    layers = layers_of(random, 201, [8, 5], "relu", "tanh", "white")
    layers[1] = (*layers[1][:2], "screlu")
    tensors = {
        "w0": layers[0][0], "b0": layers[0][1], "w1": layers[1][0].T, "b1": layers[1][1],
        "w2": layers[2][0], "b2": layers[2][1], "high": np.float32(1), "two": np.float32(2),
    }  # fmt: skip
    nodes = [
        helper.make_node("Gemm", ["x", "w0", "b0"], ["g0"], transB=1),
        helper.make_node("Relu", ["g0"], ["h0"]),
        helper.make_node("MatMul", ["h0", "w1"], ["m1"]),
        helper.make_node("Add", ["m1", "b1"], ["g1"]),
        helper.make_node("Constant", [], ["nought"], value_float=0.0),
        helper.make_node("Clip", ["g1", "nought", "high"], ["c1"]),
        helper.make_node("Cast", ["c1"], ["d1"], to=onnx.TensorProto.DOUBLE),
        helper.make_node("Mul", ["d1", "d1"], ["h1"]),
        helper.make_node("Gemm", ["h1", "w2", "b2"], ["g2"], transB=1),
        helper.make_node("Tanh", ["g2"], ["y"]),
    ]

    def save(nodes: Any, path: Path) -> Path:
        value = [helper.make_tensor_value_info(name, 1, None) for name in ("x", "y")]
        constants = [onnx.numpy_helper.from_array(np.asarray(array), name) for name, array in tensors.items()]
        onnx.save(helper.make_model(helper.make_graph(nodes, "own", value[:1], value[1:], constants)), path)
        return path

    found = read_layers(save(nodes, tmp_path / "own.onnx"))
    assert [activation for *_, activation in found] == ["relu", "screlu", "tanh"]
    for (weights, bias, _), (expected, expected_bias, _) in zip(found, layers, strict=True):
        np.testing.assert_allclose(weights, expected)
        np.testing.assert_allclose(bias, expected_bias)
    dt.save_network(tmp_path / "own.safetensors", found)
    with pytest.raises(ValueError, match="is Sigmoid, which makes no fully connected layer"):
        read_layers(save([*nodes[:9], helper.make_node("Sigmoid", ["g2"], ["y"])], tmp_path / "bad.onnx"))
    for name, node in {
        "Pow": helper.make_node("Pow", ["two", "d1"], ["h1"]),
        "Cast": helper.make_node("Cast", ["d1"], ["h1"], to=onnx.TensorProto.INT32),
    }.items():
        with pytest.raises(ValueError, match=f"is {name}, which makes no fully connected layer"):
            read_layers(save([*nodes[:7], node, *nodes[8:]], tmp_path / "other.onnx"))
    square = helper.make_node("Pow", ["d1", "two"], ["h1"])
    assert read_layers(save([*nodes[:7], square, *nodes[8:]], tmp_path / "square.onnx"))[1][2] == "screlu"
    skip = [*nodes[:9], helper.make_node("Add", ["g2", "h0"], ["y"])]
    with pytest.raises(ValueError, match="must be a chain"):
        read_layers(save(skip, tmp_path / "skip.onnx"))
