# SPDX-License-Identifier: MIT
"""The exporter's formulas by themselves: taking matrices apart, and what cannot be told from them."""
from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

ADDON = Path(__file__).resolve().parents[2] / "blender_addon" / "pavane"
NEAR = {"rtol": 0, "atol": 1e-9}


def load_transforms() -> ModuleType:
    """Without Blender, and under a name that leaves `pavane` to the runtime."""
    if "pavane_addon" not in sys.modules:
        spec = importlib.util.spec_from_file_location("pavane_addon", ADDON / "__init__.py",
                                                      submodule_search_locations=[str(ADDON)])
        sys.modules["pavane_addon"] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules["pavane_addon"])
    return importlib.import_module("pavane_addon.gather.transforms")


tf = load_transforms()
matrices = arrays(np.float64, (5, 3, 3), elements=st.floats(-10, 10))


def rebuilt(quaternion: np.ndarray, scale: np.ndarray) -> np.ndarray:
    return tf.quaternion_matrix(quaternion) @ tf.scale_matrix(scale)


@given(matrices)
def test_any_matrix_comes_back_from_its_parts(linear: np.ndarray) -> None:
    quaternion, scale = tf.decompose(linear, tf.IDENTITY_QUATERNION, tf.IDENTITY_SCALE)
    assert np.allclose(np.linalg.norm(quaternion, axis=1), 1.0)
    assert np.allclose(rebuilt(quaternion, scale), linear, rtol=0, atol=1e-5)


@given(matrices)
def test_quaternions_never_jump_to_the_other_sign(linear: np.ndarray) -> None:
    quaternion, _ = tf.decompose(linear, tf.IDENTITY_QUATERNION, tf.IDENTITY_SCALE)
    assert (np.sum(quaternion[1:] * quaternion[:-1], axis=1) >= 0).all()


@pytest.mark.parametrize("signs", [(-1, 1, 1), (1, -1, 1), (-1, -1, 1), (-1, -1, -1)])
def test_a_mirror_stays_on_the_axes_that_it_has_at_rest(signs: tuple[int, ...]) -> None:
    quaternions = np.array([(0.1 * i, 0.3, -0.2, 0.9) for i in range(4)])
    quaternions /= np.linalg.norm(quaternions, axis=1, keepdims=True)
    rest = np.array((*signs, 0, 0, 0), float)
    scale = np.array([rest * (1 + i) for i in range(4)])
    found, sizes = tf.decompose(rebuilt(quaternions, scale), quaternions[0], rest)
    assert np.allclose(found, quaternions, **NEAR)
    assert np.allclose(sizes, scale, **NEAR)


def test_the_rotation_stays_while_the_size_is_zero() -> None:
    quaternion = np.array((0.0, 0.6, 0.0, 0.8))
    linear = np.stack([tf.quaternion_matrix(quaternion) * size for size in (2.0, 0.0, 0.0, 1.0)])
    found, scale = tf.decompose(linear, tf.IDENTITY_QUATERNION, tf.IDENTITY_SCALE)
    assert np.allclose(found, quaternion, **NEAR)
    assert np.allclose(scale[:, :3], np.array((2.0, 0.0, 0.0, 1.0))[:, None], **NEAR)


@pytest.mark.parametrize("flat", [0, 1, 2])
def test_a_flat_axis_keeps_the_direction_that_it_had(flat: int) -> None:
    turned = tf.quaternion_matrix(np.array((0.0, 0.6, 0.0, 0.8)))
    sizes = np.ones((2, 3))
    sizes[1, flat] = 0.0
    found, scale = tf.decompose(turned * sizes[:, None, :], tf.IDENTITY_QUATERNION, tf.IDENTITY_SCALE)
    assert np.allclose(tf.quaternion_matrix(found), turned, **NEAR)
    assert np.allclose(scale[:, :3], sizes, **NEAR)


@pytest.mark.parametrize("order", tf.EULER_ORDERS)
def test_the_first_letter_of_an_euler_order_turns_first(order: str) -> None:
    angles = np.array((0.4, -1.1, 2.0))
    expected = np.eye(3)
    for letter in order:
        axis = np.zeros(4)
        axis["XYZ".index(letter)] = 1.0
        axis[3] = angles["XYZ".index(letter)]
        expected = tf.quaternion_matrix(tf.axis_angle_quaternion(axis)) @ expected
    assert np.allclose(tf.quaternion_matrix(tf.euler_quaternion(angles, order)), expected, **NEAR)


def test_nothing_is_no_rotation() -> None:
    assert np.allclose(tf.quaternion_matrix(np.zeros(4)), np.eye(3), **NEAR)
    turned = tf.axis_angle_quaternion(np.array((0.0, 0.0, 0.0, 2.0)))
    assert np.allclose(turned, tf.IDENTITY_QUATERNION, **NEAR)
