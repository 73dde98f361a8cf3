# SPDX-License-Identifier: MIT
"""pavane.Builder: what it computes, and what it refuses; test_pavane_rebuilt.py makes whole documents again."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pavane
import pytest
from pavane import Base, Builder, Conversion, ElementKind, Interpolation, Key, Keys, Lane, _inputs

ROOT = Path(__file__).resolve().parents[2]
# ---- What it computes ----

POINTS = [(0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1), (1, 1, 1), (0, 1, 1)]
FACES = [(0, 1, 2, 3), (3, 2, 4, 5)]


def roof(**options: object) -> pavane.Mesh:
    builder = Builder()
    builder.add_mesh("Roof", POINTS, FACES, **options)  # type: ignore[arg-type]
    return builder.finish().meshes[0]


def test_polygons_become_triangles_and_flat_normals() -> None:
    mesh = roof()
    assert mesh.indices.tolist() == [0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7]
    assert mesh.corners.tolist() == [0, 1, 2, 3, 3, 2, 4, 5]
    assert mesh.normals.tolist() == [[0, -1, 0]] * 4 + [[0, 0, 1]] * 4
    assert mesh.bounds == ((0, 0, 0), (1, 1, 1))


def test_smooth_normals_are_those_of_the_points() -> None:
    normals = np.asarray(roof(smooth=True).normals)
    assert np.allclose(normals[2], [0, -(0.5**0.5), 0.5**0.5]) and np.allclose(normals[0], [0, -1, 0])


def test_slots_group_the_triangles() -> None:
    assert roof(slots=[1, 0]).primitives == ((0, 0, 6), (1, 6, 6))


@pytest.mark.parametrize(
    "points",
    [
        POINTS,
        [number for point in POINTS for number in point],
        np.array(POINTS),
        np.float32(POINTS),
        memoryview(np.float32(POINTS)),
        np.float32(POINTS + POINTS)[::1][:6],
        np.asfortranarray(np.float32(POINTS)),
    ],
    ids=["tuples", "flat", "int64", "float32", "memoryview", "slice", "fortran"],
)
def test_numbers_come_in_any_form(points: object) -> None:
    builder = Builder()
    builder.add_mesh("Roof", points, np.array(FACES))
    mesh = builder.finish().meshes[0]
    assert mesh.points.tolist() == [list(point) for point in POINTS]
    assert len(mesh.polygons) == 2


def test_weights_go_by_group() -> None:
    builder = Builder()
    builder.add_mesh("Line", POINTS[:3], [(0, 1, 2)])
    builder.set_weights("Line", ["A", "B"], [{"A": 0.5, "B": 0.25}, {}, {1: 1}])
    mesh = builder.finish().meshes[0]
    assert mesh.groups == ("A", "B") and mesh.influence_counts.tolist() == [2, 0, 1]
    assert mesh.influence_groups.tolist() == [0, 1, 1] and mesh.influence_weights.tolist() == [0.5, 0.25, 1]


def test_a_morph_may_move_every_point() -> None:
    builder = Builder()
    builder.add_mesh("Line", POINTS[:3], [(0, 1, 2)])
    builder.add_morph("Line", "Up", [(0, 0, 1)] * 3, maximum=2, value=2)
    builder.add_node("Line", mesh="Line")
    scene = pavane.Scene(builder.finish())
    points = scene.points("Line")
    assert points is not None and points.tolist() == [[x, y, z + 2] for x, y, z in POINTS[:3]]


def test_a_mesh_goes_through_a_sequence_of_shapes() -> None:
    builder = Builder()
    builder.add_mesh("Line", POINTS[:3], [(0, 1, 2)])
    builder.add_morph("Line", "Up", [(0, 0, 1)], points=[0])
    linear = pavane.SequenceInterpolation.LINEAR
    builder.set_sequence("Line", [(0, linear, None), (8, linear, "Up")], eval_time=2)
    builder.add_node("Line", mesh="Line")
    builder.add_clip("Go", frame_start=1, frame_end=25)
    line = Keys((Key(1, 0.0, Interpolation.LINEAR), Key(25, 8.0)))
    builder.add_channel("Go", "Line", "eval_time", [line], kind=pavane.TargetKind.MESH)
    document = builder.finish()
    (mesh,) = document.meshes
    assert mesh.sequence == ((0, linear, None), (8, linear, 0)) and mesh.eval_time == 2
    scene = pavane.Scene(document)
    weights = scene.morph_weights("Line")
    assert weights is not None and weights.tolist() == [0.25]
    player = pavane.Player(scene)
    player.play("Go")
    player.update(0.5)
    assert weights.tolist() == [0.5]
    player.close()
    target = scene.mesh_target("Line", "eval_time")
    scene.targets[target.first] = 6
    scene.update()
    assert weights.tolist() == [0.75]
    with pytest.raises(KeyError, match="there is no element 'evaltime'; the nearest is 'eval_time'"):
        scene.mesh_target("Line", "evaltime")
    with pytest.raises(KeyError, match="there is no morph 'Down'"):
        builder.set_sequence("Line", [(0, linear, "Down")])


# ---- A clip that plays ----


def test_an_arm_is_built_and_waves() -> None:
    builder = Builder(scene_name="Stage", fps=30)
    builder.add_node("Rig")
    bone = [("rest", ElementKind.MATRIX, np.eye(4)), ("rotation", ElementKind.QUATERNION, None)]
    builder.add_bone("Upper", "Rig", elements=bone, length=1)
    builder.add_clip("Wave", play_mode=pavane.PlayMode.LOOP)
    builder.add_channel(
        "Wave",
        "Rig",
        "rotation",
        [Base(0.0), Base(0.0), Keys((Key(1, 0.0), Key(31, np.pi)))],
        part="Upper",
        conversion=Conversion.EULER_XYZ,
    )
    builder.add_skin("Rig", [(0, "Upper", np.eye(4))])
    builder.add_mesh("Sleeve", [(1, 0, 0)])
    builder.set_weights("Sleeve", ["Upper"], [{"Upper": 1}])
    builder.add_node("Sleeve", mesh="Sleeve", skin=0)
    document = builder.finish()
    assert document.clip("Wave").duration == 1.0
    scene = pavane.Scene(document)
    player = pavane.Player(scene)
    player.play("Wave")
    player.update(0.5)
    points = scene.points("Sleeve")
    assert points is not None and np.allclose(np.asarray(points), [[0, 1, 0]], atol=1e-6)


def test_a_weight_is_keyed_by_its_index_and_stored_by_its_name() -> None:
    builder = Builder()
    builder.add_mesh("Face", POINTS[:3], [(0, 1, 2)], library="heads")
    for name in ("Frown", "Smile"):
        builder.add_morph("Face", name, [(0, 0, 1)], points=[0])
    builder.add_clip("Cheer")
    assert builder.add_morph_channel("Cheer", "Face", 1, [(0, 0), (24, 1)]) == 0
    assert builder.add_morph_channel("Cheer", 0, "Frown", 0.5) == 1
    smile, frown = builder.finish().clips[0].channels
    named = smile.kind, smile.library, smile.owner, smile.part, smile.element
    assert named == (pavane.TargetKind.MORPH, "heads", "Face", "Smile", "value")
    assert frown.part == "Frown" and frown.evaluate(0)[0] == 0.5
    with pytest.raises(IndexError, match="morph 2, but there are 2"):
        builder.add_morph_channel("Cheer", "Face", 2, 1.0)
    with pytest.raises(KeyError, match="there is no morph 'Smiles'; the nearest is 'Smile'"):
        builder.add_morph_channel("Cheer", "Face", "Smiles", 1.0)


def test_samples_have_lanes() -> None:
    builder = Builder()
    builder.add_node("Ball")
    builder.add_clip("Bounce", frame_start=0, frame_end=2)
    group = builder.add_samples("Bounce", 1, [(0, 10), (1, 20), (2, 30)], lanes=2)
    builder.add_channel("Bounce", "Ball", "location", {0: Lane(group, 0), 2: Lane(group, 1)})
    channel = builder.finish().clips[0].channels[0]
    assert channel.evaluate(1 / 24)[0] == 1 and channel.evaluate(1 / 24)[2] == 20
    samples = channel.components[1].samples
    assert samples is not None and samples.tolist() == [10, 20, 30] and not samples.c_contiguous


def test_samples_may_run_as_a_cubic_with_knots_between_them() -> None:
    builder = Builder()
    builder.add_node("Ball")
    builder.add_clip("Bounce", frame_start=0, frame_end=3, fps=1)
    cubes = [frame**3 for frame in range(4)]
    cubic = pavane.SampleInterpolation.CUBIC
    group = builder.add_samples("Bounce", 1, cubes, interpolation=cubic, knots=[(1.5, [5])])
    builder.add_channel("Bounce", "Ball", "location", [Lane(group, 0)])
    with pytest.raises(ValueError, match="the knot at frame 0.5 has 2 values, but there are 1 lanes"):
        builder.add_samples("Bounce", 1, cubes, knots=[(0.5, [1, 2])])
    channel = builder.finish().clips[0].channels[0]
    assert channel.components[0].interpolation is cubic and channel.components[0].knots == ((1.5, 5.0),)
    # Through (0, 0), (1, 1), (1.5, 5) and (2, 8), at 0.5.
    assert channel.evaluate(0.5)[0] == pytest.approx(1 * 1.5 - 5 * 1 + 8 * 0.25, abs=1e-6)


def test_a_material_takes_numbers_and_images() -> None:
    builder = Builder()
    png = b"\x89PNG\r\n\x1a\n"
    builder.add_image("Wood", png, 1, 1)
    builder.add_material(
        "Table", {"base_color": (1, 0, 0, 1), "roughness": 0.5}, textures=[pavane.Texture("base_color", 0)]
    )
    builder.add_node("Table", slots=["Table", None])
    document = builder.finish()
    (material,) = document.materials
    assert material.inputs == (("base_color", (1, 0, 0, 1)), ("roughness", (0.5,)))
    assert material.textures[0].image == 0 and bytes(document.images[0].bytes) == png
    assert document.nodes[0].slots == (0, None)


# ---- What it refuses ----


def test_what_a_file_may_not_say_finish_raises() -> None:
    builder = Builder()
    builder.add_clip("Walk")
    builder.add_channel("Walk", "Hero", "location", [Keys(())])
    with pytest.raises(pavane.FormatError, match="CLIP 0: curve 0: has neither a key nor a modifier"):
        builder.finish()


def test_names_that_are_nowhere_tell_the_nearest() -> None:
    builder = Builder()
    builder.add_node("Rig")
    with pytest.raises(KeyError, match="there is no node 'Rigg'; the nearest is 'Rig'"):
        builder.add_node("Child", "Rigg")
    with pytest.raises(IndexError, match="mesh 0, but there are 0"):
        builder.set_mesh("Rig", 0)
    for unknown in ({"mesh": "Sphere"}, {"camera": 0}, {"light": "Sun"}, {"instancer": 7}):
        with pytest.raises((KeyError, IndexError)):
            builder.add_node("Lost", "Rig", **unknown)
    with pytest.raises(TypeError, match="node True: an index or a name is wanted"):
        builder.add_node("Lost", True)
    assert builder.add_node("Child", "Rig") == 1
    assert repr(builder) == "<pavane.Builder of 2 nodes, 0 meshes, 0 clips>"
    assert len(builder.finish().nodes) == 2


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda b: b.add_mesh("M", [1, 2]), "2 numbers are no whole number of 3"),
        (lambda b: b.add_mesh("M", POINTS, [(0, 1, 9)]), "mesh 1: a corner is of point 9, but there are 6"),
        (lambda b: b.add_mesh("M", POINTS, FACES, slots=[0]), "1 slots, but 2 are wanted"),
        (lambda b: b.add_mesh("M", POINTS, FACES, normals=POINTS), "6 normals, but 8 are wanted"),
        (lambda b: b.add_mesh("M", POINTS, FACES, vertices=[0]), "mesh 1: has vertices, but no indices"),
        (lambda b: b.add_uv_layer("Line", "UV", [(0, 0)]), "1 values, but 3 are wanted"),
        (lambda b: b.set_weights("Line", ["A"], [{}]), "weights: of 1 points, but the mesh has 3"),
        (lambda b: b.add_morph("Line", "K", [(0, 0, 1)], points=[0, 1]), "2 points, but 1 are wanted"),
        (
            lambda b: b.add_node("N", elements=[("a", ElementKind.SCALE, (1, 1, 1))]),
            "element 'a': 3 values, but its kind takes 6",
        ),
        (lambda b: b.add_channel("Walk", "H", "location", [[Key(0, 0, left=(0, 0))]]), "one handle of two"),
        (lambda b: b.add_channel("Walk", "H", "location", [0.0] * 17), "a channel has 16 components at most"),
        (
            lambda b: b.add_material("M", {"a": 1}, textures=[pavane.Texture("b", 0)]),
            'a texture names the input "b", which is not there',
        ),
        (lambda b: b.add_node("a\0b"), "name: a zero character in"),
    ],
)
def test_what_does_not_fit_is_refused_at_once(call: object, message: str) -> None:
    builder = Builder()
    builder.add_image("Image", b"", 1, 1)
    builder.add_mesh("Line", POINTS[:3], [(0, 1, 2)])
    builder.add_clip("Walk")
    with pytest.raises(ValueError, match=message):
        call(builder)  # type: ignore[operator]


@pytest.mark.parametrize("rate", [{"fps": 0}, {"fps": -1}, {"fps_base": 0.0}, {"fps_base": float("nan")}])
def test_a_rate_of_nothing_is_refused(rate: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="both must be above 0|fps: a whole number|fps_base: a finite number"):
        Builder(**rate)  # type: ignore[arg-type]


def test_clips_alone_have_no_nodes() -> None:
    builder = Builder(clips_alone=True)
    builder.add_clip("Walk")
    assert builder.finish().scene is None
    with pytest.raises(ValueError, match="clips alone have no scene"):
        builder.add_node("Rig")


# ---- What it warns of ----


def test_a_misspelt_input_is_warned_of_and_one_of_ones_own_is_not() -> None:
    builder = Builder()
    with pytest.warns(UserWarning, match="material 'x': .*'base_colour'; the nearest input is 'base_color'") as told:
        builder.add_material("x", {"base_colour": (1, 0, 0)})
    assert told[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        builder.add_material("y", {"wetness": 1})
    assert [[one.name for one in made.inputs] for made in builder.finish().materials] == [["base_colour"], ["wetness"]]


def test_the_inputs_of_the_format_are_known() -> None:
    table = (ROOT / "format" / "FORMAT.md").read_text(encoding="utf-8").partition("| input | numbers |")[2]
    rows = [line.split("|") for line in table.partition("\n\n")[0].splitlines()[2:]]
    names = [name.strip(" `") for row in rows for name in row[1].split(",")]
    assert len(names) > 15
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Builder().add_material("x", dict.fromkeys([*names, "base_color_location", "normal_strength_scale"], (1.0,)))
    assert sorted(names) == sorted(_inputs.KNOWN)
