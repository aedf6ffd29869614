# SPDX-License-Identifier: BSD-3-Clause
"""`python -m gkhost` prints to where its user looks, and ends as gkhost does."""

import contextlib
import csv
import io
import os
import subprocess
import sys
import unittest
import unittest.mock

import gkhost
from common import SAMPLE, TOP, InFolder, needs, rounds, run_record
from gkhost.__main__ import main


class Main(InFolder):
    def run_main(self, status, *arguments):
        """Runs it, and returns what it prints to both."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                got = main([str(a) for a in arguments])
            except SystemExit as end:
                got = end.code
        self.assertEqual(got, status, err.getvalue())
        return out.getvalue(), err.getvalue()

    @needs("pandas")
    def test_bad_lines(self):
        cut = self.write("cut", run_record(), *rounds("a", 1), b'{"type":')
        _, err = self.run_main(0, "frame", cut, cut)
        self.assertEqual(
            err.count("cut:12: the last line was cut short; it is left"), 2
        )

    def test_refused(self):
        cut = self.write("cut", run_record(), *rounds("a", 1), b'{"type":')
        _, err = self.run_main(2, "--strict", "frame", cut)
        self.assertIn("cut:12: the last line was cut short", err)
        _, err = self.run_main(2, "frame", self.folder / "none")
        self.assertRegex(err, "^gkhost: .*none: can't be read")

    def test_without_packages(self):
        with unittest.mock.patch.dict("sys.modules", {"pandas": None}):
            _, err = self.run_main(2, "frame", SAMPLE)
        self.assertIn("pip install pandas", err)

    @needs("pandas")
    def test_frame(self):
        out, _ = self.run_main(0, "frame", SAMPLE)
        rows = list(csv.DictReader(io.StringIO(out)))
        self.assertEqual(len(rows), len(gkhost.read_run(SAMPLE)))
        self.assertEqual(rows[0]["time.median_s"], "0.0123")

    @needs("matplotlib")
    def test_plot(self):
        os.environ.setdefault("MPLBACKEND", "Agg")
        picture = self.folder / "a.png"
        self.run_main(0, "plot", SAMPLE, "--family", "transpose", "-o", picture)
        self.assertEqual(picture.read_bytes()[:4], b"\x89PNG")
        _, err = self.run_main(2, "plot", SAMPLE, "-o", picture)
        self.assertIn("give family = one of transpose, ", err)
        for wrong in ("none/a.png", "a.what"):
            _, err = self.run_main(
                3, "plot", SAMPLE, "--family", "transpose", "-o", self.folder / wrong
            )
            self.assertIn(f"{wrong} can't be written", err)

    def test_module(self):
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        done = subprocess.run(
            [sys.executable, "-m", "gkhost", "--version"],
            env=env,
            capture_output=True,
            text=True,
            check=True,
        )
        self.assertEqual(done.stdout.strip(), gkhost.__version__)

    @needs("pandas")
    def test_reader_gone(self):
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        results = TOP / "results" / "h200-copy.jsonl"
        read, write = os.pipe()
        os.close(read)
        done = subprocess.run(
            [sys.executable, "-m", "gkhost", "frame", results],
            env=env,
            stdout=write,
            stderr=subprocess.PIPE,
            text=True,
        )
        os.close(write)
        self.assertEqual((done.returncode, done.stderr), (3, ""))


if __name__ == "__main__":
    unittest.main()
