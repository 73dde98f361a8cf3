# SPDX-License-Identifier: MIT
"""pavane.Scene: its arrays, targets, nodes and life."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pavane
import pytest

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "golden"
FIXTURES = ROOT / "tests" / "c" / "fixtures"


@pytest.fixture
def scene() -> Iterator[pavane.Scene]:
    yield pavane.Scene(pavane.Document(FIXTURES / "scene.pav"))


# ---- Arrays ----


def test_matrices_are_views_of_the_librarys_memory(scene: pavane.Scene) -> None:
    world = scene.world_matrices
    assert (world.shape, world.format, world.readonly, world.nbytes) == ((14, 4, 4), "f", True, 14 * 64)
    assert [world[0, 3, row] for row in range(4)] == [1, 2, 3, 1]
    scene.targets[scene.element_target("Root", "location").first] = 8
    assert world[0, 3, 0] == 1
    scene.update()
    assert world[0, 3, 0] == 8 and scene.local_matrices[0, 3, 0] == 8


def test_one_matrix_is_a_view_of_sixteen_floats(scene: pavane.Scene) -> None:
    by_name, by_bone = scene.world_matrix("Root"), scene.world_matrix(("Rig", "Upper"))
    assert by_name.shape == (16,) and by_name[12:15].tolist() == [1, 2, 3]
    assert by_bone.tolist() == sum(np.asarray(scene.world_matrices)[4].tolist(), [])
    assert scene.local_matrix(4).tolist()[12:15] == [0, 0, 1]


def test_numpy_works_with_the_arrays_and_does_not_copy(scene: pavane.Scene) -> None:
    world = np.asarray(scene.world_matrices)
    targets = np.asarray(scene.targets)
    assert world.dtype == np.float32 and not world.flags.writeable and targets.flags.writeable
    assert np.shares_memory(world, np.asarray(scene.world_matrix(0)))
    targets[scene.element_target(0, "location").first + 1] = 42
    scene.update()
    assert world[0, 3, 1] == 42


@pytest.mark.parametrize("number", ["nan", "inf", "-inf"])
def test_what_is_no_number_is_refused_in_targets_as_in_overrides(scene: pavane.Scene, number: str) -> None:
    target = scene.element_target("Root", "location")
    player = pavane.Player(scene)
    before = scene.world_matrix("Root").tolist()
    scene.targets[target.first + 1] = float(number)
    refused = pytest.raises(ValueError, match=rf"^targets\[{target.first + 1}\]: a finite number is wanted, not {number}$")
    with refused:
        scene.update()
    with refused:
        player.update(0)
    assert scene.world_matrix("Root").tolist() == before
    scene.targets[target.first + 1] = 3
    scene.update()
    assert scene.world_matrix("Root")[13] == 3


def test_targets_can_be_written_and_go_back_to_rest(scene: pavane.Scene) -> None:
    target = scene.element_target("Root", "location")
    assert target == (pavane.Value.VECTOR, target.first)
    scene.targets[target.first] = 99.0
    scene.update()
    assert scene.world_matrix("Root")[12] == 99
    scene.reset_targets()
    scene.update()
    assert scene.world_matrix("Root")[12] == 1


def test_a_morph_moves_points_and_positions(scene: pavane.Scene) -> None:
    target = scene.morph_target("Face", "Smile")
    assert target.value is pavane.Value.FLOAT
    assert target == scene.morph_target(1, 0)
    weights, points = scene.morph_weights("Face"), scene.points("Face")
    assert weights is not None and points is not None
    assert weights.tolist() == [0, 0.5]
    scene.targets[target.first] = 2.0
    scene.update()
    assert weights.tolist() == [1, 0.5]
    assert points.tolist() == [[0, 0, 0], [3, 0, 2], [0, 5, 0]]
    positions, normals = scene.positions("Face"), scene.normals("Face")
    assert positions is not None and positions.tolist() == [[0, 5, 0], [0, 0, 0], [3, 0, 2]]
    assert normals is not None and np.allclose(np.linalg.norm(np.asarray(normals), axis=1)[[0, 2]], 1)


def test_what_a_node_does_not_have_is_none(scene: pavane.Scene) -> None:
    assert scene.points("Root") is None and scene.positions(0) is None and scene.normals(0) is None
    assert scene.skin_matrices("Face") is None and scene.morph_weights("Plain") is None


def test_skin_matrices_are_one_per_joint(scene: pavane.Scene) -> None:
    matrices = scene.skin_matrices("Body")
    assert matrices is not None and matrices.shape == (2, 4, 4)


def test_without_deform_there_are_no_points() -> None:
    scene = pavane.Scene(pavane.Document(FIXTURES / "scene.pav"), deform=False)
    assert scene.points("Face") is None and scene.skin_matrices("Body") is not None


LAYOUT = np.dtype({"names": ["place", "normal"], "formats": ["3f4", "3f4"], "offsets": [4, 20], "itemsize": 36})


@pytest.mark.parametrize("deform", [True, False])
def test_vertices_are_written_into_any_layout(scene: pavane.Scene, deform: bool) -> None:
    other = pavane.Scene(scene.document, deform=deform)
    for one in (scene, other):
        one.targets[one.morph_target("Face", 0).first] = 0.5
        one.update()
    positions, normals = np.asarray(scene.positions("Face")), np.asarray(scene.normals("Face"))
    vertices = np.zeros(len(positions), LAYOUT)
    other.write_vertices("Face", vertices, stride=36, position=4, normal=20)
    assert np.array_equal(vertices["place"], positions) and np.array_equal(vertices["normal"], normals)
    memory = bytearray(b"U" * 16 * len(positions))
    other.write_vertices("Face", memory, stride=16)
    assert np.array_equal(np.frombuffer(memory, np.float32).reshape(-1, 4)[:, :3], positions)
    assert memory[12::16] == b"U" * len(positions)


def test_vertices_are_not_written_where_they_do_not_fit(scene: pavane.Scene) -> None:
    with pytest.raises(ValueError, match=r'node "Plain": its 3 vertices reach to byte 44, but there are 43'):
        scene.write_vertices("Plain", bytearray(43), stride=16)
    with pytest.raises(pavane.NotFoundError, match='node "Root" has no mesh'):
        scene.write_vertices("Root", bytearray(43), stride=16)
    with pytest.raises(BufferError):
        scene.write_vertices("Plain", bytes(64), stride=16)
    with pytest.raises(ValueError, match="not negative"):
        scene.write_vertices("Plain", bytearray(64), stride=-16)
    with pytest.raises(ValueError, match="normal: .* not negative"):
        scene.write_vertices("Plain", bytearray(64), stride=16, normal=-1)


def test_points_that_nothing_deforms_are_the_documents_own(scene: pavane.Scene) -> None:
    assert np.shares_memory(
        np.asarray(scene.points("Plain")), np.asarray(scene.document.mesh("Plain").points)
    )


def test_material_inputs_follow_their_targets() -> None:
    scene = pavane.Scene(pavane.Document(GOLDEN / "looks.pav"))
    material = next(material for material in scene.document.materials if material.inputs)
    name, rest = material.inputs[0]
    view = scene.material_input(material, name)
    assert view.tolist() == list(rest) and scene.material_input(material.index, name).tolist() == list(rest)
    everything = scene.material_inputs(material)
    assert everything is not None and everything.tolist()[: len(rest)] == list(rest)
    scene.targets[scene.material_target(material, name).first] = 0.125
    scene.update()
    assert view[0] == 0.125
    with pytest.raises(KeyError, match=f"the nearest is '{name}'"):
        scene.material_input(material, name[:-1])
    with pytest.raises(KeyError, match="there is no material 'Pant'; the nearest is 'Paint'"):
        scene.material_target("Pant", name)


# ---- Names ----


def test_misses_tell_the_nearest_name(scene: pavane.Scene) -> None:
    with pytest.raises(KeyError, match="there is no element 'locaton'; the nearest is 'location'"):
        scene.element_target("Root", "locaton")
    with pytest.raises(KeyError, match="there is no morph 'Smil'; the nearest is 'Smile'"):
        scene.morph_target("Face", "Smil")
    with pytest.raises(IndexError, match="morph 2, but there are 2"):
        scene.morph_target("Face", 2)
    with pytest.raises(IndexError, match="node 14, but there are 14"):
        scene.world_matrix(14)
    with pytest.raises(TypeError, match="a bone is"):
        scene.world_matrix(("Rig",))  # type: ignore[arg-type]
    assert scene.find_node("Face") == 7 and scene.find_node(("Rig", "Upper")) == 4


# ---- Setting nodes ----

MOVED = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [7, 8, 9, 1]]


@pytest.mark.parametrize("matrix", [MOVED, sum(MOVED, []), np.array(MOVED, np.float64), np.float32(MOVED)])
def test_a_node_is_set_by_any_sixteen_numbers(scene: pavane.Scene, matrix: object) -> None:
    scene.set_world("Root", matrix)
    assert scene.world_matrix("Root")[12:15].tolist() == [7, 8, 9]
    scene.set_local(1, memoryview(np.float32(MOVED)))
    assert scene.local_matrix("Child")[12:15].tolist() == [7, 8, 9]


@pytest.mark.parametrize(
    ("matrix", "exception"),
    [
        (MOVED[:3], ValueError),
        ([*MOVED, 1], ValueError),
        ("abc", TypeError),
        (["1"] * 16, TypeError),
        (1, TypeError),
    ],
)
def test_what_is_no_matrix_is_refused(
    scene: pavane.Scene, matrix: object, exception: type[Exception]
) -> None:
    with pytest.raises(exception):
        scene.set_world("Root", matrix)
    assert scene.world_matrix("Root")[12:15].tolist() == [1, 2, 3]


# ---- Its life ----


def test_a_scene_cannot_be_closed_while_its_memory_is_shown(scene: pavane.Scene) -> None:
    view = scene.world_matrices
    with pytest.raises(BufferError, match="1 buffers still show the scene's memory"):
        scene.close()
    assert view[0, 0, 0] != 0
    view.release()
    scene.close()
    with pytest.raises(ValueError, match="the scene is closed"):
        scene.update()
    assert repr(scene) == "<pavane.Scene, closed>"
    scene.close()


class Closing:
    """An index that closes a scene when it is asked for."""

    def __init__(self, scene: pavane.Scene) -> None:
        self.scene = scene

    def __index__(self) -> int:
        self.scene.close()
        self.scene.document.close()
        return 0

    __float__ = __index__


@pytest.mark.parametrize(
    "use",
    [
        lambda scene, index: scene.world_matrix(index),
        lambda scene, index: scene.set_world(index, MOVED),
        lambda scene, index: scene.set_world(0, [index] * 16),
        lambda scene, index: scene.morph_target("Face", index),
        lambda scene, index: scene.morph_weights(index),
        lambda scene, index: scene.material_inputs(index),
        lambda scene, index: pavane.Player(scene).play(index),
        lambda scene, index: pavane.Player(scene).play("Slide", mode=index),
        lambda scene, index: setattr(pavane.Player(scene).play("Slide"), "mode", index),
        lambda scene, index: setattr(pavane.Player(scene).play("Slide"), "time", index),
        lambda scene, index: scene.apply(pavane.Binding(scene.document, scene.document), index, 0),
        lambda scene, index: scene.document.clip(index),
        lambda scene, index: scene.document.node(index),
    ],
)
def test_an_index_that_closes_what_it_is_for_breaks_nothing(scene: pavane.Scene, use: object) -> None:
    with pytest.raises((ValueError, TypeError, IndexError)):
        use(scene, Closing(scene))  # type: ignore[operator]


def test_leaving_a_with_closes_the_scene_and_its_player() -> None:
    with pavane.Scene(pavane.Document(FIXTURES / "scene.pav")) as scene:
        player = pavane.Player(scene)
        player.play("Slide")
    with pytest.raises(ValueError, match="the player is closed"):
        player.update(0.1)
    with pytest.raises(ValueError, match="the scene is closed"):
        scene.targets  # noqa: B018


def test_a_view_lives_on_after_its_scene_and_its_with() -> None:
    with pavane.Scene(pavane.Document(FIXTURES / "scene.pav")) as scene:
        world = scene.world_matrices
    del scene
    gc.collect()
    assert world[0, 3, 0] == 1


def test_what_a_view_keeps_is_closed_all_the_same() -> None:
    with pavane.Scene(pavane.Document(FIXTURES / "scene.pav")) as scene:
        player = pavane.Player(scene)
        world = scene.world_matrices
    for use in (lambda: scene.world_matrices, lambda: scene.points("Face"), scene.update, scene.__enter__):
        with pytest.raises(ValueError, match="the scene is closed"):
            use()
    with pytest.raises(ValueError, match="the player is closed"):
        player.update(0)
    assert repr(scene) == "<pavane.Scene, closed>"
    assert world[0, 3, 0] == 1
    world.release()
    scene.close()


def test_a_node_has_points_where_it_has_a_mesh_and_the_scene_deforms() -> None:
    document = pavane.Document(FIXTURES / "scene.pav")
    scene = pavane.Scene(document)
    with_mesh = next(node.index for node in document.nodes if node.mesh is not None)
    without = next(node.index for node in document.nodes if node.mesh is None)
    for find in scene.points, scene.positions, scene.normals:
        assert find(with_mesh) is not None and find(without) is None
        assert "None" in (find.__doc__ or "")
    assert pavane.Scene(document, deform=False).points(with_mesh) is None


def test_a_document_without_a_scene_has_none() -> None:
    with pytest.raises(pavane.NotFoundError, match="the document has no scene, only clips"):
        pavane.Scene(pavane.Document(FIXTURES / "clips_alone.pav"))


def test_scenes_of_a_document_are_independent() -> None:
    document = pavane.Document(FIXTURES / "scene.pav")
    one, two = pavane.Scene(document), pavane.Scene(document)
    one.targets[one.element_target(0, "location").first] = 5
    one.update()
    assert (one.world_matrix(0)[12], two.world_matrix(0)[12]) == (5, 1)
    assert one.document is document


class Holder:
    """What a weak reference can see go."""


def test_a_cycle_through_a_callback_and_a_view_is_collected() -> None:
    scene = pavane.Scene(pavane.Document(FIXTURES / "scene.pav"))
    holder = Holder()
    seen = weakref.ref(holder)
    world = scene.world_matrices
    scene.add_callback(lambda _: (holder, scene, world))
    scene.update()
    del scene, holder, world
    gc.collect()
    assert seen() is None


def test_a_cycle_through_a_player_is_collected() -> None:
    scene = pavane.Scene(pavane.Document(FIXTURES / "scene.pav"))
    player = pavane.Player(scene)
    playback = player.play("Slide")
    holder = Holder()
    seen = weakref.ref(holder)
    scene.add_callback(lambda _: (holder, player, playback))
    del scene, player, playback, holder
    gc.collect()
    assert seen() is None


# ---- Elements of one name ----


def test_a_channel_drives_the_first_element_of_its_name_that_it_fits() -> None:
    kinds = pavane.ElementKind
    builder = pavane.Builder()
    builder.add_node("Arm", elements=[("p", kinds.ROTATE_AXIS, None), ("p", kinds.TRANSLATE, None),
                                      ("p", kinds.TRANSLATE, (0, 0, 5))])  # fmt: skip
    builder.add_clip("Reach", frame_end=1)
    builder.add_channel("Reach", "Arm", "p", [1.0, 2.0, 3.0])
    scene = pavane.Scene(builder.finish())
    binding = pavane.Binding(scene.document, scene)
    assert [link.status for link in binding.links] == [pavane.LinkStatus.BOUND]
    scene.apply(binding, "Reach", 0.0)
    scene.update()
    assert list(scene.local_matrix("Arm"))[12:15] == [1, 2, 8]
    targets = [scene.element_target("Arm", place) for place in range(3)]
    assert [target.value.name for target in targets] == ["FLOAT", "VECTOR", "VECTOR"]
    assert scene.element_target("Arm", "p") == targets[0] and len({target.first for target in targets}) == 3
    with pytest.raises(IndexError, match="element 3, but there are 3"):
        scene.element_target("Arm", 3)


def test_a_channel_that_fits_no_element_of_its_name_is_a_mismatch() -> None:
    builder = pavane.Builder()
    builder.add_node("Arm", elements=[("p", pavane.ElementKind.ROTATE_AXIS, None)] * 2)
    builder.add_clip("Reach", frame_end=1)
    builder.add_channel("Reach", "Arm", "p", [1.0, 2.0, 3.0])
    scene = pavane.Scene(builder.finish())
    assert [link.status.name for link in pavane.Binding(scene.document, scene).links] == ["MISMATCH"]
