# SPDX-License-Identifier: BSD-3-Clause
"""Files are read a record a line, and a bad line is reported with its number."""

import base64
import gzip
import io
import json
import math
import struct
import sys
import types
import unittest
import unittest.mock
import warnings

import gkhost
from common import (
    RESULTS,
    SAMPLE,
    InFolder,
    case_record,
    gkhost as host,
    needs_host,
    run_record,
)
from gkhost import record


class Reading(InFolder):
    def test_all_results(self):
        for path in [*RESULTS, SAMPLE]:
            kinds = [record.type for record in gkhost.records(path)]
            self.assertEqual(kinds[0], "run", path)
            self.assertEqual(kinds[-1], "end", path)
            self.assertIn("case", kinds, path)

    def test_packed(self):
        packed = self.folder / "a.jsonl.gz"
        packed.write_bytes(gzip.compress(SAMPLE.read_bytes()))
        self.assertEqual(list(gkhost.records(packed)), list(gkhost.records(SAMPLE)))
        packed.write_bytes(packed.read_bytes()[:-400])
        with self.assertRaisesRegex(gkhost.RecordError, "a.jsonl.gz: can't be read"):
            list(gkhost.records(packed))

    def test_standard_input(self):
        for data in (SAMPLE.read_bytes(), gzip.compress(SAMPLE.read_bytes())):
            stdin = types.SimpleNamespace(buffer=io.BufferedReader(io.BytesIO(data)))
            with unittest.mock.patch.object(sys, "stdin", stdin):
                self.assertEqual(
                    list(gkhost.records("-")), list(gkhost.records(SAMPLE))
                )

    def test_fields(self):
        later = case_record(later={"than": {"this": 1}}, list=[1, 2])
        case = next(gkhost.records(self.write("a", later)))
        self.assertEqual(case, later)
        self.assertEqual(case.line, 1)
        self.assertEqual(case.at("later.than.this"), 1)
        self.assertIsNone(case.at("later.than.that"))
        self.assertEqual(case.at("later.than.this.not", 7), 7)
        flat = case.flat()
        self.assertEqual(flat["later.than.this"], 1)
        self.assertEqual(flat["list"], [1, 2])
        self.assertEqual(flat["time.median_s"], 1e-3)

    def test_samples(self):
        values = base64.b64encode(struct.pack("<3f", 1, 2, 0.5)).decode()
        case = gkhost.Case(case_record(time={"values": values}))
        self.assertEqual(case.samples(), [1, 2, 0.5])
        self.assertEqual(gkhost.Case(case_record()).samples(), [])
        for bad in ("AAA=", "*", 7):
            with self.assertRaisesRegex(gkhost.RecordError, "time.values"):
                gkhost.Case(case_record(time={"values": bad})).samples()

    def test_telemetry(self):
        def pack(*figures):
            packed = struct.pack(f"<{len(figures)}f", *figures)
            return base64.b64encode(packed).decode()

        readings = {"seen_at": pack(0, 2, 3.5), "seen_power": pack(400, math.nan, 500)}
        case = gkhost.Case(case_record(telemetry=readings))
        self.assertEqual(case.telemetry("power"), [(0, 400), (3.5, 500)])
        self.assertEqual(case.telemetry("clock_sm"), [])
        self.assertEqual(gkhost.Case(case_record()).telemetry("power"), [])
        readings["seen_at"] = "*"
        with self.assertRaisesRegex(gkhost.RecordError, "telemetry.seen_at"):
            case.telemetry("power")

    def test_samples_of_results(self):
        found = 0
        for case in gkhost.read_run(RESULTS[-1]):
            samples = sorted(case.samples())
            if samples:
                found += 1
                self.assertEqual(len(samples), case.at("time.samples"))
                self.assertAlmostEqual(
                    samples[0], case.at("time.min_s"), delta=1e-6 * samples[0]
                )
        self.assertGreater(found, 0)


class Cases(unittest.TestCase):
    def test_time(self):
        self.assertEqual(gkhost.Case(case_record(seconds=2.5)).seconds, 2.5)
        for fields in (
            {"status": "wrong"},
            {"status": "later"},
            {"time": {}},
            {"time": 7},
            {"time": {"median_s": 0}},
            {"time": {"median_s": True}},
            {"verdicts": ["suspect"]},
        ):
            self.assertIsNone(gkhost.Case(case_record(**fields)).seconds, fields)

    def test_outcome(self):
        def case(**fields):
            return gkhost.Case(case_record(**fields))

        self.assertTrue(case().passes)
        self.assertTrue(case(status="skipped").passes)
        self.assertFalse(case(status="skipped").ran)
        self.assertFalse(case(status="wrong").passes)
        suspect = case(verdicts=["suspect"])
        self.assertFalse(suspect.passes)
        self.assertEqual(suspect.outcome, "suspect")
        self.assertEqual(suspect.seconds_shown, 1e-3)
        self.assertEqual(gkhost.Case({"type": "case"}).outcome, "failed")
        self.assertFalse(case(status="failed", spent={}).ran)
        self.assertTrue(case(status="failed", spent={}, output="x").ran)

    def test_first_format(self):
        case = gkhost.Case(case_record(data="zero"))
        self.assertEqual(case.settings["data"], "zero")


@needs_host
class Mode(unittest.TestCase):
    def test_defaults(self):
        """A key that a record lacks has its default, and no key is missing."""
        printed = host("list", "keys", "--format", "jsonl").splitlines()
        keys = {key["name"]: key for key in map(json.loads, printed)}
        # A key of the mode makes a case of its own for each of its values.
        modes = {
            name: key["default"]
            for name, key in keys.items()
            if key.get("values") and key["list"]
        }
        self.assertEqual(modes, record._MODE)


class BadLines(InFolder):
    """Each bad line, what is said of it, and how many records are left."""

    def cases(self):
        run = run_record()
        whole = case_record()
        cut = b'{"type":"case","case":1,"pro'
        yield "not JSON", [run, b"{]\n", whole], 2, "not JSON", 2
        yield "a cut end", [run, whole, cut], 3, "the last line was cut short", 2
        yield "a cut record", [run, cut, whole, whole], 2, "another begins within", 3
        yield "no type", [run, {"case": 1}, whole], 2, "it has no type", 2
        yield "type a number", [run, {"type": 1}, whole], 2, "it has no type", 2
        yield "a list", [run, b"[1]\n", whole], 2, "it has no type", 2
        yield "not UTF-8", [run, b'{"type":"\xff"}\n', whole], 2, "not JSON", 2
        yield "twice", [run, b'{"type":"a","type":"b"}\n', whole], 2, "twice", 2
        yield "nan", [run, b'{"type":"case","x":NaN}\n', whole], 2, "not JSON", 2
        yield "large", [run, b'{"type":"case","x":1e999}\n', whole], 2, "1e999", 2
        yield "wide", [run, b'{"type":"case","x":%d}\n' % 2**64, whole], 2, "64 bits", 2
        yield "wider", [run, b'{"type":"a","x":1%s}\n' % (b"0" * 9999)], 2, "64 bits", 1
        odd = {**whole, "variant": ["a"]}
        yield "variant a list", [run, odd, whole], 2, "variant is no text", 2
        odd = {**whole, "problem": [1]}
        yield "problem a list", [run, odd, whole], 2, "problem is no number", 2
        odd = {"type": "fault", "variant": {}}
        yield "of a fault", [run, odd, whole], 2, "variant is no text", 2
        deep = b'{"type":"a","x":' + b"[" * 200000 + b"\n"
        yield "deep", [run, deep, whole], 2, "not JSON", 2

    def test_strict(self):
        for name, lines, number, message, _ in self.cases():
            with self.subTest(name):
                path = self.write("bad.jsonl", *lines)
                with self.assertRaises(gkhost.RecordError) as caught:
                    list(gkhost.records(path))
                self.assertEqual(caught.exception.line, number)
                self.assertIn(f"bad.jsonl:{number}: ", str(caught.exception))
                self.assertIn(message, str(caught.exception))

    def test_left_out(self):
        for name, lines, number, message, left in self.cases():
            with self.subTest(name):
                path = self.write("bad.jsonl", *lines)
                with self.assertWarnsRegex(
                    gkhost.RecordWarning, rf"bad\.jsonl:{number}: .*{message}"
                ):
                    found = list(gkhost.records(path, strict=False))
                self.assertEqual(len(found), left)

    def test_blank(self):
        path = self.write("a", run_record(), b" \t\r\n", case_record())
        with self.assertWarnsRegex(gkhost.RecordWarning, "a:2: a blank line"):
            self.assertEqual(len(list(gkhost.records(path))), 2)

    def test_without_an_end(self):
        path = self.write("a", run_record())
        path.write_bytes(path.read_bytes()[:-1])
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assertEqual(len(list(gkhost.records(path))), 1)

    def test_no_file(self):
        with self.assertRaisesRegex(gkhost.RecordError, "none: can't be read: No such"):
            list(gkhost.records(self.folder / "none"))
        with self.assertRaisesRegex(gkhost.RecordError, "can't be read: Is a dir"):
            list(gkhost.records(self.folder))


if __name__ == "__main__":
    unittest.main()
