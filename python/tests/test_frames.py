# SPDX-License-Identifier: BSD-3-Clause
"""Records become frames, whose columns are fields by their names."""

import json
import unittest
import unittest.mock

import gkhost
from common import (
    RESULTS,
    SAMPLE,
    InFolder,
    case_record,
    gkhost as host,
    needs,
    needs_host,
    result,
    run_record,
)
from gkhost import frames
from test_comparison import rounds


class Rows(InFolder):
    def test_all_results(self):
        for path in [*RESULTS, SAMPLE]:
            run = gkhost.read_run(path)
            rows = list(frames.rows(run))
            self.assertEqual(len(rows), len(run))
            for row, case in zip(rows, run):
                self.assertEqual(row["run.path"], str(path))
                self.assertEqual(row.get("time.median_s"), case.at("time.median_s"))
                self.assertNotIn("time.values", row)
            for row, case in zip(frames.rows(run, samples=True), run):
                self.assertEqual(row.get("time.values"), case.at("time.values"))

    def test_several(self):
        rows = list(frames.rows(gkhost.read(SAMPLE, result("copy-sweep"))))
        self.assertEqual({row["run"] for row in rows}, {0, 1})
        self.assertEqual(rows[0]["run.host.name"], "sample")

    def test_joined(self):
        cases = rounds("a", 1e-3, limit={"seconds": 1e-4}, of_limit=7)
        run = gkhost.read_run(
            self.write("a", run_record(), *cases, case_record(status="skipped"))
        )
        (row,) = frames.rows(run, joined=True)
        self.assertEqual(row["rounds"], 10)
        self.assertAlmostEqual(row["time.median_s"], 1.0014e-3, delta=1e-6)
        self.assertAlmostEqual(row["of_limit"], 1e-4 / row["time.median_s"])
        self.assertGreater(row["time.error"], 0)
        self.assertNotIn("round", row)
        self.assertEqual(row["params.rows"], 9)

    @needs_host
    def test_names(self):
        """Each column is a field that the host lists."""
        listed = host("list", "fields", "--format", "jsonl").splitlines()
        fields = [json.loads(line) for line in listed]
        names = {f["name"] for f in fields if f["record"] == "case"}
        for path in RESULTS:
            for row in frames.rows(gkhost.read_run(path)):
                for name in row:
                    if name.split(".")[0] != "run":
                        self.assertTrue(
                            name in names or name.split(".")[0] in names, (path, name)
                        )


class WithoutPandas(unittest.TestCase):
    def test_remedy(self):
        run = gkhost.read_run(SAMPLE)
        with unittest.mock.patch.dict("sys.modules", {"pandas": None}):
            for make in (
                lambda: gkhost.frame(run),
                lambda: gkhost.changes_frame(gkhost.compare(run, run)),
            ):
                with self.assertRaisesRegex(
                    gkhost.MissingPackage, "needs pandas, .*: pip install pandas"
                ):
                    make()


@needs("pandas")
class Frames(unittest.TestCase):
    def test_frame(self):
        run = gkhost.read_run(result("copy"))
        table = gkhost.frame(run)
        self.assertEqual(len(table), len(run))
        best = table[(table.variant == "best") & (table["params.dtype"] == "f32")]
        self.assertGreater(best["time.median_s"].min(), 0)
        self.assertEqual(str(table["time.median_s"].dtype), "float64")
        self.assertEqual(
            table["time.median_s"].count(),
            sum(case.at("time.median_s") is not None for case in run),
        )
        self.assertEqual(list(table.columns[:3]), ["run", "run.path", "run.started"])

    def test_changes(self):
        run = gkhost.read_run(result("copy-sweep"))
        table = gkhost.changes_frame(gkhost.compare(run, run))
        self.assertEqual(set(table.verdict), {"unsure", "control"})
        self.assertTrue((table["old.median_s"] == table["new.median_s"]).all())


if __name__ == "__main__":
    unittest.main()
