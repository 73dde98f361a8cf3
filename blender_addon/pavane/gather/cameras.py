# SPDX-License-Identifier: GPL-3.0-or-later
"""Cameras, each data-block once."""
from __future__ import annotations

from typing import Any

from ..pavane_format import model
from ..report import Report
from . import blocks
from .attributes import Attributes

KINDS = {"PERSP": "perspective", "ORTHO": "orthographic", "PANO": "panoramic"}
PLAIN = ("lens", "sensor_width", "sensor_height", "ortho_scale", "shift_x", "shift_y", "clip_start", "clip_end")
FOCUS = {"focus_distance": "focus_distance", "fstop": "aperture_fstop"}


class Cameras:
    def __init__(self, attributes: Attributes, report: Report) -> None:
        self.list: list[model.Camera] = []
        self._attributes = attributes
        self._report = report
        self._indices: dict[int, int] = {}

    def index(self, ob: Any) -> int | None:
        if ob.type != "CAMERA":
            return None
        key = ob.data.as_pointer()
        if key not in self._indices:
            self._indices[key] = len(self.list)
            self._add(ob.data)
        return self._indices[key]

    def _add(self, data: Any) -> None:
        made = model.Camera(data.name, blocks.library(data), KINDS.get(data.type, "perspective"),
                            data.sensor_fit.lower())
        self.list.append(made)
        for name in PLAIN:
            self._add_field(made, name, data, data, name)
        for name, source in FOCUS.items():
            self._add_field(made, name, data, data.dof, source)
        self._add_field(made, "depth_of_field", data, data.dof, "use_dof", kind="boolean")
        if data.dof.focus_object is not None:
            self._report.left_out(f"focus of camera {data.name!r}",
                                  f"it follows {data.dof.focus_object.name!r}; its own distance travels")

    def _add_field(self, made: model.Camera, name: str, data: Any, owner: Any, source: str,
                   kind: str = "float") -> None:
        target = model.Target("camera", made.name, "", name, made.library)
        self._attributes.add(target, made, name, self._attributes.terms(data, owner, source), kind)
