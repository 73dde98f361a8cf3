#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the Python package into build/python, where the tests and `./dev python` find it.
set -eu
cd "$(dirname "$0")/.."
mkdir -p build
python3 setup.py -q build --build-base build/python-objects --build-lib build/python
