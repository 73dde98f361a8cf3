# SPDX-License-Identifier: MIT
"""Plays the table of what is played and stopped over time."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pavane
from pavane import Builder, Playback, Scene

from tests.conformance.osg_tables import FPS, MODES, Record, Row, Setup, Tables, add_clip, stack


class Timeline:
    """A clock of the program's own, as theirs: the player is moved by what passes between two frames."""

    def __init__(self, setup: Setup, case: Setup) -> None:
        builder = Builder(fps=FPS)
        self.node = setup["node"]["callback_name"]
        builder.add_node(self.node, elements=stack(setup["node"]))
        for animation in setup["animations"]:
            if animation["name"] in case["registered"] or "register B;" in str(case["events"]):
                add_clip(builder, animation | {"play_mode": case[f"mode{animation['name']}"]})
        self.scene = Scene(builder.finish())
        self.player = pavane.Player(self.scene)
        self.playbacks: dict[str, Playback] = {}
        self.start = {"A": 0.0, "B": 0.0}
        self.weight = {"A": 0.0, "B": 0.0}
        self.clock: float | None = None  # of the last frame

    def is_playing(self, name: str) -> bool:
        return name in self.playbacks and self.playbacks[name].active

    def play(self, name: str, priority: int, weight: float) -> None:
        """Theirs restarts what plays already."""
        self.stop(name)
        try:
            self.playbacks[name] = self.player.play(name, priority=priority, weight=weight)
        except KeyError:
            return  # it is not there, and raises

    def stop(self, name: str) -> bool:
        """Whether it played."""
        if not self.is_playing(name):
            return False
        self.playbacks[name].stop()
        return True

    def call(self, event: str) -> bool | None:
        if event == "stop all":
            self.player.stop()
        elif match := re.fullmatch(r"stop (.)", event):
            return self.stop(match[1])
        elif match := re.fullmatch(r"set weight (.) (.+)", event):
            self.playbacks[match[1]].weight = float(match[2])
        elif match := re.match(r"(?:register B; )?play (.) prio (\S+) w (\S+)", event):
            self.play(match[1], int(match[2]), float(match[3]))
        else:
            assert event == "unregister A"  # ours has no list of what may be played to take it off
        return None

    def frame(self, time: float) -> None:
        self.player.update(0 if self.clock is None else time - self.clock)
        self.clock = time

    def show(self, returned: bool | None) -> dict[str, float | str]:
        ours: dict[str, float | str] = {"returned": "" if returned is None else float(returned)}
        for name in "AB":
            if self.is_playing(name):  # of what has ended the last is remembered, as theirs does
                self.start[name] = (self.clock or 0.0) - self.playbacks[name].time
                self.weight[name] = self.playbacks[name].weight
            ours |= {f"playing{name}": float(self.is_playing(name)), f"start{name}": self.start[name],
                     f"weight{name}": self.weight[name]}
        first = self.scene.element_target(self.node, "position").first
        return ours | {axis: self.scene.targets[first + i] for i, axis in enumerate("xyz")}


def case_rows(timeline: Timeline, records: list[Record]) -> Iterator[Row]:
    for record in records:
        returned = None
        if record["kind"] == "frame":
            timeline.frame(float(record["time"]))
        else:
            returned = timeline.call(record["event"])
        yield Row("timeline", record, timeline.show(returned))


def timeline(tables: Tables) -> Iterator[Row]:
    setup, cases = tables.setup("timeline"), tables.cases("timeline")
    assert set(MODES) >= {case[mode] for case in setup["cases"] for mode in ("modeA", "modeB")}
    for case in setup["cases"]:
        yield from case_rows(Timeline(setup, case), cases.pop(case["case"]))
    assert not cases
