"""International draughts (10x10): boards, databases, features, values, endgame tables and engines.

>>> import draughts_td as dt
>>> board = dt.Board()
>>> board.push("32-28")
>>> len(board.legal_moves)
9
"""

from ._core import Board, IllegalMoveError, Move, Outcome, __version__

WHITE = True
BLACK = False

__all__ = ["BLACK", "WHITE", "Board", "IllegalMoveError", "Move", "Outcome", "__version__"]
