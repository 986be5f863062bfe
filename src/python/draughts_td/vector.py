"""Positions as planes of squares, for networks."""

import numpy as np
import numpy.typing as npt


def planes(boards: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint8]:
    """Spread boards of shape (..., 4) to planes of shape (..., 4, 50) of zeros and ones.

    The planes are White's men, White's kings, Black's men and Black's kings, square 1 first.

    >>> import numpy as np, draughts_td as dt
    >>> from draughts_td.vector import planes
    >>> planes(np.array([dt.Board().bitboards], np.uint64)).sum(axis=2)
    array([[20,  0, 20,  0]], dtype=uint64)
    """
    words = np.ascontiguousarray(boards, dtype="<u8")[..., None]
    bits: npt.NDArray[np.uint8] = np.unpackbits(words.view(np.uint8), axis=-1, bitorder="little")
    return bits[..., :50]
