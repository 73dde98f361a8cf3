# SPDX-License-Identifier: MIT
"""Numbers most of which are small: a byte each, and behind all of them, in LEB128, what a byte of 255 leaves out."""
from __future__ import annotations

import numpy as np

from .cursor import Cursor, number_bytes


def pack_escaped(numbers: np.ndarray) -> bytes:
    low = np.minimum(numbers, 255).astype(np.uint8)
    return low.tobytes() + b"".join(number_bytes(number - 255) for number in numbers[low == 255].tolist())


def unpack_escaped(cursor: Cursor, count: int) -> np.ndarray:
    numbers = cursor.array(count).astype(np.uint32)
    for i in np.flatnonzero(numbers == 255):
        numbers[i] += np.uint32(cursor.number())
    return numbers
