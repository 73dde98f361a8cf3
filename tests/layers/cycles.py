# SPDX-License-Identifier: MIT
"""Finds a circle in a graph of names."""

from __future__ import annotations


def find_cycle(graph: dict[str, set[str]]) -> list[str]:
    """The first circle met, its first name repeated at the end; empty if there is none."""
    done: set[str] = set()

    def walk(name: str, path: list[str]) -> list[str]:
        if name in path:
            return [*path[path.index(name) :], name]
        if name in done:
            return []
        for needed in sorted(graph.get(name, ())):
            if cycle := walk(needed, [*path, name]):
                return cycle
        done.add(name)
        return []

    for name in sorted(graph):
        if cycle := walk(name, []):
            return cycle
    return []
