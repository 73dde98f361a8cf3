# SPDX-License-Identifier: MIT
"""pavane.Document and what is in it: clips, channels, meshes, by name or index."""

from __future__ import annotations

import csv
import gc
import math
import os
from pathlib import Path

import numpy as np
import pavane
import pytest

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "golden"
FIXTURES = ROOT / "tests" / "c" / "fixtures"
DEMO = GOLDEN / "demo.pav"


@pytest.fixture
def small() -> pavane.Document:
    return pavane.Document(GOLDEN / "small.pav")


@pytest.fixture
def scene() -> pavane.Document:
    return pavane.Document(FIXTURES / "scene.pav")


# ---- Loading ----


def test_a_path_of_any_kind_and_the_bytes_give_the_same_document() -> None:
    path = GOLDEN / "small.pav"
    data = path.read_bytes()
    for source in path, str(path), data, bytearray(data), memoryview(data), np.frombuffer(data, np.uint8):
        document = pavane.Document(source)
        assert [clip.name for clip in document.clips] == ["Wave", "Smile", "Bounce"]
        assert document.memory > 1000


def test_only_the_clips_that_are_named_are_loaded() -> None:
    document = pavane.Document(GOLDEN / "small.pav", clips=["Smile"])
    assert [clip.name for clip in document.clips] == ["Smile"]
    assert document.info.clips == ("Wave", "Smile", "Bounce")
    assert pavane.Document(GOLDEN / "small.pav", clips=()).clips == ()


def test_a_missing_file_raises_what_open_raises(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as raised:
        pavane.Document(tmp_path / "none.pav")
    assert raised.value.filename == tmp_path / "none.pav"


def invalid_files() -> list[tuple[str, str, str]]:
    with (GOLDEN / "invalid" / "messages.tsv").open(newline="", encoding="utf-8") as file:
        return [(row[0], row[1], row[2]) for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]


@pytest.mark.parametrize(("name", "result", "message"), invalid_files())
def test_an_invalid_file_raises_its_message(name: str, result: str, message: str) -> None:
    path = GOLDEN / "invalid" / f"{name}.pav"
    with pytest.raises(pavane.FormatError) as raised:
        pavane.Document(path.read_bytes())
    assert str(raised.value) == message
    assert isinstance(raised.value, pavane.VersionError) == (result == "VERSION")


def test_an_error_names_its_file(tmp_path: Path) -> None:
    path = GOLDEN / "invalid" / "rule_keys_none.pav"
    with pytest.raises(pavane.FormatError) as raised:
        pavane.Document(path)
    assert str(raised.value) == f"{path}: CLIP 0: curve 2: has neither a key nor a modifier"
    strange = tmp_path / os.fsdecode(b"b\xffd.pav")
    strange.write_bytes(b"nothing")
    with pytest.raises(pavane.FormatError) as raised:
        pavane.Document(strange)
    assert str(raised.value).startswith(f"{strange}: header: ")


def test_a_clip_that_is_not_in_the_file_cannot_be_loaded() -> None:
    with pytest.raises(pavane.NotFoundError, match='no clip is called "Wav"'):
        pavane.Document(GOLDEN / "small.pav", clips=["Wav"])


@pytest.mark.parametrize(
    ("arguments", "exception"),
    [
        (("a.pav", "Walk"), TypeError),
        (("a.pav", [1]), TypeError),
        (("a.pav", ["a\0b"]), ValueError),
        ((1.5,), TypeError),
        (("a\0b",), ValueError),
        ((), TypeError),
    ],
)
def test_wrong_arguments_raise(arguments: tuple[object, ...], exception: type[Exception]) -> None:
    with pytest.raises(exception):
        pavane.Document(*arguments)  # type: ignore[arg-type]


# ---- Its life ----


def test_closing_a_document_leaves_what_was_made_of_it(small: pavane.Document) -> None:
    clip, mesh, points = small.clips[0], small.meshes[0], small.meshes[0].points
    with small as entered:
        assert entered is small
    assert clip.name == "Wave" and mesh.name == "Body"
    assert points.shape == (6, 3) and points.tolist() == mesh.points.tolist()
    assert repr(small) == "<pavane.Document, closed>"
    with pytest.raises(ValueError, match="the document is closed"):
        small.clips  # noqa: B018
    with pytest.raises(ValueError, match="the document is closed"):
        pavane.Scene(small)
    small.close()


def test_a_view_keeps_the_memory_that_it_shows() -> None:
    points = pavane.Document(GOLDEN / "small.pav").meshes[0].points
    expected = pavane.Document(GOLDEN / "small.pav").meshes[0].points.tolist()
    gc.collect()
    assert points.tolist() == expected


# ---- What is in it ----


def test_info_and_scene_say_where_it_comes_from(small: pavane.Document) -> None:
    assert small.info.writer == "pavane golden"
    assert small.scene is not None
    assert (small.scene.name, small.scene.fps, small.scene.up_axis) == ("Stage", 24, pavane.Axis.Z)
    assert pavane.Document(FIXTURES / "clips_alone.pav").scene is None
    assert pavane.Document(FIXTURES / "clips_alone.pav").nodes == ()


def test_nodes_are_records_with_their_stacks(small: pavane.Document) -> None:
    rig, root = small.nodes[0], small.nodes[1]
    assert (rig.name, rig.kind, rig.parent) == ("Rig", pavane.NodeKind.OBJECT, None)
    assert (root.kind, root.armature, root.parent) == (pavane.NodeKind.BONE, 0, 0)
    assert rig.elements[1] == ("rotation", pavane.ElementKind.QUATERNION, (0.0, 0.0, 0.0, 1.0))
    assert small.nodes is small.nodes


def test_skins_cameras_and_lights_are_records(small: pavane.Document) -> None:
    assert small.skins[0].armature == 0 and len(small.skins[0].joints[0].inverse_bind) == 16
    assert small.cameras[0].kind in pavane.CameraKind and small.cameras[0].name == "Camera"
    assert small.lights[0].kind in pavane.LightKind and len(small.lights[0].color) == 3


def test_materials_name_their_inputs_textures_and_images() -> None:
    looks = pavane.Document(GOLDEN / "looks.pav")
    tiles = next(material for material in looks.materials if material.textures)
    texture = tiles.textures[0]
    assert texture.input in [name for name, _ in tiles.inputs]
    image = looks.images[texture.image]
    assert bytes(image.bytes[:4]) in (b"\x89PNG", b"\xff\xd8\xff\xe0", b"\xff\xd8\xff\xdb")
    assert image.bytes.readonly and image.encoding in pavane.ImageEncoding


def test_meshes_show_the_documents_arrays(scene: pavane.Document) -> None:
    body = scene.mesh("Body")
    assert (body.points.shape, body.points.format, body.points.readonly) == ((5, 3), "f", True)
    assert body.polygons.tolist() == [4, 3]
    assert body.corners.tolist() == [0, 1, 2, 3, 3, 2, 4]
    assert body.influence_groups.tolist() == [2, 2, 0, 1, 1, 2, 1]
    assert body.influence_weights[1] == 0.25
    assert body.groups == ("Loose", "Lower", "Upper")
    assert body.morphs[0].delta_points.tolist() == [0, 4]
    assert body.morphs[0].minimum == -1
    assert body.bounds == ((0, 0, 0), (1, 2, 0))
    assert body.primitives == ((0, 0, 9),)
    assert scene.mesh("Plain").influence_groups.tolist() == []


def test_numpy_sees_the_same_memory_without_a_copy(scene: pavane.Document) -> None:
    body = scene.meshes[0]
    one, two = np.asarray(body.points), np.asarray(body.points)
    assert one.dtype == np.float32 and one.shape == (5, 3)
    assert np.shares_memory(one, two) and not one.flags.writeable
    weights = np.asarray(body.influence_weights)
    assert weights.strides == (8,) and weights[2] == 4


def test_a_view_that_is_not_contiguous_says_so(scene: pavane.Document) -> None:
    weights = scene.meshes[0].influence_weights
    assert weights.tobytes() == np.float32([1, 0.25, 4, 0.5, 0, 0.00009, 2]).tobytes()
    with pytest.raises(BufferError):
        np.frombuffer(weights, np.float32)


# ---- Clips and channels ----


def test_a_clip_says_how_it_is_played(small: pavane.Document) -> None:
    wave = small.clip("Wave")
    assert (wave.fps, wave.frame_start, wave.frame_end, wave.duration) == (24, 1, 25, 1.0)
    assert wave.play_mode is pavane.PlayMode.LOOP
    assert wave.bytes > 100 and wave.library == ""
    assert wave.frame(0.5) == 13 and wave.seconds(13) == 0.5
    assert repr(wave) == "<pavane.Clip 'Wave', 3 channels, 1.0 seconds>"


def test_a_document_tells_what_its_export_left_out() -> None:
    left_out, cause, note = pavane.Document(GOLDEN / "looks.pav").info.report
    assert left_out == (pavane.ReportKind.LEFT_OUT, "Wolke: density", "volumes do not travel", 2)
    assert (cause.kind, note.kind) == (pavane.ReportKind.CAUSE, pavane.ReportKind.NOTE)
    assert pavane.Document(GOLDEN / "small.pav").info.report == ()


def test_a_clip_names_its_events(small: pavane.Document) -> None:
    wave = small.clip("Wave")
    assert wave.events == ((1, 0, "Step"), (13, 0.5, "Höhe"), (13, 0.5, "Step"), (30.5, 29.5 / 24, ""))
    assert wave.events[1].frame == 13 and wave.events[1].seconds == 0.5 and wave.events[1].name == "Höhe"
    assert small.clip("Smile").events == ()


def test_channels_name_their_targets(small: pavane.Document) -> None:
    channel = small.clip("Wave").channels[0]
    assert (channel.owner, channel.part, channel.element) == ("Rig", "Tip", "rotation")
    assert channel.kind is pavane.TargetKind.BONE
    assert channel.conversion.name.startswith("EULER")
    assert channel.clip == small.clip("Wave") and channel.index == 0
    assert repr(channel) == "<pavane.Channel Rig / Tip rotation of clip 'Wave'>"


def test_components_show_keys_and_samples(scene: pavane.Document, small: pavane.Document) -> None:
    (component,) = scene.clips[0].channels[0].components
    assert component.kind is pavane.ComponentKind.CURVE and component.curve is not None
    assert component.curve.times.tolist() == [1, 11]
    assert component.curve.rights.tolist() == [[2, 0], [12, 10]]
    assert [pavane.Interpolation(i).name for i in component.curve.interpolations] == ["LINEAR", "LINEAR"]
    sampled = small.clip("Bounce").channels[0].components[1]
    assert sampled.samples is not None and sampled.rate == 2
    assert len(sampled.samples) == 10 and sampled.samples.format == "f"


def test_evaluate_gives_the_value_at_a_time(scene: pavane.Document, small: pavane.Document) -> None:
    slide = scene.clips[0].channels[0]
    value = slide.evaluate(0.25)
    assert value == (2.5,)
    assert slide.evaluate(-5)[0] == 0 and slide.evaluate(99)[0] == 10
    partly = small.clip("Wave").channels[1].evaluate(0.5)
    assert partly[0] == 0.5 and math.isnan(partly[1]) and len(partly) == 3
    rotation = small.clip("Wave").channels[0].evaluate(0.5)
    assert len(rotation) == 4 and math.isclose(sum(x * x for x in rotation), 1, abs_tol=1e-6)
    with pytest.raises(TypeError):
        slide.evaluate("now")  # type: ignore[arg-type]


def test_sampled_lanes_are_what_evaluate_gives(small: pavane.Document) -> None:
    bounce = small.clip("Bounce")
    channel = bounce.channels[0]
    component = channel.components[1]
    assert component.samples is not None
    assert component.rate is not None
    jumps = {frame: after for frame, _, after in component.cuts}
    for i in range(len(component.samples) - 1):
        frame = bounce.frame_start + i / component.rate
        value = channel.evaluate(bounce.seconds(frame))[component.component]
        assert value == pytest.approx(jumps.get(frame, component.samples[i]), abs=1e-6)


# ---- Names and indices ----


def test_clips_meshes_and_nodes_are_found_by_name_and_index(scene: pavane.Document) -> None:
    assert scene.clip("Slide") == scene.clip(0) == scene.clip(scene.clips[0])
    assert scene.mesh("Face").index == 1 and scene.mesh(np.int64(2)).name == "Plain"
    assert scene.node("Root").index == 0 and scene.node(6).name == "Body"
    assert scene.node(("Rig", "Lower")).index == 5
    assert scene.node(scene.nodes[3]) is scene.nodes[3]


def test_a_copy_of_an_instance_is_not_found_by_name(scene: pavane.Document) -> None:
    assert scene.nodes[2].name == "Plain" and scene.nodes[2].instancer is not None
    assert scene.node("Plain").index == 9


@pytest.mark.parametrize(
    ("find", "key", "message"),
    [
        ("clip", "Slid", "there is no clip 'Slid'; the nearest is 'Slide'"),
        ("clip", "xyz", "there is no clip 'xyz'"),
        ("mesh", "face", "there is no mesh 'face'; the nearest is 'Face'"),
        ("node", "root", "there is no node 'root'; the nearest is 'Root'"),
        ("node", ("Rig", "lower"), "there is no bone ('Rig', 'lower'); the nearest is 'Lower'"),
    ],
)
def test_a_miss_tells_the_nearest_name(scene: pavane.Document, find: str, key: object, message: str) -> None:
    with pytest.raises(KeyError) as raised:
        getattr(scene, find)(key)
    assert isinstance(raised.value, pavane.NotFoundError) and isinstance(raised.value, pavane.Error)
    assert str(raised.value) == message


@pytest.mark.parametrize(
    ("key", "exception", "message"),
    [
        (1, IndexError, "clip 1, but there are 1"),
        (-1, IndexError, "clip -1, but there are 1"),
        (2**70, IndexError, f"clip {2**70}, but there are 1"),
        (0.5, TypeError, "a clip is wanted .*, not 0.5"),
        (True, TypeError, "a clip is wanted .*, not True"),
        (None, TypeError, "a clip is wanted .*, not None"),
    ],
)
def test_a_wrong_index_raises(
    scene: pavane.Document, key: object, exception: type[Exception], message: str
) -> None:
    with pytest.raises(exception, match=message):
        scene.clip(key)  # type: ignore[arg-type]


def test_a_clip_of_another_document_is_refused(scene: pavane.Document, small: pavane.Document) -> None:
    with pytest.raises(ValueError, match="is of another document"):
        scene.clip(small.clips[0])


# ---- As objects ----


def test_parts_of_one_document_are_equal_and_hash_alike(small: pavane.Document) -> None:
    again = pavane.Document(GOLDEN / "small.pav")
    assert small.clips == small.clips and small.clips[0] != small.clips[1]
    assert small.clips[0] != again.clips[0] and small != again and small == small
    assert len({small.meshes[0], small.meshes[0], again.meshes[0]}) == 2
    channels = small.clips[0].channels
    assert len({*channels, *small.clips[0].channels}) == len(channels)


def test_reprs_say_what_there_is(small: pavane.Document) -> None:
    assert repr(small) == "<pavane.Document of 7 nodes, 1 meshes, 3 clips>"
    assert repr(small.meshes[0]) == "<pavane.Mesh 'Body' of 6 points, 4 triangles, 2 morphs>"


@pytest.mark.parametrize("name", ["Clip", "Channel", "Mesh", "Playback"])
def test_parts_cannot_be_made_alone(name: str) -> None:
    with pytest.raises(TypeError, match="cannot create"):
        getattr(pavane, name)()


def test_the_file_may_be_removed_after_loading(tmp_path: Path) -> None:
    path = tmp_path / "a.pav"
    path.write_bytes((GOLDEN / "small.pav").read_bytes())
    document = pavane.Document(path)
    os.remove(path)
    assert document.clips[2].name == "Bounce"


# ---- Progress ----


@pytest.mark.parametrize("source", [DEMO, DEMO.read_bytes()], ids=["file", "bytes"])
def test_progress_rises_to_one(source: Path | bytes) -> None:
    told: list[float] = []
    pavane.Document(source, progress=told.append)
    assert len(told) > 5 and told == sorted(set(told)) and 0 < told[0] and told[-1] == 1


def test_progress_that_returns_false_cancels() -> None:
    with pytest.raises(pavane.CancelledError, match=r"demo\.pav: loading was cancelled at \d+ %$"):
        pavane.Document(DEMO, progress=lambda done: done < 0.5)


def test_what_progress_raises_comes_out() -> None:
    told: list[float] = []

    def fail(done: float) -> None:
        told.append(done)
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        pavane.Document(DEMO, progress=fail)
    assert len(told) == 1


def test_progress_must_be_callable() -> None:
    with pytest.raises(TypeError, match="progress is called with a number, but 3 cannot be"):
        pavane.Document(DEMO, progress=3)  # type: ignore[arg-type]
