"""A network of PyTorch, trained on the positions of games, that plays in the engine.

python examples/python/own_network.py pdn/sample.pdn.zst -o own.safetensors
"""

import argparse

import draughts_td as dt
import numpy as np
import torch
from torch import nn

INPUTS, HIDDEN, BATCH = 201, 64, 1024


def batches(rows: torch.Tensor, epochs: int) -> torch.Tensor:
    """Return the rows of each step, in another order each pass."""
    orders = [rows[torch.randperm(len(rows))][: len(rows) // BATCH * BATCH] for _ in range(epochs)]
    return torch.cat(orders).reshape(-1, BATCH)


def train(paths: list[str], epochs: int) -> nn.Sequential:
    """Train a network that sees the board of the side to move, towards its result."""
    data = dt.positions(paths, threads=0)
    inputs = torch.from_numpy(dt.network_inputs(data["boards"], data["turn"], sides="mover", threads=0))
    results = torch.from_numpy(np.where(data["turn"], data["result"], -data["result"]).astype(np.float32))
    held_out = torch.from_numpy(data["held_out"])
    net = nn.Sequential(nn.Linear(INPUTS, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, 1), nn.Tanh())
    steps = batches(torch.nonzero(~held_out).flatten(), epochs)
    optimizer = torch.optim.Adam(net.parameters(), lr=2e-3)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.03, len(steps))
    for rows in steps:
        loss = nn.functional.mse_loss(net(inputs[rows]).flatten(), results[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    with torch.no_grad():
        error = nn.functional.mse_loss(net(inputs[held_out]).flatten(), results[held_out])
    print(f"held-out error {error:.4f}, {len(steps)} steps")
    return net


def save(net: nn.Sequential, path: str) -> None:
    """Write the network for the engine, and check that both judge alike."""
    layers = [(net[0], "relu"), (net[2], "tanh")]
    arrays = [(layer.weight.detach(), layer.bias.detach(), name) for layer, name in layers]
    dt.save_network(path, arrays, sides="mover")  # type: ignore[arg-type]
    boards, turn = dt.boards_to_arrays([dt.Board(), dt.Board("B:W28,33,K5:B12,18,19")])
    with torch.no_grad():
        expected = net(torch.from_numpy(dt.network_inputs(boards, turn, sides="mover"))).flatten().numpy()
    np.testing.assert_allclose(dt.Evaluation(path).values(boards, turn), expected, atol=1e-5)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="+")
    parser.add_argument("-o", "--out", default="own.safetensors")
    parser.add_argument("--epochs", type=int, default=5)
    options = parser.parse_args()
    torch.manual_seed(1)
    save(train(options.games, options.epochs), options.out)
    print(dt.match(f"net:{options.out}", "material", games=20, nodes=1000).elo)
