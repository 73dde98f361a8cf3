# SPDX-License-Identifier: MIT
"""Packed chunks made raw again, a second time: from what FORMAT.md says, one number after another, without numpy."""
from __future__ import annotations

import math
import struct
import zlib

WORD = 1 << 32
MOST = struct.unpack("<f", b"\xff\xff\x7f\x7f")[0]


class Bytes:
    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def take(self, size: int) -> bytes:
        assert self.at + size <= len(self.data)
        self.at += size
        return self.data[self.at - size : self.at]

    def number(self) -> int:
        result, shift, byte = 0, 0, 0x80
        while byte >= 0x80:
            byte = self.take(1)[0]
            result |= (byte & 127) << shift
            shift += 7
        assert result < WORD and shift <= 35
        return result


def raw_chunks(data: bytes) -> list[bytes]:
    """Of each chunk in a sound file."""
    result: list[bytes] = []
    for i in range(struct.unpack_from("<I", data, 16)[0]):
        codec, filter, offset, stored, packed_size, raw_size, crc = struct.unpack_from("<7I", data, 28 + 40 * i + 12)
        part = data[offset : offset + stored]
        part = zlib.decompress(part) if codec else part
        assert len(part) == packed_size
        raw = unpack(part, result) if filter else part
        assert len(raw) == raw_size and zlib.crc32(raw) == crc
        result.append(raw)
    return result


def unpack(packed: bytes, before: list[bytes] | None = None) -> bytes:
    """The raw bytes; `before` are those of the chunks that stand before."""
    source = Bytes(packed)
    heads = [[source.number() for _ in range(5)] for _ in range(source.number())]
    tables: dict[int, tuple[int, int, bytes]] = {}
    for id, size, count, packing, packed_size in heads:
        part = Bytes(source.take(packed_size))
        if packing == 4:
            records = shared(part, id, size, count, before or [])
        else:
            records = PACKINGS[packing](part, size, count, tables)
        assert len(records) == size * count
        tables[id] = size, count, records
    assert source.at == len(packed)
    head, body = struct.pack("<I", len(tables)), b""
    for id, (size, count, records) in tables.items():
        head += struct.pack("<4I", id, size, count, 4 + 16 * len(tables) + len(body))
        body += records + bytes(-len(records) % 4)
    return head + body


def shared(source: Bytes, id: int, size: int, count: int, before: list[bytes]) -> bytes:
    raw = before[-source.number()]
    assert source.at == len(source.data)
    entries = struct.iter_unpack("<4I", raw[4 : 4 + 16 * struct.unpack_from("<I", raw)[0]])
    (offset,) = [entry[3] for entry in entries if entry[:3] == (id, size, count)]
    return raw[offset : offset + size * count]


def stored(source: Bytes, size: int, count: int, tables: dict) -> bytes:
    return source.data


def signed(r: int) -> int:
    return r // 2 if r % 2 == 0 else -(r + 1) // 2


def columns(source: Bytes, size: int, count: int, tables: dict) -> bytes:
    unit = 1 if size % 4 else 4
    records = [[0] * (size // unit) for _ in range(count)]
    for place in reversed(range(size // unit)):
        mode = source.take(1)[0]
        expectation, ordered, whole, planes = mode & 3, mode & 4, mode & 8, mode >> 4
        shift = source.take(1)[0] if whole else 0
        x = [source.number()] if expectation else []
        first = len(x)
        bytes_of = [source.take(count - first) for _ in range(planes)]
        for i in range(first, count):
            r = sum(plane[i - first] << 8 * p for p, plane in enumerate(bytes_of))
            if expectation == 1:
                r = x[i - 1] + signed(r)
            elif expectation == 2:
                r = 2 * x[i - 1] - x[max(i - 2, 0)] + signed(r)
            elif expectation == 3:
                r = x[i - 1] + records[i - 1][place + 1] + signed(r)
            x.append(r % 256**unit)
        for record, number in zip(records, x):
            if whole:
                multiple = (number - (WORD if number >> 31 else 0)) / 2**shift
                number = struct.unpack("<I", struct.pack("<f", multiple))[0]
            record[place] = number if not ordered else number ^ (1 << 31 if number >> 31 else WORD - 1)
    assert source.at == len(source.data)
    return b"".join(number.to_bytes(unit, "little") for record in records for number in record)


# ---- Handles ----


def f(number: float) -> float:
    """To binary32."""
    try:
        return struct.unpack("<f", struct.pack("<f", number))[0]
    except OverflowError:
        return math.copysign(math.inf, number)


def largest(number: float) -> float:
    """F of the page."""
    if math.isnan(number):
        return -MOST
    return f(max(-MOST, min(MOST, number)))


def order(word: int) -> int:
    return word ^ (WORD - 1 if word >> 31 else 1 << 31)


def stepped(expected: float, own: float, r: int) -> float:
    expected = expected if math.isfinite(expected) else own
    word = order(struct.unpack("<I", struct.pack("<f", expected))[0])
    word = (word + signed(r)) % WORD
    return struct.unpack("<f", struct.pack("<I", word ^ (1 << 31 if word >> 31 else WORD - 1)))[0]


class Key:
    def __init__(self, t: float, v: float) -> None:
        self.t, self.v, self.previous, self.next = t, v, None, None
        self.slope, self.straight, self.spline = 0.0, False, False

    def measure(self) -> None:
        p, n = self.previous, self.next
        d = {-1: f(self.t - p.t) if p else None, 1: f(n.t - self.t) if n else None}
        q = {-1: f(self.v - p.v) if p else None, 1: f(n.v - self.v) if n else None}
        for numbers, alone in ((d, 3.0), (q, 0.0)):
            for s in (-1, 1):
                if numbers[s] is None:
                    numbers[s] = alone if numbers[-s] is None else numbers[-s]
        self.d, self.q = {s: 1.0 if gap == 0 else gap for s, gap in d.items()}, q

    def frame(self, s: int, kind: int, left: tuple[float, float] | None) -> float:
        m = min(self.d[s], f(5 * self.d[-s]))
        if kind == 3:
            assert left
            return f(self.t + f(self.t - left[0]))
        away = {0: f(2 * f(self.d[s] / 6)), 1: f(self.d[s] * f(1 / 3)), 2: f(2 * f(m / f(5.1228)))}[kind]
        return f(self.t + s * away)

    def value(self, s: int, kind: int, x: float, left: tuple[float, float] | None) -> float:
        m = min(self.d[s], f(5 * self.d[-s]))
        if kind == 0:
            return self.v
        if kind == 1:
            return largest(self.v + self.slope * (x - self.t))
        if kind == 2:
            rise = f(f(self.q[1] / self.d[1]) + f(self.q[-1] / self.d[-1]))
            return f(self.v + s * f(rise * f(m / f(5.1228))))
        if kind == 3:
            return f(self.v + s * f(self.q[s] * f(1 / 3)))
        if kind == 4:
            return ((self.next if s > 0 else self.previous) or self).v
        assert left
        return largest(self.v + (self.v - left[1]) * ((x - self.t) / ((self.t - left[0]) or 1.0)))

    def equation(self) -> tuple[float, float, float, float]:
        d = {s: gap if gap > 0 else 1.0 for s, gap in self.d.items()}
        n = {s: 3.0 * (self.q[s] / d[s]) for s in (-1, 1)}
        if self.previous and self.next:
            return d[1], 2.0 * (d[-1] + d[1]), d[-1], d[1] * n[-1] + d[-1] * n[1]
        return (1.0 if self.previous else 0.0), 2.0, (1.0 if self.next else 0.0), n[1] if self.next else n[-1]


def read_keys(count: int, tables: dict) -> list[Key]:
    times, values = (struct.unpack(f"<{count}f", tables[id][2]) for id in (7, 8))
    keys = [Key(t, v) for t, v in zip(times, values)]
    starts = {0}
    size, curves, records = tables.get(6, (0, 0, b""))
    for i in range(curves if size >= 12 and size % 4 == 0 else 0):
        first, length = struct.unpack_from("<2I", records, i * size + 4)
        starts |= {first, first + length}
    for k in range(1, count):
        if k not in starts:
            keys[k].previous, keys[k - 1].next = keys[k - 1], keys[k]
    for key in keys:
        key.measure()
    return keys


def solve(keys: list[Key]) -> None:
    found = {}
    for key in keys:
        if key.spline:
            a, b, c, w = key.equation()
            rho = sigma = 0.0
            if key.previous and key.previous.spline:
                rho, sigma = found[id(key.previous)]
            elif key.previous:
                p = key.previous
                sigma = p.q[1] / p.d[1] if p.straight else p.slope
            pivot = b - a * rho
            found[id(key)] = c / pivot, (w - a * sigma) / pivot
    for key in reversed(keys):
        if key.spline:
            rho, sigma = found[id(key)]
            key.slope = sigma - rho * (key.next.slope if key.next else 0.0)


def key_handles(source: Bytes, size: int, count: int, tables: dict) -> bytes:
    assert size == 8
    keys, right = read_keys(count, tables), 9 in tables
    lefts = list(struct.iter_unpack("<2f", tables[9][2])) if right else [None] * count
    s = 1 if right else -1
    classes, low = source.take(count), source.take(2 * count)
    r = [byte + (source.number() if byte == 255 else 0) for byte in low]
    assert source.at == len(source.data)
    frames, values = [0.0] * count, [0.0] * count
    for spline in (False, True):
        for k, key in enumerate(keys):
            kind = classes[k] >> 4
            key.straight, key.spline = kind == 3, kind == 1
            frames[k] = stepped(key.frame(s, classes[k] & 15, lefts[k]), key.t, r[k])
            if key.spline == spline:
                values[k] = stepped(key.value(s, kind, frames[k], lefts[k]), key.v, r[count + k])
            if not key.spline:
                key.slope = (key.v - values[k]) / ((key.t - frames[k]) or 1.0)
        solve(keys)
    return b"".join(struct.pack("<2f", *handle) for handle in zip(frames, values))


# ---- Samples ----


def samples(source: Bytes, size: int, count: int, tables: dict) -> bytes:
    spared = source.take(1)[0]
    groups = [(source.number(), source.number()) for _ in range(source.number())]
    unit_rows = [rows for rows, units in groups for _ in range(units)]
    kinds = list(source.take(len(unit_rows)))
    exponents, last = [], {True: 64, False: 64}
    for kind, byte in zip(kinds, source.take(len(kinds))):
        last[kind > 0] = (last[kind > 0] + byte) % 256
        exponents.append(last[kind > 0])
    widths = [1 if not kind else 4 if kind & 32 else 3 for kind in kinds]
    rows = [n for n, width in zip(unit_rows, widths) for _ in range(width)]
    orders, classes = zip(*[(byte & 3, byte >> 2) for byte in source.take(len(rows))]) if rows else ((), ())
    bases = [[signed(source.number()) for _ in range(3)] if kind & 16 else [0, 0, 0] for kind in kinds]
    sequences = [[signed(source.number())] for _ in rows]
    ordered = sorted((i for i in range(len(rows)) if classes[i]), key=lambda i: classes[i])
    low_counts = {i: max(0, (classes[i] - 2) // 2 - spared) for i in ordered}
    high = {i: list(source.take(rows[i] - 1)) for i in ordered}
    bit_count = sum(low_counts[i] * (rows[i] - 1) for i in ordered)
    bits = int.from_bytes(source.take((bit_count + 7) // 8), "little")
    for i in ordered:
        for row in range(rows[i] - 1):
            byte = high[i][row] + (source.number() if high[i][row] == 255 else 0)
            sequences[i].append(signed(byte << low_counts[i] | bits & (1 << low_counts[i]) - 1))
            bits >>= low_counts[i]
    assert source.at == len(source.data)
    for i, sequence in enumerate(sequences):
        sequence += [0] * (rows[i] - len(sequence))
        for j in reversed(range(orders[i])):
            for row in range(j + 1, rows[i]):
                sequence[row] += sequence[row - 1]
    floats, place, unit = b"", 0, 0
    for n, units in groups:
        lanes: list[list[float]] = []
        for _ in range(units):
            numbers = [[wrapped(x) for x in sequence] for sequence in sequences[place : place + widths[unit]]]
            lanes += unit_lanes(kinds[unit], exponents[unit], bases[unit], numbers)
            place, unit = place + widths[unit], unit + 1
        floats += b"".join(struct.pack("<f", lane[row]) for row in range(n) for lane in lanes)
    return floats


def wrapped(number: int) -> int:
    return (number + WORD // 2) % WORD - WORD // 2


def unit_lanes(kind: int, exponent: int, base: list[int], numbers: list[list[int]]) -> list[list[float]]:
    root = (1.0, 0.8408964152537145, 0.7071067811865476, 0.5946035575013605)[exponent % 4]
    step = root * 2.0 ** (16 - exponent // 4)
    if not kind:
        return [[number * step for number in numbers[0]]]
    turns = [turn(a * step, b * step, c * step) for a, b, c in zip(*numbers[:3])]
    if any(base):
        turns = [product(turn(*(number / 512 for number in base)), t) for t in turns]
    if kind & 32:
        turns = [tuple(-x for x in t) if sign == 1 else t for t, sign in zip(turns, numbers[3])]
    return [[t[i] for t in turns] for i in range(4) if kind >> i & 1]


def turn(x: float, y: float, z: float) -> tuple[float, ...]:
    n = (x * x + y * y + z * z) * 0.0625
    return x * 0.5 / (n + 1), y * 0.5 / (n + 1), z * 0.5 / (n + 1), (1 - n) / (n + 1)


def product(b: tuple[float, ...], t: tuple[float, ...]) -> tuple[float, ...]:
    (bx, by, bz, bw), (tx, ty, tz, tw) = b, t
    return (bw * tx + bx * tw + by * tz - bz * ty, bw * ty - bx * tz + by * tw + bz * tx,
            bw * tz + bx * ty - by * tx + bz * tw, bw * tw - bx * tx - by * ty - bz * tz)


# ---- Normals ----


def vector(numbers: list[float]) -> list[float]:
    return [f(number) for number in numbers]


def direction(v: list[float], divided: bool) -> list[float]:
    square = f(f(f(v[0] * v[0]) + f(v[1] * v[1])) + f(v[2] * v[2]))
    if not square > f(1e-35):
        return [0.0, 0.0, 0.0]
    length = f(math.sqrt(square))
    return vector([x / length for x in v] if divided else [x * f(1 / length) for x in v])


def upwards(v: list[float]) -> list[float]:
    return v if any(v) else [*v[:2], 1.0]


def angle(cosine: float, rough: bool) -> float:
    cosine = cosine if math.isnan(cosine) else max(-1.0, min(1.0, cosine))
    c = abs(cosine)
    if rough:
        a = 0.0
        for k in (-0.02164095, 0.077980478, -0.213300989, 1.5707963267):
            a = f(f(k) + f(c * a))
        a = f(f(math.sqrt(f(1 - c))) * a)
        return f(f(3.141592653589793) - a) if cosine < 0 else a
    t = math.sqrt((1 - c) * 0.5) / (1 + math.sqrt((1 + c) * 0.5))
    u = t / (1 + math.sqrt(1 + t * t))
    z = u * u
    a = 8 * (u * (1 - z * (1 / 3 - z * (0.2 - z * (1 / 7 - z * (1 / 9 - z * (1 / 11)))))))
    return f(3.141592653589793 - a if cosine < 0 else a)


def normals(source: Bytes, size: int, count: int, tables: dict) -> bytes:
    assert size == 12
    rough, shift = source.take(2)
    kinds, low = source.take(count), source.take(3 * count)
    r = [byte + (source.number() if byte == 255 else 0) for byte in low]
    assert source.at == len(source.data)
    points = list(struct.iter_unpack("<3f", tables[3][2]))
    sizes, corners, vertices = (struct.unpack(f"<{tables[id][1]}I", tables[id][2]) for id in (4, 5, 6))
    flat, sums, polygon_of, first = [], [[0.0] * 3 for _ in points], [], 0
    for i, n in enumerate(sizes):
        own = [points[p] for p in corners[first : first + n]]
        sum_ = [0.0] * 3
        for a, b in zip(own[-1:] + own[:-1], own):
            terms = [f(f(a[j] - b[j]) * f(a[k] + b[k])) for j, k in ((1, 2), (2, 0), (0, 1))]
            sum_ = vector([s + t for s, t in zip(sum_, terms)])
        flat.append(upwards(direction(sum_, False)))
        edges = [direction(vector([y - x for x, y in zip(a, b)]), bool(rough)) for a, b in zip(own, own[1:] + own[:1])]
        for k, p in enumerate(corners[first : first + n]):
            d, e = edges[k - 1], edges[k]
            weight = angle(-f(f(f(d[0] * e[0]) + f(d[1] * e[1])) + f(d[2] * e[2])), bool(rough))
            sums[p] = vector([s + f(x * weight) for s, x in zip(sums[p], flat[i])])
        polygon_of += [i] * n
        first += n
    smooth = [upwards(direction(s, bool(rough))) for s in sums]
    words = [[0] * 3 for _ in vertices]
    for v, corner in enumerate(vertices):
        expected = smooth[corners[corner]] if kinds[v] else flat[polygon_of[corner]]
        length = math.sqrt((expected[0] ** 2 + expected[1] ** 2) + expected[2] ** 2)
        length = length if length > 0 else 1.0
        for axis in range(3):
            e = f(expected[axis] / length)
            e = e if math.isfinite(e) else 0.0
            step = signed(r[axis * count + v])
            if shift == 255:
                words[v][axis] = struct.unpack("<I", struct.pack("<f", stepped(e, 0.0, r[axis * count + v])))[0]
            else:
                number = wrapped(math.floor(e * 2**shift + 0.5) + step) / 2**shift
                words[v][axis] = struct.unpack("<I", struct.pack("<f", number))[0]
    return b"".join(struct.pack("<3I", *word) for word in words)


PACKINGS = {0: stored, 1: columns, 2: key_handles, 3: samples, 5: normals}
