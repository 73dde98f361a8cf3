# SPDX-License-Identifier: MIT
"""Update callbacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._enums import Phase, TargetKind
from ._records_playing import Target

if TYPE_CHECKING:
    from ._pavane import Channel, Mesh, Scene
    from ._records import Material, Node


class UpdateCallback:
    """What runs in every update of a scene, in the same list as the built-in callbacks.

    Subclass it, say in `phase` when it runs, and give it to `Scene.add_callback`.  One that is given to the
    scene's creation may also drive channels that no built-in callback knows: it gets `target_floats` floats
    in the targets, and `link` is asked for each such channel of a binding made for that scene.

    `only` names the item that it is about, `kind` says what that is: an object (a node, bones among them), a mesh,
    a material, a camera or a light.  Then `link` is asked for the channels of that item alone.
    """

    phase: Phase = Phase.AFTER_WORLD
    only: int | str | tuple[str, str] | Node | Mesh | Material | None = None
    kind: TargetKind = TargetKind.OBJECT
    target_floats: int = 0

    @property
    def name(self) -> str:
        """For messages."""
        return type(self).__name__

    def link(self, scene: Scene, channel: Channel, first: int) -> Target | None:
        """The target that a channel drives, or None; `first` is the callback's own first float."""
        return None

    def update(self, scene: Scene) -> None:
        """Runs in its phase."""
