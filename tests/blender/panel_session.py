# SPDX-License-Identifier: MIT
"""Uses the export as an artist does, in a Blender with a window, and writes what came of it: `-- FOLDER`."""
from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import bpy

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "blender_addon")]

import pavane  # noqa: E402
from pavane import background, panels  # noqa: E402
from pavane.export_operator import PAVANE_OT_export  # noqa: E402
from gui_steps import FOLDER, Steps, area, middle, picture, press, run, until, window  # noqa: E402

LONG, SHORT = FOLDER / "long.blend", FOLDER / "short.blend"
found: dict[str, Any] = {}
drawn: set[str] = set()


def make_scene(path: Path, last: int) -> None:
    """A box that follows a moving target, which is sampled, and a text, which does not travel."""
    bpy.ops.wm.read_homefile(use_factory_startup=True)
    with bpy.context.temp_override(window=window()):
        target = bpy.data.objects["Light"]
        for frame, x in ((1, 0.0), (last, 9.0)):
            target.location.x = x
            target.keyframe_insert("location", frame=frame)
        box = bpy.data.objects["Cube"]
        box.constraints.new("COPY_LOCATION").target = target
        text = bpy.data.objects.new("Sign", bpy.data.curves.new("Sign", "FONT"))
        bpy.context.scene.collection.objects.link(text)
        text.data.keyframe_insert("size", frame=1)
        bpy.ops.wm.save_as_mainfile(filepath=str(path))


def browser(target: Path, **options: Any) -> Steps:
    """Opens the file browser, as File > Export does."""
    with bpy.context.temp_override(window=window()):
        bpy.ops.export_scene.pavane("INVOKE_DEFAULT", filepath=str(target), **options)
    yield from until(lambda: area("FILE_BROWSER") and area("FILE_BROWSER").spaces.active.active_operator)
    yield 0.5


def operator() -> Any:
    return area("FILE_BROWSER").spaces.active.active_operator


def confirm() -> Steps:
    yield from press("RET", middle(area("FILE_BROWSER")))
    yield from until(lambda: area("FILE_BROWSER") is None)


def is_running() -> bool:
    return PAVANE_OT_export.running is not None


def reports() -> str:
    """What the Info editor lists; the timeline's place is borrowed for one."""
    borrowed = window().screen.areas[-1]
    kind, borrowed.type = borrowed.type, "INFO"
    with bpy.context.temp_override(window=window(), area=borrowed, region=borrowed.regions[-1]):
        bpy.ops.info.select_all(action="SELECT")
        bpy.ops.info.report_copy()
    borrowed.type = kind
    return bpy.context.window_manager.clipboard


def leftovers() -> list[str]:
    return sorted(path.name for path in (FOLDER / "tmp").glob("pavane-*"))


# ---- What an artist does ----


def cancelling() -> Steps:
    bpy.ops.wm.open_mainfile(filepath=str(LONG))
    yield 0.5
    target = FOLDER / "cancelled.pav"
    target.write_bytes(b"the last export")
    yield from browser(target)
    yield from picture("browser")
    yield from confirm()
    found["runs"], found["its folder"] = is_running(), leftovers()
    yield from until(lambda: "frame" in PAVANE_OT_export.running.progress[1])
    yield from picture("running")
    bpy.data.objects["Cube"].location.y = 5  # work goes on
    yield from press("ESC")
    yield 2.0
    yield from picture("cancelled")
    found["runs after Esc"], found["after Esc"] = is_running(), target.read_bytes().decode()
    found["left after Esc"], found["said after Esc"] = leftovers(), reports()


def opening_another_file() -> Steps:
    bpy.ops.wm.open_mainfile(filepath=str(LONG))
    yield from browser(FOLDER / "other.pav")
    yield from confirm()
    bpy.ops.wm.open_mainfile(filepath=str(SHORT))
    yield 0.5
    found["runs in another file"], found["left in another file"] = is_running(), leftovers()


def finishing() -> Steps:
    """With a change that is not saved yet."""
    target = FOLDER / "finished.pav"
    with bpy.context.temp_override(window=window(), area=area("VIEW_3D"), region=area("VIEW_3D").regions[-1]):
        bpy.context.view_layer.objects.active = bpy.data.objects["Cube"]
        bpy.ops.transform.translate("EXEC_DEFAULT", True, value=(0, 0, 3))
    yield 0.5
    found["dirty before"] = bpy.data.is_dirty
    yield from browser(target)
    yield from confirm()
    yield from until(target.exists)
    yield from until(lambda: not is_running())
    yield from picture("report")
    with bpy.context.temp_override(window=window()):
        bpy.ops.pavane.copy_report()
    found["copied"] = bpy.context.window_manager.clipboard
    yield from press("ESC")
    found["dirty after"], found["keys after"] = bpy.data.is_dirty, list(bpy.context.scene.keys())
    bpy.ops.wm.save_as_mainfile(filepath=str(FOLDER / "changed.blend"))
    found["said after finishing"], found["left after finishing"] = reports(), leftovers()


def failing() -> Steps:
    yield from browser(FOLDER / "failed.pav", collection="nowhere")
    yield from confirm()
    yield from until(lambda: not is_running())
    yield from picture("failed")
    found["said after failing"], found["left after failing"] = reports(), leftovers()
    yield from press("ESC")


def another_export() -> Steps:
    """While one is running."""
    bpy.ops.wm.open_mainfile(filepath=str(LONG))
    yield from browser(FOLDER / "first.pav")
    yield from confirm()
    yield from browser(FOLDER / "second.pav")
    yield from confirm()
    yield 0.5
    found["said of the second"], found["first goes on"] = reports(), is_running()
    yield from press("ESC")
    yield from press("ESC")
    found["first ended"] = not is_running()
    bpy.ops.wm.open_mainfile(filepath=str(SHORT))


def presets() -> Steps:
    yield from browser(FOLDER / "preset.pav")
    context = dict(window=window(), area=area("FILE_BROWSER"), region=area("FILE_BROWSER").regions[-1])
    operator().visible = True
    try:
        with bpy.context.temp_override(**context):
            bpy.ops.wm.operator_preset_add(name="Shown", operator="EXPORT_SCENE_OT_pavane")
        operator().visible = False
        preset = next((FOLDER / "user").rglob("Shown.py"))
        found["preset"] = preset.read_text()
        with bpy.context.temp_override(**context):
            bpy.ops.script.execute_preset(filepath=str(preset), menu_idname="WM_MT_operator_presets")
        found["visible by preset"] = operator().visible
    except RuntimeError as error:
        found["presets fail"] = str(error)
    yield from press("ESC", middle(area("FILE_BROWSER")))
    yield from until(lambda: area("FILE_BROWSER") is None)


def remembering() -> Steps:
    yield from browser(FOLDER / "remembered.pav")
    found["remembers at first"] = operator().remember
    operator().remember, operator().renderable = True, True
    area("FILE_BROWSER").tag_redraw()
    yield from picture("remember")
    yield from confirm()
    yield from until(lambda: not is_running())
    yield 0.5
    yield from press("ESC")
    found["kept"] = bpy.context.scene["pavane export"].to_dict()
    found["dirty by keeping"] = bpy.data.is_dirty
    bpy.ops.wm.save_as_mainfile(filepath=str(FOLDER / "keeps.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(FOLDER / "keeps.blend"))
    yield 0.5
    yield from browser(FOLDER / "again.pav")
    found["recalled"] = [operator().remember, operator().renderable, operator().visible]
    operator().remember = False
    yield from confirm()
    yield from until(lambda: not is_running())
    yield 0.5
    yield from press("ESC")
    found["forgotten"] = "pavane export" not in bpy.context.scene
    with bpy.context.temp_override(window=window()):
        bpy.ops.ed.undo()
    found["undone"] = "pavane export" in bpy.context.scene
    bpy.context.scene["pavane export"] = {"clips": "dance", "gone": 1, "visible": 1}
    yield from browser(FOLDER / "odd.pav")
    found["odd"], found["problems"] = [operator().visible, operator().clips], list(operator().problems)
    yield from picture("odd")
    yield from press("ESC", middle(area("FILE_BROWSER")))
    yield from until(lambda: area("FILE_BROWSER") is None)


def collection_exporter() -> Steps:
    """Collection Properties > Exporters, since 4.2."""
    if not hasattr(bpy.types, "FileHandler"):
        return
    bpy.ops.wm.open_mainfile(filepath=str(SHORT))
    yield 0.5
    properties = area("PROPERTIES")
    collection = bpy.data.collections["Collection"]
    with bpy.context.temp_override(window=window(), area=properties, region=properties.regions[-1],
                                   collection=collection):
        bpy.ops.collection.exporter_add(name="IO_FH_pavane")
        exporter = collection.exporters[0]
        exporter.export_properties.filepath = str(FOLDER / "collection.pav")
        exporter.export_properties.error_bound = 0.01
        properties.spaces.active.context = "COLLECTION"
        bpy.ops.screen.screen_full_area()
    yield from picture("collection")
    with bpy.context.temp_override(window=window(), area=area("PROPERTIES")):
        bpy.ops.screen.screen_full_area()
    with bpy.context.temp_override(window=window(), collection=collection):
        bpy.ops.collection.exporter_export(index=0)
    found["said of the collection"] = reports()


def copying() -> Steps:
    bpy.ops.wm.open_mainfile(filepath=str(FOLDER / "rich.blend"))
    yield 0.5
    with bpy.context.temp_override(window=window()):
        background._save_copy(str(FOLDER / "copy.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(SHORT))


def importing() -> Steps:
    """From the file browser, and by dropping a file, as far as Blender lets a script do it."""
    bpy.ops.wm.open_mainfile(filepath=str(SHORT))
    yield 0.5
    with bpy.context.temp_override(window=window()):
        bpy.ops.import_scene.pavane("INVOKE_DEFAULT")
    yield from until(lambda: area("FILE_BROWSER") and area("FILE_BROWSER").spaces.active.active_operator)
    yield 0.5
    area("FILE_BROWSER").spaces.active.params.directory = str(FOLDER).encode()
    area("FILE_BROWSER").spaces.active.params.filename = "finished.pav"
    yield from picture("import")
    yield from confirm()
    yield 0.5
    found["imported"] = sorted(action.name for action in bpy.data.actions)
    found["said of the import"] = reports()
    if not hasattr(bpy.types, "FileHandler"):
        return
    view = area("VIEW_3D")
    with bpy.context.temp_override(window=window(), area=view, region=view.regions[-1]):
        bpy.ops.wm.drop_import_file("INVOKE_DEFAULT", directory=str(FOLDER), files=[{"name": "finished.pav"}])
    yield 0.5
    found["dropped"] = sorted(action.name for action in bpy.data.actions)


def everything() -> Steps:
    make_scene(LONG, 60000)
    make_scene(SHORT, 9)
    for part in (cancelling, opening_another_file, finishing, failing, another_export, presets, remembering,
                 collection_exporter, copying, importing):
        yield from part()
    found["drawn"] = sorted(drawn)
    (FOLDER / "found.json").write_text(json.dumps(found))


def record_sections() -> None:
    """Which sections are drawn in which editor."""
    def recorded(name: str, contents: Any) -> Any:
        def draw(layout: Any, operator: Any, context: Any) -> None:
            drawn.add(f"{name} in {context.space_data.type}")
            contents(layout, operator, context)

        return draw

    panels.SECTIONS = tuple((name, title, recorded(name, contents)) for name, title, contents in panels.SECTIONS)


record_sections()
pavane.register()
run(everything())
