# SPDX-License-Identifier: MIT
"""Where it happens: a paved round in the grass before a painted evening sky, lights and a moving camera."""

from __future__ import annotations

from math import cos, pi, radians, sin

import bpy
from mathutils import Vector

from keys import Clip, Key
from shapes import Figure, Section, Surface, add_object, add_uvs, ellipsoid, section, tube

Materials = dict[str, bpy.types.Material]

GRASS_RADIUS, PAVED_RADIUS = 2.75, 1.35

# ---- Ground ----

def make_ground(scene: bpy.types.Scene, materials: Materials) -> bpy.types.Object:
    """A thick disk of grass with a paved round in its middle, on a rim of stone."""
    figure = Figure()
    figure.add(_disk(GRASS_RADIUS, -0.16, -0.012, 72), "Grass")
    figure.add(_disk(PAVED_RADIUS + 0.07, -0.05, -0.004, 72), "Stone")
    figure.add(_disk(PAVED_RADIUS, -0.03, 0.0, 72), "Paving")
    mesh = figure.make_mesh("Ground", materials)
    add_uvs(mesh, lambda at: (at.x / PAVED_RADIUS / 2 + 0.5, at.y / PAVED_RADIUS / 2 + 0.5))
    return add_object(scene, "Ground", mesh)


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


# ---- Bushes and mushrooms ----

BUSHES = ((-1.95, 1.25, 0.42), (-1.45, 1.75, 0.30), (1.75, 1.35, 0.46), (2.15, 0.75, 0.30),
          (-2.3, 0.45, 0.26), (0.95, 1.95, 0.24))         # x, y, radius
MUSHROOMS = ((-1.72, 0.72, 0.16), (-1.55, 0.50, 0.10), (1.70, 0.45, 0.13), (1.52, 0.72, 0.09),
             (-1.62, -0.62, 0.10), (1.66, -0.35, 0.08))   # x, y, height
# Of the balls that a bush is made of: aside, backwards, up and radius, all in its own radius.
LEAVES = ((0, 0, 0.55, 1.0), (-0.8, 0.1, 0.35, 0.66), (0.75, 0.2, 0.40, 0.72), (0.15, -0.5, 0.25, 0.60))


def make_plants(scene: bpy.types.Scene, materials: Materials) -> bpy.types.Object:
    figure = Figure()
    for x, y, size in BUSHES:
        for aside, back, up, share in LEAVES:
            center, radius = Vector((x + aside * size, y + back * size, up * size)), share * size
            figure.add(ellipsoid(center, (radius, radius, radius * 0.9), sides=14, rows=9), "Leaves")
    for x, y, size in MUSHROOMS:
        figure.add(tube([section((x, y, -0.02), size * 0.30), section((x, y, size * 0.5), size * 0.20),
                         section((x, y, size), size * 0.22)], Vector((1, 0, 0)), sides=10), "Stem")
        figure.add(_cap(Vector((x, y, size)), size), "Cap")
    return add_object(scene, "Plants", figure.make_mesh("Plants", materials))


def _cap(center: Vector, size: float) -> Surface:
    """A ball cut flat a little below its middle."""
    ball = ellipsoid(center, (size * 0.62, size * 0.62, size * 0.42), sides=16, rows=9)
    return ball.mapped(lambda at: Vector((at.x, at.y, max(at.z, size * 0.93))))


# ---- Backdrop ----

SKY_RADIUS, SKY_HALF_ANGLE, SKY_HEIGHT = 2.62, radians(108), 3.5


def make_backdrop(scene: bpy.types.Scene, materials: Materials) -> bpy.types.Object:
    """A painted sky on a bent sheet, arched at its top, with a gilded edge."""
    columns, rows = 48, 6
    vertices, edge = [], []
    for column in range(columns + 1):
        share = column / columns * 2 - 1
        angle = share * SKY_HALF_ANGLE
        top = SKY_HEIGHT * (1 - abs(share) ** 2.6) ** 0.5 * 0.98 + 0.07
        at = Vector((SKY_RADIUS * sin(angle), SKY_RADIUS * cos(angle), 0))
        vertices += [at + Vector((0, 0, top * row / rows - 0.05)) for row in range(rows + 1)]
        edge.append(vertices[-1])
    faces = [(a, a + rows + 1, a + rows + 2, a + 1)
             for column in range(columns) for a in range(column * (rows + 1), column * (rows + 1) + rows)]
    figure = Figure()
    figure.add(Surface(vertices, faces), "Sky")
    figure.add(tube([Section(at, 0.035, 0.035) for at in edge], Vector((0, 1, 0)), sides=8, steps=1), "Gold")
    mesh = figure.make_mesh("Backdrop", materials)
    add_uvs(mesh, _sky_uv)
    return add_object(scene, "Backdrop", mesh)


def _sky_uv(at: Vector) -> tuple[float, float]:
    around = Vector((at.y, at.x)).angle_signed(Vector((1, 0)))
    return 0.5 + around / SKY_HALF_ANGLE / 2, at.z / SKY_HEIGHT


# ---- Lights ----

MIDDLE = Vector((0, 0, 0.8))


def make_lights(scene: bpy.types.Scene) -> None:
    """A warm spot from the front as key, a pale sun as fill, a cool panel behind as rim."""
    key = _add_light(scene, "Key", "SPOT", (-2.3, -3.1, 3.9), 1300, (1.0, 0.86, 0.68))
    key.spot_size, key.spot_blend, key.shadow_soft_size = radians(52), 0.55, 0.12
    fill = _add_light(scene, "Fill", "SUN", (3.0, -2.5, 2.5), 0.55, (0.72, 0.76, 1.0))
    fill.angle = radians(8)
    rim = _add_light(scene, "Rim", "AREA", (1.5, 2.0, 2.3), 60, (0.62, 0.70, 1.0))
    rim.shape, rim.size, rim.size_y = "RECTANGLE", 1.4, 0.7
    _make_world(scene, (0.13, 0.12, 0.20))


def _make_world(scene: bpy.types.Scene, color: tuple[float, float, float]) -> None:
    world = scene.world = bpy.data.worlds.new("Dusk")
    if world.node_tree is None:
        world.use_nodes = True
    background = next(node for node in world.node_tree.nodes if node.type == "BACKGROUND")
    background.inputs["Color"].default_value = (*color, 1.0)
    world.color = color                           # in the viewport, and where nodes are turned off


def _add_light(scene: bpy.types.Scene, name: str, kind: str, place: tuple[float, float, float], energy: float,
               color: tuple[float, float, float]) -> bpy.types.Light:
    """It looks at the middle of the stage; a sun's energy is in watts for each square metre."""
    data = bpy.data.lights.new(name, kind)
    data.energy, data.color = energy, color
    light = add_object(scene, name, data)
    light.location = place
    light.rotation_euler = (MIDDLE - light.location).to_track_quat("-Z", "Y").to_euler()
    return data


# ---- Camera ----

# frame: (turn about the hero in degrees, distance, height, what it looks at)
CAMERA_PATH = {
    1: (-26, 4.8, 1.35, Vector((0.10, 0, 0.80))), 25: (-10, 4.5, 1.10, Vector((0.12, 0, 0.82))),
    54: (6, 2.35, 1.34, Vector((0.0, 0, 1.22))), 66: (14, 2.25, 1.32, Vector((0.0, 0, 1.23))),
    82: (18, 4.4, 1.45, Vector((0.12, 0, 0.84))), 97: (-26, 4.8, 1.35, Vector((0.10, 0, 0.80)))}


def make_camera(scene: bpy.types.Scene) -> bpy.types.Object:
    data = bpy.data.cameras.new("Camera")
    data.lens = 50
    camera = add_object(scene, "Camera", data)
    camera.rotation_mode = "QUATERNION"
    scene.camera = camera
    return camera


def make_camera_move(camera: bpy.types.Object) -> Clip:
    """An arc around the hero that looks at him all the way, with a visit to his face."""
    clip = Clip(camera, "CameraMove", 1, 97, cyclic=True)
    places, looks = [], []
    for degrees, distance, height, target in CAMERA_PATH.values():
        turn = radians(degrees)
        place = Vector((distance * sin(turn), -distance * cos(turn), height))
        places.append(place)
        looks.append((target - place).to_track_quat("-Z", "Y"))
    for path, values in (("location", places), ("rotation_quaternion", looks)):
        for index, numbers in enumerate(zip(*values)):
            clip.curve(path, index, "Object Transforms", [Key(f, v) for f, v in zip(CAMERA_PATH, numbers)])
    camera.location, camera.rotation_quaternion = places[0], looks[0]
    return clip
