# SPDX-License-Identifier: MIT
"""Plays animation from Blender as the artist made it.

    document = pavane.Document("hero.pav")
    scene = pavane.Scene(document)
    player = pavane.Player(scene)
    player.play("Walk")
    player.update(1 / 60)
    scene.world_matrices[0, 3, 0]       # node 0, column 3, row 0: its x

Names are those of the C library.  Where C takes an index, a name does as well.  Matrices are column by
column, quaternions x, y, z, w, angles radians, times seconds of a clip.  The arrays of a scene are
memoryviews of the library's own memory: numpy works with them without a copy, and is not needed.

What an argument cannot be raises TypeError, ValueError, IndexError or NotFoundError, which name the argument;
all else that the library refuses raises a class of `pavane.Error`.
"""

from . import _enums, _records, _records_playing
from ._builder import Builder
from ._callbacks import UpdateCallback
from ._enums import *  # noqa: F403
from ._errors import CallbackError, CancelledError, CapacityError, Error, FormatError, LinkError, NotFoundError, VersionError
from ._pavane import Binding, Channel, Clip, Document, Mask, Mesh, Playback, Player, Scene
from ._pavane import version as __version__
from ._records import *  # noqa: F403
from ._records_playing import *  # noqa: F403
from ._viewing import view

__all__ = [
    "Binding",
    "Builder",
    "CallbackError",
    "CancelledError",
    "CapacityError",
    "Channel",
    "Clip",
    "Document",
    "Error",
    "FormatError",
    "LinkError",
    "Mask",
    "Mesh",
    "NotFoundError",
    "Playback",
    "Player",
    "Scene",
    "UpdateCallback",
    "VersionError",
    "__version__",
    "view",
    *_enums.__all__,
    *_records.__all__,
    *_records_playing.__all__,
]
