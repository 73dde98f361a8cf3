# SPDX-License-Identifier: MIT
"""Test 6 of CASES.md: the modes of clips, on a scene with all that NLA strips can do, against what Blender shows."""
from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import compare_looks  # noqa: E402
import corpus  # noqa: E402
from accounted import Accounts  # noqa: E402
from compare import Comparison  # noqa: E402
from oracle_noise import noise  # noqa: E402
from pavane_format import model, reader  # noqa: E402

LIMIT = 1e-5  # of matrices that curves make, and of looks; what is sampled has the bound of its clip
VERTEX_LIMIT = 1e-4
CHANCES = 200  # moments of a clip, beside all its whole and half frames
MODES = ("active", "nla-tracks", "scene")


@dataclass
class Exported:
    blend: Path
    mode: str
    pav: Path
    document: model.Document
    report: dict[str, Any]

    def clip(self, name: str) -> model.Clip:
        return next(clip for clip in self.document.clips if clip.name == name)

    def kinds(self, clip: str, owner: str) -> set[str]:
        """How what a clip moves of something travels."""
        return {component.kind for channel in self.clip(clip).channels if channel.target.owner == owner
                for component in channel.components}

    def owners(self, clip: str) -> set[str]:
        return {channel.target.owner for channel in self.clip(clip).channels}

    def events(self, clip: str) -> list[tuple[float, str]]:
        return [(event.frame, event.name) for event in self.clip(clip).events]

    def reasons(self, what: str) -> set[str]:
        return {row["reason"] for row in self.report["left_out"] if row["what"] == what}


@pytest.fixture(scope="module")
def blend(blender: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("modes") / "nla.blend"
    done = blender.run(["--python", HERE / "scenes" / "nla_scene.py", "--", path])
    assert done.returncode == 0, done.stdout + done.stderr
    return path


def export(blender: Any, blend: Path, mode: str, folder: Path) -> Exported:
    pav, report = corpus.export(blender.name, blend, folder, 600, mode)
    return Exported(blend, mode, pav, reader.read(pav.read_bytes()), report)


@pytest.fixture(scope="module")
def modes(blender: Any, blend: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Exported]:
    return {mode: export(blender, blend, mode, tmp_path_factory.mktemp(mode)) for mode in MODES}


@pytest.fixture(params=MODES)
def exported(request: pytest.FixtureRequest, modes: dict[str, Exported]) -> Exported:
    return modes[request.param]


def ask(blender: Any, exported: Exported, name: str, *options: str) -> Path:
    """`name` is that of an oracle, and its answer's type."""
    out = exported.pav.with_name(name)
    done = blender.run([exported.blend, "--python", HERE / f"{out.stem}.py", "--", out, "--clips", exported.mode,
                        *options])
    assert done.returncode == 0, done.stdout + done.stderr
    return out


# ---- In each mode ----


def test_6_every_clip_plays_as_in_blender(blender: Any, exported: Exported, build_folder: Path) -> None:
    recording = ask(blender, exported, "oracle.npz", "--all", "--moments", str(CHANCES))
    result = Comparison(exported.pav, recording, build_folder / "pavane-dump", LIMIT, VERTEX_LIMIT).run()
    print(f"{result.clips} clips, curves {result.curve_error:.1e}, sampled {result.sampled_error:.1e}: "
          f"{result.sampled_place}; points {result.vertex_error:.1e}")
    assert result.problems == []
    assert result.bad == {}
    assert result.clips == len(exported.document.clips) > 0


def test_6_so_does_what_is_not_motion(blender: Any, exported: Exported, build_folder: Path) -> None:
    seen = json.loads(ask(blender, exported, "oracle_looks.json").read_text())
    looks = compare_looks.compare(seen, exported.document, exported.pav, build_folder / "pavane-dump", LIMIT)
    assert looks.wrong == {}


def test_6_nothing_is_over_its_bound(exported: Exported) -> None:
    assert exported.report["causes"] == []
    assert all(clip.error <= clip.error_bound for clip in exported.document.clips)


def test_6_nothing_is_left_out_in_silence(blender: Any, exported: Exported) -> None:
    walked = exported.pav.with_name("walked.json")
    done = blender.run([exported.blend, "--python", HERE / "animation_walk.py", "--", walked])
    assert done.returncode == 0, done.stdout + done.stderr
    accounts = Accounts(exported.document, exported.report, json.loads(walked.read_text()), exported.mode)
    assert accounts.check() == []
    assert accounts.counts["clip"] > 0


def test_6_the_oracle_agrees_with_itself(blender: Any, exported: Exported) -> None:
    plain = ask(blender, exported, "oracle.npz")
    kept = plain.rename(plain.with_name("plain.npz"))
    other = ask(blender, exported, "oracle.npz", "--shuffle", "7", "--active", "Three")
    assert max(error for error, _ in noise(str(kept), str(other)).values()) <= 1e-6


# ---- Active actions ----


def test_6_what_is_assigned_is_one_clip_of_curves(modes: dict[str, Exported]) -> None:
    active = modes["active"]
    (clip,) = active.document.clips
    assert (clip.name, clip.frame_start, clip.frame_end, clip.play_mode) == ("Play it all", 1, 50, "stay")
    assert active.owners("Play it all") == {"Three", "Solo", "Switched off", "Tweaked", "Under an action"}
    assert {component.kind for channel in clip.channels for component in channel.components} <= {"curve", "base"}


def test_6_what_is_not_assigned_is_told_of(modes: dict[str, Exported]) -> None:
    active = modes["active"]
    assert active.reasons("action 'Three road' on object 'Three'") == {
        "it is not what is assigned there; clips by Actions have it"}
    assert active.reasons("action 'Three on top' on object 'Three'") == set()
    assert active.reasons("NLA strip 'Influence above' of object 'Influence': influence") == {
        "settings of NLA strips do not travel; the action does; clips by NLA Tracks or by Scene have it"}


# ---- NLA tracks ----

TRACKS = ["Above ADD", "Above COMBINE", "Above MULTIPLY", "Above REPLACE", "Above SUBTRACT", "Across", "All kinds", "Auto",
          "Auto above", "Bare", "Below", "Ends", "Heard", "Influences", "Influences above", "Meta", "Muted track", "Off",
          "Shared name", "Shifted", "Slow", "Solo", "Solo above", "Solo below", "Straight", "Sway over", "Three in a row",
          "Tweaked", "Under"]


def test_6_clips_have_the_names_of_tracks(modes: dict[str, Exported]) -> None:
    assert [clip.name for clip in modes["nla-tracks"].document.clips] == TRACKS


def test_6_tracks_of_one_name_are_one_clip(modes: dict[str, Exported]) -> None:
    tracks = modes["nla-tracks"]
    assert tracks.owners("All kinds") == {"Blinker", "Face", "Follower", "Lamp", "Paint", "Rig", "Shot"}
    kinds = {channel.target.kind for channel in tracks.clip("All kinds").channels}
    assert kinds == {"bone", "camera", "light", "material", "morph", "object", "object_property"}
    assert tracks.owners("Below") == {f"{what} {mode}" for what in ("Blend", "Turn")
                                      for mode in ("REPLACE", "COMBINE", "ADD", "SUBTRACT", "MULTIPLY")}
    assert tracks.owners("Shared name") == {"Twice"}


def test_6_a_track_goes_from_its_first_strip_to_its_last(modes: dict[str, Exported]) -> None:
    ranges = {clip.name: (clip.frame_start, clip.frame_end) for clip in modes["nla-tracks"].document.clips}
    assert ranges["Three in a row"] == (1, 52)
    assert ranges["Shared name"] == (2, 18)
    assert ranges["Meta"] == (3, 26)


def test_6_a_strip_alone_travels_as_curves_wherever_it_stands(modes: dict[str, Exported]) -> None:
    for name, times in (("Straight", [1, 5, 11]), ("Shifted", [21, 25, 31]), ("Slow", [3, 11, 23])):
        for mode, clip in (("nla-tracks", name), ("scene", "Play it all")):
            assert modes[mode].kinds(clip, name) <= {"curve", "base", "constant"}
            curve = next(component.curve for channel in modes[mode].clip(clip).channels for component in channel.components
                         if (channel.target.owner, channel.target.element) == (name, "location"))
            assert curve.times.tolist() == times
    assert "sampled" in modes["nla-tracks"].kinds("Three in a row", "Three")


def test_6_markers_of_actions_are_where_the_strips_play_them(modes: dict[str, Exported]) -> None:
    tracks = modes["nla-tracks"]
    assert {name: tracks.events(name) for name in ("Straight", "Shifted", "Slow")} == {
        "Straight": [(4, "step")], "Shifted": [(24, "step")], "Slow": [(9, "step")]}


def test_6_what_no_track_plays_is_told_of(modes: dict[str, Exported]) -> None:
    tracks = modes["nla-tracks"]
    assert tracks.reasons("action 'Put away' on object 'Tweaked'") == {
        "no NLA track plays it there; clips by Actions have it"}
    assert tracks.reasons("NLA track 'Muted strip' of object 'Muted'") == {"no strip of it plays anything"}
    assert tracks.reasons("NLA strip 'No action' of object 'Bare'") == {"it has no action"}
    assert tracks.reasons("NLA strip 'NLA Strip' of object 'Speaker'") == {"sounds do not travel"}


def test_6_a_strip_without_a_slot_plays_nothing(blender: Any, modes: dict[str, Exported]) -> None:
    for mode, exported in modes.items():
        slotted = blender.number >= (4, 4)
        assert exported.reasons("NLA strip 'No slot' of object 'Bare'") == (
            {"it plays no slot of its action"} if slotted else set()), mode
    clip = modes["nla-tracks"].clip("Bare")
    assert (clip.frame_start, clip.frame_end) == ((20, 30) if slotted else (2, 30))


@pytest.mark.parametrize("mode", ["nla-tracks", "scene"])
def test_6_what_is_linked_or_overridden_plays_too(blender: Any, blend: Path, build_folder: Path, tmp_path: Path,
                                                  mode: str) -> None:
    path = tmp_path / "linked.blend"
    done = blender.run(["--python", HERE / "scenes" / "nla_linked_scene.py", "--", blend, path])
    assert done.returncode == 0, done.stdout + done.stderr
    exported = export(blender, path, mode, tmp_path)
    recording = ask(blender, exported, "oracle.npz", "--all", "--moments", "50")
    result = Comparison(exported.pav, recording, build_folder / "pavane-dump", LIMIT, VERTEX_LIMIT).run()
    assert (result.bad, result.problems) == ({}, [])
    moved = {channel.target.owner for clip in exported.document.clips for channel in clip.channels}
    assert moved == {"Three", "Blinker", "Shifted", "Blend ADD", "Solo", "Meta"}


# ---- Scene ----


def test_6_the_timeline_is_one_clip_with_its_markers(modes: dict[str, Exported]) -> None:
    (clip,) = modes["scene"].document.clips
    assert (clip.name, clip.frame_start, clip.frame_end, clip.play_mode) == ("Play it all", 1, 50, "stay")
    assert modes["scene"].events("Play it all") == [(12, "hit"), (70, "late")]


def test_6_what_the_timeline_does_not_play_is_told_of(modes: dict[str, Exported]) -> None:
    reason = {"it does not play in the timeline; clips by Actions have it"}
    for action, block in (("Muted track", "Muted"), ("Muted strip", "Muted"), ("Solo silences", "Solo"),
                          ("Solo above act", "Solo"), ("Off", "Switched off")):
        assert modes["scene"].reasons(f"action {action!r} on object {block!r}") == reason
    assert modes["scene"].reasons("marker 'step' of action 'Slow'") == {
        "the clip of the scene has the markers of the timeline"}


PREVIEW = """
import bpy
scene = bpy.context.scene
scene.use_preview_range, scene.frame_preview_start, scene.frame_preview_end = True, 10, 20
for ob in list(bpy.data.objects):
    if ob.name not in ("Straight", "Three"):
        bpy.data.objects.remove(ob)
bpy.ops.wm.save_as_mainfile(filepath={path!r})
"""


def test_6_the_preview_range_is_the_timelines_if_it_is_used(blender: Any, blend: Path, build_folder: Path,
                                                            tmp_path: Path) -> None:
    path = tmp_path / "preview.blend"
    done = blender.run([blend, "--python-expr", PREVIEW.format(path=str(path))])
    assert done.returncode == 0, done.stdout + done.stderr
    exported = export(blender, path, "scene", tmp_path)
    clip = exported.clip("Play it all")
    assert (clip.frame_start, clip.frame_end) == (10, 20)
    recording = ask(blender, exported, "oracle.npz", "--all")
    assert Comparison(exported.pav, recording, build_folder / "pavane-dump", LIMIT, VERTEX_LIMIT).run().bad == {}
