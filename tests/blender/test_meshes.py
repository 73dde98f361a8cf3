# SPDX-License-Identifier: MIT
"""What the add-on gathers of meshes, skins, shape keys and materials, measured against Blender itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

SCENE = Path(__file__).resolve().parent / "scenes" / "meshes_scene.py"

POINT_ERROR = 2e-6  # over the mesh's diagonal: Blender's own float32
NORMAL_ERROR = 2e-6  # of unit normals in float32, computed twice


@pytest.fixture(scope="module")
def found(blender: Any, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The findings of every case of the scene script."""
    target = tmp_path_factory.mktemp("meshes") / "found.json"
    done = blender.run(["--python", SCENE, "--", target])
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(target.read_text())


# ---- Skins ----


@pytest.mark.parametrize("name", ["skin_of_a_modifier", "skin_of_a_parent"])
def test_skinning_what_was_gathered_gives_blenders_points(found: dict[str, Any], name: str) -> None:
    assert found[name] < POINT_ERROR


@pytest.mark.parametrize("kind", ["parent", "groups and envelopes", "envelopes alone", "multiplied"])
def test_bone_envelopes_travel_as_weights(found: dict[str, Any], kind: str) -> None:
    assert found["envelopes"][kind] < POINT_ERROR


def test_a_plain_skin_has_no_cause_to_differ(found: dict[str, Any]) -> None:
    assert found["causes_of_a_plain_skin"] == []


def test_mirror_and_subdivision_before_the_armature_travel(found: dict[str, Any]) -> None:
    case = found["skin_behind_mirror_and_subdivision"]
    assert case["error"] < POINT_ERROR
    assert case["points"] and case["causes"] == []


def test_the_armature_is_on_again_afterwards(found: dict[str, Any]) -> None:
    assert found["skin_behind_mirror_and_subdivision"]["on"]


def test_a_mesh_of_two_armatures_has_the_groups_of_both(found: dict[str, Any]) -> None:
    case = found["groups_of_a_mesh_that_two_armatures_share"]
    assert case["indices"] == [0, 0]
    assert case["joints"] == [2, 3]
    assert case["groups"] == case["expected"] == 5


# ---- Shape keys ----


def test_morphs_give_blenders_points_at_random_values(found: dict[str, Any]) -> None:
    assert max(case["points"] for case in found["shape_keys"]) < POINT_ERROR


def test_a_key_alone_gives_blenders_normals(found: dict[str, Any]) -> None:
    for case in found["shape_keys"]:
        assert case["corners"]
        assert case["rest"] < NORMAL_ERROR and case["normals"] < NORMAL_ERROR


def test_shape_keys_travel_through_mirror_and_subdivision(found: dict[str, Any]) -> None:
    case = found["shape_keys_behind_mirror_and_subdivision"]
    assert case["points"] < POINT_ERROR
    assert case["corners"] and case["causes"] == []
    assert case["rest"] < NORMAL_ERROR and case["normals"] < NORMAL_ERROR


def test_modifiers_that_change_the_topology_of_keys_are_named(found: dict[str, Any]) -> None:
    assert found["shape_keys_behind_what_changes_topology"] == [
        "modifier Decimate is left out: it changes the topology with shape keys"]


def test_nothing_is_left_behind(found: dict[str, Any]) -> None:
    assert found["leftovers"] == [1, 1, 1]


def test_a_muted_key_is_left_out_and_named(found: dict[str, Any]) -> None:
    assert found["muted_key"] == {"morphs": ["Key 1"], "left": ["shape key Key 0 of Random: it is muted"]}


def test_a_key_of_one_corner_is_sparse(found: dict[str, Any]) -> None:
    case = found["key_of_one_corner_is_sparse"]
    assert case["points"] == [3] and case["positions"] == [[1.0, 0.0, 0.0]]
    assert 0 < case["vertices"] < case["all"]


def test_flat_faces_of_one_plane_stay_apart_only_for_a_key_that_folds_them(found: dict[str, Any]) -> None:
    assert found["flat_faces_that_lie_in_one_plane_stay_apart_for_a_key"] == [6, 8]


# ---- What is drawn ----


@pytest.mark.parametrize(
    ("kind", "vertices"), [("flat", 24), ("smooth", 8), ("seams", 24)])
def test_corners_part_where_normals_or_uvs_differ(found: dict[str, Any], kind: str, vertices: int) -> None:
    assert found["drawn_vertices"][kind] == [8, vertices, 12]


def test_all_uv_maps_and_colours_travel(found: dict[str, Any]) -> None:
    colors = {"byte corner", "float point", "byte point", "float corner"}
    assert set(found["layers"]) == {"UV one", "UV two"} | colors
    assert max(found["layers"].values()) < 1e-6


def test_there_is_one_primitive_for_each_slot_in_use(found: dict[str, Any]) -> None:
    assert found["primitives"] == {"slots": [[0, 4], [2, 8]], "outward": [True, True]}


def test_loose_points_stay_though_nothing_draws_them(found: dict[str, Any]) -> None:
    assert found["loose_points_stay"] == [4, 3, [0, 1, 2], [3]]


def test_curves_surfaces_text_and_metaballs_are_meshes(found: dict[str, Any]) -> None:
    assert found["other_types"] == {
        "curve": 0.0, "text": 0.0, "surface": 0.0, "metaball": 0.0, "second metaball": None, "empty": None}


def test_objects_share_a_mesh_unless_modifiers_shape_their_own(found: dict[str, Any]) -> None:
    assert found["sharing"] == [0, 0, 1]


# ---- Causes and materials ----


@pytest.mark.parametrize(("name", "causes"), [
    ("plain", []),
    ("subdivision after", ["Subdivision Surface after Armature"]),
    ("triangulate after", []),
    ("preserve volume", []),
    ("multi", []),
    ("masked", []),
    ("envelopes, all weighted", []),
    ("envelopes", ["bone envelopes around points that move"]),
    ("two armatures", []),
    ("bendy", ["bendy bones"]),
    ("multiplied", ["bone envelopes around points that move"]),
    ("cloth", ["modifier Cloth changes over time"]),
    ("wave", ["modifier Wave changes over time"]),
    ("subdivision alone", []),
    ("keyed modifier", ["modifier Subdivision Surface is animated"]),
    ("moving target", ["modifier Shrinkwrap depends on what may move"]),
    ("still target", []),
    ("nodes of a moving object", ["modifier Geometry Nodes depends on what may move"]),
    ("curve", []),
    ("animated curve", ["shape of a curve is animated"]),
    ("animated profile", ["profile of a curve is animated"]),
    ("curve keys", ["shape keys of curves are not exported yet"]),
    ("moving metaballs", ["metaballs of a family move"]),
    ("absolute keys", []),
    ("pinned key", []),
])
def test_what_a_file_cannot_say_is_predicted(found: dict[str, Any], name: str, causes: list[str]) -> None:
    assert found["causes"][name] == causes


def test_every_slot_names_its_material_whether_of_object_or_data(found: dict[str, Any]) -> None:
    assert found["materials"]["slots"] == [
        "No nodes", "Emission", "Emission", "Diffuse", "Linked", "Value", "Textured", "Mixed", None,
        "No nodes"]


def test_the_base_colour_is_that_of_the_shader_shown(found: dict[str, Any]) -> None:
    case = found["materials"]
    assert len(case["colors"]) == 7
    for name, color in case["colors"].items():
        assert color == pytest.approx(case["expected_colors"][name][:3], abs=1e-6), name
