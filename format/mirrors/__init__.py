# SPDX-License-Identifier: MIT
"""What generate.py writes, one module per mirror of the schema."""
