# SPDX-License-Identifier: BSD-3-Clause
"""What the tests share."""

import importlib.util
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

#: The top of the source tree, whose records are read.
TOP = pathlib.Path(__file__).resolve().parents[2]
RESULTS = sorted((TOP / "results").glob("*.jsonl"))
SAMPLE = TOP / "tests" / "sample-run.jsonl"

#: A built gkhost; None: what it says is not looked at.
GKHOST = os.environ.get("GKHOST")

needs_host = unittest.skipUnless(GKHOST, "needs a built gkhost, named by GKHOST")


def result(name):
    """One of the records, whatever others there are."""
    return TOP / "results" / f"h200-{name}.jsonl"


def needs(module):
    """Skips a test without a package."""
    there = importlib.util.find_spec(module) is not None
    return unittest.skipUnless(there, f"needs {module}")


def gkhost(*arguments, statuses=(0, 1), **more):
    """Runs the built gkhost, and returns what it prints."""
    done = subprocess.run(
        [GKHOST, *map(str, arguments)], capture_output=True, text=True, **more
    )
    if done.returncode not in statuses:
        raise AssertionError(f"{arguments}: {done.returncode}: {done.stderr}")
    return done.stdout


def run_record(**fields):
    cpu = {"name": "cpu", "description": "a processor", "cores": 2}
    return {"type": "run", "format": 2, "gkhost": "0.1.0", "devices": [cpu], **fields}


def case_record(number=0, seconds=1e-3, **fields):
    case = {
        "type": "case",
        "case": number,
        "problem": 0,
        "job": "j",
        "family": "copy",
        "plugin": "copy",
        "variant": "v",
        "device": "cpu",
        "status": "ok",
        "params": {"rows": 9},
        "mode": {"cache": "cold"},
        "time": {"median_s": seconds},
        "spent": {"total_s": 1},
        "settings": {},
    }
    case.update(fields)
    return case


def rounds(variant, seconds, n=10, rough=0.001, **fields):
    """A case in rounds, each of them up to 0.3 % off."""
    return [
        case_record(
            i,
            seconds * (1 + rough * (i * 7 % 4)),
            variant=variant,
            **({"round": i} if n > 1 else {}),
            **fields,
        )
        for i in range(n)
    ]


def change_record(variant, verdict="same", **fields):
    """As gkhost compare prints it."""
    sides = {side: {"status": "ok", "rounds": 2} for side in ("old", "new")}
    return {"type": "change", "variant": variant, **sides, "verdict": verdict, **fields}


class InFolder(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write_comparison(self, *changes):
        """What gkhost compare printed, with a margin of 2 %."""
        paths = {side: {"path": f"{side}.jsonl"} for side in ("old", "new")}
        head = {"type": "comparison", **paths, "margin": 0.02, "slower": 1}
        return self.write("changes", head, *changes)

    def write(self, name, *lines):
        """Writes a file of records, or of lines as they are."""
        path = self.folder / name
        with open(path, "wb") as file:
            for line in lines:
                if isinstance(line, dict):
                    line = json.dumps(line, separators=(",", ":")).encode() + b"\n"
                file.write(line)
        return path
