"""What a step of many games brings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class _Fields(NamedTuple):
    boards: NDArray[np.uint64]
    turn: NDArray[np.bool_]
    reward: NDArray[np.float32]
    done: NDArray[np.bool_]
    mask: NDArray[np.bool_] | None


class Step(_Fields):
    """What ``VectorEnv.step`` brings: a tuple of five fields, and more as attributes. All have a row for each game.

    ============= =============== ================================================================================
    name          dtype, shape    meaning
    ============= =============== ================================================================================
    boards        uint64 (n, 4)   the boards; of a game that is over, the board of the next one
    turn          bool (n,)       whether White is to move on them
    reward        float32 (n,)    of the side that moved: 1 if it has won, else 0
    done          bool (n,)       whether the game is over: ``terminated | truncated``
    mask          bool (n, a)     which of the ``a`` actions are legal; None in an environment with ``masks=False``
    terminated    bool (n,)       whether the rules ended the game
    truncated     bool (n,)       whether ``max_plies`` ended it, without a result
    reason        uint8 (n,)      why it ended, an index of ``REASONS``; 0 while it continues
    final_boards  uint64 (n, 4)   the boards after the move, before another game begins
    final_turn    bool (n,)       whether White is to move on those
    ============= =============== ================================================================================

    The first five are the items of the tuple: ``boards, turn, reward, done, mask = env.step()``.

    >>> import draughts_td as dt
    >>> step = dt.VectorEnv(2, start="W:W28:B22,5", max_plies=1, masks=False).step()
    >>> step.truncated, [dt.REASONS[reason] for reason in step.reason]
    (array([ True,  True]), ['max_plies', 'max_plies'])
    >>> dt.arrays_to_boards(step.final_boards, step.final_turn)[0]
    Board('B:W17:B5')
    """

    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    reason: NDArray[np.uint8]
    final_boards: NDArray[np.uint64]
    final_turn: NDArray[np.bool_]

    def _replace(self, **fields: Any) -> Step:
        """Return a step with other items; the attributes are the same."""
        step = super()._replace(**fields)
        step.__dict__.update(self.__dict__)
        return step

    __replace__ = _replace
