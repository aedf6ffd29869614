# SPDX-License-Identifier: BSD-3-Clause
"""Runs are compared by the program gkhost, whose records are returned."""

import gzip
import json
import math
import os
import shutil
import stat
import unittest
import unittest.mock

import gkhost
from common import (
    GKHOST,
    RESULTS,
    SAMPLE,
    InFolder,
    change_record,
    gkhost as host,
    needs_host,
    rounds,
    run_record,
)
from gkhost import program

PEER = rounds("library", 1e-4, peer=True)


class Stored(InFolder):
    """What gkhost compare printed is read without the program."""

    def test_changes(self):
        suspect = {"status": "ok", "verdicts": ["suspect"]}
        path = self.write_comparison(
            change_record("a", "slower", ratio=1.1, low=1.0, high=1.2, later=7),
            change_record("b", "faster", ratio=0.5),
            change_record("c", "wrong", new={"status": "wrong"}),
            change_record("d", "suspect", new=suspect),
            change_record("e", "fixed", old={"status": "wrong"}),
            {"type": "later"},
        )
        compared = gkhost.read_comparison(path)
        self.assertEqual((compared.margin, compared.head["slower"]), (0.02, 1))
        (slower,), (faster,) = compared.slower, compared.faster
        self.assertEqual((slower["variant"], slower["later"]), ("a", 7))
        self.assertEqual((slower.ratio, slower.low, slower.high), (1.1, 1.0, 1.2))
        self.assertEqual((faster.ratio, faster.low, faster.high), (0.5, None, None))
        self.assertEqual([c["variant"] for c in compared.broken], ["c", "d"])
        self.assertEqual([c["variant"] for c in compared.of("fixed")], ["e"])
        self.assertEqual([c["variant"] for c in compared], list("abcde"))
        self.assertEqual(len(compared), 5)

    def test_shown_in_a_notebook(self):
        path = self.write_comparison(
            change_record("<a>", "slower", job="j", params={"n": 9}, ratio=1.1, low=1, high=1.2),
            change_record("b", "only new"),
        )
        shown = gkhost.read_comparison(path)._repr_html_()
        self.assertIn("<th>ratio</th>", shown)
        self.assertIn("<td>j/&lt;a&gt; n=9</td>", shown)
        self.assertIn("<td>1.1</td><td>1 to 1.2</td><td>slower</td>", shown)
        self.assertIn("<td>only new</td>", shown)

    def test_another_file(self):
        for path in (SAMPLE, self.write("empty")):
            with self.assertRaisesRegex(gkhost.RecordError, "no comparison: name"):
                gkhost.read_comparison(path)


class Program(InFolder):
    """Which program is run, and how."""

    def setUp(self):
        super().setUp()
        self.run_read = gkhost.read_run(self.write("run", run_record(), *PEER))
        self.env = unittest.mock.patch.dict("os.environ", {"PATH": str(self.folder)})
        self.env.start()
        self.addCleanup(self.env.stop)
        os.environ.pop("GKHOST", None)

    def stand_in(self, name, status=0, message=""):
        """A program that prints its arguments as a comparison record."""
        path = self.write(
            name,
            b"#!/bin/sh\n"
            b'printf \'{"type":"comparison","old":{},"new":{},"margin":"%s"}\\n\' "$*"\n'
            b"printf '%s\\n' '" + message.encode() + b"' >&2\n"
            b"exit " + str(status).encode() + b"\n",
        )
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path

    def arguments(self, *runs, **more):
        return gkhost.compare(*runs, **more).head["margin"]

    def test_arguments(self):
        self.stand_in("gkhost", status=1)
        run = self.run_read
        self.assertEqual(
            self.arguments(run, run),
            f"compare {run.path} {run.path} --format jsonl --margin 0.01",
        )
        self.assertEqual(
            self.arguments(run, margin=0.05, across=True),
            f"compare {run.path} --format jsonl --margin 0.05 --across",
        )
        head = gkhost.compare(run, run).head
        self.assertEqual((head["old"]["path"], head["new"]["path"]), (run.path,) * 2)

    def test_refused(self):
        run = self.run_read
        self.stand_in("gkhost", 2, "gkhost: not alike")
        with self.assertRaisesRegex(gkhost.ComparisonError, "^not alike$"):
            gkhost.compare(run, run)
        self.stand_in("gkhost", 3)
        with self.assertRaisesRegex(gkhost.ComparisonError, "ended with status 3"):
            gkhost.compare(run, run)

    def test_which(self):
        tree = self.folder / "tree"
        (tree / "python" / "gkhost").mkdir(parents=True)
        where = str(tree / "python" / "gkhost" / "program.py")
        with unittest.mock.patch.object(program, "__file__", where):
            with self.assertRaisesRegex(
                gkhost.MissingProgram,
                "gkhost, which was not found: install gkhost, .*read_comparison",
            ):
                gkhost.compare(self.run_read)
            found = [self.stand_in("tree/gkhost"), self.stand_in("gkhost")]
            self.assertEqual(program.find_program("x"), str(found[1]))
            found[1].unlink()
            self.assertEqual(program.find_program("x"), str(found[0]))
            os.environ["GKHOST"] = str(self.stand_in("named"))
            self.assertEqual(program.find_program("x"), os.environ["GKHOST"])
            os.environ["GKHOST"] = "none"
            with self.assertRaisesRegex(gkhost.MissingProgram, "program none, which"):
                gkhost.compare(self.run_read)


@needs_host
class AsTheHost(InFolder):
    """The change records are those of `gkhost compare --format jsonl`."""

    def agree(self, *paths, **more):
        arguments = ["--margin", more["margin"]] if "margin" in more else []
        arguments += ["--across"] if more.get("across") else []
        printed = host("compare", *paths, "--format", "jsonl", *arguments)
        head, *changes = map(json.loads, printed.splitlines())
        compared = gkhost.compare(*map(gkhost.read_run, paths), **more)
        self.assertEqual(compared.head, head)
        self.assertEqual(compared.changes, changes)
        broken = [c for c in changes if c["verdict"] in (c["new"]["status"], "suspect")]
        self.assertEqual(len(broken), head["broken"])
        return {c["variant"]: c.verdict for c in compared}

    def test_results(self):
        for path in [*RESULTS, SAMPLE]:
            with self.subTest(path.name):
                self.agree(path, path)

    def pair(self, *new, **fields):
        old = [*PEER, *rounds("a", 1e-4, **fields)]
        return self.write("old", run_record(), *old), self.write(
            "new", run_record(), *new
        )

    def test_verdicts(self):
        files = self.pair(*PEER, *rounds("a", 1.03e-4))
        self.assertEqual(self.agree(*files), {"library": "control", "a": "slower"})
        self.assertEqual(self.agree(*files, margin=0.05)["a"], "same")
        self.assertEqual(self.agree(*reversed(files))["a"], "faster")
        failed = rounds("a", 1e-4)
        failed[4].update(status="wrong", reason="element 3")
        files = self.pair(*PEER, *failed)
        self.assertEqual(self.agree(*files)["a"], "wrong")
        self.assertEqual(self.agree(*reversed(files))["a"], "fixed")

    def test_refused(self):
        other = {"settings": {"noise": 0.02}}
        files = self.pair(*PEER, *rounds("a", 1e-4, **other))
        old, new = map(gkhost.read_run, files)
        with self.assertRaisesRegex(gkhost.ComparisonError, "noise"):
            gkhost.compare(old, new)
        self.agree(*files, across=True)
        with self.assertRaisesRegex(gkhost.ComparisonError, "of no run with --compare"):
            gkhost.compare(old)
        for margin in (-0.1, 1, math.nan):
            with self.assertRaisesRegex(gkhost.ComparisonError, "margin"):
                gkhost.compare(old, old, margin=margin)

    def test_two_builds(self):
        cases = [
            {**case, "side": side}
            for side, seconds in (("was", 1e-4), ("is", 1.03e-4))
            for case in rounds("a", seconds)
        ]
        path = self.write("run", run_record(sides=["was", "is"]), *cases)
        self.assertEqual(self.agree(path), {"a": "slower"})

    def test_runs_of_one_file(self):
        """Runs that the program could not read from their file."""
        old, new = self.pair(*PEER, *rounds("a", 1.03e-4))
        both = self.folder / "both.gz"
        both.write_bytes(gzip.compress(old.read_bytes() + new.read_bytes()))
        compared = gkhost.compare(*gkhost.read(both))
        self.assertEqual([c["variant"] for c in compared.slower], ["a"])

    def refusal(self, old, new):
        """The message, which names no file but these."""
        with self.assertRaises(gkhost.ComparisonError) as caught:
            gkhost.compare(old, new)
        return str(caught.exception)

    def test_lines_are_those_of_the_files(self):
        """Records whose numbers Python would write otherwise are no changed ones."""
        keys = {"rows": 50, "cols": 300, "variant": "cpu-memcpy", "max_time": 0.01}
        files = [self.folder / "first.jsonl", self.folder / "second.jsonl"]
        first = gkhost.run({"copy": keys}, device="cpu", output=files[0])
        second = gkhost.run({"copy": {**keys, "max_time": 0.02}}, device="cpu", output=files[1])
        alone = gkhost.run({"copy": {**keys, "max_time": 0.02}}, device="cpu")
        both = self.folder / "both.gz"
        both.write_bytes(gzip.compress(files[0].read_bytes() + files[1].read_bytes()))
        zipped = gkhost.read(both)
        was, now = (f"{text} in {{}}" for text in ("max_time = 0.01", "with 0.02"))
        for old, new, names in (
            (first, second, files),
            (first, alone, (files[0], "the new run")),
            (*zipped, (both, both)),
        ):
            message = self.refusal(old, new)
            self.assertNotIn("changed", message)
            self.assertIn(f"{was.format(names[0])} and {now.format(names[1])}", message)
        # What was changed in Python is what is compared.
        first.cases[0]["settings"]["max_time"] = 0.03
        self.assertIn("max_time = 0.03", self.refusal(first, second))

    def test_a_run_just_written(self):
        suite = self.write(
            "a.ini",
            b"[copy]\nrows = 50, 300\ncols = 300\nvariant = cpu-*\nmax_time = 0.02\n"
            b"rounds = 3\ndevice = cpu\nverify = no\naudit = no\n",
        )
        files = [self.folder / "old.jsonl", self.folder / "new.jsonl"]
        for file in files:
            host("-c", suite, "-o", file)
        run = gkhost.read_run(files[0])
        self.assertEqual(len(run), run.end["cases"])
        self.assertEqual(run.head["gkhost"], gkhost.__version__)
        self.assertEqual(run.others, [])
        self.agree(*files, across=True)

    def test_program(self):
        self.assertEqual(program.find_program("x"), os.path.abspath(GKHOST))
        self.assertIsNotNone(shutil.which(GKHOST))


if __name__ == "__main__":
    unittest.main()
