# SPDX-License-Identifier: MIT
"""What the hero has around him: a sword in his hand, a bouncing ball, a lantern."""

from __future__ import annotations

from math import radians

import bpy
from mathutils import Matrix, Vector

from hero_mesh import grip_point
from keys import Clip, Key
from shapes import Figure, Section, Surface, add_object, ellipsoid, section, torus, tube

Materials = dict[str, bpy.types.Material]

# ---- Sword ----

def make_sword(scene: bpy.types.Scene, hero: bpy.types.Object, materials: Materials) -> bpy.types.Object:
    """A short sword in the right fist; its own +Y runs along the blade, its flat side faces X."""
    sword = add_object(scene, "Sword", _sword_figure().make_mesh("Sword", materials))
    sword.parent = hero
    sword.parent_type = "BONE"
    sword.parent_bone = "Hand.R"
    bone = hero.data.bones["Hand.R"]
    held_from = bone.matrix_local @ Matrix.Translation((0, bone.length, 0))
    turn = Matrix.Rotation(radians(180), 4, "Z") @ Matrix.Rotation(radians(22), 4, "X")
    held = held_from.inverted() @ Matrix.Translation(grip_point()) @ turn
    sword.location = held.to_translation()
    sword.rotation_euler = held.to_euler("XYZ")
    return sword


def _sword_figure() -> Figure:
    along, flat = Vector((0, 1, 0)), Vector((0, 0, 1))
    figure = Figure()
    figure.add(_blade(), "Steel")
    figure.add(tube([section((0, 0.060, -0.075), 0.014), section((0, 0.068, 0), 0.018),
                     section((0, 0.060, 0.075), 0.014)], along, sides=12), "Gold")
    figure.add(tube([section((0, -0.055, 0), 0.015), section((0, 0.06, 0), 0.015)], flat, sides=12),
               "Leather")
    figure.add(ellipsoid(Vector((0, -0.078, 0)), (0.024, 0.024, 0.024), sides=14), "Gold")
    return figure


def _blade() -> Surface:
    """A diamond cross-section with a rounded ridge, tapering to a point."""
    widths = ((0.06, 0.032), (0.18, 0.031), (0.32, 0.029), (0.42, 0.024), (0.47, 0.013), (0.495, 0.002))
    return tube([section((0, y, 0), width, width * 0.30 + 0.001) for y, width in widths], Vector((0, 0, 1)),
                sides=8, cap=0.3)


# ---- Ball ----

BALL_RADIUS = 0.17
BALL_BOUNCES = (28, 24, 20, 24)              # frames from one landing to the next; high ones take longer
BALL_HEIGHT = 0.85                           # of the longest
BALL_PLACE = (0.78, -0.12)


def make_ball(scene: bpy.types.Scene, materials: Materials) -> bpy.types.Object:
    """A striped ball whose origin is its lowest point, so that it is squashed against the ground."""
    surface = ellipsoid(Vector((0, 0, BALL_RADIUS)), (BALL_RADIUS,) * 3, sides=24, rows=14)
    figure = Figure()
    figure.add(surface, "Ball Color")
    for index, face in enumerate(surface.faces):
        middle = sum((surface.vertices[corner] for corner in face), Vector()) / len(face)
        stripe = abs(middle.z - BALL_RADIUS) < 0.32 * BALL_RADIUS
        figure.face_materials[index] = "Ball Cream" if stripe else "Ball Color"
    ball = add_object(scene, "Ball", figure.make_mesh("Ball", materials))
    ball.location = (*BALL_PLACE, 0.0)
    return ball


def make_bounce(ball: bpy.types.Object) -> Clip:
    """Parabolas between take-off and landing, two frames of contact, squash and stretch."""
    clip = Clip(ball, "Bounce", 1, 97, cyclic=True)
    drift = [Key(1, BALL_PLACE[0], "LINEAR"), Key(53, BALL_PLACE[0] + 0.16, "LINEAR"),
             Key(97, BALL_PLACE[0], "LINEAR")]
    clip.curve("location", 0, "Object Transforms", drift)
    clip.curve("location", 2, "Object Transforms", _height_keys())
    shapes = _stretches()
    upwards = [Key(frame, stretch) for frame, stretch in shapes]
    sideways = [Key(frame, stretch ** -0.5) for frame, stretch in shapes]
    for index, keys in enumerate((sideways, sideways, upwards)):
        clip.curve("scale", index, "Object Transforms", keys)
    return clip


def _landings() -> list[tuple[int, int, float]]:
    """First frame, last frame and height of each bounce; the height grows with the square of the time."""
    bounces, start = [], 1
    for frames in BALL_BOUNCES:
        bounces.append((start, start + frames, BALL_HEIGHT * (frames / max(BALL_BOUNCES)) ** 2))
        start += frames
    return bounces


def _height_keys() -> list[Key]:
    keys = []
    for start, end, height in _landings():
        take_off, landing = start + 1, end - 1
        slope = 4 * height / (landing - take_off)      # of the parabola where it leaves the ground
        keys += [Key(start, 0.0, slopes=(0.0, 0.0)), Key(take_off, 0.0, slopes=(0.0, slope)),
                 Key((start + end) / 2, height, slopes=(0.0, 0.0)), Key(landing, 0.0, slopes=(-slope, 0.0))]
    return [*keys, Key(97, 0.0, slopes=(0.0, 0.0))]


def _stretches() -> list[tuple[float, float]]:
    """(frame, upward scale): flat on the ground, long while fast, round at the top."""
    shapes: list[tuple[float, float]] = []
    for start, end, height in _landings():
        strength = height / BALL_HEIGHT
        shapes += [(start, 1 - 0.30 * strength), (start + 3, 1 + 0.16 * strength), ((start + end) / 2, 1.0),
                   (end - 2, 1 + 0.18 * strength)]
    return [*shapes, (97, shapes[0][1])]


# ---- Lantern ----

LANTERN_PLACE = Vector((-1.02, 0.16, 0.0))
LANTERN_LIGHT = Vector((0.30, -0.10, 1.13))      # from there: where the flame is


def make_lantern(scene: bpy.types.Scene, materials: Materials) -> bpy.types.Object:
    """A lantern on a crooked post; its glass shines and a point light in it lights what is near."""
    lantern = add_object(scene, "Lantern", _lantern_figure().make_mesh("Lantern", materials))
    lantern.location = LANTERN_PLACE
    data = bpy.data.lights.new("Flame", "POINT")
    data.energy, data.color, data.shadow_soft_size = 16, (1.0, 0.55, 0.22), 0.06
    data.use_shadow = False                       # or its own glass would keep its light in
    flame = add_object(scene, "Flame", data)
    flame.parent = lantern
    flame.location = LANTERN_LIGHT
    return lantern


def _lantern_figure() -> Figure:
    up, across, flame = Vector((0, 0, 1)), Vector((0, 1, 0)), LANTERN_LIGHT
    figure = Figure()
    bend = flame - Vector((0, 0, flame.z))
    post = [(0.0, 0.0, 0.042), (0.02, 0.55, 0.034), (-0.03, 1.10, 0.030), (0.03, 1.36, 0.028),
            (0.28, 1.51, 0.026), (0.62, 1.52, 0.023), (0.90, 1.43, 0.019),
            (1.0, 1.37, 0.015)]                   # share of the way to the flame, height, radius
    path = [Section(bend * share + up * z, r, r) for share, z, r in post]
    figure.add(tube(path, across, sides=12, steps=4), "Wood")
    figure.add(ellipsoid(Vector((0, 0, 0.0)), (0.11, 0.11, 0.07), sides=14), "Stone")
    ring = torus(Vector((0, 0, 0)), (0.026, 0.026), (0.007, 0.007), sides=14)
    figure.add(ring.mapped(lambda v: flame + Vector((v.x, v.z, v.y + 0.225))), "Iron")
    roof = ((0.105, 0.122), (0.120, 0.118), (0.175, 0.022), (0.200, 0.012))
    floor = ((-0.145, 0.075), (-0.125, 0.098), (-0.105, 0.098))
    for profile in (roof, floor):
        rings = [Section(flame + up * z, r, r) for z, r in profile]
        figure.add(tube(rings, across, sides=16, cap=0.1), "Iron")
    for side in range(6):
        out = Matrix.Rotation(radians(60 * side), 3, "Z") @ Vector((0.088, 0, 0))
        bar = [Section(flame + out + up * z, 0.007, 0.007) for z in (-0.11, 0.11)]
        figure.add(tube(bar, across, sides=6), "Iron")
    figure.add(ellipsoid(flame, (0.078, 0.078, 0.112), sides=18, rows=11), "Lantern Glass")
    return figure
