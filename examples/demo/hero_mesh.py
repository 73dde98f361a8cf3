# SPDX-License-Identifier: MIT
"""The hero's body: clothes, limbs and a face, as one figure whose shape depends on his expression."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, radians, sin

import bpy
from mathutils import Matrix, Vector

from hero_rig import apply_weights, bone_direction, bone_head, bone_tail, chain, rigid, skirt
from shapes import Figure, Section, Surface, ellipsoid, facing, section, smoothstep, torus, tube

X, Y, Z = Vector((1, 0, 0)), Vector((0, 1, 0)), Vector((0, 0, 1))

HEAD_CENTER = Vector((0, 0, 1.30))
HEAD_RADII = Vector((0.275, 0.25, 0.265))


@dataclass(frozen=True)
class Expression:
    """How far the lids are closed, the mouth smiles, opens ("ah") and rounds ("oh"), each 0 to 1."""

    blink: float = 0.0
    smile: float = 0.0
    open: float = 0.0
    round: float = 0.0


def make_body(scene: bpy.types.Scene, hero: bpy.types.Object,
              materials: dict[str, bpy.types.Material]) -> bpy.types.Object:
    figure = build_figure(Expression())
    mesh = figure.make_mesh("HeroBody", materials)
    body = bpy.data.objects.new("HeroBody", mesh)
    scene.collection.objects.link(body)
    body.parent = hero
    apply_weights(body, figure.weights)
    body.modifiers.new("Armature", "ARMATURE").object = hero
    body.shape_key_add(name="Basis", from_mix=False).value = 0.0
    mesh.shape_keys.name = "HeroFace"
    for key in ("Blink", "Smile", "Open", "Round"):
        _add_shape_key(body, key, build_figure(Expression(**{key.lower(): 1.0})))
    return body


def _add_shape_key(body: bpy.types.Object, name: str, figure: Figure) -> None:
    key = body.shape_key_add(name=name, from_mix=False)
    key.value = 0.0
    key.data.foreach_set("co", [number for vertex in figure.vertices for number in vertex])


def build_figure(expression: Expression) -> Figure:
    figure = Figure()
    _add_torso(figure)
    _add_legs(figure)
    _add_arms(figure)
    _add_scarf(figure)
    _add_head(figure, expression)
    _add_hair(figure)
    return figure


# ---- Clothes and limbs ----

def _add_torso(figure: Figure) -> None:
    figure.add(tube([
        section((0, 0.005, 0.455), 0.205, 0.165), section((0, 0.005, 0.50), 0.200, 0.160),
        section((0, 0.005, 0.60), 0.178, 0.143), section((0, 0, 0.69), 0.158, 0.128),
        section((0, 0, 0.80), 0.166, 0.134), section((0, 0.005, 0.90), 0.172, 0.132),
        section((0, 0.01, 0.98), 0.140, 0.112), section((0, 0.01, 1.03), 0.085, 0.080)],
        X, sides=24, cap=0.25), "Tunic", skirt)
    figure.add(torus(Vector((0, 0.005, 0.463)), (0.203, 0.163), (0.011, 0.017)), "Trim", skirt)
    belt = chain(["Hips", "Spine", "Chest"], 0.09)
    figure.add(torus(Vector((0, 0, 0.685)), (0.158, 0.128), (0.014, 0.026)), "Leather", belt)
    figure.add(ellipsoid(Vector((0, -0.140, 0.685)), (0.034, 0.014, 0.034)), "Gold", belt)


def _add_legs(figure: Figure) -> None:
    figure.add_pair(tube([
        section((0.092, 0, 0.58), 0.088), section((0.095, 0, 0.50), 0.086),
        section((0.099, -0.008, 0.40), 0.074),
        section((0.1, -0.010, 0.335), 0.067), section((0.1, -0.004, 0.27), 0.064),
        section((0.1, 0.004, 0.19), 0.058)], X), "Trousers", _leg_chain)
    figure.add_pair(tube([
        section((0.1, 0.004, 0.235), 0.076), section((0.1, 0.006, 0.17), 0.069),
        section((0.1, 0.008, 0.11), 0.064),
        section((0.1, 0.008, 0.06), 0.060)], X, cap=0.3), "Leather", _leg_chain)
    figure.add_pair(torus(Vector((0.1, 0.004, 0.238)), (0.068, 0.068), (0.017, 0.020), sides=14), "Cuff",
                    _leg_chain)
    figure.add_pair(_boot(0.0, 0.0, 0.2), "Leather", _foot_chain)
    figure.add_pair(_boot(0.008, 0.0, 0.026), "Sole", _foot_chain)


def _leg_chain(suffix: str):
    return chain(["Hips", *(name + suffix for name in ("Thigh", "Shin", "Foot"))], 0.05)


def _foot_chain(suffix: str):
    return chain(["Foot" + suffix, "Toe" + suffix], 0.04)


def _boot(wider: float, bottom: float, top: float) -> Surface:
    """A foot from heel to toe, cut flat below `bottom` and above `top`."""
    foot = tube([
        section((0.1, 0.045, 0.062), 0.052 + wider, 0.062), section((0.1, 0.0, 0.066), 0.062 + wider, 0.070),
        section((0.1, -0.07, 0.052), 0.066 + wider, 0.060),
        section((0.101, -0.125, 0.046), 0.074 + wider, 0.056),
        section((0.102, -0.16, 0.042), 0.068 + wider, 0.048)], X, sides=14, cap=0.9)
    return foot.mapped(lambda v: Vector((v.x, v.y, min(max(v.z, bottom), top))))


def _add_arms(figure: Figure) -> None:
    shoulder, elbow, wrist = bone_head("UpperArm.L"), bone_head("ForeArm.L"), bone_head("Hand.L")
    start = shoulder - bone_direction("UpperArm.L") * 0.035
    figure.add_pair(tube([
        Section(start, 0.062, 0.062), Section(shoulder.lerp(elbow, 0.25), 0.064, 0.064),
        Section(shoulder.lerp(elbow, 0.7), 0.056, 0.056), Section(elbow, 0.053, 0.053),
        Section(elbow.lerp(wrist, 0.35), 0.053, 0.053), Section(elbow.lerp(wrist, 0.82), 0.060, 0.060)],
        Y, cap=0.6), "Sleeve", _arm_chain)
    figure.add_pair(tube([
        Section(elbow.lerp(wrist, 0.70), 0.036, 0.036), Section(wrist, 0.035, 0.035),
        Section(wrist + bone_direction("Hand.L") * 0.02, 0.036, 0.036)], Y, sides=10), "Skin", _arm_chain)
    cuff = torus(Vector((0, 0, 0)), (0.055, 0.055), (0.013, 0.018), sides=14)
    turn = bone_direction("Hand.L").to_track_quat("Z", "Y")
    at = elbow.lerp(wrist, 0.84)
    figure.add_pair(cuff.mapped(lambda v: at + turn @ v), "Trim", _arm_chain)
    _add_hands(figure)


def _arm_chain(suffix: str):
    return chain(["Chest", *(name + suffix for name in ("UpperArm", "ForeArm", "Hand"))], 0.05)


@dataclass(frozen=True)
class HandFrame:
    """Axes of the left hand: along the fingers, towards the thumb, out of the palm."""

    origin: Vector
    along: Vector
    thumb: Vector
    palm: Vector

    def at(self, along: float, thumb: float, palm: float) -> Vector:
        return self.origin + self.along * along + self.thumb * thumb + self.palm * palm


def _add_hands(figure: Figure) -> None:
    along = bone_direction("Hand.L")
    frame = HandFrame(bone_head("Hand.L"), along, -Y, -(-Y).cross(along).normalized())
    turn = Matrix((frame.along, frame.thumb, frame.palm)).transposed()
    palm = ellipsoid(frame.at(0.045, 0, 0), (0.052, 0.048, 0.033), turn)
    figure.add_pair(palm, "Skin", lambda suffix: rigid("Hand" + suffix))
    for finger in _open_fingers(frame):
        figure.add(finger, "Skin", rigid("Hand.L"))
    for finger in _gripping_fingers(frame):
        figure.add(finger.mirrored(), "Skin", rigid("Hand.R"))


def _open_fingers(frame: HandFrame) -> list[Surface]:
    fingers = [tube([
        Section(frame.at(0.07, offset, 0), 0.019, 0.019),
        Section(frame.at(0.07 + 0.55 * length, 1.25 * offset, 0.004), 0.018, 0.018),
        Section(frame.at(0.07 + length, 1.5 * offset, 0.012), 0.015, 0.015)], frame.palm, sides=8)
        for offset, length in ((-0.030, 0.048), (0.0, 0.058), (0.030, 0.050))]
    return [*fingers, _thumb(frame, 0.075, 0.012)]


def _gripping_fingers(frame: HandFrame) -> list[Surface]:
    fingers = [tube([
        Section(frame.at(0.07, offset, -0.004), 0.020, 0.020),
        Section(frame.at(0.102, offset, 0.012), 0.019, 0.019),
        Section(frame.at(0.098, offset, 0.046), 0.018, 0.018),
        Section(frame.at(0.066, offset, 0.058), 0.016, 0.016)],
        frame.thumb, sides=8) for offset in (-0.030, 0.0, 0.030)]
    return [*fingers, _thumb(frame, 0.055, 0.050)]


def _thumb(frame: HandFrame, reach: float, palm: float) -> Surface:
    return tube([
        Section(frame.at(0.025, 0.030, 0.004), 0.020, 0.020),
        Section(frame.at(0.05, 0.058, palm * 0.6), 0.019, 0.019),
        Section(frame.at(reach, 0.066, palm), 0.015, 0.015)], frame.palm, sides=8)


def grip_point() -> Vector:
    """Where the right fist holds a handle, in the rest pose."""
    along = bone_direction("Hand.R")
    return bone_head("Hand.R") + along * 0.072 + along.cross(-Y).normalized() * -0.030


def _add_scarf(figure: Figure) -> None:
    neck = chain(["Chest", "Head"], 0.10)
    figure.add(torus(Vector((0, 0.012, 1.025)), (0.112, 0.104), (0.040, 0.036), 28), "Scarf", neck)
    figure.add(torus(Vector((0, 0.006, 0.990)), (0.130, 0.118), (0.034, 0.028), 28), "Scarf", rigid("Chest"))
    head, tail = bone_head("Scarf"), bone_tail("Scarf")
    loose = tube([
        Section(head - Vector((0, 0.02, 0)), 0.040, 0.034),
        Section(head.lerp(tail, 0.3) + Y * 0.022, 0.052, 0.026),
        Section(head.lerp(tail, 0.7) + Y * 0.012, 0.066, 0.023), Section(tail, 0.078, 0.021)], X)
    figure.add(loose, "Scarf", chain(["Chest", "Scarf"], 0.06))


# ---- Head ----

def _head_point(azimuth: float, elevation: float, scale: float = 1.0) -> Vector:
    """A point over the head's surface; azimuth 0 is the face, positive towards his left."""
    a, e = radians(azimuth), radians(elevation)
    direction = Vector((sin(a) * cos(e), -cos(a) * cos(e), sin(e)))
    return _puffed(HEAD_CENTER + Vector(direction[k] * HEAD_RADII[k] * scale for k in range(3)))


def _puffed(point: Vector) -> Vector:
    """Round cheeks: the lower half of the ball is wider, the chin flatter."""
    low = (point.z - HEAD_CENTER.z) / HEAD_RADII.z
    wide = 1.0 + 0.09 * max(0.0, 1.0 - ((low + 0.42) / 0.5) ** 2)
    return Vector((point.x * wide, point.y * (wide * 0.5 + 0.5), point.z))


def _add_head(figure: Figure, expression: Expression) -> None:
    weigh = rigid("Head")
    ball = ellipsoid(HEAD_CENTER, tuple(HEAD_RADII), sides=36, rows=20).mapped(_puffed)
    figure.add(ball.mapped(lambda v: _jaw(v, expression)), "Skin", weigh)
    figure.add(ellipsoid(_head_point(0, -11, 1.02), (0.030, 0.028, 0.026), sides=18, rows=10), "Skin", weigh)
    ear = ellipsoid(_head_point(92, -6, 1.02), (0.030, 0.045, 0.062), Matrix.Rotation(radians(-20), 3, "X"))
    figure.add_pair(ear, "Skin", lambda _: weigh)
    figure.add_pair(_cheek(expression), "Cheek", lambda _: weigh)
    figure.add_pair(_eye(expression), "Eye", lambda _: weigh)
    for glint in (_glint(7, 5.5, 0.017, expression), _glint(-5, -6, 0.010, expression)):
        figure.add_pair(glint, "Glint", lambda _: weigh)
    figure.add_pair(_brow(expression), "Hair", lambda _: weigh)
    figure.add(_mouth(expression), "Mouth", weigh)
    figure.add(_tongue(expression), "Tongue", weigh)


def _on_face(azimuth: float, elevation: float, radii: tuple[float, float, float], scale: float = 1.0,
             sides: int = 18) -> Surface:
    turn = facing(_head_point(azimuth, elevation) - HEAD_CENTER)
    return ellipsoid(_head_point(azimuth, elevation, scale), radii, turn, sides, rows=sides // 2)


EYE_AZIMUTH, EYE_ELEVATION = 25.0, 1.0


def _eye(expression: Expression) -> Surface:
    return _on_face(EYE_AZIMUTH, EYE_ELEVATION - 4.0 * expression.blink,
                    (0.042 + 0.004 * expression.blink, 0.018, 0.062 * (1.0 - 0.88 * expression.blink)))


def _glint(azimuth: float, elevation: float, radius: float, expression: Expression) -> Surface:
    """The light in the eye; a closed lid hides it inside the eye."""
    visible = 1.0 - expression.blink
    radius *= 0.15 + 0.85 * visible
    return _on_face(EYE_AZIMUTH - azimuth * 0.6, EYE_ELEVATION + elevation * visible - 4.0 * expression.blink,
                    (radius, radius * 0.5, radius), 1.0 + 0.062 * visible, sides=12)


def _cheek(expression: Expression) -> Surface:
    lift = expression.smile
    return _on_face(40, -20 + 2.5 * lift, (0.036 + 0.006 * lift, 0.010 + 0.006 * lift, 0.024))


def _brow(expression: Expression) -> Surface:
    height = 22 + 3.0 * expression.smile - 4.0 * expression.blink
    height += 2.5 * expression.open + 5.0 * expression.round
    arc = [(14, height - 1.0), (25, height + 3.0), (37, height - 1.5)]
    return tube([Section(_head_point(a, e, 1.03), 0.012, 0.010) for a, e in arc], Z, sides=10)


def _jaw(point: Vector, expression: Expression) -> Vector:
    """An open mouth pulls the chin down."""
    low = smoothstep(HEAD_CENTER.z - 0.10, HEAD_CENTER.z - 0.24, point.z)
    front = smoothstep(0.02, -0.12, point.y)
    return point - Vector((0, 0, 0.022 * low * front * (expression.open + 0.6 * expression.round)))


MOUTH_ELEVATION = -27.0


def _mouth(expression: Expression) -> Surface:
    """Lips closed to a line at rest; what is dark inside shows as they part."""
    smile, wide, tall = expression.smile, expression.open, expression.round
    width = 8.0 + 7.0 * smile + 2.5 * wide - 3.2 * tall
    lift = 2.0 + 6.0 * smile - 1.0 * wide - 2.0 * tall
    parted = 0.007 + 0.002 * smile + 0.034 * wide + 0.030 * tall
    sections = []
    for step in (-1.0, -0.94, -0.8, -0.5, 0.0, 0.5, 0.8, 0.94, 1.0):
        arch = (1.0 - step * step) ** 0.5
        down = -6.5 * wide * arch - 3.5 * tall * arch
        point = _jaw(_head_point(step * width, MOUTH_ELEVATION + down + lift * step * step, 1.0), expression)
        lips = 0.006 + (parted - 0.006) * arch + 0.010 * smile * arch
        sections.append(Section(point, lips, 0.007 + 0.004 * (wide + tall)))
    return tube(sections, Z, sides=12)


def _tongue(expression: Expression) -> Surface:
    """Behind closed lips it lies within the head."""
    shown = expression.open
    point = _jaw(_head_point(0, MOUTH_ELEVATION - 11.0 * shown, 0.90 + 0.155 * shown), expression)
    size = 0.3 + 0.7 * shown
    return ellipsoid(point, (0.034 * size, 0.014, 0.019 * size), facing(point - HEAD_CENTER))


# ---- Hair ----

def _hairline(azimuth: float) -> float:
    """The elevation where the hair ends: high over the face, low in the neck, with locks all round."""
    back = 0.5 - 0.5 * cos(radians(azimuth))
    locks = 7.0 * abs(sin(radians(azimuth * 3.5 + 40)))
    return 41.0 - 74.0 * back**0.8 + locks


def _add_hair(figure: Figure) -> None:
    weigh = rigid("Head")
    figure.add(_hair_cap(), "Hair", weigh)
    for azimuth, elevation, length, lean in (
            (10, 64, 0.15, 0.85), (-28, 60, 0.13, -0.9), (40, 58, 0.13, 1.0), (-5, 86, 0.14, 0.2),
            (150, 66, 0.15, 0.5), (-140, 62, 0.13, -0.6)):
        figure.add(_tuft(azimuth, elevation, length, lean), "Hair", weigh)
    for azimuth, elevation, sweep in ((-16, 46, -20), (2, 45, -18), (22, 47, 20)):
        figure.add(_lock(azimuth, elevation, sweep), "Hair", weigh)


def _hair_cap(columns: int = 48, rows: int = 7) -> Surface:
    """A sheet from the crown down to the hairline whose rim curls in below the skin."""
    vertices, faces = [], []
    for row in range(rows + 3):
        for column in range(columns):
            azimuth = 360.0 * column / columns - 180.0
            line = _hairline(azimuth)
            down = min((row + 1) / rows, 1.0)
            scale = (1.12 - 0.03 * down) if row < rows else (1.06, 1.00, 0.93)[row - rows]
            vertices.append(_head_point(azimuth, 90.0 - (90.0 - line) * down, scale))
    for row in range(rows + 2):
        for column in range(columns):
            a, b = row * columns + column, row * columns + (column + 1) % columns
            faces.append((a, a + columns, b + columns, b))
    vertices.append(_head_point(0, 90, 1.12))
    faces += [(column, (column + 1) % columns, len(vertices) - 1) for column in range(columns)]
    return Surface(vertices, faces)


def _tuft(azimuth: float, elevation: float, length: float, lean: float) -> Surface:
    root = _head_point(azimuth, elevation, 1.0)
    out = (root - HEAD_CENTER).normalized()
    aside = Vector((cos(radians(azimuth)) * lean, sin(radians(azimuth)) * lean, -0.25))
    path = [root + out * (length * t) + aside * (length * t * t * 0.8) for t in (0.0, 0.4, 0.75, 1.0)]
    radii = (0.075, 0.062, 0.036, 0.010)
    return tube([Section(point, r, r * 0.8) for point, r in zip(path, radii)], aside, sides=8)


def _lock(azimuth: float, elevation: float, sweep: float) -> Surface:
    """A flat lock over the forehead whose tip swings `sweep` degrees aside."""
    path = ((0.0, 6.0, 1.06, 0.050), (0.15, 0.0, 1.09, 0.048), (0.5, -7.0, 1.08, 0.034),
            (1.0, -13.0, 1.045, 0.010))
    sections = [Section(_head_point(azimuth + sweep * share, elevation + down, scale), width, width * 0.42)
                for share, down, scale, width in path]
    return tube(sections, X, sides=8)
