# SPDX-License-Identifier: MIT
"""`python -m pavane`: what is in a file."""

import sys

from ._command import main

sys.exit(main())
