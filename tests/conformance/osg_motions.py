# SPDX-License-Identifier: MIT
"""Plays what the tables of paths, stacks, samplers, blending and materials were made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pavane
from pavane import Builder, PlayMode, Scene, TargetKind

from tests.conformance.osg_links import Diffuse
from tests.conformance.osg_tables import FPS, MODES, Record, Row, Setup, Tables, add_channel, add_clip, numbers, stack

MATRIX = [f"m{row}{column}" for row in range(4) for column in range(4)]


def matrix_columns(matrix: memoryview) -> dict[str, float]:
    return dict(zip(MATRIX, matrix.tolist(), strict=True))


def moved(matrix: memoryview, point: Sequence[float]) -> list[float]:
    return [sum(matrix[4 * k + i] * number for k, number in enumerate((*point, 1))) for i in range(3)]


@dataclass
class Playing:
    """One clip on one node, taken to the moments of a table."""

    setup: Setup
    animation: Setup
    mode: PlayMode
    start: float = 0.0
    duration: float = 0.0

    def __post_init__(self) -> None:
        builder = Builder(fps=FPS)
        self.name = self.setup["callback_name"]
        builder.add_node(self.name, elements=stack(self.setup))
        add_clip(builder, self.animation)
        self.scene = Scene(builder.finish())
        self.player = pavane.Player(self.scene)
        self.playback = self.player.play(0, mode=self.mode, duration=self.duration)
        self.clock = self.start

    def show(self, time: float) -> dict[str, float | str]:
        self.player.update(time - self.clock)
        self.clock = time
        local = self.scene.local_matrix(self.name)
        place = {name: local[12 + i] for i, name in enumerate("xyz")}
        duration = self.duration or self.player.binding.clips.clips[0].duration
        return place | {"playing": float(self.playback.active), "duration": duration}


def path(tables: Tables) -> Iterator[Row]:
    setup = tables.setup("path")
    for animation, (mode, records) in zip(setup["animations"], tables.cases("path", "mode").items(), strict=True):
        playing = Playing(setup["node"], animation, MODES[mode])
        for record in records:
            yield Row("path", record, playing.show(float(record["time"])))


def path_extra(tables: Tables) -> Iterator[Row]:
    setup = tables.setup("path_extra")
    records = iter(tables.records("path_extra"))
    for case in setup["cases"]:
        animation, mode = case["animation"], case["animation"]["play_mode"]
        duration = animation["duration"] if case["case"] == "set_duration_2" else 0.0
        playing = Playing(setup["node"], animation, MODES[mode], case["start_time"], duration)
        for time in case["times"]:
            record = next(records)
            assert (record["case"], record["mode"], float(record["time"])) == (case["case"], mode, time)
            yield Row("path_extra", record, playing.show(time))
    assert next(records, None) is None


# ---- Stacks ----


def stack_case(case: Setup, records: list[Record]) -> Iterator[Row]:
    builder = Builder(fps=FPS)
    name = case["node"]["callback_name"]
    builder.add_node(name, elements=stack(case["node"]))
    if "animation" in case:
        add_clip(builder, case["animation"])
    scene = Scene(builder.finish())
    player = pavane.Player(scene)
    playback = player.play(0) if "animation" in case else None
    for record in records:
        if playback:
            playback.time = float(record["time"])
        player.update(0)
        local = scene.local_matrix(name)
        point = dict(zip(("px", "py", "pz"), moved(local, (1, 2, 3)), strict=True))
        yield Row("stack", record, matrix_columns(local) | point)


def stacks(tables: Tables) -> Iterator[Row]:
    cases = tables.cases("stack")
    for case in tables.setup("stack")["cases"]:
        yield from stack_case(case, cases.pop(case["case"]))
    assert not cases


# ---- Samplers ----


def samplers(tables: Tables) -> Iterator[Row]:
    builder = Builder(fps=FPS, clips_alone=True)
    clip = builder.add_clip("samplers")
    channels = tables.setup("samplers")["channels"]
    for channel in channels:
        add_channel(builder, clip, channel, TargetKind.OBJECT, channel["target_name"])
    made = builder.finish().clips[0].channels
    for record in tables.records("samplers"):
        ours: dict[str, float | str] = {}
        for channel, given in zip(made, channels, strict=True):
            width = 4 if given["value_type"] == "quat" else len(numbers(given["keys"][0][1])) if isinstance(
                given["keys"][0], list) else len(numbers(given["keys"][0]["p"]))
            names = [given["name"]] if width == 1 else [f"{given['name']}_{axis}" for axis in "xyzw"[:width]]
            ours |= dict(zip(names, channel.evaluate(float(record["time"])), strict=False))
        yield Row("samplers", record, ours)


# ---- Blending ----


def manager_case(setup: Setup, case: Setup, records: list[Record]) -> Iterator[Row]:
    builder = Builder(fps=FPS)
    name = setup["node"]["callback_name"]
    builder.add_node(name, elements=stack(setup["node"]))
    for animation in setup["animations"]:
        add_clip(builder, animation)
    scene = Scene(builder.finish())
    player = pavane.Player(scene)
    playing = []
    for play in case["plays_in_order"]:
        try:
            playing.append(player.play(play["animation"], weight=play["weight"], priority=play["priority"]))
        except ValueError:
            assert play["weight"] < 0  # refused, so it does not play
    position, rotation = (scene.element_target(name, element).first for element in ("position", "rotation"))
    for record in records:
        for playback in playing:
            playback.time = float(record["time"])
        player.update(0)
        values = {f"p{axis}": scene.targets[position + i] for i, axis in enumerate("xyz")}
        values |= {f"q{axis}": scene.targets[rotation + i] for i, axis in enumerate("xyzw")}
        yield Row("manager", record, values | matrix_columns(scene.local_matrix(name)))


def manager(tables: Tables) -> Iterator[Row]:
    setup, cases = tables.setup("manager"), tables.cases("manager")
    for case in setup["cases"]:
        yield from manager_case(setup, case, cases.pop(case["case"]))
    assert not cases


# ---- Materials ----


def material_case(inputs: Setup, case: Setup, records: list[Record]) -> Iterator[Row]:
    builder = Builder(fps=FPS)
    builder.add_material(case["callback_name"], inputs)
    if "animation" in case:
        add_clip(builder, case["animation"], TargetKind.MATERIAL)
    scene = Scene(builder.finish(), callbacks=[Diffuse()])
    player = pavane.Player(scene)
    playback = None
    if "animation" in case:
        try:
            playback = player.play(0)
        except pavane.LinkError:
            pass  # it says so that the clip moves nothing
    for record in records:
        if playback:
            playback.time = float(record["time"])
        player.update(0)
        values: dict[str, float | str] = {}
        for prefix in ("diffuse_front", "diffuse_back", "ambient", "specular"):
            shown = scene.material_input(case["callback_name"], prefix.split("_")[0])
            values |= {f"{prefix}_{part}": shown[i] for i, part in enumerate("rgba")}
        yield Row("material", record, values)


def material(tables: Tables) -> Iterator[Row]:
    setup, cases = tables.setup("material"), tables.cases("material")
    for case in setup["cases"]:
        yield from material_case(setup["material"], case, cases.pop(case["case"]))
    assert not cases
