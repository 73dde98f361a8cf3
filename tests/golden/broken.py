# SPDX-License-Identifier: MIT
"""All files that break one rule each, with the exact message that the C reader must give."""

from __future__ import annotations

import broken_container
import broken_packed
import broken_values
import broken_rules
from broken_case import CASES

__all__ = ["CASES", "broken_container", "broken_packed", "broken_rules", "broken_values"]
