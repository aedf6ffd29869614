# SPDX-License-Identifier: BSD-3-Clause
"""Plots have a line a variant, against the size."""

import os
import unittest
import unittest.mock

import gkhost
from common import RESULTS, TOP, InFolder, case_record, needs, rounds, run_record
from gkhost import plots


def result(name):
    return gkhost.read_run(TOP / "results" / name)


class Lines(InFolder):
    def test_suite(self):
        run = result("h200-suite.jsonl")
        lines = plots.lines(run, family="matmul-square", x="params.n", y="of_limit")
        by_label = {line.label: line.points for line in lines}
        self.assertEqual([n for n, _ in by_label["cublas dtype=f64"]], [512, 2048])
        f64 = [c for c in run if c["variant"] == "cublas" and c["dtype"] == "f64"]
        shares = sorted(c["of_limit"] for c in f64)
        self.assertEqual(sorted(y for _, y in by_label["cublas dtype=f64"]), shares)

    def test_size(self):
        run = result("h200-suite.jsonl")
        for family, field in (("copy", "work.bytes"), ("matmul-square", "work.ops")):
            sizes = {c.at(field) for c in run if c["family"] == family and c.seconds}
            lines = plots.lines(run, family=family)
            self.assertEqual({x for line in lines for x, _ in line.points}, sizes)

    def test_labels(self):
        def case(variant, rows, **more):
            work = {"bytes": 8 * rows}
            return gkhost.Case(
                case_record(params={"rows": rows}, variant=variant, work=work, **more)
            )

        cases = [case(v, n) for v in ("a", "b") for n in (1, 2)]
        self.assertEqual([line.label for line in plots.lines(cases)], ["a", "b"])
        hot = [case("a", 2, mode={"cache": "hot"})]
        labels = [line.label for line in plots.lines(cases + hot)]
        self.assertEqual(labels, ["a cold", "b cold", "a hot"])
        tuned = [case("a", 2, tuned={"words": 4})]
        labels = [line.label for line in plots.lines(cases + tuned)]
        self.assertEqual(labels, ["a", "b", "a words=4"])
        # What follows from the variant is not said again.
        gpu = [case("c", 2, device="cuda:0")]
        labels = [line.label for line in plots.lines(cases + gpu)]
        self.assertEqual(labels, ["a", "b", "c"])
        labels = [line.label for line in plots.lines(cases, by=["params.rows"])]
        self.assertEqual(labels, ["a rows=1", "a rows=2", "b rows=1", "b rows=2"])

    def test_rounds(self):
        more = {"rate": {"value": 8.0}, "work": {"bytes": 1}}
        run = gkhost.read_run(
            self.write("a", run_record(), *rounds("a", 1e-3, 2, **more))
        )
        seconds = (1e-3 * 1.003e-3) ** 0.5
        (line,) = plots.lines(run)
        self.assertAlmostEqual(line.points[0][1], seconds)
        (line,) = plots.lines(run, y="rate.value")
        self.assertAlmostEqual(line.points[0][1], 8 * 1e-3 / seconds)

    def test_nothing(self):
        run = result("h200-suite.jsonl")
        for more, message in (
            ({}, "several families: give family = one of copy, transpose, matmul-"),
            ({"family": "cop"}, "no case with a time of cop; there are copy, "),
            ({"family": "copy", "y": "later"}, "no case has both work.bytes and later"),
            ({"family": "copy", "x": "variant"}, "both variant and time.median_s"),
        ):
            with self.assertRaisesRegex(gkhost.PlotError, message):
                plots.lines(run, **more)
        with self.assertRaisesRegex(gkhost.PlotError, "there is no case with a time$"):
            plots.lines([])


class WithoutMatplotlib(unittest.TestCase):
    def test_remedy(self):
        gone = {"matplotlib": None, "matplotlib.pyplot": None}
        with unittest.mock.patch.dict("sys.modules", gone):
            with self.assertRaisesRegex(
                gkhost.MissingPackage, "needs matplotlib, .*: pip install matplotlib"
            ):
                gkhost.plot(result("h200-energy.jsonl"))


@needs("matplotlib")
class Plots(InFolder):
    def setUp(self):
        super().setUp()
        os.environ.setdefault("MPLBACKEND", "Agg")

    def test_all_results(self):
        from matplotlib import pyplot

        for path in RESULTS:
            run = gkhost.read_run(path)
            for family in dict.fromkeys(c["family"] for c in run if c.seconds):
                ax = gkhost.plot(run, family=family, y="rate.value")
                self.assertEqual(
                    len(ax.lines),
                    len(plots.lines(run, family=family, y="rate.value")),
                )
                pyplot.close(ax.figure)

    def test_axes(self):
        from matplotlib import pyplot

        run = result("h200-suite.jsonl")
        ax = pyplot.subplots()[1]
        self.assertIs(gkhost.plot(run, family="copy", ax=ax), ax)
        self.assertEqual(ax.get_xlabel(), "bytes that must move")
        self.assertEqual(ax.get_ylabel(), "time (s)")
        self.assertEqual((ax.get_xscale(), ax.get_yscale()), ("log", "log"))
        pyplot.close(ax.figure)
        ax = gkhost.plot(run, family="matmul-rect", y="rate.value", x="params.pad")
        self.assertEqual(ax.get_xscale(), "linear")
        self.assertIn("FLOP/s", ax.get_ylabel())
        ax.figure.savefig(self.folder / "a.svg")
        self.assertIn("<svg", (self.folder / "a.svg").read_text())
        pyplot.close(ax.figure)


if __name__ == "__main__":
    unittest.main()
