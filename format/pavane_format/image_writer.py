# SPDX-License-Identifier: MIT
"""The IMAG chunk of an image."""
from __future__ import annotations

import numpy as np

from . import layout
from .model import Image
from .pack import Text, enum, records
from .tables import Arrays

TABLES = layout.CHUNKS["IMAG"].tables
SIGNATURES = {"png": b"\x89PNG\r\n\x1a\n", "jpeg": b"\xff\xd8\xff"}


def arrays(image: Image) -> Arrays:
    where, text = f"image {image.name!r}", Text()
    row = {
        "name": text.add(image.name, where),
        "library": text.add(image.library, where),
        "color_space": enum("color_space", image.color_space, where),
        "encoding": enum("image_encoding", image.encoding, where),
        "width": image.width,
        "height": image.height,
    }
    if not image.data.startswith(SIGNATURES[image.encoding]):
        raise ValueError(f"{where}: its bytes are no {image.encoding} file")
    return {
        "image": records(TABLES["image"], [row], lambda i: where),
        "bytes": np.frombuffer(image.data, np.uint8),
        "text": text.array(),
    }
