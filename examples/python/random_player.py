"""A player of random moves, as a program for Hub (standard input and output) or DXP (a port).

draughts-td hub check 'python examples/python/random_player.py'
python examples/python/random_player.py dxp 27531
"""

import random
import sys

import draughts_td as dt


def random_player(board: dt.Board) -> dt.Move:
    """Choose any legal move."""
    return random.choice(board.legal_moves)


if __name__ == "__main__":
    if sys.argv[1:2] == ["dxp"]:
        dt.serve_dxp(random_player, port=int(sys.argv[2]))
    else:
        dt.serve_hub(random_player, name="random")
