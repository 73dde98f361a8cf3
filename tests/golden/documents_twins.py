# SPDX-License-Identifier: MIT
"""A golden document in which things are there twice under other names."""
from __future__ import annotations

from dataclasses import replace

from pavane_format.model import Channel, Clip, Document


def for_owner(clip: Clip, name: str, owner: str) -> Clip:
    """The same clip for other owners."""
    channels = [Channel(replace(channel.target, owner=owner), channel.components, channel.conversion)
                for channel in clip.channels]
    return replace(clip, name=name, channels=channels)


def twins(document: Document) -> Document:
    """Every clip again under another name, and for another owner; every mesh again under another name."""
    again = [replace(clip, name=f"{clip.name}.001") for clip in document.clips]
    others = [for_owner(clip, f"{clip.name}.002", "Twin") for clip in document.clips]
    meshes = [replace(mesh, name=f"{mesh.name}.001") for mesh in document.meshes]
    return replace(document, clips=[*document.clips, *again, *others], meshes=[*document.meshes, *meshes])
