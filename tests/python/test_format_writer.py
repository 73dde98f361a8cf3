# SPDX-License-Identifier: MIT
"""What the format cannot hold is refused with its name, and equal things are written once."""
from __future__ import annotations

import pathlib
import sys
from collections.abc import Callable

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "format"), str(ROOT / "tests" / "golden")]

import documents  # noqa: E402
from pavane_format import container, reader, tables, writer  # noqa: E402
from pavane_format.model import Component, Document, Element, Event, Joint, MaterialInput  # noqa: E402

REFUSED: dict[str, Callable[[Document], None]] = {}


def refused(message: str) -> Callable:
    def register(change: Callable[[Document], None]) -> None:
        REFUSED[message] = change

    return register


def component(document: Document, clip: int, channel: int, place: int) -> Component:
    return document.clips[clip].channels[channel].components[place]


@refused("node 3 'Body': element 'location': value 1 is nan")
def _(d: Document) -> None:
    d.scene.nodes[3].elements[0].values[1] = np.nan


@refused("node 3 'Body': element 'scale': shape is (3,), but must be (6,)")
def _(d: Document) -> None:
    d.scene.nodes[3].elements[2] = Element("scale", "scale", np.ones(3))


@refused("node 3 'Body': two elements are called 'location'")
def _(d: Document) -> None:
    d.scene.nodes[3].elements.append(Element("location", "translate", np.zeros(3)))


@refused("node 3 'Body': has 33 elements, but 32 at most are allowed")
def _(d: Document) -> None:
    d.scene.nodes[3].elements = [Element(f"e{i}", "translate", np.zeros(3)) for i in range(33)]


@refused("node 1 'Root': its parent is 2, but parents stand before their children")
def _(d: Document) -> None:
    d.scene.nodes[1].parent = 2


@refused("node 2 'Tip': a bone's armature must be an object, but it is None")
def _(d: Document) -> None:
    d.scene.nodes[2].armature = None


@refused("node 3 'Body': mesh is 1, but there are 1")
def _(d: Document) -> None:
    d.scene.nodes[3].mesh = 1


@refused("node 3 'Body': has a skin, but no mesh")
def _(d: Document) -> None:
    d.scene.nodes[3].mesh = None


@refused("node 3 'Body': joint 2 of its skin 0 moves group 2, but there are 2")
def _(d: Document) -> None:
    d.scene.skins[0].joints.append(Joint(2, 1, np.eye(4).reshape(-1)))


@refused("node 0 'Rig': length is nan, but must be finite in 32 bits")
def _(d: Document) -> None:
    d.scene.nodes[0].length = float("nan")


@refused("node 0 'Rig': length is -1.0, but must be at least 0")
def _(d: Document) -> None:
    d.scene.nodes[0].length = -1.0


@refused("light 'Lamp': energy is 1e+39, but must be finite in 32 bits")
def _(d: Document) -> None:
    d.scene.lights[0].energy = 1e39


@refused("camera 0: 'fisheye' is no camera_kind: perspective, orthographic, panoramic")
def _(d: Document) -> None:
    d.scene.cameras[0].kind = "fisheye"


@refused("scene 'Stage': ends at frame 0, before its start at 1")
def _(d: Document) -> None:
    d.scene.frame_end = 0


@refused("material 1: 'a\\x00b' has a zero character")
def _(d: Document) -> None:
    d.scene.materials[1].name = "a\0b"


@refused("material 1: '\\udc80' is no valid text")
def _(d: Document) -> None:
    d.scene.materials[1].name = "\udc80"


@refused("material 1: a text of 4096 bytes, but 4095 at most are allowed")
def _(d: Document) -> None:
    d.scene.materials[1].name = "ä" * 2048


@refused("mesh 'Body': corners: goes from 0 to 6, but there are 6 points")
def _(d: Document) -> None:
    d.meshes[0].corners[3] = 6


@refused("mesh 'Body': its polygons have 9 corners, but there are 8")
def _(d: Document) -> None:
    d.meshes[0].polygons[1] = 5


@refused("mesh 'Body': uv layer 'UVMap': shape is (7, 2), but must be (8, 2)")
def _(d: Document) -> None:
    d.meshes[0].uv_layers[0].values = np.zeros((7, 2))


@refused("mesh 'Body': influence 4 has a negative weight")
def _(d: Document) -> None:
    d.meshes[0].influence_weights[4] = -1


@refused("mesh 'Body': morph 'Smile': its minimum 2.0 is above its maximum 1.0")
def _(d: Document) -> None:
    d.meshes[0].morphs[0].minimum = 2.0


@refused("clip 'Wave': bone 'Rig' 'Tip' 'rotation': component 1: key values: value 1 is inf")
def _(d: Document) -> None:
    component(d, 0, 0, 1).curve.values[1] = np.inf


@refused("clip 'Wave': bone 'Rig' 'Tip' 'rotation': component 1: key 2 is before the one before it")
def _(d: Document) -> None:
    component(d, 0, 0, 1).curve.times[2] = 2


@refused("clip 'Wave': bone 'Rig' 'Tip' 'rotation': component 0: value is nan, but must be finite in 32 bits")
def _(d: Document) -> None:
    component(d, 0, 0, 0).value = float("nan")


@refused("clip 'Wave': event 'Höhe': is at frame 0.5, before the event before it")
def _(d: Document) -> None:
    d.clips[0].events[1].frame = 0.5


@refused("clip 'Wave': event 'Step': frame is 16777218.0, but must be at most 16777216")
def _(d: Document) -> None:
    d.clips[0].events[3] = Event(16777218, "Step")


@refused(
    "clip 'Wave': bone 'Rig' 'Tip' 'rotation': its components are [0, 1, 3], but must increase and be below "
    "3 with conversion euler_xyz"
)
def _(d: Document) -> None:
    component(d, 0, 0, 2).component = 3


@refused(
    "clip 'Bounce': object 'Ball' 'location': component 2: its cuts are at [2.0, 2.0], but must increase, after "
    "frame 1 and not after 5.25"
)
def _(d):
    component(d, 2, 0, 1).cuts = np.zeros((2, 3)) + 2


@refused(
    "clip 'Bounce': object 'Camera' 'location': component 1: its knots are at [2.25, 6.125], but must increase, after "
    "frame 1 and not after 5.25"
)
def _(d: Document) -> None:
    component(d, 2, 2, 1).knots[1, 0] = 6.125


@refused(
    "clip 'Bounce': object 'Camera' 'location': component 1: it has a knot at frame 2.875, where there is a sample or "
    "a cut"
)
def _(d: Document) -> None:
    component(d, 2, 2, 1).knots[1, 0] = 2.875


@refused("clip 'Bounce': object 'Camera' 'location': component 0: 'steps' is no sample_interpolation: linear, cubic")
def _(d: Document) -> None:
    component(d, 2, 2, 0).interpolation = "steps"


@refused("clip 'Bounce': object 'Ball' 'location': component 2: samples: shape is (9,), but must be (10,)")
def _(d: Document) -> None:
    component(d, 2, 0, 1).samples = np.zeros(9)


@refused(
    "clip 'Bounce': object 'Ball' 'location': component 2: its rate is 3, but must be one of (1, 2, 4, 8)"
)
def _(d: Document) -> None:
    component(d, 2, 0, 1).rate = 3


@refused("clip 'Smile': ends at frame 9, before its start at 10")
def _(d: Document) -> None:
    d.clips[1].frame_end = 9


@refused("clip 'Smile': frame_end is 20000000.0, but must be at most 16777216")
def _(d: Document) -> None:
    d.clips[1].frame_end = 2e7


LOOKS: dict[str, Callable[[Document], None]] = {}


def looks_refused(message: str) -> Callable:
    def register(change: Callable[[Document], None]) -> None:
        LOOKS[message] = change

    return register


@looks_refused("material 0: two inputs are called 'alpha'")
def _(d: Document) -> None:
    d.scene.materials[0].inputs[2].name = "alpha"


@looks_refused("material 0: has 129 inputs, but 128 at most are allowed")
def _(d: Document) -> None:
    d.scene.materials[0].inputs = [MaterialInput(f"i{i}", np.zeros(1)) for i in range(129)]


@looks_refused("material 0: input 'alpha': has 2 values, but must have 1, 3 or 4")
def _(d: Document) -> None:
    d.scene.materials[0].inputs[1].values = np.zeros(2)


@looks_refused("material 0: input 'alpha': value 0 is nan")
def _(d: Document) -> None:
    d.scene.materials[0].inputs[1].values = np.array([np.nan])


@looks_refused("material 0: 'mask' is no alpha_mode: opaque, clip, blend")
def _(d: Document) -> None:
    d.scene.materials[0].alpha_mode = "mask"


@looks_refused("material 1: texture 0: image is 2, but there are 2")
def _(d: Document) -> None:
    d.scene.materials[1].textures[0].image = 2


@looks_refused("material 1: texture 1: has no image")
def _(d: Document) -> None:
    d.scene.materials[1].textures[1].image = None


@looks_refused("material 1: texture 0: input is 5, but there are 5")
def _(d: Document) -> None:
    d.scene.materials[1].textures[0].input = 5


@looks_refused("material 1: texture 0: scale: input 'normal_strength' must have 3 values")
def _(d: Document) -> None:
    d.scene.materials[1].textures[0].scale = 1


@looks_refused("material 1: texture 1: 'bump' is no texture_channel: rgb, red, green, blue, alpha, normal")
def _(d: Document) -> None:
    d.scene.materials[1].textures[1].channel = "bump"


@looks_refused("image 'Checker': its bytes are no jpeg file")
def _(d: Document) -> None:
    d.images[0].encoding = "jpeg"


@looks_refused("image 'Checker': its bytes are no png file")
def _(d: Document) -> None:
    d.images[0].data = b""


@looks_refused("image 'Bumps': height is 0, but must be at least 1")
def _(d: Document) -> None:
    d.images[1].height = 0


MOVES: dict[str, Callable[[Document], None]] = {}


def moves_refused(message: str) -> Callable:
    def register(change: Callable[[Document], None]) -> None:
        MOVES[message] = change

    return register


@moves_refused("object_property 'Rig' 'speed': stands twice among the properties")
def _(d: Document) -> None:
    d.scene.properties[2].library = ""


@moves_refused("scene 'Moves' 'level': 'scene' has no custom properties")
def _(d: Document) -> None:
    d.scene.properties[6].owner_kind = "scene"


@moves_refused("object_property 'Rig' 'gears': has 17 values, but its kind takes 1 to 16")
def _(d: Document) -> None:
    d.scene.properties[0].values = np.zeros(17)


@moves_refused("object_property 'Rig' 'title': has 1 values, but its kind takes 0 to 0")
def _(d: Document) -> None:
    d.scene.properties[3].values = np.zeros(1)


@moves_refused("scene_property 'Moves' 'level': is [0.5], but an integer is a whole number from -16777216 to 16777216")
def _(d: Document) -> None:
    d.scene.properties[6].values = np.array([0.5])


@moves_refused("bone_property 'Rig' 'Root' 'ik': is [2.0], but a boolean is 0 or 1")
def _(d: Document) -> None:
    d.scene.properties[4].values = np.array([2])


@moves_refused("camera 'Lens': fstop is nan, but must be finite in 32 bits")
def _(d: Document) -> None:
    d.scene.cameras[0].fstop = float("nan")


CASES = [(documents.small, message, change) for message, change in REFUSED.items()]
CASES += [(documents.looks, message, change) for message, change in LOOKS.items()]
CASES += [(documents.moves, message, change) for message, change in MOVES.items()]


@pytest.mark.parametrize("make, message, change", CASES, ids=[message for _, message, _ in CASES])
def test_what_the_format_cannot_hold_is_refused_by_name(make, message, change):
    document = make()
    change(document)
    with pytest.raises(ValueError) as caught:
        writer.write(document)
    assert str(caught.value) == message


def clip_arrays(document: Document, clip: int) -> tables.Arrays:
    counts = {"MESH": len(document.meshes), "CLIP": len(document.clips), "IMAG": 0}
    chunk = [c for c in writer.chunks(document) if c.type == "CLIP"][clip]
    return tables.decode(chunk, counts)


def test_equal_curves_are_written_once():
    document = documents.small()
    assert len(clip_arrays(document, 0)["curves"]) == 4  # three of the quaternion's are equal, but for w
    document.clips[0].channels[2].components[3].curve = document.clips[0].channels[2].components[0].curve
    assert len(clip_arrays(document, 0)["curves"]) == 3


def test_samples_lie_frame_after_frame_in_one_group_per_rate():
    document = documents.small()
    arrays = clip_arrays(document, 2)
    channels = document.clips[2].channels
    assert arrays["sample_groups"]["rate"].tolist() == [1, 2, 1, 2]
    assert arrays["sample_groups"]["interpolation"].tolist() == [0, 0, 1, 1]
    assert arrays["sample_groups"]["lane_count"].tolist() == [2, 1, 1, 1]
    lanes = np.stack([channels[0].components[0].samples, channels[1].components[0].samples], axis=1)
    assert arrays["samples"][:12, 0].tolist() == lanes.reshape(-1).tolist()
    assert arrays["components"]["lane"].tolist() == [0, 0, 1, 0, 0]


def test_equal_lanes_are_written_once():
    document = documents.small()
    first, second = (channel.components[0] for channel in document.clips[2].channels[:2])
    second.samples = first.samples.copy()
    arrays = clip_arrays(document, 2)
    assert arrays["sample_groups"]["lane_count"].tolist() == [1, 1, 1, 1]
    assert arrays["components"]["lane"].tolist() == [0, 0, 0, 0, 0]
    read = reader.read(writer.write(document)).clips[2].channels
    assert all(channel.components[0].samples.tolist() == first.samples.tolist() for channel in read[:2])


def test_lanes_with_cuts_at_other_frames_are_groups_of_their_own():
    document = documents.small()
    first, second = (channel.components[0] for channel in document.clips[2].channels[:2])
    first.cuts = np.float32([[2, 0.5, 1], [4, 3, 2]])
    second.cuts = np.float32([[2, 7, 8], [4, 9, 10]])
    document.clips[2].channels[0].components[1].rate = 1
    document.clips[2].channels[0].components[1].samples = first.samples
    arrays = clip_arrays(document, 2)
    assert arrays["sample_groups"]["lane_count"].tolist()[:2] == [1, 2]
    assert arrays["sample_groups"]["cuts_count"].tolist()[:2] == [4, 2]
    assert arrays["cuts"]["frame"].tolist()[4:6] == [2, 4]
    assert arrays["cut_values"][8:16, 0].tolist() == [0.5, 7, 1, 8, 3, 9, 2, 10]


def test_a_clip_that_ends_a_hair_after_a_sample_has_no_knot_at_its_end() -> None:
    """The last sample is played there, though it is told at the frame before."""
    document = documents.small()
    lane, clip = component(document, 2, 2, 1), document.clips[2]
    clip.frame_end = float(np.nextafter(np.float32(5), np.float32(6)))
    for channel in clip.channels:
        for each in channel.components:
            if each.kind == "sampled":
                each.samples, each.cuts, each.knots = (
                    each.samples[:1].repeat(len(clip.sample_frames(each.rate))), np.zeros((0, 3)), np.zeros((0, 2)))
    lane.knots = np.array([[clip.frame_end, 1.0]])
    with pytest.raises(ValueError, match="it has a knot at frame 5, where there is a sample"):
        writer.write(document)


def test_lanes_with_knots_at_other_frames_are_groups_of_their_own():
    document = documents.small()
    lanes = document.clips[2].channels[2].components
    lanes[0].rate, lanes[0].samples, lanes[0].cuts = 2, lanes[1].samples, lanes[1].cuts
    lanes[0].knots = lanes[1].knots + np.float32([0, 1])
    arrays = clip_arrays(document, 2)
    assert arrays["sample_groups"]["lane_count"].tolist() == [2, 1, 2]
    assert arrays["sample_groups"]["knots_count"].tolist() == [0, 0, 2]
    assert arrays["knots"]["frame"].tolist() == [2.25, 3.125]
    assert arrays["knot_values"][:, 0].tolist() == [1.75, 0.75, 1.5, 0.5]
    lanes[0].knots = lanes[0].knots[:1]
    assert clip_arrays(document, 2)["sample_groups"]["lane_count"].tolist() == [2, 1, 1, 1]


def test_every_string_is_written_once():
    text = clip_arrays(documents.small(), 0)["text"].tobytes()
    strings = text.split(b"\0")[1:-1]
    assert len(strings) == len(set(strings)) and b"Rig" in strings


def test_custom_properties_are_written_in_order():
    document = documents.moves()
    document.scene.properties.reverse()
    assert writer.write(document) == writer.write(documents.moves())


def test_incompressible_chunks_are_stored():
    noise = np.random.default_rng(1).bytes(5000)
    data = container.pack([container.Chunk("NOIS", 0, noise, 0), container.Chunk("ZERO", 0, bytes(5000), 0)])
    entries = [
        container.ENTRY.unpack_from(data, container.HEADER.size + i * container.ENTRY.size) for i in range(2)
    ]
    assert [entry[3] for entry in entries] == [0, 1]


def test_images_are_stored_as_they_are_and_can_be_skipped():
    document = documents.looks()
    document.images[0].data += bytes(5000)  # that deflate well
    data = writer.write(document)
    entries = [
        container.ENTRY.unpack_from(data, container.HEADER.size + i * container.ENTRY.size) for i in range(7)
    ]
    assert [(entry[0], entry[2], entry[3]) for entry in entries[-2:]] == [(b"IMAG", 0, 0)] * 2
    assert all(entry[2] == 1 for entry in entries[:-2])
    assert document.images[0].data in data


def test_a_chunk_of_4_gigabytes_is_refused():
    class Large(bytes):
        def __len__(self) -> int:
            return 1 << 32

    with pytest.raises(ValueError, match="MESH 7: 4294967296 bytes; a chunk ends below 4 GiB"):
        container.pack([container.Chunk("MESH", 7, Large())])
