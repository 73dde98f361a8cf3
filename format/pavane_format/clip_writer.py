# SPDX-License-Identifier: MIT
"""The CLIP chunk of a clip."""
from __future__ import annotations

import numpy as np

from . import action_writer, layout, tables
from .container import Chunk
from .curve_writer import CurveWriter
from .model import Channel, Clip, Component, Target
from .pack import Text, enum, records
from .sample_writer import SampleWriter
from .tables import Arrays

TABLES = layout.CHUNKS["CLIP"].tables
COMPONENT_LIMITS = {"none": 16, "quaternion": 4, "axis_angle": 4, "slerp": 4}  # the Euler orders: 3


def chunks(clip: Clip, id: int) -> list[Chunk]:
    """The clip's, and that of its actions if it has any."""
    made = _ClipWriter(clip)
    arrays = made.arrays()
    result = [tables.encode("CLIP", id, arrays)._replace(samples=made.samples.packed())]
    if clip.actions:
        written = action_writer.arrays(clip.actions, arrays, made.where)
        result.append(tables.encode("BLND", id, written)._replace(flags=0))
    return result


def component_limit(conversion: str) -> int:
    return COMPONENT_LIMITS.get(conversion, 3)


def check_slerp(channel: Channel, where: str) -> None:
    """Rule `slerp_keys`."""
    curves = [component.curve for component in channel.components if component.curve]
    if len(curves) != 4:
        raise ValueError(f"{where}: slerp takes four curves, but there are {len(curves)}")
    for curve in curves:
        simple = not curve.modifiers and curve.rounding == "none" and curve.extrapolation == "constant"
        alike = np.array_equal(curve.times, curves[0].times) and curve.interpolations == curves[0].interpolations
        if not simple or not alike or not set(curve.interpolations) <= {"constant", "linear"}:
            raise ValueError(
                f"{where}: slerp takes constant and linear keys alone, of all components at the same times"
            )


class _ClipWriter:
    def __init__(self, clip: Clip) -> None:
        self.clip = clip
        self.where = f"clip {clip.name!r}"
        self.text = Text()
        self.targets: dict[Target, int] = {}
        self.rows: dict[str, list[dict]] = {name: [] for name in ("channels", "components")}
        self.names: dict[str, list[str]] = {"channels": [], "components": []}
        self.curves = CurveWriter(self.where)
        self.samples = SampleWriter(clip, self.where)

    def arrays(self) -> Arrays:
        if self.clip.frame_end < self.clip.frame_start:
            raise ValueError(
                f"{self.where}: ends at frame {self.clip.frame_end}, before its start at "
                f"{self.clip.frame_start}"
            )
        for channel in self.clip.channels:
            self.add_channel(channel)
        result = self.samples.arrays(self.rows["components"])
        for name in ("channels", "components"):
            result[name] = records(TABLES[name], self.rows[name], lambda i, name=name: self.names[name][i])
        result |= self.curves.arrays()
        result["targets"] = self.target_records()
        result["events"] = self.event_records()
        result["clip"] = records(TABLES["clip"], [self.clip_row()], lambda i: self.where)
        result["text"] = self.text.array()
        return result

    def clip_row(self) -> dict:
        clip = self.clip
        return {
            "name": self.text.add(clip.name, self.where),
            "library": self.text.add(clip.library, self.where),
            "play_mode": enum("play_mode", clip.play_mode, self.where),
            "fps": clip.fps,
            "fps_base": clip.fps_base,
            "frame_start": clip.frame_start,
            "frame_end": clip.frame_end,
            "error": clip.error,
            "error_bound": clip.error_bound,
        }

    # ---- Channels ----

    def target_name(self, target: Target) -> str:
        parts = [target.owner, target.part, target.element]
        return f"{self.where}: {target.kind} " + " ".join(repr(part) for part in parts if part)

    def target_records(self) -> np.ndarray:
        rows = [
            {
                "kind": enum("target_kind", target.kind, self.target_name(target)),
                **{
                    name: self.text.add(getattr(target, name), self.target_name(target))
                    for name in ("library", "owner", "part", "element")
                },
            }
            for target in self.targets
        ]
        return records(TABLES["targets"], rows, lambda i: f"{self.where}: target {i}")

    def add_channel(self, channel: Channel) -> None:
        where = self.target_name(channel.target)
        limit = component_limit(channel.conversion)
        numbers = [component.component for component in channel.components]
        if numbers != sorted(set(numbers)) or any(not 0 <= number < limit for number in numbers):
            raise ValueError(
                f"{where}: its components are {numbers}, but must increase and be below {limit} with "
                f"conversion {channel.conversion}"
            )
        if channel.conversion == "slerp":
            check_slerp(channel, where)
        self.names["channels"].append(where)
        self.rows["channels"].append(
            {
                "target": self.targets.setdefault(channel.target, len(self.targets)),
                "conversion": enum("conversion", channel.conversion, where),
                "components_first": len(self.rows["components"]),
                "components_count": len(channel.components),
            }
        )
        for component in channel.components:
            self.add_component(component, f"{where}: component {component.component}")

    def add_component(self, component: Component, where: str) -> None:
        row = {
            "component": component.component,
            "kind": enum("component_kind", component.kind, where),
            "value": 0.0,
            "curve": layout.NONE,
            "group": layout.NONE,
            "lane": 0,
        }
        if component.kind == "curve":
            if component.curve is None:
                raise ValueError(f"{where}: is a curve, but has none")
            row["curve"] = self.curves.add(component.curve, where)
        elif component.kind == "sampled":
            row |= self.samples.add(component, where)
        else:
            row["value"] = component.value
        self.names["components"].append(where)
        self.rows["components"].append(row)

    def event_records(self) -> np.ndarray:
        rows = []
        for i, event in enumerate(self.clip.events):
            where = f"{self.where}: event {event.name!r}"
            if i and event.frame < self.clip.events[i - 1].frame:
                raise ValueError(f"{where}: is at frame {event.frame}, before the event before it")
            rows.append({"frame": event.frame, "name": self.text.add(event.name, where)})
        return records(TABLES["events"], rows, lambda i: f"{self.where}: event {self.clip.events[i].name!r}")
