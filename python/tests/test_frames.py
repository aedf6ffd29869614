# SPDX-License-Identifier: BSD-3-Clause
"""Records become frames, whose columns are fields by their names."""

import json
import math
import random
import unittest
import unittest.mock

import gkhost
from common import (
    RESULTS,
    SAMPLE,
    InFolder,
    case_record,
    change_record,
    gkhost as host,
    needs,
    needs_host,
    result,
    rounds,
    run_record,
)
from gkhost import frames
from gkhost.rounds import student_bound


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

    def test_of_a_path_and_of_cases(self):
        run = gkhost.read_run(SAMPLE)
        self.assertEqual(list(frames.rows(str(SAMPLE))), list(frames.rows(run)))
        self.assertEqual(len(list(frames.rows([SAMPLE, run]))), 2 * len(run))
        (row,) = frames.rows(run.cases[:1])
        self.assertEqual(row["variant"], run.cases[0]["variant"])
        self.assertIsNone(row["run.started"])

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

    def test_metrics(self):
        metrics = {"residual": 0.5, "variant/iterations": 12.0}
        case = case_record(metrics=metrics, metric_units={"residual": "1"})
        cases = rounds("a", 1e-3, metrics=metrics)
        run = gkhost.read_run(self.write("a", run_record(), case))
        (row,) = frames.rows(run)
        self.assertEqual(row["metrics.residual"], 0.5)
        self.assertEqual(row["metrics.variant/iterations"], 12)
        self.assertEqual(row["metric_units.residual"], "1")
        self.assertEqual(run.cases[0].at("metrics.variant/iterations"), 12)
        run = gkhost.read_run(self.write("b", run_record(), *cases))
        (row,) = frames.rows(run, joined=True)
        self.assertNotIn("metrics.residual", row)

    def test_student(self):
        for freedom, bound in ((1, 12.7062), (2, 4.30265), (9, 2.26216), (60, 2.0003)):
            self.assertAlmostEqual(student_bound(0.025, freedom), bound, delta=1e-4)

    def joined_as_the_host(self, seed):
        """The rows of a run have the times and caveats of gkhost compare."""
        run = gkhost.read_run(self.write("run", *random_run(random.Random(seed))))
        rows = list(frames.rows(run, joined=True))
        changes = list(gkhost.compare(run, run))
        self.assertEqual(len(rows), len(changes))
        for row, change in zip(rows, changes):
            self.assertEqual(row["variant"], change["variant"])
            if change.ratio is None:
                continue
            self.assertEqual(row["rounds"], change.at("old.rounds"))
            self.assertTrue(
                math.isclose(row["time.median_s"], change.at("old.median_s"))
            )
            self.assertEqual(row.get("verdicts", []), change.at("old.verdicts", []))

    @needs_host
    def test_joined_as_the_host(self):
        for seed in (*range(10), random.randrange(2**32)):
            with self.subTest(seed=seed):
                self.joined_as_the_host(seed)

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


def random_run(chance):
    """Five variants of four problems, in few or many rounds, quiet or noisy."""
    yield run_record()
    number = 0
    for problem in range(4):
        n = chance.choice([2, 5, 10]) if problem else 1
        for variant in range(5):
            fields = {
                "problem": problem,
                "variant": f"v{variant}",
                "params": {"rows": problem, "pad": 0.5},
                "settings": {"noise": 0.001, "rounds": n},
            }
            rough = chance.choice([1e-3, 1e-2, 1e-5])
            if chance.random() < 0.3:
                fields["floor_s"] = 1e-4
            for i in range(n):
                yield random_round(chance, number, rough, fields, i if n > 1 else None)
                number += 1


def random_round(chance, number, rough, fields, i):
    words = [w for w in ("unsettled", "shared") if chance.random() < 0.5]
    words += ["suspect"] * (chance.random() < 0.005)
    more = {"verdicts": words} if words else {}
    if i is not None:
        more["round"] = i
    if chance.random() < 0.01:
        ends = ["wrong", "skipped", "failed", "timeout"]
        more.update(status=chance.choice(ends), reason="by chance")
    seconds = 1e-4 * math.exp(chance.gauss(0, rough))
    return case_record(number, seconds, **fields, **more)


class WithoutPandas(InFolder):
    def test_remedy(self):
        compared = gkhost.read_comparison(self.write_comparison())
        run = gkhost.read_run(SAMPLE)
        with unittest.mock.patch.dict("sys.modules", {"pandas": None}):
            for make in (
                lambda: gkhost.frame(run),
                lambda: compared.frame(),
            ):
                with self.assertRaisesRegex(
                    gkhost.MissingPackage, "needs pandas, .*: pip install pandas"
                ):
                    make()


@needs("pandas")
class Frames(InFolder):
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
        path = self.write_comparison(
            change_record("a", "slower", ratio=1.5), change_record("b")
        )
        table = gkhost.read_comparison(path).frame()
        self.assertEqual(list(table.verdict), ["slower", "same"])
        self.assertEqual(list(table["old.status"]), ["ok", "ok"])
        self.assertEqual(table.ratio[0], 1.5)


if __name__ == "__main__":
    unittest.main()
