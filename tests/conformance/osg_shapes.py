# SPDX-License-Identifier: MIT
"""Plays what the tables of morphs and of the skeleton were made of."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pavane
from pavane import Builder, ElementKind, Scene, TargetKind

from tests.conformance.osg_tables import FPS, MODES, Record, Row, Setup, Tables, add_channel, add_mesh, components, stack

PLACES = ("x", "y", "z", "nx", "ny", "nz")

# ---- Morphs ----


def box(setup: Setup, case: Setup) -> Builder:
    """Their targets as what they add to the base, which is what a morph of ours holds."""
    builder = Builder(fps=FPS)
    base = [np.array(setup[f"base_{part}"]) for part in ("positions", "normals")]
    add_mesh(builder, "box", base[0].tolist(), base[1].tolist())
    for number, weight in enumerate(case["initial_weights"]):
        target = [np.array(setup[f"target{number}_{case['targets']}_{part}"]) for part in ("positions", "normals")]
        if case["method"] == "NORMALIZED":
            target = [values - base[i] for i, values in enumerate(target)]
        turns = case["morph_normals"] and (number or case["target0_has_normals"])
        builder.add_morph(
            "box", f"target {number}", target[0].tolist(), normal_deltas=target[1].tolist() if turns else None,
            value=weight, minimum=-10, maximum=10,
        )
    builder.add_node("box", mesh="box")
    if "animation" in case:
        clip = builder.add_clip("morph", play_mode=MODES[case["animation"]["play_mode"]])
        for channel in case["animation"]["channels"]:
            builder.add_morph_channel(clip, "box", int(channel["name"]), components(channel)[0])
    return builder


def vertex_rows(table: str, records: list[Record], scene: Scene, node: str, more: dict[str, float]) -> Iterator[Row]:
    shown = np.hstack([np.asarray(scene.positions(node)), np.asarray(scene.normals(node))])
    for record in records:
        yield Row(table, record, dict(zip(PLACES, shown[int(record["vertex"])].tolist(), strict=True)) | more)


def by_time(records: list[Record]) -> dict[str, list[Record]]:
    found: dict[str, list[Record]] = {}
    for record in records:
        found.setdefault(record["time"], []).append(record)
    return found


def morph_case(setup: Setup, case: Setup, records: list[Record]) -> Iterator[Row]:
    scene = Scene(box(setup, case).finish())
    player = pavane.Player(scene)
    playback = player.play(0) if "animation" in case else None
    direct = iter(case.get("weights_set_directly_per_frame", ()))
    first = scene.morph_target("box", 0).first
    for time, frame in by_time(records).items():
        if playback:
            playback.time = float(time)
            player.update(0)
        else:
            for i, weight in enumerate(next(direct, ())):
                scene.targets[first + i] = weight
            scene.update()
        weights = scene.morph_weights("box")
        assert weights is not None
        yield from vertex_rows("morph", frame, scene, "box", {"w0": weights[0], "w1": weights[1]})


def morph(tables: Tables) -> Iterator[Row]:
    setup, cases = tables.setup("morph"), tables.cases("morph")
    for case in setup["cases"]:
        yield from morph_case(setup, case, cases.pop(case["case"]))
    assert not cases


# ---- The skeleton ----


def cylinder(setup: Setup, case: Setup) -> Builder:
    builder = Builder(fps=FPS)
    builder.add_node("skeleton", elements=[("matrix", ElementKind.MATRIX, setup["skeleton_node_matrix"])])
    for bone in setup["bones"]:
        builder.add_bone(bone["name"], "skeleton", bone["parent"] or None, elements=stack(bone["update"]))
    vertices = setup["vertices"]
    add_mesh(builder, "cylinder", [v["p"] for v in vertices], [v["n"] for v in vertices])
    groups = [bone["name"] for bone in setup["bones"]] + ["ghost"]
    builder.set_weights("cylinder", groups, [dict(v["influences"]) for v in vertices])
    joints = [(i, b["name"], b["inverse_bind_in_skeleton_space"]) for i, b in enumerate(setup["bones"])]
    skin = builder.add_skin("skeleton", joints)
    place = [("matrix", ElementKind.MATRIX, case["mesh_node_matrix_inside_skeleton"])]
    builder.add_node("cylinder", "skeleton", elements=place, mesh="cylinder", skin=skin)
    clip = builder.add_clip("bend", play_mode=MODES[setup["animation"]["play_mode"]])
    for channel in setup["animation"]["channels"]:
        add_channel(builder, clip, channel, TargetKind.BONE, "skeleton", channel["target_name"])
    return builder


def bone_row(record: Record, scene: Scene) -> Row:
    bone = "skeleton", record["bone"]
    local, world, skeleton = (
        np.array(matrix, float).reshape(4, 4)
        for matrix in (scene.local_matrix(bone), scene.world_matrix(bone), scene.world_matrix("skeleton"))
    )
    shown = {"local": local, "skel": world @ np.linalg.inv(skeleton)}
    ours = {f"{name}{i}{k}": float(shown[name][i, k]) for name in shown for i in range(4) for k in range(4)}
    return Row("skeleton_bones", record, ours)


def skeleton(tables: Tables) -> Iterator[Row]:
    setup, bones, vertices = tables.setup("skeleton"), tables.cases("skeleton_bones"), tables.cases("skeleton_verts")
    for case in setup["cases"]:
        scene = Scene(cylinder(setup, case).finish())
        player = pavane.Player(scene)
        playback = player.play(0)
        frames = by_time(vertices.pop(case["case"]))
        for time, records in by_time(bones.pop(case["case"])).items():
            playback.time = float(time)
            player.update(0)
            for record in records:
                yield bone_row(record, scene)
            yield from vertex_rows("skeleton_verts", frames.pop(time), scene, "cylinder", {})
        assert not frames
    assert not bones and not vertices
