# SPDX-License-Identifier: MIT
"""Whatever the format can hold comes back as it was, and the same document gives the same bytes."""
from __future__ import annotations

import copy
import pathlib
import sys

from hypothesis import HealthCheck, given, settings

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "format"), str(ROOT / "tests" / "golden"), str(ROOT / "tests" / "python")]

import documents as golden  # noqa: E402
import pytest  # noqa: E402
from format_strategies import documents, same  # noqa: E402
from pavane_format import reader, writer  # noqa: E402

SLOW = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


@SLOW
@given(documents())
def test_a_document_comes_back_as_it_was(document):
    data = writer.write(document)
    back = reader.read(data)
    assert same(back, document)
    assert writer.write(back) == data


@SLOW
@given(documents())
def test_writing_leaves_the_document_alone_and_is_the_same_twice(document):
    before = copy.deepcopy(document)
    assert writer.write(document) == writer.write(copy.deepcopy(document))
    assert same(document, before)


@pytest.mark.parametrize("name", golden.DOCUMENTS)
def test_a_golden_document_comes_back_as_it_was(name):
    document = golden.DOCUMENTS[name]()
    back = reader.read(writer.write(document))
    for clip in document.clips:
        for component in (component for channel in clip.channels for component in channel.components):
            component.grid = None  # How it was packed a document does not know when it comes back.
    assert same(back, document)


def test_sameness_sees_every_difference():
    for change in (
        "d.scene.nodes[1].length = 2.0",
        "d.clips[0].channels[0].components[1].curve.lefts[0, 1] += 1",
        "d.meshes[0].points[0, 0] = -0.0",
        "d.clips[2].channels[0].components[0].samples[3] += 1",
        "d.scene.nodes.pop()",
        "d.scene.camera = None",
    ):
        document, d = golden.small(), golden.small()
        document.meshes[0].points[0, 0] = d.meshes[0].points[0, 0] = 0.0
        assert same(document, d)
        exec(change)
        assert not same(document, d), change
    for change in (
        "d.scene.materials[0].inputs[0].values[1] += 1",
        "d.scene.materials[1].textures[0].rotation = None",
        "d.scene.materials[2].unlit = False",
        "d.scene.world_color = (0.0, 0.1, 0.2)",
        "d.images[1].data += b'.'",
    ):
        document, d = golden.looks(), golden.looks()
        assert same(document, d)
        exec(change)
        assert not same(document, d), change
