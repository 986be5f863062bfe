"""Positions as planes of squares, for networks."""

import numpy as np
import numpy.typing as npt


def planes(boards: npt.NDArray[np.uint64], turn: npt.NDArray[np.bool_] | None = None) -> npt.NDArray[np.uint8]:
    """Spread boards of shape (..., 4) to planes of shape (..., 4, 50) of zeros and ones.

    The planes are White's men, White's kings, Black's men and Black's kings, square 1 first. With ``turn``, of shape
    (...), they are turned: the men and kings of the side to move, then those of the other, seen by the side to move.

    >>> import numpy as np, draughts_td as dt
    >>> from draughts_td.vector import planes
    >>> planes(np.array([dt.Board().bitboards], np.uint64)).sum(axis=2)
    array([[20,  0, 20,  0]], dtype=uint64)
    >>> seen = planes(*dt.boards_to_arrays([dt.Board("B:W31:BK20")]))
    >>> [np.flatnonzero(plane).tolist() for plane in seen[0]]
    [[], [30], [19], []]
    """
    words = np.ascontiguousarray(boards, dtype="<u8")[..., None]
    bits: npt.NDArray[np.uint8] = np.unpackbits(words.view(np.uint8), axis=-1, bitorder="little")
    bits = bits[..., :50]
    if turn is None:
        return bits
    return np.where(np.asarray(turn)[..., None, None], bits, bits[..., [2, 3, 0, 1], ::-1])
