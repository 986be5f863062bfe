"""Environments of many games, measured side by side: ``python benches/python/environments.py``.

Random games of draughts 10 x 10 here, of chess and Othello in pgx, of checkers 8 x 8 in OpenSpiel. The games differ, so
the figures say how fast each package moves, and not which plays draughts best. Each other package is installed in a
virtual environment of its own in a temporary folder. The figures are plies a second of processor time.
"""

import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from peers import python_with

SECONDS = 3.0
GAMES = 1000


def rate(step: Callable[[], int]) -> float:
    """Plies a second of processor time; a step returns its plies."""
    step()
    began, plies = time.process_time(), 0
    while (spent := time.process_time() - began) < SECONDS:
        plies += step()
    return plies / spent


def own() -> dict[str, float]:
    """Games of this package: moves of its own choice, and actions of the caller."""
    import draughts_td as dt
    import numpy as np

    env = dt.VectorEnv(GAMES, masks=False)
    env.reset(seed=1)

    def random_moves() -> int:
        env.step()
        return GAMES

    both = dt.VectorEnv(GAMES, space="compact")
    both.reset(seed=1)

    def masked_moves() -> int:
        both.step()
        return GAMES

    masked, rng = dt.VectorEnv(GAMES, space="compact"), np.random.default_rng(1)
    masked.reset(seed=1)
    mask = masked.step()[4]

    def chosen_moves() -> int:
        nonlocal mask
        # A random legal action of each row.
        mask = masked.step((rng.random(mask.shape, np.float32) * mask).argmax(1))[4]
        return GAMES

    return {
        "draughts, random moves": rate(random_moves),
        "draughts, masks and random moves": rate(masked_moves),
        "draughts, masks and actions drawn by NumPy": rate(chosen_moves),
    }


def pgx() -> dict[str, float]:
    """Games of pgx, compiled by JAX for the processor."""
    import jax
    import jax.numpy as jnp
    from pgx import make
    from pgx.experimental import auto_reset

    found = {}
    for name in ("chess", "othello"):
        env = make(name)
        step = jax.vmap(auto_reset(env.step, env.init))

        def play(state, key, step=step):  # type: ignore[no-untyped-def]
            logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
            return step(state, jax.random.categorical(key, logits, axis=1), jax.random.split(key, GAMES))

        play = jax.jit(play)
        state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), GAMES))
        key = jax.random.PRNGKey(2)

        def move() -> int:
            nonlocal state, key
            key, own = jax.random.split(key)
            state = play(state, own)  # noqa: B023
            jax.block_until_ready(state)
            return GAMES

        found[f"{name}, masks and actions drawn by JAX"] = rate(move)
    return found


def openspiel() -> dict[str, float]:
    """Games of OpenSpiel, one after another."""
    import pyspiel

    game, source = pyspiel.load_game("checkers"), random.Random(1)

    def play() -> int:
        state, plies = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(source.choice(state.legal_actions()))
            plies += 1
        return plies

    return {"checkers 8 x 8, one game": rate(play)}


#: The package of PyPI, and what measures it.
PEERS = {"draughts-td": (None, own), "pgx": ("pgx", pgx), "OpenSpiel": ("open_spiel", openspiel)}


def main() -> None:
    """Measure all packages and print the table."""
    if sys.argv[1:2] == ["--measure"]:
        print(json.dumps(PEERS[sys.argv[2]][1]()))
        return
    print("| package | games | plies a second |\n| --- | --- | ---: |")
    with tempfile.TemporaryDirectory() as folder:
        for name, (package, _) in PEERS.items():
            python = python_with(package, Path(folder) / name) if package else sys.executable
            run = subprocess.run([python, __file__, "--measure", name], stdout=subprocess.PIPE, check=True, text=True)
            for games, plies in json.loads(run.stdout).items():
                print(f"| {name} | {games} | {plies:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
