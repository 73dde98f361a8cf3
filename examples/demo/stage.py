# SPDX-License-Identifier: MIT
"""Everything around the hero: materials, sword, bouncing ball, ground, sun and the moving camera."""

from __future__ import annotations

from math import cos, pi, radians, sin

import bpy
from mathutils import Matrix, Vector

from hero_mesh import grip_point
from keys import Clip, Key
from shapes import Figure, Surface, ellipsoid, section, tube

# name: base colour (linear), roughness, metallic
MATERIALS = {
    "Skin": ((0.88, 0.56, 0.39), 0.6, 0.0),
    "Cheek": ((0.90, 0.33, 0.25), 0.7, 0.0),
    "Hair": ((0.42, 0.115, 0.025), 0.55, 0.0),
    "Eye": ((0.012, 0.010, 0.014), 0.2, 0.0),
    "Glint": ((0.95, 0.95, 0.95), 0.2, 0.0),
    "Mouth": ((0.26, 0.03, 0.03), 0.5, 0.0),
    "Tunic": ((0.03, 0.29, 0.30), 0.7, 0.0),
    "Sleeve": ((0.80, 0.70, 0.50), 0.8, 0.0),
    "Trim": ((0.85, 0.50, 0.09), 0.5, 0.0),
    "Trousers": ((0.10, 0.075, 0.13), 0.8, 0.0),
    "Leather": ((0.17, 0.065, 0.025), 0.5, 0.0),
    "Cuff": ((0.30, 0.14, 0.055), 0.6, 0.0),
    "Sole": ((0.045, 0.022, 0.014), 0.8, 0.0),
    "Scarf": ((0.62, 0.035, 0.045), 0.8, 0.0),
    "Gold": ((0.86, 0.55, 0.12), 0.3, 0.6),
    "Steel": ((0.66, 0.72, 0.78), 0.3, 0.4),
    "Ball Red": ((0.80, 0.07, 0.05), 0.4, 0.0),
    "Ball Cream": ((0.88, 0.80, 0.62), 0.4, 0.0),
    "Grass": ((0.22, 0.42, 0.10), 0.9, 0.0),
    "Path": ((0.62, 0.50, 0.32), 0.9, 0.0),
}


def make_materials() -> dict[str, bpy.types.Material]:
    return {name: _material(name, *look) for name, look in MATERIALS.items()}


def _material(name: str, color: tuple[float, float, float], roughness: float,
              metallic: float) -> bpy.types.Material:
    material = bpy.data.materials.new(name)
    if material.node_tree is None:
        material.use_nodes = True
    shader = next(node for node in material.node_tree.nodes if node.type == "BSDF_PRINCIPLED")
    shader.inputs["Base Color"].default_value = (*color, 1.0)
    shader.inputs["Roughness"].default_value = roughness
    shader.inputs["Metallic"].default_value = metallic
    material.diffuse_color = (*color, 1.0)
    material.roughness, material.metallic = roughness, metallic
    return material


def _add_object(scene: bpy.types.Scene, name: str, data: bpy.types.ID) -> bpy.types.Object:
    added = bpy.data.objects.new(name, data)
    scene.collection.objects.link(added)
    return added


# ---- Sword ----

def make_sword(scene: bpy.types.Scene, hero: bpy.types.Object, materials) -> bpy.types.Object:
    """A short sword in the right fist; its own +Y runs along the blade, its flat side faces X."""
    sword = _add_object(scene, "Sword", _sword_figure().make_mesh("Sword", materials))
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


def make_ball(scene: bpy.types.Scene, materials) -> bpy.types.Object:
    """A striped ball whose origin is its lowest point, so that it is squashed against the ground."""
    surface = ellipsoid(Vector((0, 0, BALL_RADIUS)), (BALL_RADIUS,) * 3, sides=24, rows=14)
    figure = Figure()
    figure.add(surface, "Ball Red")
    for index, face in enumerate(surface.faces):
        middle = sum((surface.vertices[corner] for corner in face), Vector()) / len(face)
        stripe = abs(middle.z - BALL_RADIUS) < 0.32 * BALL_RADIUS
        figure.face_materials[index] = "Ball Cream" if stripe else "Ball Red"
    ball = _add_object(scene, "Ball", figure.make_mesh("Ball", materials))
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


# ---- Ground, sun, camera ----

def make_ground(scene: bpy.types.Scene, materials) -> bpy.types.Object:
    """A thick disk of grass with a round of trodden earth in its middle."""
    figure = Figure()
    figure.add(_disk(2.1, -0.14, -0.004, 64), "Grass")
    figure.add(_disk(1.25, -0.03, 0.0, 64), "Path")
    return _add_object(scene, "Ground", figure.make_mesh("Ground", materials))


def _disk(radius: float, bottom: float, top: float, sides: int) -> Surface:
    """A disk with a bevelled edge; doubled rings keep the flat top flat under smooth shading."""
    bevel = (top - bottom) * 0.25
    rings = ((radius * 0.9, bottom), (radius, bottom + bevel), (radius, top - bevel),
             (radius - bevel * 0.3, top - bevel * 0.3), (radius - bevel, top), (radius - bevel - 0.02, top),
             (radius * 0.5, top))
    vertices = [Vector((r * cos(2 * pi * i / sides), r * sin(2 * pi * i / sides), z)) for r, z in rings
                for i in range(sides)]
    faces: list[tuple[int, ...]] = []
    for ring in range(len(rings) - 1):
        for i in range(sides):
            a, b = ring * sides + i, ring * sides + (i + 1) % sides
            faces.append((a, b, b + sides, a + sides))
    last = (len(rings) - 1) * sides
    vertices += [Vector((0, 0, bottom)), Vector((0, 0, top))]
    for i in range(sides):
        faces.append(((i + 1) % sides, i, len(vertices) - 2))
        faces.append((last + i, last + (i + 1) % sides, len(vertices) - 1))
    return Surface(vertices, faces)


def make_sun(scene: bpy.types.Scene) -> bpy.types.Object:
    light = bpy.data.lights.new("Sun", "SUN")
    light.energy = 2.9
    light.color = (1.0, 0.96, 0.88)
    light.angle = radians(4)
    sun = _add_object(scene, "Sun", light)
    sun.location = (-2.5, -3.0, 5.0)
    sun.rotation_euler = (Vector((0, 0, 0.8)) - sun.location).to_track_quat("-Z", "Y").to_euler()
    return sun


# frame: (turn about the hero in degrees, distance, height)
CAMERA_PATH = {1: (-34, 4.2, 1.55), 33: (-8, 3.95, 1.15), 65: (20, 3.9, 1.30), 96: (36, 4.2, 1.70)}
CAMERA_TARGET = Vector((0.26, 0.0, 0.76))


def make_camera(scene: bpy.types.Scene) -> bpy.types.Object:
    data = bpy.data.cameras.new("Camera")
    data.lens = 50
    camera = _add_object(scene, "Camera", data)
    camera.rotation_mode = "QUATERNION"
    scene.camera = camera
    return camera


def make_camera_move(camera: bpy.types.Object) -> Clip:
    """An arc around the hero that looks at him all the way."""
    clip = Clip(camera, "CameraMove", 1, 96)
    places, looks = [], []
    for degrees, distance, height in CAMERA_PATH.values():
        turn = radians(degrees)
        place = Vector((distance * sin(turn), -distance * cos(turn), height))
        places.append(place)
        looks.append((CAMERA_TARGET - place).to_track_quat("-Z", "Y"))
    for path, values in (("location", places), ("rotation_quaternion", looks)):
        for index, numbers in enumerate(zip(*values)):
            clip.curve(path, index, "Object Transforms", [Key(f, v) for f, v in zip(CAMERA_PATH, numbers)])
    camera.location, camera.rotation_quaternion = places[0], looks[0]
    return clip


def make_world(scene: bpy.types.Scene) -> None:
    world = bpy.data.worlds.new("Sky")
    world.color = (0.33, 0.36, 0.42)
    scene.world = world
