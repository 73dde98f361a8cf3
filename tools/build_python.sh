#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the Python package into build/python and installs it into .venv, which has the distribution's own packages
# too. Nothing is fetched; where nothing has changed it is done at once.
set -eu
cd "$(dirname "$0")/.."
mkdir -p build

python3 setup.py -q build --build-base build/python-objects --build-lib build/python

.venv/bin/python -c '' 2>/dev/null || python3 -m venv --clear --system-site-packages .venv
if [ ! -f .venv/installed ] || [ -n "$(find build/python -newer .venv/installed ! -name '*.pyc' -type f)" ]; then
    rm -rf build/wheel
    python3 setup.py -q build --build-base build/python-objects --build-lib build/python \
        egg_info --egg-base build bdist_wheel --skip-build --dist-dir build/wheel --bdist-dir build/python-wheel
    touch build/wheel.time
    .venv/bin/python -m pip install -q --no-index --no-deps --force-reinstall --disable-pip-version-check build/wheel/*.whl
    mv build/wheel.time .venv/installed
fi
