# SPDX-License-Identifier: MIT
"""The tables of FORMAT.md."""
from __future__ import annotations

import schema

BEGIN = "<!-- generated: begin -->"
END = "<!-- generated: end -->"


def number(value: float | int) -> str:
    if value == schema.NONE:
        return "NONE"
    return str(value) if isinstance(value, int) else f"{value:g}"


def field_type(field: schema.Field) -> str:
    plain = {"u32": "u32", "f32": "f32", "string": "string"}.get(field.type)
    kind = plain or f"{field.type} `{field.ref}`"
    return kind + (f" × {field.count}" if field.count > 1 else "")


def limits(field: schema.Field) -> str:
    parts = []
    if field.optional:
        parts.append("or NONE")
    if field.minimum is not None and field.maximum is not None:
        parts.append(f"{field.minimum:.8g} to {field.maximum:.8g}")
    elif field.minimum is not None:
        parts.append(f"at least {field.minimum:.8g}")
    return ", ".join(parts)


def record(table: schema.Table) -> list[str]:
    lines, offset = [
        "| offset | field | type | default | limits | meaning |",
        "|---:|---|---|---|---|---|",
    ], 0
    for field in table.fields:
        default = "" if field.type in ("string", "span") else number(field.default)
        lines.append(
            f"| {offset} | `{field.name}` | {field_type(field)} | {default} | {limits(field)} | {field.doc} |"
        )
        offset += 8 if field.type == "span" else 4 * field.count
    return [*lines, "", f"Record size {offset}."]


def stream(table: schema.Table) -> str:
    line = f"Stream of {table.stream}" + (f", {table.width} per record" if table.width > 1 else "") + "."
    if table.ref and table.stream == "u8":
        line += f" Each is a value of `{table.ref}`."
    elif table.ref:
        line += f" Each is an index into `{table.ref}`."
    return line + (f" As many records as `{table.parallel}`." if table.parallel else "")


def table(t: schema.Table) -> list[str]:
    lines = [f"#### {t.id} `{t.name}`", "", t.doc, ""]
    return [*lines, *(record(t) if t.fields else [stream(t)]), ""]


def number_of(c: schema.Chunk) -> str:
    if c.beside:
        return f" One per {c.beside} chunk at most, with its id."
    return " One per file at most." if c.single else ""


def text() -> str:
    lines = ["", "### Enums", "", "| enum | values | unknown value | meaning |", "|---|---|---|---|"]
    for e in schema.ENUMS:
        values = ", ".join(f"{n} {v}" for v, n in e.values.items())
        unknown = f"read as {e.fallback}" if e.fallback else "error"
        lines.append(f"| `{e.name}` | {values} | {unknown} | {e.doc} |")
    for c in schema.CHUNKS:
        lines += ["", f"### {c.type}", "", c.doc + number_of(c), ""]
        for t in c.tables:
            lines += table(t)
    return "\n".join(lines)
