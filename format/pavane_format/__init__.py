# SPDX-License-Identifier: MIT
"""The .pav format in Python: the model, a writer and a reader.  Needs numpy alone."""
