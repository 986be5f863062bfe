"""The first network of the paper in NumPy: offline TD(lambda), a step for each game, beside ``learn``.

python examples/python/nn1.py pdn/sample.pdn.zst
"""

import sys
import tempfile

import draughts_td as dt
import numpy as np
from numpy.typing import NDArray

LAMBDA, LR, BETA_LR, INPUTS, HIDDEN, WORD = 0.9, 0.001, 0.01, 23, 80, 2**64


def uniform(count: int, seed: int = 1) -> NDArray[np.float64]:
    """Draw numbers in [-1, 1) as the program draws first weights: xoshiro256++, seeded by SplitMix64."""
    state, numbers = [], []
    for place in range(1, 5):
        z = (seed + place * 0x9E3779B97F4A7C15) % WORD
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB % WORD
        state.append(z ^ z >> 31)
    a, b, c, d = state
    for _ in range(count):
        total = (a + d) % WORD
        numbers.append(((total << 23 | total >> 41) + a) % WORD >> 40)
        c, d, t = c ^ a, d ^ b, b << 17
        b, a, c, d = b ^ c, a ^ d, (c ^ t) % WORD, (d << 45 | d >> 19) % WORD
    return np.array(numbers) / 2**23 - 1


def main(paths: list[str]) -> None:
    """Learn in NumPy and with ``learn``, and print both errors on the held-out games."""
    names = dt.feature_names()[:INPUTS]
    data = dt.positions(paths)
    inputs = dt.features(data["boards"], data["turn"], names=names)
    inputs[:, [names.index("free_men"), names.index("promotion_race")]] = 0  # Not in the paper.
    results, held_out = data["result"], data["held_out"]
    first = np.flatnonzero(np.diff(data["game"] + (data["file"].astype(np.int64) << 32), prepend=-1))
    weights = 0.2 * uniform((INPUTS + 2) * HIDDEN + 1)
    w, b, v = weights[: INPUTS * HIDDEN].reshape(INPUTS, HIDDEN), *weights[INPUTS * HIDDEN : -1].reshape(2, HIDDEN)
    c, beta = weights[-1], np.full(HIDDEN, 3.0)
    for start, end in zip(first, np.append(first[1:], len(results)), strict=True):
        if held_out[start]:
            continue
        x = inputs[start:end].astype(float)
        net = x @ w + b
        slope = 1 / (1 + abs(beta * net))
        hidden = beta * net * slope
        values = hidden @ v + c
        td_errors = np.append(values[1:], results[start]) - values
        steps = np.arange(end - start)
        errors = np.triu(LAMBDA ** np.maximum(steps - steps[:, None], 0)) @ td_errors
        by_unit = np.outer(errors, v) * slope**2
        by_net = by_unit * beta
        w, b, beta = w + LR * x.T @ by_net, b + LR * by_net.sum(axis=0), beta + BETA_LR * (by_unit * net).sum(axis=0)
        v, c = v + LR * errors @ hidden, c + LR * errors.sum()
    net = beta * (inputs[held_out] @ w + b)
    own = np.square((net / (1 + abs(net))) @ v + c - results[held_out]).mean()
    with tempfile.TemporaryDirectory() as folder:
        learned = dt.learn(paths, out=f"{folder}/nn1.safetensors", model="nn1", paper=True)
    theirs = learned["held_out"]["all"]["mse"]
    print(f"held-out error: {own:.6f} in NumPy, {theirs:.6f} by learn, apart by {abs(own - theirs):.6f}")


if __name__ == "__main__":
    main(sys.argv[1:] or ["pdn/sample.pdn.zst"])
