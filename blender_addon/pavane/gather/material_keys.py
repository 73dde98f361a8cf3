# SPDX-License-Identifier: GPL-3.0-or-later
"""The channels of material inputs."""
from __future__ import annotations

from ..pavane_format import model
from . import term_channels
from .materials import Gathered, Materials
from .sampling import Samples
from .term_channels import KeyedValues


def add_channels(clip: model.Clip, materials: Materials, keyed: KeyedValues, samples: Samples) -> None:
    for entry in sorted(materials.gathered, key=_order):
        rest = {given.name: given.values for given in entry.model.inputs}
        for name, terms in entry.inputs.items():
            target = model.Target("material", entry.model.name, "", name, entry.model.library)
            term_channels.add_channel(clip, target, terms, rest[name], keyed, samples)


def _order(entry: Gathered) -> tuple[bytes, bytes]:
    return entry.model.name.encode(), entry.model.library.encode()
