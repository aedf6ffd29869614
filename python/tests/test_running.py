# SPDX-License-Identifier: BSD-3-Clause
"""A suite is run by the program gkhost, whose run is returned."""

import contextlib
import io
import os
import pathlib
import stat
import unittest
import unittest.mock

import gkhost
from common import SAMPLE, InFolder, needs_host
from gkhost import running


class StandIn(InFolder):
    """What the program gets, and what becomes of its answers."""

    def setUp(self):
        super().setUp()
        self.program = self.folder / "gkhost"
        env = {"GKHOST": str(self.program), "FOLDER": str(self.folder)}
        patch = unittest.mock.patch.dict("os.environ", env)
        patch.start()
        self.addCleanup(patch.stop)

    def answer(self, lines):
        """A program that stores its arguments and its suite."""
        self.write(
            "gkhost",
            b"#!/bin/sh\n"
            b'printf "%s\\n" "$@" >"$FOLDER/arguments"\n'
            b'cp "$2" "$FOLDER/suite"\n'
            b'while [ "$1" != -o ] && [ $# -gt 0 ]; do shift; done\n'
            b'[ $# -eq 0 ] || cp "' + os.fsencode(SAMPLE) + b'" "$2"\n' + lines,
        )
        self.program.chmod(self.program.stat().st_mode | stat.S_IXUSR)

    def arguments(self):
        return (self.folder / "arguments").read_text().split("\n")[:-1]

    def test_arguments(self):
        self.answer(b"exit 1\n")
        records = self.folder / "kept.jsonl"
        suite = self.write("a.ini", b"[copy]\n")
        made = gkhost.run(
            suite,
            only="*/cpu-*",
            set={"copy.rows": [64, 128], "suite.audit": False},
            plugins=["mine.py"],
            device="cpu",
            output=records,
        )
        self.assertEqual(
            self.arguments(),
            ["-c", str(suite), "-p", "+mine.py", "-s", "copy.rows=64, 128"]
            + ["-s", "suite.audit=no", "--only", "*/cpu-*", "-d", "cpu"]
            + ["--format", "jsonl", "-o", str(records)],
        )
        self.assertEqual(len(made), len(gkhost.read_run(SAMPLE)))
        self.assertEqual(made.path, str(records))

    def test_suite_of_a_dict(self):
        self.answer(b"exit 0\n")
        made = gkhost.run(
            {"suite": {"cache": "hot"}, "t": {"family": "transpose", "rows": range(1, 3)}}
        )
        self.assertEqual(
            (self.folder / "suite").read_text(),
            "[suite]\ncache = hot\n[t]\nfamily = transpose\nrows = 1, 2\n",
        )
        self.assertEqual(made.path, "")
        self.assertFalse(os.path.exists(self.arguments()[-1]))

    def test_suite_that_is_none(self):
        self.answer(b"exit 0\n")
        with self.assertRaisesRegex(TypeError, "the job 'rows' is 9; a suite is a dict"):
            gkhost.run({"rows": 9})
        with self.assertRaisesRegex(ValueError, "has several lines"):
            gkhost.run({"copy": {"rows": "1\n[other]"}})

    def test_one_plugin(self):
        self.answer(b"exit 0\n")
        for plugin in ("mine.py", pathlib.Path("mine.py")):
            gkhost.run({"copy": {}}, plugins=plugin)
            self.assertEqual(self.arguments()[2:4], ["-p", "+mine.py"])

    def test_arguments_of_other_types(self):
        self.answer(b"exit 0\n")
        for message, arguments in (
            ("set is 'copy.rows=64'; give a dict", {"set": "copy.rows=64"}),
            (r"set is \['copy.rows=64'\]; give a dict", {"set": ["copy.rows=64"]}),
            (r"only is \['copy/a'\]; give a string, as --only", {"only": ["copy/a"]}),
            (r"device is \['cpu'\]; give a string, as --device", {"device": ["cpu"]}),
        ):
            with self.assertRaisesRegex(TypeError, message):
                gkhost.run({"copy": {}}, **arguments)

    def test_errors(self):
        for status in (2, 3):
            self.answer(b"echo 'gkhost: no such key' >&2\nexit %d\n" % status)
            with self.assertRaisesRegex(gkhost.RunError, "^no such key$") as caught:
                gkhost.run({"copy": {}})
            self.assertEqual(caught.exception.status, status)
        os.environ["GKHOST"] = "none"
        with self.assertRaisesRegex(gkhost.MissingProgram, "gkhost.run needs .* none"):
            gkhost.run({"copy": {}})

    def test_progress(self):
        self.answer(
            b'echo \'{"type":"run"}\'\n'
            b'echo \'{"type":"case","job":"j","variant":"v","status":"ok"}\'\n'
        )
        for shown in (True, False, None):
            printed = io.StringIO()
            with contextlib.redirect_stderr(printed):
                gkhost.run({"copy": {}}, progress=shown)
            if shown:
                self.assertIn("\r1 of 1: j/v ok ", printed.getvalue())
            else:
                self.assertEqual(printed.getvalue(), "")

    def test_environment(self):
        with unittest.mock.patch.dict("os.environ"), unittest.mock.patch.object(
            running.sys, "prefix", "/venv"
        ):
            os.environ.pop("VIRTUAL_ENV", None)
            self.assertEqual(running._environment()["VIRTUAL_ENV"], "/venv")
            os.environ["VIRTUAL_ENV"] = "/other"
            self.assertEqual(running._environment()["VIRTUAL_ENV"], "/other")


@needs_host
class Host(InFolder):
    def test_suite_is_run(self):
        keys = {"rows": [40, 50], "cols": 30, "variant": "cpu-*", "max_time": 0.01}
        made = gkhost.run({"copy": keys}, device="cpu", set={"copy.cols": 20}, progress=False)
        self.assertEqual({case.at("params.rows") for case in made}, {40, 50})
        self.assertEqual({case.at("params.cols") for case in made}, {20})
        self.assertEqual(made.end["cases"], len(made))

    def test_signs_in_the_name_of_the_output(self):
        keys = {"rows": 9, "variant": "cpu-memcpy", "max_time": 0.01}
        for name in ("a-%h.jsonl", "b-%r-%n.jsonl", "c-100%%-[x]-%h.jsonl"):
            (self.folder / name.replace("%h", "other")).write_bytes(b"{}\n")
            made = gkhost.run({"copy": keys}, output=self.folder / name, progress=False)
            self.assertEqual(made.end["cases"], 1)
            self.assertNotEqual(made.path, str(self.folder / name))

    def test_refused(self):
        for progress in (True, False):
            with self.assertRaisesRegex(gkhost.RunError, "^suite: .*rowz.*rows") as caught:
                gkhost.run({"copy": {"rowz": 9}}, progress=progress)
            self.assertEqual(caught.exception.status, 2)


if __name__ == "__main__":
    unittest.main()
