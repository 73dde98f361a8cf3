# SPDX-License-Identifier: MIT
"""Every animated thing of a scene is in its file or in the report; and what is taken out of either is missed."""
from __future__ import annotations

import copy
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import corpus  # noqa: E402
from accounted import Accounts  # noqa: E402
from pavane_format import model, reader  # noqa: E402

SCENES = {"moves_scene": (60, 0.9), "export_scene": (180, 0.9), "materials_scene": (70, 0.5)}
"""At least so many things are in each, and that share of channels is missed when it is lost.  What nodes feed to several
inputs is found in any of them, and two channels that one property makes stand in for each other."""


@dataclass
class Walked:
    name: str
    document: model.Document
    report: dict[str, Any]
    walked: dict[str, Any]

    def accounts(self) -> Accounts:
        return Accounts(self.document, self.report, self.walked)


@pytest.fixture(scope="module", params=SCENES)
def walked(request: pytest.FixtureRequest, blender: Any, tmp_path_factory: pytest.TempPathFactory) -> Walked:
    folder = tmp_path_factory.mktemp("walked")
    blend, out = folder / "scene.blend", folder / "walk.json"
    for arguments in (["--python", HERE / "scenes" / f"{request.param}.py", "--", blend],
                      [blend, "--python", HERE / "animation_walk.py", "--", out]):
        done = blender.run(arguments)
        assert done.returncode == 0, done.stdout + done.stderr
    pav, report = corpus.export(blender.name, blend, folder, 600)
    return Walked(request.param, reader.read(pav.read_bytes()), report, json.loads(out.read_text()))


def test_everything_is_in_the_file_or_in_the_report(walked: Walked) -> None:
    accounts = walked.accounts()
    assert accounts.check() == []
    assert sum(accounts.counts.values()) >= SCENES[walked.name][0]
    assert accounts.counts["clip"] > accounts.counts["report"]


def test_a_channel_that_is_lost_is_missed(walked: Walked) -> None:
    lost = []
    for number, clip in enumerate(walked.document.clips):
        document = copy.copy(walked.document)
        for k in range(len(clip.channels)):
            thinner = copy.copy(clip)
            thinner.channels = clip.channels[:k] + clip.channels[k + 1:]
            document.clips = [*walked.document.clips[:number], thinner, *walked.document.clips[number + 1:]]
            lost.append(bool(Accounts(document, walked.report, walked.walked).check()))
    print(f"{sum(lost)} of {len(lost)} channels are missed")
    assert sum(lost) >= SCENES[walked.name][1] * len(lost)


def test_a_clip_and_a_line_that_are_lost_are_missed(walked: Walked) -> None:
    document = copy.copy(walked.document)
    document.clips = document.clips[1:]
    assert Accounts(document, walked.report, walked.walked).check()
    told = {**walked.report, "left_out": [], "notes": [], "causes": []}
    wanted = any(row["what"].startswith(("action", "driver")) for row in walked.report["left_out"])
    assert bool(Accounts(walked.document, told, walked.walked).check()) == wanted
