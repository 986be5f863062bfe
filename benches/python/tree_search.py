"""The cost of the tree: simulations of `TreeSearch` a second beside values a second of its network by itself.

The network is two convolutions of 32 channels in PyTorch, with heads for a vector of each action and a value.

python benches/python/tree_search.py
"""

import argparse
import time

import draughts_td as dt
import numpy as np
import torch
from draughts_td.vector import planes


class Network(torch.nn.Module):
    """Two convolutions over the 10 x 5 playing squares."""

    def __init__(self):
        super().__init__()
        self.first = torch.nn.Conv2d(4, 32, 3, padding=1)
        self.second = torch.nn.Conv2d(32, 32, 3, padding=1)
        self.origin = torch.nn.Conv2d(32, 4, 1)
        self.goal = torch.nn.Conv2d(32, 4, 1)
        self.value = torch.nn.Linear(32, 1)

    def forward(self, inputs, ends, rows):
        """Return logits of actions, from a vector of each origin and one of each goal, and values."""
        hidden = torch.relu(self.second(torch.relu(self.first(inputs))))
        origin, goal = self.origin(hidden).flatten(2), self.goal(hidden).flatten(2)
        logits = (origin[rows, :, ends // 50] * goal[rows, :, ends % 50]).sum(1)
        return logits, torch.tanh(self.value(hidden.mean((2, 3)))).squeeze(1)


network = Network()


def evaluate(boards, turn, actions, offsets):
    """Return logits and values."""
    white = planes(boards)
    turned = np.where(turn[:, None, None], white, white[:, [2, 3, 0, 1], ::-1])
    inputs = torch.from_numpy(turned.reshape(-1, 4, 10, 5).astype(np.float32))
    rows = np.repeat(np.arange(len(turn)), np.diff(offsets))
    ends = np.where(turn[rows], actions % 2500, 2499 - actions % 2500)
    with torch.inference_mode():
        logits, values = network(inputs, torch.from_numpy(ends), torch.from_numpy(rows))
    return logits.numpy(), values.numpy()


def values_a_second(leaves, seconds):
    """Call the evaluator with the same leaves again and again."""
    began, values = time.process_time(), 0
    while (spent := time.process_time() - began) < seconds:
        values += len(evaluate(*leaves)[1])
    return values / spent


def simulations_a_second(algorithm, games, leaves, simulations, seconds):
    """Play games, and count the simulations."""
    search = dt.TreeSearch(evaluate, games, algorithm=algorithm, leaves=leaves, seed=1)
    began, done = time.process_time(), 0
    while (spent := time.process_time() - began) < seconds:
        search.run(simulations)
        search.reset(search.play(search.choose()))
        done += games * simulations
    return done / spent


def main():
    """Print the figures of each setting."""
    flags = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    flags.add_argument("--seconds", type=float, default=5)
    flags = flags.parse_args()
    torch.set_num_threads(1)
    env = dt.VectorEnv(256, opening_plies=20, masks=False)
    print("processor time; values/s of the network, simulations/s of the search, ratio")
    for games, leaves in [(1, 1), (1, 16), (64, 1), (256, 1)]:
        boards, turn = env.reset(seed=1)
        boards, turn = boards[: games * leaves], turn[: games * leaves]
        actions, offsets = dt.TreeSearch(evaluate, (boards, turn)).legal_actions()
        for algorithm, simulations in [("puct", 128), ("gumbel", 32)]:
            values = values_a_second((boards, turn, actions, offsets), flags.seconds)
            rate = simulations_a_second(algorithm, games, leaves, simulations, flags.seconds)
            text = f"{algorithm}, {games} games, {leaves} leaves, {simulations} simulations"
            print(f"{text:50} {values:9,.0f} {rate:9,.0f} {rate / values:6.2f}", flush=True)


if __name__ == "__main__":
    main()
