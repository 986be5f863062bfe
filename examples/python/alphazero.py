"""A network learns draughts from its own games by Gumbel AlphaZero, and then plays random moves and levels 1 and 3.

A ply of 256 games is one call of ``TreeSearch.run``: 16 simulations in each game, whose leaves the network values
together. The policy learns the improved policy of the search. The value learns by TD(lambda) from the values of the
search and the results. The board is turned, so that the side to move moves up. Needs PyTorch.

python examples/python/alphazero.py --minutes 50 --out alphazero.pt
"""

import argparse
import time

import draughts_td as dt
import numpy as np
import torch
from draughts_td.vector import planes

GAMES, STEPS, SIMULATIONS, HIDDEN = 256, 32, 16, 256
LAMBDA, RATE, BATCH, KEPT = 0.9, 1e-3, 1024, 6


class Network(torch.nn.Module):
    """From a turned board to the logits of its actions, a vector for each of the 2,500 ends, and a value."""

    def __init__(self):
        super().__init__()
        body = [torch.nn.Linear(200, HIDDEN), torch.nn.ReLU(), torch.nn.Linear(HIDDEN, HIDDEN), torch.nn.ReLU()]
        self.body = torch.nn.Sequential(*body)
        self.moves = torch.nn.Embedding(2500, HIDDEN)
        self.value = torch.nn.Linear(HIDDEN, 1)
        torch.nn.init.normal_(self.moves.weight, std=0.01)

    def forward(self, inputs, ends, rows):
        """Return logits of the actions, each of a row, and values of the rows."""
        hidden = self.body(inputs)
        return (self.moves(ends) * hidden[rows]).sum(1), torch.tanh(self.value(hidden)).squeeze(1)


def inputs_of(boards, turn):
    """Spread own and other pieces to zeros and ones, the board turned so that the side to move moves up."""
    white = planes(boards)
    black = white[:, [2, 3, 0, 1], ::-1]
    return np.where(turn[:, None, None], white, black).reshape(-1, 200).astype(np.float32)


def ends_of(turn, actions, offsets):
    """Return the turned ends of the actions, and the rows that they belong to."""
    rows = np.repeat(np.arange(len(turn)), np.diff(offsets))
    return np.where(turn[rows], actions % 2500, 2499 - actions % 2500), rows


def evaluator(network):
    """Return what a search asks for logits and values."""

    def evaluate(boards, turn, actions, offsets):
        ends, rows = ends_of(turn, actions, offsets)
        with torch.inference_mode():
            arrays = (inputs_of(boards, turn), ends, rows)
            logits, values = network(*map(torch.from_numpy, arrays))
        return logits.numpy(), values.numpy()

    return evaluate


def play(search):
    """Play some plies of all games; what the network is to learn of each: inputs, ends, policies and goals."""
    plies = []
    for _ in range(STEPS):
        boards, turn = search.positions()
        actions, offsets, _, _ = search.run(SIMULATIONS)
        ends, _ = ends_of(turn, actions, offsets)
        policy, values = search.policy(), search.values()
        over = search.play(search.choose())
        rewards = np.where(turn, 1, -1) * np.nan_to_num(search.results())
        search.reset(over)
        plies.append((inputs_of(boards, turn), ends, policy, offsets, values, over, rewards))
    search.run(0)
    goal, learned = search.values(), []
    for inputs, ends, policy, offsets, values, over, rewards in plies[::-1]:
        goal = np.where(over, rewards, -goal)
        splits = offsets[1:-1]
        learned += zip(inputs, np.split(ends, splits), np.split(policy, splits), goal.astype(np.float32), strict=True)
        goal = LAMBDA * goal + (1 - LAMBDA) * values
    return learned, int(sum(ply[5].sum() for ply in plies))


def learn(network, optimizer, positions, rng):
    """Take a step of Adam for each batch of the positions; the mean losses of policy and value."""
    losses = []
    for batch in np.array_split(rng.permutation(len(positions)), len(positions) // BATCH):
        inputs, ends, policies, goals = zip(*(positions[place] for place in batch), strict=True)
        rows = torch.from_numpy(np.repeat(np.arange(len(batch)), [len(own) for own in ends]))
        ends, policy = torch.from_numpy(np.concatenate(ends)), torch.from_numpy(np.concatenate(policies))
        logits, values = network(torch.from_numpy(np.stack(inputs)), ends, rows)
        sums = torch.zeros(len(batch)).index_add(0, rows, logits.exp())
        policy_loss = -(policy * (logits - sums.log()[rows])).sum() / len(batch)
        value_loss = torch.nn.functional.mse_loss(values, torch.tensor(goals))
        optimizer.zero_grad()
        (policy_loss + value_loss).backward()
        optimizer.step()
        losses.append((policy_loss.item(), value_loss.item()))
    return np.mean(losses, axis=0)


def train(network, minutes, out, seed):
    """Play and learn for some minutes of processor time."""
    rng = np.random.default_rng(seed)
    optimizer = torch.optim.Adam(network.parameters(), lr=RATE)
    search = dt.TreeSearch(evaluator(network), GAMES, algorithm="gumbel", seed=seed)
    began, games, rounds, saved, kept = time.process_time(), 0, 0, 0.0, []
    while (spent := (time.process_time() - began) / 60) < minutes:
        optimizer.param_groups[0]["lr"] = RATE * (1 - 0.9 * spent / minutes)
        positions, ended = play(search)
        kept = [*kept[1 - KEPT :], positions]
        # As many positions as were played, of the latest rounds, twice.
        pool = [position for own in kept for position in own]
        chosen = rng.choice(len(pool), 2 * len(positions))
        policy_loss, value_loss = learn(network, optimizer, [pool[place] for place in chosen], rng)
        games, rounds = games + ended, rounds + 1
        if spent >= saved:
            saved += 1
            torch.save(network.state_dict(), out)
            text = f"{games} games, {rounds * STEPS * GAMES} plies, policy {policy_loss:.3f}, value {value_loss:.3f}"
            print(f"{spent:5.1f} min: {text}", flush=True)
    torch.save(network.state_dict(), out)


def main():
    """Learn, then play."""
    flags = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    flags.add_argument("--minutes", type=float, default=50, help="processor time of the learning")
    flags.add_argument("--games", type=int, default=158, help="games of each match")
    flags.add_argument("--simulations", type=int, default=128, help="simulations of a move in the matches")
    flags.add_argument("--out", default="alphazero.pt", help="the file of the network")
    flags.add_argument("--opponents", nargs="*", default=["random", "level:1", "level:3"])
    flags.add_argument("--seed", type=int, default=1)
    flags = flags.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(flags.seed)
    network = Network()
    if flags.minutes > 0:
        train(network, flags.minutes, flags.out, flags.seed)
    network.load_state_dict(torch.load(flags.out))
    player = dt.TreeSearch.player(evaluator(network), flags.simulations, algorithm="gumbel")
    for opponent in flags.opponents:
        print(dt.match(player, opponent, games=flags.games, concurrency=64, hash_mb=1), flush=True)


if __name__ == "__main__":
    main()
