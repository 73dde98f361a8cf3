# SPDX-License-Identifier: MIT
"""`./dev corpus`: whatever becomes of a file, it is one row with its cause, and the others go on."""
from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE))

import corpus  # noqa: E402

COLUMNS = ["file", "blender", "status", "seconds", "bytes", "objects_in_blender", "objects_exported", "nodes",
           "clips", "constant", "curve", "sampled", "left_out", "unaccounted", "curve_error", "sampled_error", "vertex_error",
           "materials",
           "material_error", "cameras", "camera_error", "lights", "light_error", "other_error", "cause"]
# The exporter, but for files of certain names.
COMMAND = """
import bpy, os, runpy, signal, sys, time
name = bpy.path.basename(bpy.data.filepath)
if name == "raises.blend":
    raise ValueError("a fault of the exporter")
if name == "dies.blend":
    os.kill(os.getpid(), signal.SIGKILL)
if name == "hangs.blend":
    time.sleep(600)
sys.argv[0] = {command!r}
runpy.run_path({command!r}, run_name="__main__")
"""
HANG_LIMIT = 5.0  # seconds; the other steps may take as long as a busy machine needs

Ran = tuple[int, str, list[list[str]]]


@pytest.fixture(scope="module")
def ran(one_blender: Any, build_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Ran:
    """Exit status, what was printed and the CSV of a run over one file of each kind."""
    folder, work = tmp_path_factory.mktemp("corpus"), tmp_path_factory.mktemp("corpus work")
    done = one_blender.run(["--python", HERE / "scenes" / "corpus_scenes.py", "--", folder])
    assert done.returncode == 0, done.stdout + done.stderr
    (folder / "garbage.blend").write_bytes(b"BLENDER is what it begins with" * 40)
    command, table = work / "command.py", work / "rows.csv"
    command.write_text(COMMAND.format(command=str(corpus.COMMAND)))
    # A process of its own, so that what it prints and how it ends are seen as they are.
    script = (f"import sys; sys.path.insert(0, {str(HERE)!r})\n"
              "import corpus\nfrom pathlib import Path\n"
              f"corpus.COMMAND, corpus.WORK = Path({str(command)!r}), Path({str(work)!r})\n"
              f"corpus.PROGRAM = Path({str(build_folder / 'pavane-dump')!r})\n"
              "run = corpus.run_blender\n"
              "def short(version, arguments, timeout):\n"
              "    hangs = arguments[0].name == 'hangs.blend' and '--report' in arguments\n"
              f"    return run(version, arguments, {HANG_LIMIT} if hangs else timeout)\n"
              "corpus.run_blender = short\n"
              "sys.exit(corpus.main(sys.argv[1:]))\n")
    words = [folder, "--blenders", one_blender.name, "--csv", table, "--jobs", "2"]
    done = subprocess.run([sys.executable, "-c", script, *words], capture_output=True, text=True, timeout=900)
    assert done.stderr == ""
    with table.open(newline="") as stream:
        return done.returncode, done.stdout, list(csv.reader(stream))


def row(ran: Ran, name: str) -> dict[str, str]:
    (found,) = [line for line in ran[2] if line[0] == f"{name}.blend"]
    return dict(zip(COLUMNS, found, strict=True))


def test_the_csv_has_the_columns_and_one_row_a_file(ran: Ran) -> None:
    assert ran[2][0] == COLUMNS
    assert [line[0] for line in ran[2][1:]] == [f"{name}.blend" for name in
                                               ("dies", "differs", "garbage", "good", "hangs", "raises")]


def test_a_good_file_is_ok(ran: Ran, one_blender: Any) -> None:
    good = row(ran, "good")
    assert (good["blender"], good["status"], good["cause"]) == (one_blender.name, "ok", "")
    assert (good["objects_in_blender"], good["objects_exported"], good["nodes"], good["clips"]) == ("1",) * 4
    assert (good["constant"], good["curve"], good["sampled"], good["left_out"]) == ("0", "1", "0", "0")
    assert good["unaccounted"] == "0"
    assert max(float(good["curve_error"]), float(good["sampled_error"]), float(good["vertex_error"])) <= corpus.LIMIT
    assert int(good["bytes"]) > 0 and float(good["seconds"]) > 0


def test_what_the_exporter_predicted_is_the_cause_of_a_difference(ran: Ran) -> None:
    differs = row(ran, "differs")
    assert differs["status"] == "differs"
    assert "is animated" in differs["cause"] and "unexplained" not in differs["cause"]
    assert float(differs["vertex_error"]) > corpus.VERTEX_LIMIT > corpus.LIMIT >= float(differs["curve_error"])


@pytest.mark.parametrize(("name", "status", "cause"), [
    ("garbage", "unopened", "Blender {} does not open it"),
    ("raises", "failed", "export exit 3: ValueError: a fault of the exporter"),
    ("dies", "failed", "export exit -9: "),
    ("hangs", "failed", f"no end within {HANG_LIMIT:.0f} s"),
])
def test_what_goes_wrong_is_a_row(ran: Ran, one_blender: Any, name: str, status: str, cause: str) -> None:
    found = row(ran, name)
    assert found["status"] == status
    assert found["cause"].startswith(cause.format(one_blender.name))
    assert found["curve_error"] == found["sampled_error"] == found["vertex_error"] == "inf"


def test_the_summary_counts_the_rows(ran: Ran, one_blender: Any) -> None:
    lines = ran[1].splitlines()
    assert (f"Blender {one_blender.name}: 6 files, 5 opened, 1 ok (20.0 % of the opened), 1 differ, 3 failed") in lines
    assert f"   1  {row(ran, 'differs')['cause']}" in lines
    assert lines[-1] == ("1 of 5 rows within 1e-05 where curves move them, their bound where samples do, 0.0001 in points "
                         "and 1e-05 in looks (20.0 %)")


def test_a_failed_row_fails_the_run(ran: Ran) -> None:
    assert ran[0] == 1


def test_a_folder_without_files_is_refused_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert corpus.main([str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"no .blend in {tmp_path}\n"


def test_help_says_what_each_option_does() -> None:
    done = subprocess.run([sys.executable, HERE / "corpus.py", "--help"], capture_output=True, text=True, check=True)
    for words in ("files side by side", "seconds for one step", "where the .blend files are", "write the rows"):
        assert words in " ".join(done.stdout.split())
