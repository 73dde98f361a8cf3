# SPDX-License-Identifier: MIT
"""Every kind of constraint that Blender has, beside Blender at whole, half and random frames."""
from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import corpus  # noqa: E402
from compare import Comparison, Result  # noqa: E402

LIMIT = 1e-5  # of the matrix error where curves move what is seen
LEAST = 22  # kinds that let something move


def test_every_constraint_plays_as_in_blender(blender: Any, build_folder: Path, tmp_path: Path) -> None:
    blend = tmp_path / "constraints.blend"
    done = blender.run(["--python", HERE / "scenes" / "constraints_scene.py", "--", blend])
    assert done.returncode == 0, done.stdout + done.stderr
    pav, report = corpus.export(blender.name, blend, tmp_path, 600)
    oracle = corpus.ask_oracle(blender.name, blend, tmp_path, "oracle.npz", ["--moments", "40"], 600)
    comparison = Comparison(pav, oracle, build_folder / "pavane-dump", LIMIT)
    result: Result = comparison.run()
    print(f"curves {result.curve_error:.1e}: {result.curve_place}; sampled {result.sampled_error:.1e}: "
          f"{result.sampled_place}")
    assert not result.problems and result.bad == {}
    assert report["causes"] == []
    recorded = np.load(oracle)
    nodes = json.loads(recorded["meta"].tobytes())["nodes"]
    moving = {node["name"] for i, node in enumerate(nodes)
              if np.ptp(recorded["matrices_0"][:, i], axis=0).max() > 0.1}
    print(sorted(moving))
    assert len({name for name in moving if name.isupper()}) >= LEAST
