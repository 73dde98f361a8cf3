# SPDX-License-Identifier: GPL-3.0-or-later
"""From bpy to the model: one file per Blender idea."""
