# SPDX-License-Identifier: MIT
"""The add-on's zip: what Blender installs."""

from __future__ import annotations

import subprocess
import zipfile
from pathlib import Path

DEV = Path(__file__).resolve().parents[2] / "dev"


def test_it_holds_the_add_on_and_the_writer_in_one_folder_and_is_the_same_each_time(tmp_path: Path) -> None:
    first, second = tmp_path / "first.zip", tmp_path / "second.zip"
    for target in first, second:
        subprocess.run([DEV, "addon", target], check=True)
    names = zipfile.ZipFile(first).namelist()
    assert {name.split("/")[0] for name in names} == {"pavane"}
    assert {"pavane/LICENSE", "pavane/__init__.py", "pavane/pavane_format/__init__.py"} <= set(names)
    assert len(names) == len(set(names))
    assert first.read_bytes() == second.read_bytes()


def test_a_folder_that_is_not_there_is_refused_by_name(tmp_path: Path) -> None:
    ran = subprocess.run([DEV, "addon", tmp_path / "absent" / "addon.zip"], capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (1, f"addon_zip.py: {tmp_path / 'absent'}: no such folder\n")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_in_place_of_the_zip_is_refused_by_name(tmp_path: Path) -> None:
    ran = subprocess.run([DEV, "addon", tmp_path], capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (1, f"addon_zip.py: {tmp_path}: Is a directory\n")
