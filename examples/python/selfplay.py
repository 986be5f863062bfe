"""A network learns draughts only from its own games, in NumPy, and then plays a match against the man count.

A step plays a ply of a thousand games: the network values the position after every legal move and the captures that
follow, and the side to move takes the one that is worst for the other side, now and then another. The network learns
by TD(lambda) from positions without a capture: the value for the side to move goes towards the result, and on the way
towards minus the value of the next position. In the match both sides look two plies ahead and through captures.

OPENBLAS_NUM_THREADS=1 python examples/python/selfplay.py

Three minutes of one core (83,392 games, 9.2 million plies at nine tenths of them) win 126 games of 158, draw 11 and
lose 21: Elo +278, 95 % from 221 to 352; one run, with the match less than five minutes of a busy two-core machine.
The depth matters, because the engine's search also sees exchanges beyond its leaves. With a network learned the same
way before: +478 (393 to 630) at one ply against the man count in this file's own search; against ``material`` -152
(-207 to -103) at one ply each, +245 (186 to 319) at two, and at two plies +58 (5 to 113) against three, -29 (-79 to 21)
against four.
"""

import argparse
import time

import draughts_td as dt
import numpy as np
from draughts_td.vector import planes

GAMES, STEPS, HIDDEN = 1024, 32, 128
LAMBDA, EXPLORED, OPENING_PLIES = 0.8, 0.03, 8
RATE, BATCH = 1e-3, 1024
DEPTH = 2


class Network:
    """The expected result of a position for the side to move, -1 to 1; one hidden layer, learned by Adam."""

    def __init__(self, rng):
        self.weights = [
            rng.normal(0, 0.1, (200, HIDDEN)).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            rng.normal(0, 0.1, HIDDEN).astype(np.float32),
            np.zeros(1, np.float32),
        ]
        self.means = [np.zeros_like(w) for w in self.weights]
        self.squares = [np.zeros_like(w) for w in self.weights]
        self.updates = 0

    def forward(self, inputs):
        """Return values, and those of the hidden units."""
        w, b, v, c = self.weights
        hidden = np.maximum(inputs @ w + b, 0)
        return np.tanh(hidden @ v + c), hidden

    def learn(self, inputs, targets, rate):
        """Take one step of Adam towards the targets."""
        values, hidden = self.forward(inputs)
        error = (values - targets) * (1 - values**2) / len(targets)
        back = np.outer(error, self.weights[2]) * (hidden > 0)
        gradients = [inputs.T @ back, back.sum(0), hidden.T @ error, error.sum(keepdims=True)]
        self.updates += 1
        rate *= np.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates)
        for w, g, m, s in zip(self.weights, gradients, self.means, self.squares, strict=True):
            m += 0.1 * (g - m)
            s += 0.001 * (g * g - s)
            w -= rate * m / (np.sqrt(s) + 1e-8)


def inputs_of(boards, turn):
    """Spread own and other pieces to zeros and ones, the board turned so that the side to move moves up."""
    white = planes(boards)
    black = white[:, [2, 3, 0, 1], ::-1]
    return np.where(turn[:, None, None], white, black).reshape(-1, 200).astype(np.float32)


def choose(env, network, rng):
    """Choose the action of each game that leaves the other side worst after all captures, some by chance."""
    actions, offsets = env.legal_actions()
    games = np.repeat(np.arange(len(env)), np.diff(offsets))
    boards, turn, _ = env.afterstates(quiet=True)
    values, _ = network.forward(inputs_of(boards, turn))
    is_own = turn == env.positions()[1][games]
    chosen = np.lexsort((np.where(is_own, -values, values), games))[offsets[:-1]]
    explores = rng.random(len(env)) < EXPLORED
    chosen[explores] = rng.integers(offsets[:-1], offsets[1:])[explores]
    return actions[chosen]


def learn(network, minutes, rng):
    """Play and learn for this many minutes of one core."""
    env = dt.VectorEnv(GAMES, opening_plies=OPENING_PLIES, masks=False)
    boards, turn = env.reset(seed=1)
    began, games, plies, lines = time.process_time(), 0, 0, 0
    while (spent := (time.process_time() - began) / 60 / minutes) < 1:
        seen, quiets, rewards, ends = [], [], [], []
        for _ in range(STEPS):
            seen.append(inputs_of(boards, turn))
            quiets.append(~env.must_capture())
            boards, turn, reward, done, _ = env.step(choose(env, network, rng))
            rewards.append(reward)
            ends.append(done)
        goal = network.forward(inputs_of(boards, turn))[0]
        targets = []
        for inputs, quiet, reward, done in zip(seen[::-1], quiets[::-1], rewards[::-1], ends[::-1], strict=True):
            goal = np.where(done, reward, -goal)
            targets.append(goal)
            goal = np.where(quiet, LAMBDA * goal + (1 - LAMBDA) * network.forward(inputs)[0], goal)
        is_quiet = np.concatenate(quiets)
        inputs = np.concatenate(seen)[is_quiet]
        targets = np.concatenate(targets[::-1])[is_quiet].astype(np.float32)
        for batch in np.array_split(rng.permutation(len(inputs)), len(inputs) // BATCH):
            network.learn(inputs[batch], targets[batch], RATE * (1 - 0.9 * spent))
        games, plies = games + int(np.sum(ends)), plies + is_quiet.size
        if spent >= lines / 10:
            lines += 1
            error = np.mean((network.forward(inputs)[0] - targets) ** 2)
            print(f"{spent:4.0%}: {games} games, {plies} plies, error {error:.3f}", flush=True)


class Player:
    """The move whose position is best after all captures, by the values of a network."""

    def __init__(self, network):
        self.network = network

    def __call__(self, board):
        """Choose a move."""
        moves = board.legal_moves
        leaves = []
        tree = grow(board, DEPTH, leaves)
        boards = np.array([leaf[0] for leaf in leaves], np.uint64).reshape(-1, 4)
        values, _ = self.network.forward(inputs_of(boards, np.array([leaf[1] for leaf in leaves], bool)))
        return min(zip(tree, moves, strict=True), key=lambda pair: valued(pair[0], values))[1]


def grow(board, depth, leaves):
    """Grow a tree of lists: a number is the index of a leaf, a float a result."""
    outcome = board.outcome()
    if outcome is not None:
        return 0.0 if outcome.winner is None else -1.0
    if depth <= 0 and not board.must_capture:
        leaves.append((board.bitboards, board.turn))
        return len(leaves) - 1
    children = []
    for move in board.legal_moves:
        board.push(move)
        children.append(grow(board, depth - 1, leaves))
        board.pop()
    return children


def valued(tree, values):
    """Return the value of a tree for its side to move."""
    if isinstance(tree, list):
        return max(-valued(child, values) for child in tree)
    return tree if isinstance(tree, float) else values[tree]


def main():
    """Learn, then play."""
    flags = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    flags.add_argument("--minutes", type=float, default=3)
    flags.add_argument("--games", type=int, default=158)
    flags = flags.parse_args()
    rng = np.random.default_rng(1)
    network = Network(rng)
    learn(network, flags.minutes, rng)
    print(dt.match(Player(network), "material", games=flags.games, depth=DEPTH, hash_mb=1))


if __name__ == "__main__":
    main()
