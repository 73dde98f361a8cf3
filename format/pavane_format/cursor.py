# SPDX-License-Identifier: MIT
"""Bytes that are read once, from the first to the last; numbers in LEB128."""
from __future__ import annotations

import numpy as np


class Ended(ValueError):
    """The bytes end too early, or a number does not fit in 32 bits."""


class Cursor:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def number(self) -> int:
        number = 0
        for shift in range(0, 35, 7):
            byte = self.bytes(1)[0]
            if shift == 28 and byte > 0x0F:
                break
            number |= (byte & 0x7F) << shift
            if byte < 0x80:
                return number
        raise Ended("a number over 32 bits")

    def bytes(self, size: int) -> bytes:
        if size > len(self.data) - self.at:
            raise Ended("the bytes end")
        self.at += size
        return self.data[self.at - size : self.at]

    def array(self, size: int) -> np.ndarray:
        return np.frombuffer(self.bytes(size), np.uint8)

    def ended(self) -> bool:
        return self.at == len(self.data)


def number_bytes(number: int) -> bytes:
    """In LEB128."""
    result = bytearray()
    while number >= 0x80:
        result.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*result, number])
