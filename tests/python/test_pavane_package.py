# SPDX-License-Identifier: MIT
"""The package as such: its enums, stubs, installation, interpreters, and what it leaks."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import types
from enum import IntEnum
from pathlib import Path

import pavane
import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = Path(pavane.__file__).parent
SMALL = ROOT / "tests" / "golden" / "small.pav"
SCENE = ROOT / "tests" / "c" / "fixtures" / "scene.pav"


def python(*arguments: str | Path, timeout: float = 300) -> subprocess.CompletedProcess[str]:
    """A fresh interpreter that has the package."""
    environment = os.environ | {"PYTHONPATH": str(PACKAGE.parent), "MYPYPATH": str(PACKAGE.parent)}
    return subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=timeout,
        cwd="/",
    )


def load_schema() -> types.ModuleType:
    spec = importlib.util.spec_from_file_location("pavane_test_schema", ROOT / "format" / "schema.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


# ---- What it says of itself ----


def test_the_enums_are_those_of_the_schema() -> None:
    schema = load_schema()
    played = [chunk for chunk in schema.CHUNKS if chunk.type != "BLND"]  # which only an import reads
    used = {thing.ref for chunk in played for table in chunk.tables for thing in (table, *table.fields)}
    for declared in schema.ENUMS:
        if declared.name not in used:
            assert not hasattr(pavane, declared.name.title().replace("_", ""))
            continue
        ours = getattr(pavane, declared.name.title().replace("_", ""))
        assert issubclass(ours, IntEnum | int)
        assert {member.name.lower(): member.value for member in ours} == declared.values, declared.name


def test_the_other_enums_are_those_of_the_header() -> None:
    headers = (ROOT / "runtime" / "include" / "pavane").glob("*.h")
    header = "".join(path.read_text() for path in headers)
    for name, type_name, prefix in (
        ("Value", "pav_value", "PAV_VALUE_"),
        ("Phase", "pav_phase", "PAV_PHASE_"),
        ("LinkStatus", "pav_link_status", "PAV_LINK_"),
        ("EventKind", "pav_event_kind", "PAV_EVENT_KIND_"),
        ("FadeCurve", "pav_fade_curve", "PAV_FADE_CURVE_"),
        ("Normals", "pav_normals", "PAV_NORMALS_"),
    ):
        body = header.partition(f"typedef enum {type_name} {{")[2].partition("}")[0]
        names = [word.strip(" ,") for line in body.splitlines() for word in line.split("/**")[0].split(",")]
        listed = [name.removeprefix(prefix) for name in names if name.startswith(prefix)]
        assert [member.name for member in getattr(pavane, name)] == listed
        assert [member.value for member in getattr(pavane, name)] == list(range(len(listed)))


def test_the_version_is_the_librarys() -> None:
    assert f'"{pavane.__version__}"' in (ROOT / "runtime" / "src" / "version.c").read_text()


def test_all_names_what_the_package_has() -> None:
    assert sorted(set(pavane.__all__)) == sorted(pavane.__all__)
    assert all(hasattr(pavane, name) for name in pavane.__all__)
    assert (PACKAGE / "py.typed").exists()


def test_exceptions_are_what_the_standard_library_has_too() -> None:
    assert issubclass(pavane.FormatError, ValueError) and issubclass(pavane.NotFoundError, KeyError)
    for name in "FormatError", "VersionError", "NotFoundError", "LinkError", "CapacityError", "CallbackError":
        assert (
            issubclass(getattr(pavane, name), pavane.Error) and getattr(pavane, name).__module__ == "pavane"
        )


def test_the_writer_comes_with_it() -> None:
    done = python(
        "-c", "import pavane.format.writer, pavane.format.reader; print(pavane.format.layout.VERSION)"
    )
    assert (done.returncode, done.stdout) == (0, "0\n"), done.stderr


# ---- Its types ----


def test_the_stub_says_what_the_extension_has() -> None:
    done = python("-m", "mypy.stubtest", "pavane._pavane")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_package_is_strictly_typed(tmp_path: Path) -> None:
    done = python("-m", "mypy", "--strict", "--cache-dir", tmp_path, "-p", "pavane", "--exclude", "format",
                  "--follow-imports", "silent")  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_user_of_the_package_is_checked(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import pavane\n"
        "player = pavane.Player(pavane.Scene(pavane.Document('a.pav')))\n"
        "playback: pavane.Playback = player.play('Walk', mode=pavane.PlayMode.LOOP)\n"
        "player.play(3.5)\n"
    )
    done = python("-m", "mypy", "--strict", "--cache-dir", tmp_path / "cache", program)
    assert "program.py:4: error:" in done.stdout and "Found 1 error" in done.stdout, done.stdout


def test_every_public_name_is_known_to_a_type_checker(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    lines = [f"from pavane import {name}\nprint({name}, pavane.{name})\n" for name in pavane.__all__]
    program.write_text("import pavane\n" + "".join(lines))
    done = python("-m", "mypy", "--strict", "--cache-dir", tmp_path / "cache", program)
    assert done.returncode == 0, done.stdout + done.stderr


# ---- Interpreters ----

INTERPRETERS = """
import _xxsubinterpreters as interpreters
import pavane

program = '''
import pavane
scene = pavane.Scene(pavane.Document({file!r}))
seen = []
scene.add_callback(lambda s: seen.append(s is scene))
player = pavane.Player(scene)
player.play("Slide")
player.update(0.5)
assert scene.world_matrix("Root")[12] == 5 and seen == [True]
try:
    pavane.Document(b"")
except pavane.FormatError:
    pass
'''
for _ in range(3):
    interpreter = interpreters.create()
    interpreters.run_string(interpreter, program)
    interpreters.destroy(interpreter)
exec(program)
"""


def test_each_interpreter_has_a_module_of_its_own() -> None:
    done = python("-c", INTERPRETERS.replace("{file!r}", repr(str(SCENE))))
    assert done.returncode == 0, done.stderr


# ---- Leaks, in a fresh process ----

USES = {
    "load": "pavane.Document(small)",
    "fail": "attempt(lambda: pavane.Document(b'nothing'))",
    "read": "_describe.everything(pavane.Document(small)); _describe.summary(pavane.Document(looks))",
    "scene": "s = pavane.Scene(pavane.Document(scene)); s.update(); s.world_matrices; s.points('Face')",
    "callbacks": "s = pavane.Scene(pavane.Document(scene)); s.add_callback(lambda x: (s, 1 / 0));"
    " attempt(s.update)",
    "player": "p = pavane.Player(pavane.Scene(pavane.Document(scene))); p.play('Slide').time = 1;"
    " p.update(.1); p.playbacks; p.binding.links; attempt(lambda: p.play('Nothing'))",
    "link": "d = pavane.Document(scene); s = pavane.Scene(d, callbacks=[pavane.UpdateCallback()]);"
    " pavane.Binding(d, s, owners={'Root': 'Face'})",
    "changes": "p = pavane.Player(pavane.Scene(pavane.Document(scene))); q = p.play('Slide');"
    " m = pavane.Mask(p.scene.document); q.mask = m; q.mask = None; q.mask = m; q.priority = 3; q.loop_count = 2;"
    " q.mode = pavane.PlayMode.LOOP; q.seek(.5, True); q.fade_out(1); p.cross_fade(None, p.play('Slide'), 1);"
    " [getattr(q, name) for name in dir(q)]",
    "events": "p = pavane.Player(pavane.Scene(pavane.Document(scene)));"
    " p.play('Slide', then=pavane.Transition('Slide', ratio=.5, fade=.1)); h = p.add_event('Slide', 'e', ratio=.5);"
    " p.add_event_callback(lambda e: (p, 1 / 0)); attempt(lambda: p.update(.3)); attempt(lambda: p.update(.3));"
    " p.poll_event(); p.added_events; p.remove_event(h); attempt(lambda: p.add_event('Slide', 'e', ratio=2))",
    "sockets": "d = pavane.Document(scene); s, t = pavane.Scene(d), pavane.Scene(d); s.attach(t, 'Root');"
    " h = s.attach('Face', 'Root'); s.update(); s.sockets; s.detach(h); attempt(lambda: t.attach(s, 'Root'));"
    " s.set_override(s.element_target('Root', 'location'), (1, 2, 3)); s.update()",
    "phases": "s = pavane.Scene(pavane.Document(scene)); [s.add_callback(lambda x, n: (s, 1 / 0), phase=p, only='Root')"
    " for p in pavane.Phase]; sys.unraisablehook = lambda a: None; attempt(s.update); s.callbacks;"
    " attempt(lambda: s.add_callback(print, only='Nothing')); attempt(lambda: s.add_callback(5))",
    "builder": "b = pavane.Builder(); b.add_mesh('M', [(0, 0, 0)] * 3, [(0, 1, 2)]);"
    " b.add_node('M', mesh='M'); b.add_material('A', {'x': 1}); b.add_clip('C');"
    " b.add_channel('C', 'M', 'location', [[(0, 0), (1, 1)]]); b.finish();"
    " attempt(lambda: b.add_uv_layer('M', 'U', [1]))",
}
LEAKS = """
import gc, sys, tracemalloc
import pavane
from pavane import _describe
small, looks, scene = {files}

def attempt(call):
    try:
        call()
    except Exception:
        pass

def use():
    {use}

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096

def run(times):
    for i in range(times):
        use()
        if i % 50 == 49:
            gc.collect()

def least_growth(measure):
    '''Of five windows of 100 uses: what is left behind is left in each; free lists and arenas breathe.'''
    sizes = [measure()]
    for _ in range(5):
        run(100)
        sizes.append(measure())
    return min(after - before for before, after in zip(sizes, sizes[1:]))

run(100)
types = [t for t in vars(pavane._pavane).values() if isinstance(t, type)]
counts = [sys.getrefcount(t) for t in types]
grown = least_growth(resident)
assert grown < 100 * 1000, f"{{grown}} bytes more of the process after 100 times"  # A document has some kB.
assert [sys.getrefcount(t) for t in types] == counts, "objects that keep their type"
tracemalloc.start()
run(50)
grown = least_growth(lambda: tracemalloc.get_traced_memory()[0])
assert grown < 100 * 16, f"{{grown}} bytes more of Python's memory after 100 times"  # An object has 16.
"""


@pytest.mark.parametrize("use", USES)
def test_nothing_is_left_behind(use: str) -> None:
    files = repr((str(SMALL), str(SMALL.with_name("looks.pav")), str(SCENE)))
    done = python("-c", LEAKS.format(files=files, use=USES[use]))
    assert done.returncode == 0, done.stderr


# ---- Installing ----


def source_distribution(folder: Path) -> Path:
    """Made of a copy of the repository, and unpacked."""
    checkout = folder / "checkout"
    checkout.mkdir()
    copied = "setup.py pyproject.toml MANIFEST.in LICENSE README.md sources.txt flags.txt format runtime viewer"
    for name in copied.split():
        subprocess.run(["cp", "-r", ROOT / name, checkout], check=True)
    command = [sys.executable, "setup.py", "-q", "sdist", "--dist-dir", folder]
    subprocess.run(command, cwd=checkout, check=True, capture_output=True, timeout=120)
    (packed,) = folder.glob("pavane-*.tar.gz")
    subprocess.run(["tar", "-xf", packed, "-C", folder], check=True)
    return packed.with_name(packed.name.removesuffix(".tar.gz"))


def test_a_source_distribution_installs_without_the_network(tmp_path: Path) -> None:
    unpacked = source_distribution(tmp_path)
    for name in "LICENSE", "sources.txt", "flags.txt", "runtime/include/pavane/pavane.h", "format/src/schema.inc":
        assert (unpacked / name).is_file(), name
    assert not (unpacked / "tests").exists()
    subprocess.run(
        [sys.executable, "-m", "venv", "--system-site-packages", tmp_path / "venv"], check=True, timeout=120
    )
    program = tmp_path / "venv" / "bin" / "python"
    options = ["--no-build-isolation", "--no-index", "--no-deps", "--disable-pip-version-check", "-q"]
    done = subprocess.run(
        [program, "-m", "pip", "install", *options, unpacked], capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stdout + done.stderr
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    check = "import pavane, pavane._view, pavane.format.writer; print(pavane.__file__, pavane.Document(r'%s'))" % SMALL
    done = subprocess.run(
        [program, "-c", check], env=environment, capture_output=True, text=True, timeout=60, cwd=tmp_path
    )
    assert done.returncode == 0 and str(tmp_path / "venv") in done.stdout, done.stdout + done.stderr
    wheels = subprocess.run(
        [program, "-m", "pip", "show", "-f", "pavane"], capture_output=True, text=True, timeout=60
    ).stdout
    assert (
        "pavane/_pavane.abi3.so" in wheels and "pavane/_view.abi3.so" in wheels and "pavane/_pavane.pyi" in wheels and "pavane/py.typed" in wheels
    )
