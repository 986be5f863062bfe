"""Layers of ONNX files, for ``save_network``; this module needs the package ``onnx``.

>>> from draughts_td.onnx import read_layers  # doctest: +SKIP
>>> dt.save_network("own.safetensors", read_layers("own.onnx"))  # doctest: +SKIP
"""

from os import PathLike
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt
import onnx
from onnx import numpy_helper

_Array: TypeAlias = npt.NDArray[np.float32]
_Activation: TypeAlias = Literal["linear", "relu", "crelu", "screlu", "softsign", "tanh"]

#: Operators that pass one vector on as it is.
_SAME = {"Identity", "Dropout", "Flatten", "Reshape", "Squeeze", "Unsqueeze"}

#: Types that hold every value of a layer.
_WIDE = {onnx.TensorProto.FLOAT, onnx.TensorProto.DOUBLE}

_ACTIVATIONS: dict[str, _Activation] = {"Relu": "relu", "Tanh": "tanh", "Softsign": "softsign"}


class _Layers:
    """The layers so far, of a chain of nodes."""

    def __init__(self, constants: dict[str, _Array]) -> None:
        self.constants = constants
        self.weights: list[_Array] = []
        self.biases: list[_Array] = []
        self.activations: list[_Activation] = []

    def add(self, node: Any, name: str) -> None:
        """Take the next node of the chain."""
        constants = [self.constants[name] for name in node.input if name in self.constants]
        fields = {field.name: onnx.helper.get_attribute_value(field) for field in node.attribute}
        operator = node.op_type
        if operator in _SAME or (operator == "Cast" and fields.get("to") in _WIDE):
            return
        if operator in _ACTIVATIONS and self.activations and self.activations[-1] == "linear":
            self.activations[-1] = _ACTIVATIONS[operator]
        elif operator == "Gemm" and constants and fields.get("transA", 0) == 0:
            weights = constants[0] if fields.get("transB", 0) else constants[0].T
            self.append(fields.get("alpha", 1.0) * weights)
            if len(constants) > 1:
                self.shift(fields.get("beta", 1.0) * constants[1])
        elif operator == "MatMul" and len(constants) == 1 and node.input[1] in self.constants:
            self.append(constants[0].T)
        elif operator == "Add" and len(constants) == 1 and self.activations and self.activations[-1] == "linear":
            self.shift(constants[0])
        elif operator == "Clip" and self.clips(constants, fields) and self.activations[-1:] == ["linear"]:
            self.activations[-1] = "crelu"
        elif self.is_square(node, constants) and self.activations[-1:] == ["crelu"]:
            self.activations[-1] = "screlu"
        else:
            raise ValueError(
                f"{name}: node '{node.name}' is {operator}, which makes no fully connected layer here; "
                "layers are Gemm or MatMul and Add, then Relu, Tanh, Softsign, Clip from 0 to 1, or its square"
            )

    def append(self, weights: _Array) -> None:
        self.weights.append(np.asarray(weights, np.float32))
        self.biases.append(np.zeros(len(weights), np.float32))
        self.activations.append("linear")

    def shift(self, bias: _Array) -> None:
        self.biases[-1] = self.biases[-1] + np.asarray(bias, np.float32).reshape(-1)

    def clips(self, constants: list[_Array], fields: dict[str, Any]) -> bool:
        limits: list[Any] = [float(limit) for limit in constants]
        return (limits or [fields.get("min"), fields.get("max")]) == [0.0, 1.0]

    def is_square(self, node: Any, constants: list[_Array]) -> bool:
        if node.op_type == "Mul":
            return bool(node.input[0] == node.input[1])
        is_power = node.op_type == "Pow" and len(constants) == 1 and node.input[1] in self.constants
        return is_power and float(constants[0]) == 2.0


def read_layers(path: str | PathLike[str]) -> list[tuple[_Array, _Array, _Activation]]:
    """Return the layers of an ONNX file as ``save_network`` takes them.

    The graph must be a chain from one input to one output. ValueError names the first node that is no part of a fully
    connected layer.
    """
    graph = onnx.load(path).graph
    constants = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    inputs = [value.name for value in graph.input if value.name not in constants]
    if len(inputs) != 1 or len(graph.output) != 1:
        raise ValueError(f"{path}: {len(inputs)} inputs and {len(graph.output)} outputs; a chain has one of each")
    layers, value = _Layers(constants), inputs[0]
    for node in graph.node:
        if node.op_type == "Constant":
            value_of = onnx.helper.get_attribute_value(node.attribute[0])
            is_tensor = isinstance(value_of, onnx.TensorProto)
            constants[node.output[0]] = numpy_helper.to_array(value_of) if is_tensor else np.asarray(value_of)
            continue
        others = [name for name in node.input if name and name not in constants and name != value]
        if value not in node.input or others:
            raise ValueError(f"{path}: node '{node.name}' does not follow the one before; the graph must be a chain")
        layers.add(node, str(path))
        value = node.output[0]
    if value != graph.output[0].name:
        raise ValueError(f"{path}: the output '{graph.output[0].name}' is not the end of the chain")
    return list(zip(layers.weights, layers.biases, layers.activations, strict=True))
