# SPDX-License-Identifier: GPL-3.0-or-later
"""Export without a window: `blender -b IN.blend --python command.py -- OUT.pav [OPTIONS]`.

Runs on its own, so it first makes the package that it lies in importable, without installing it.
"""
from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

PACKAGE = "pavane_addon"


def main(words: list[str], package: str) -> int:
    """Exports the open file as the words of a command line say; the exit status."""
    settings = importlib.import_module(package + ".settings")
    try:
        arguments = settings.parser("pavane_export").parse_args(words)
    except SystemExit as stop:
        return int(stop.code or 0)
    if importlib.util.find_spec("numpy") is None:
        print("pavane: the Python of this Blender has no numpy (Debian and Ubuntu: python3-numpy)",
              file=sys.stderr)
        return 1
    export = importlib.import_module(package + ".export")
    files = importlib.import_module(package + ".files")
    report = importlib.import_module(package + ".report")
    scope = importlib.import_module(package + ".gather.scope")
    try:
        if arguments.report:
            files.check_folder(arguments.report)
        data = export.export(arguments.output, settings.from_arguments(arguments)).as_dict()
        if arguments.report:
            files.replace(arguments.report, report.as_json(data).encode())
    except (OSError, scope.ScopeError, export.ExportError) as error:
        print(f"pavane: {report.failure(error, arguments.output)}", file=sys.stderr)
        return 1
    print("\n".join(report.lines(data)))
    return 0


def load_package() -> str:
    folder = Path(__file__).resolve().parent
    spec = importlib.util.spec_from_file_location(PACKAGE, folder / "__init__.py",
                                                  submodule_search_locations=[str(folder)])
    module = importlib.util.module_from_spec(spec)
    sys.modules[PACKAGE] = module
    spec.loader.exec_module(module)
    return PACKAGE


if __name__ == "__main__":
    words = sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else []
    status = main(words, load_package())
    sys.stdout.flush()
    if status:
        sys.exit(status)
