# SPDX-License-Identifier: MIT
"""What the hero does: he walks, waves, strikes, stands idle, and talks, smiles and blinks meanwhile."""

from __future__ import annotations

from math import cos, pi

import bpy
from mathutils import Vector

from hero_poses import Foot, Pose, key_poses, stand
from keys import Clip, Key

# ---- Walk: twelve poses, two frames apart ----

STRIDE = 0.15

# One foot from its contact on: while it stands it goes back evenly, then it swings to the front.
WALK_FOOT = (
    Foot(-STRIDE, 0.0, 20),
    Foot(-STRIDE * 2 / 3, 0.0, 3),
    Foot(-STRIDE / 3, 0.0, 0),
    Foot(0.0, 0.0, 0),
    Foot(STRIDE / 3, 0.0, -3),
    Foot(STRIDE * 2 / 3, 0.0, -16),
    Foot(STRIDE, 0.0, -38),
    Foot(STRIDE * 1.05, 0.038, -56),
    Foot(STRIDE * 0.60, 0.058, -48),
    Foot(-STRIDE * 0.10, 0.060, -22),
    Foot(-STRIDE * 0.75, 0.046, 4),
    Foot(-STRIDE * 1.05, 0.020, 19),
)
WALK_HIPS_UP = (-0.040, -0.047, -0.040, -0.027, -0.020, -0.028)   # contact, down, -, passing, up, -


def _swing(frame: float, late: float = 0.0, beats: int = 1) -> float:
    """A swing that is 1 when the left foot touches the ground (`late` frames later) and -1 half a walk on."""
    return cos(2 * pi * beats * (frame - late) / 24)


def _walk_pose(frame: int) -> Pose:
    step, late_step, bob = _swing(frame), _swing(frame, 2), _swing(frame, 3, beats=2)
    sway = _swing(frame, 6)
    turns = {
        "Hips": (2, 4.0 * sway, -7 * step),
        "Spine": (3, -2.0 * sway, 5 * step),
        "Chest": (1 + 1.5 * bob, -3.5 * sway, 9 * late_step),
        "Head": (-3 + 2.0 * _swing(frame, 5, 2), 2.0 * _swing(frame, 8), -6 * late_step),
        "Scarf": (9 + 8 * _swing(frame, 7, 2), 7 * _swing(frame, 10), 6 * step),
        "UpperArm.L": (30 * step + 2, 27, 0),
        "ForeArm.L": (32 - 22 * late_step, 0, 0),
        "Hand.L": (10 - 12 * _swing(frame, 4), 0, 0),
        "UpperArm.R": (-15 * step + 2, -24, 0),
        "ForeArm.R": (34 + 12 * late_step, 0, 0),
        "Hand.R": (2 + 4 * _swing(frame, 4), 0, 4 * _swing(frame, 4)),
    }
    pose = frame // 2
    hips = Vector((0.018 * sway, 0.0, WALK_HIPS_UP[pose % 6]))
    return stand(turns, hips=hips, feet={".L": WALK_FOOT[pose % 12], ".R": WALK_FOOT[(pose + 6) % 12]})


def make_walk(hero: bpy.types.Object) -> Clip:
    clip = Clip(hero, "Walk", 1, 25, cyclic=True)
    key_poses(clip, {1 + frame: _walk_pose(frame) for frame in range(0, 25, 2)}, loop=True)
    return clip


# ---- Wave ----

ARM_UP = {
    "Hips": (0, 1.5, -4), "Spine": (-2, -2, 2), "Chest": (-3, -6, 6), "Head": (-4, 7, 4), "Scarf": (6, -4, 0),
    "UpperArm.L": (-8, -60, 0), "UpperArm.R": (8, -26, 0),
}
WAVE_IN = {**ARM_UP, "ForeArm.L": (8, -55, 48), "Hand.L": (0, -35, 18), "Chest": (-3, -4, 5)}
WAVE_OUT = {**ARM_UP, "ForeArm.L": (8, -55, 10), "Hand.L": (0, -35, -22), "Head": (-4, 9, 5)}
WAVE_CROUCH = {"Spine": (5, 0, 0), "Chest": (4, 2, -3), "Head": (5, 0, 0), "UpperArm.L": (12, 35, 0),
               "ForeArm.L": (34, 0, 0)}
SHIFTED = Vector((-0.022, 0, -0.014))


def make_wave(hero: bpy.types.Object) -> Clip:
    clip = Clip(hero, "Wave", 1, 61)
    poses = {
        1: stand(),
        6: stand(WAVE_CROUCH, hips=Vector((0, 0, -0.040))),
        15: stand(WAVE_IN, hips=SHIFTED),
        21: stand(WAVE_OUT, hips=SHIFTED),
        27: stand(WAVE_IN, hips=SHIFTED),
        33: stand(WAVE_OUT, hips=SHIFTED),
        39: stand(WAVE_IN, hips=SHIFTED),
        45: stand(WAVE_OUT, hips=SHIFTED),
        56: stand({"UpperArm.L": (2, 26, 0), "ForeArm.L": (26, 0, 0), "Hand.L": (-6, 0, 0),
                   "Scarf": (-3, 2, 0)},
                  hips=Vector((0.004, 0, -0.020))),
        61: stand(),
    }
    key_poses(clip, poses, loop=False)
    return clip


# ---- Attack ----

SWORD_BACK = {"Hips": (-2, 0, -10), "Spine": (-5, 0, -6), "Chest": (-6, 3, -12), "Head": (4, 0, 16),
              "Scarf": (10, 0, -6),
              "UpperArm.R": (-150, -20, 10), "ForeArm.R": (70, 0, 0), "Hand.R": (-20, 0, 0),
              "UpperArm.L": (-30, 24, 0), "ForeArm.L": (40, 0, 0)}
SWORD_DOWN = {"Hips": (6, 0, 12), "Spine": (10, 0, 8), "Chest": (12, -3, 16), "Head": (-12, 0, -20),
              "Scarf": (-14, 0, 8),
              "UpperArm.R": (-52, -20, 26), "ForeArm.R": (6, 0, 0), "Hand.R": (-42, 0, 0),
              "UpperArm.L": (34, 30, 0), "ForeArm.L": (30, 0, 0)}
LUNGE = {".L": Foot(0.05, 0.0, -22), ".R": Foot(-0.10, 0.0, 0)}


def make_attack(hero: bpy.types.Object) -> Clip:
    """A stroke from above with a step into it; he has half a second to come back from it."""
    clip = Clip(hero, "Attack", 1, 31)
    poses = {
        1: stand(),
        5: stand({"Spine": (5, 0, 3), "Chest": (5, 0, 5), "Head": (-3, 0, -5), "UpperArm.R": (20, -24, 0),
                  "ForeArm.R": (44, 0, 0)}, hips=Vector((0, 0, -0.040))),
        11: stand(SWORD_BACK, hips=Vector((-0.010, 0.020, -0.012)), feet={".L": Foot(), ".R": Foot(0.02, 0.0, -14)}),
        13: stand({**SWORD_BACK, "UpperArm.R": (-158, -20, 12)}, hips=Vector((-0.010, 0.024, -0.010)),
                  feet={".L": Foot(), ".R": Foot(-0.03, 0.030, 4)}),
        17: stand(SWORD_DOWN, hips=Vector((0.004, -0.050, -0.060)), feet=LUNGE),
        21: stand({**SWORD_DOWN, "UpperArm.R": (-40, -20, 30), "Hand.R": (-50, 0, 0)},
                  hips=Vector((0.004, -0.054, -0.066)), feet=LUNGE),
        27: stand({"Spine": (3, 0, 3), "Chest": (2, 0, 4), "UpperArm.R": (-12, -26, 6), "ForeArm.R": (30, 0, 0)},
                  hips=Vector((0, -0.012, -0.024)), feet={".L": Foot(0.01), ".R": Foot(-0.03, 0.020, 6)}),
        31: stand(),
    }
    key_poses(clip, poses, loop=False)
    return clip


# ---- Idle ----

BREATHED_OUT = {"Spine": (2.5, 0, 0), "Chest": (1, 0, 0), "Head": (1.5, 0, 0)}
BREATHED_IN = {"Spine": (0, 0, 0), "Chest": (-4, 0, 0), "Head": (2, 0, 0), "Scarf": (3, 0, 0),
               "UpperArm.L": (4, 26, 0), "UpperArm.R": (4, -23, 0), "ForeArm.L": (25, 0, 0)}


def make_idle(hero: bpy.types.Object) -> Clip:
    """Two breaths, the first with a look to the left, the second to the right."""
    clip = Clip(hero, "Idle", 1, 97, cyclic=True)
    out, in_ = Vector((0, 0, -0.018)), Vector((0, 0, -0.010))
    swelled = {"Chest": 1.025}
    poses = {
        1: stand(BREATHED_OUT, hips=out),
        25: stand({**BREATHED_IN, "Head": (1, 3, 16)}, hips=in_ + Vector((0.012, 0, 0)), scales=swelled),
        49: stand({**BREATHED_OUT, "Head": (2, 2, 12)}, hips=out + Vector((0.010, 0, 0))),
        73: stand({**BREATHED_IN, "Head": (1, -3, -14)}, hips=in_ + Vector((-0.012, 0, 0)), scales=swelled),
        97: stand(BREATHED_OUT, hips=out),
    }
    key_poses(clip, poses, loop=True)
    return clip


# ---- Talk (shape keys) ----

BLINK_FRAMES = (10, 36, 68, 84)
SMILE = {1: 0.3, 20: 0.5, 38: 0.2, 53: 0.2, 57: 0.85, 63: 0.8, 70: 0.45, 97: 0.3}
OPEN = {1: 0.0, 38: 0.0, 41: 0.9, 44: 0.15, 48: 0.2, 51: 0.0, 53: 0.0, 57: 1.0, 62: 0.5, 64: 0.7, 70: 0.0,
        97: 0.0}
ROUND = {1: 0.0, 43: 0.0, 47: 0.9, 49: 0.2, 52: 0.9, 55: 0.0, 97: 0.0}


def make_talk(body: bpy.types.Object) -> Clip:
    """He smiles, blinks and says a few words. The lids wait open (constant), shut (linear), open (Bezier)."""
    clip = Clip(body.data.shape_keys, "Talk", 1, 97, cyclic=True)
    lids = [Key(1, 0.0, "CONSTANT")]
    for frame in BLINK_FRAMES:
        lids += [Key(frame, 0.0, "LINEAR"), Key(frame + 2, 1.0), Key(frame + 5, 0.0, "CONSTANT")]
    clip.curve('key_blocks["Blink"].value', 0, "Blink", lids)
    for name, values in (("Smile", SMILE), ("Open", OPEN), ("Round", ROUND)):
        keys = [Key(frame, value) for frame, value in values.items()]
        clip.curve(f'key_blocks["{name}"].value', 0, name, keys)
    return clip
