# SPDX-License-Identifier: MIT
"""Plays a document by what FORMAT.md says under "What the numbers mean when played", in its order, and nothing else."""
from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

import numpy as np
from format_curves import curve_value
from pavane_format import model

EULER_AXES = {f"euler_{order}": ["xyz".index(axis) for axis in order]
              for order in ("xyz", "xzy", "yxz", "yzx", "zxy", "zyx")}
Driven = list[tuple[str, dict[int, float]]]  # conversion and numbers of each channel of a target


# ---- Samples ----


def sample_value(clip: model.Clip, component: model.Component, frame: float) -> float:
    samples, n = component.samples.astype(float), len(component.samples)
    if n == 1 or frame >= clip.frame_end:
        return float(samples[-1])
    frame = max(frame, clip.frame_start)
    points = [(clip.frame_start + i / component.rate if i < n - 1 else clip.frame_end, s) for i, s in enumerate(samples)]
    points += [(knot, value) for knot, value in component.knots.astype(float)]
    start, end = -math.inf, math.inf
    for cut, before, after in component.cuts.astype(float):
        points = [point for point in points if point[0] != cut]
        if cut <= frame:
            start, first = cut, [(cut, after)]
        elif end == math.inf:
            end, last = cut, [(cut, before)]
    stretch = [point for point in points if start < point[0] < end]
    stretch += (first if start > -math.inf else []) + (last if end < math.inf else [])
    return polynomial(*around(sorted(stretch), frame, 4 if component.interpolation == "cubic" else 2), frame)


def around(stretch: list[tuple[float, float]], frame: float, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Times and values of the points that count."""
    k = sum(time <= frame for time, _ in stretch) - 1
    first = min(max(k - count // 2 + 1, 0), max(len(stretch) - count, 0))
    times, values = zip(*stretch[first : first + count])
    return np.array(times), np.array(values)


def polynomial(times: np.ndarray, values: np.ndarray, frame: float) -> float:
    return float(sum(value * np.prod([(frame - other) / (time - other) for other in times if other != time])
                     for time, value in zip(times, values)))


# ---- Rotations ----


def about(axis: np.ndarray, angle: float) -> np.ndarray:
    length = float(np.linalg.norm(axis))
    return np.array([0, 0, 0, 1.0]) if length == 0 else \
        np.append(np.sin(angle / 2) * axis / length, np.cos(angle / 2))


def rotation(quaternion: np.ndarray) -> np.ndarray:
    length = float(np.linalg.norm(quaternion))
    x, y, z, w = quaternion / length if length else (0, 0, 0, 1)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + 2 * w * cross + 2 * cross @ cross


def multiply(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.append(a[3] * b[:3] + b[3] * a[:3] + np.cross(a[:3], b[:3]), a[3] * b[3] - a[:3] @ b[:3])


def slerp(channel: model.Channel, frame: float) -> np.ndarray:
    """Of keys that all four curves have at the same times."""
    curves = [component.curve for component in channel.components]
    times, keys = curves[0].times.astype(float), np.array([curve.values for curve in curves], float).T
    key = max(int(np.searchsorted(times, frame, side="right")) - 1, 0)
    if frame <= times[0] or frame >= times[-1] or curves[0].interpolations[key] == "constant":
        return keys[-1 if frame >= times[-1] > times[0] else 0 if frame <= times[0] else key]
    a, b = keys[key], keys[key + 1]
    b = b if a @ b >= 0 else -b
    u = (frame - times[key]) / (times[key + 1] - times[key])
    if a @ b >= 0.99999:
        return (1 - u) * a + u * b
    angle = np.arccos(a @ b)
    return (np.sin((1 - u) * angle) * a + np.sin(u * angle) * b) / np.sin(angle)


def convert(conversion: str, numbers: np.ndarray) -> np.ndarray:
    if conversion in ("quaternion", "slerp"):
        length = float(np.linalg.norm(numbers))
        return numbers / length if length else np.array([0, 0, 0, 1.0])
    if conversion == "axis_angle":
        return about(numbers[:3], numbers[3])
    turned = np.array([0, 0, 0, 1.0])
    for axis in EULER_AXES[conversion]:
        turned = multiply(about(np.eye(3)[axis], numbers[axis]), turned)
    return turned


# ---- Bones that do not inherit all ----


def own_rest(node: model.Node) -> np.ndarray:
    if node.elements and node.elements[0].kind == "matrix":
        return node.elements[0].values.astype(float).reshape(4, 4).T
    return np.eye(4)


def rest_pose(scene: model.Scene, index: int) -> np.ndarray:
    node = scene.nodes[index]
    if node.kind != "bone":
        return np.eye(4)
    return rest_pose(scene, node.parent) @ own_rest(node)


def lengths(matrix: np.ndarray) -> np.ndarray:
    return np.linalg.norm(matrix, axis=0)


def units(matrix: np.ndarray) -> np.ndarray:
    size = lengths(matrix)
    return matrix / np.where(size > 0, size, 1)


def unsheared(matrix: np.ndarray) -> np.ndarray:
    x, y, z = matrix.T.copy()
    if y @ y > 0:
        x, z = x - y * (x @ y) / (y @ y), z - y * (z @ y) / (y @ y)
    a, b = np.linalg.norm(x), np.linalg.norm(z)
    if a == 0 or b == 0 or not 1e-4 < abs(cosine := (x @ z) / (a * b)) < 1 - 2**-23:
        return np.stack((x, y, z), 1)
    missing = (np.pi / 2 - np.arccos(cosine)) / 2
    normal = np.cross(z / b, x / a) / np.sqrt(1 - cosine**2)
    x, z = turn_about(normal, missing) @ x, turn_about(normal, -missing) @ z
    return np.stack((x, y, z), 1) * np.array([1, 0, 1]) * (1 - cosine**2) ** 0.25 + np.outer(y, [0, 1, 0])


def turn_about(axis: np.ndarray, angle: float) -> np.ndarray:
    return rotation(about(axis, angle))


def true_sizes(pose: np.ndarray) -> np.ndarray:
    size = lengths(pose)
    volume = size.prod()
    return size * np.cbrt(abs(np.linalg.det(pose)) / volume) if volume > 0 else size


def taken(node: model.Node, pose: np.ndarray, rest: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The matrix T and the sizes s of the page."""
    mean, ones, scale = np.cbrt(abs(np.linalg.det(pose))), np.ones(3), node.inherit_scale
    if node.no_inherit_rotation:
        return {"full": (rest * lengths(pose), ones), "fix_shear": (rest * true_sizes(pose), ones),
                "aligned": (rest, true_sizes(pose)), "average": (rest * mean, ones)}.get(scale, (rest, ones))
    straight = unsheared(pose)
    return {"none": (units(straight), ones), "average": (units(straight) * mean, ones),
            "aligned": (units(straight), lengths(straight)), "none_legacy": (units(pose), ones)}.get(scale, (pose, ones))


def inherited_world(scene: model.Scene, node: model.Node, world: list[np.ndarray], local: np.ndarray) -> np.ndarray:
    armature, own = world[node.armature], own_rest(node)
    basis, on_bone = np.linalg.inv(own) @ local, scene.nodes[node.parent].kind == "bone"
    pose = np.linalg.inv(armature) @ world[node.parent] if on_bone else np.eye(4)
    linear, sizes = pose[:3, :3], np.ones(3)
    if on_bone:
        linear, sizes = taken(node, pose[:3, :3], rest_pose(scene, node.parent)[:3, :3])
    linear = linear @ own[:3, :3]
    if on_bone and node.inherit_scale == "fix_shear":
        linear = unsheared(linear)
    axes = pose[:3, :3] if node.no_local_location else (pose @ own)[:3, :3]
    matrix = np.eye(4)
    matrix[:3, :3] = linear @ basis[:3, :3] * sizes
    matrix[:3, 3] = axes @ basis[:3, 3] + (pose @ own)[:3, 3]
    return armature @ matrix


# ---- A scene ----


# ---- Sequences of shapes ----


BASES = {  # by u³, u², u and 1: the four weights
    "linear": np.array([[0, 0, 0, 0], [0, 0, 0, 0], [0, -1, 1, 0], [0, 1, 0, 0]], float),
    "bspline": np.array([[-1, 3, -3, 1], [3, -6, 3, 0], [-3, 0, 3, 0], [1, 4, 1, 0]], float) / 6,
    **{name: np.array([[-c, 2 - c, c - 2, c], [2 * c, c - 3, 3 - 2 * c, -c], [-c, 0, c, 0], [0, 1, 0, 0]])
       for name, c in (("cardinal", 0.71), ("catmull_rom", 0.5))}}


def sequence_weights(mesh: model.Mesh, time: float) -> np.ndarray:
    """Of each morph."""
    keys, weights = mesh.sequence, np.zeros(len(mesh.morphs))
    frames = [key.frame for key in keys]
    time = min(max(time, frames[0]), frames[-1])
    if len(keys) == 1:
        near = {0: 1.0}
    else:
        i = max(k for k in range(len(keys) - 1) if frames[k] <= time)
        u = (time - frames[i]) / (frames[i + 1] - frames[i])
        powers = np.array([u**3, u**2, u, 1])
        four = (1 - u) * powers @ BASES[keys[i].interpolation] + u * powers @ BASES[keys[i + 1].interpolation]
        near = {}
        for place, weight in zip((i - 1, i, i + 1, i + 2), four):
            place = min(max(place, 0), len(keys) - 1)
            near[place] = near.get(place, 0.0) + weight
    for place, weight in near.items():
        if keys[place].morph is not None:
            weights[keys[place].morph] += weight
    return weights


@dataclass
class Pose:
    world: np.ndarray  # (nodes, 4, 4)
    points: dict[int, np.ndarray]  # of each node with a mesh


class Player:
    def __init__(self, document: model.Document) -> None:
        self.document, self.scene = document, document.scene

    def _driven(self, clip: model.Clip | None, frame: float) -> dict[tuple[str, ...], Driven]:
        """What drives each target, by kind, library, owner, part and element."""
        found: dict[tuple[str, ...], Driven] = {}
        for channel in clip.channels if clip else ():
            target, numbers = channel.target, {}
            has_part = bool(target.part) or target.kind not in ("bone", "morph")
            if not (target.element and has_part and (target.owner or target.kind == "scene")):
                continue
            for part in channel.components:
                if part.kind == "base" and channel.conversion == "none":
                    continue
                value = {"curve": lambda: curve_value(part.curve, frame),
                         "sampled": lambda: sample_value(clip, part, frame)}.get(part.kind, lambda: part.value)()
                numbers[part.component] = float(np.float32(value))
            if channel.conversion == "slerp":
                numbers = dict(enumerate(slerp(channel, frame)))
            key = (target.kind, target.library, target.owner, target.part, target.element)
            found.setdefault(key, []).append((channel.conversion, numbers))
        places = Counter((node.instancer, self._name(node)) for node in self.scene.nodes)
        twins = {name for (_, name), count in places.items() if count > 1}
        return {key: driven for key, driven in found.items() if key[:4] not in twins}

    def _name(self, node: model.Node) -> tuple[str, str, str, str]:
        owner = node if node.kind == "object" else self.scene.nodes[node.armature]
        return node.kind, owner.library, owner.name, node.name if node.kind == "bone" else ""

    @staticmethod
    def _quaternion(rest: np.ndarray, driven: Driven) -> np.ndarray:
        for conversion, numbers in driven:
            if conversion != "none":
                return convert(conversion, np.array([numbers.get(i, 0.0) for i in range(4)]))
        return rest

    @staticmethod
    def _value(rest: np.ndarray, driven: Driven) -> np.ndarray:
        value = rest.astype(float).copy()
        fitting = [numbers for conversion, numbers in driven
                   if conversion == "none" and max(numbers, default=0) < len(value)]
        for component in range(len(value)):
            found = [numbers[component] for numbers in fitting if component in numbers]
            if found:
                value[component] = sum(found) / len(found)
        return value

    def _factor(self, element: model.Element, driven: Driven) -> np.ndarray:
        values, matrix = element.values.astype(float), np.eye(4)
        if element.kind == "translate":
            matrix[:3, 3] = self._value(values, driven)
        elif element.kind == "rotate_axis":
            matrix[:3, :3] = rotation(about(values[:3], self._value(values[3:], driven)[0]))
        elif element.kind in ("quaternion", "axis_angle"):
            rest = values if element.kind == "quaternion" else about(values[:3], values[3])
            matrix[:3, :3] = rotation(self._quaternion(rest, driven))
        elif element.kind == "scale":
            xx, yy, zz, xy, xz, yz = self._value(values, driven)
            matrix[:3, :3] = [[xx, xy, xz], [0, yy, yz], [0, 0, zz]]
        else:
            matrix = self._value(values, driven).reshape(4, 4).T
        return matrix

    def pose(self, clip: model.Clip | None, frame: float) -> Pose:
        if clip:
            frame = min(max(frame, clip.frame_start), clip.frame_end)
            nearest = round(frame * 1024) / 1024
            frame = nearest if abs(frame - nearest) < 2**-31 else frame
        driven, world = self._driven(clip, frame), []
        for node in self.scene.nodes:
            local = np.eye(4)
            for element in node.elements:
                local = local @ self._factor(element, driven.get((*self._name(node), element.name), []))
            parent = np.eye(4) if node.parent is None else world[node.parent]
            partial = node.inherit_scale != "full" or node.no_inherit_rotation or node.no_local_location
            world.append(inherited_world(self.scene, node, world, local) if partial else parent @ local)
        morphed = [self._morph(mesh, driven) for mesh in self.document.meshes]
        points = {n: self._skin(n, world, morphed[node.mesh])
                  for n, node in enumerate(self.scene.nodes) if node.mesh is not None}
        return Pose(np.array(world), points)

    def _morph(self, mesh: model.Mesh, driven: dict) -> np.ndarray:
        points = mesh.points.astype(float)
        if mesh.sequence:
            key = ("mesh", mesh.library, mesh.name, "", "eval_time")
            weights = sequence_weights(mesh, self._value(np.array([mesh.eval_time]), driven.get(key, []))[0])
        else:
            weights = [self._weight(mesh, morph, driven) for morph in mesh.morphs]
        for weight, morph in zip(weights, mesh.morphs):
            points[morph.delta_points] += weight * morph.delta_positions
        return points

    def _weight(self, mesh: model.Mesh, morph: model.Morph, driven: dict) -> float:
        key = ("morph", mesh.library, mesh.name, morph.name, "value")
        weight = self._value(np.array([morph.value]), driven.get(key, []))[0]
        return min(max(weight, morph.minimum), morph.maximum)

    def _skin(self, n: int, world: list[np.ndarray], points: np.ndarray) -> np.ndarray:
        node = self.scene.nodes[n]
        if node.skin is None:
            return points
        mesh, skin = self.document.meshes[node.mesh], self.scene.skins[node.skin]
        armature, own = world[skin.armature], world[n]
        lost = not (np.linalg.det(own) and np.linalg.det(armature))
        joints = {joint.group: np.eye(4) if lost else
                  np.linalg.inv(own) @ world[joint.node] @ joint.inverse_bind.reshape(4, 4).T
                  @ np.linalg.inv(armature) @ own for joint in reversed(skin.joints)}
        skinned, first = points.copy(), 0
        for p, count in enumerate(mesh.influence_counts):
            influences = [(joints[group], weight) for group, weight in
                          zip(mesh.influence_groups[first:first + count].tolist(),
                              mesh.influence_weights[first:first + count].tolist()) if group in joints]
            first += int(count)
            total = sum(weight for _, weight in influences)
            if total > 0.0001:
                blended = sum(weight * matrix for matrix, weight in influences) / total
                skinned[p] = (blended @ np.append(points[p], 1.0))[:3]
        return skinned
