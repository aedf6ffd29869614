# SPDX-License-Identifier: BSD-3-Clause
"""The pictures of the page, by matplotlib."""

import base64
import os
import struct
import unittest

import gkhost
from common import (
    RESULTS,
    TOP,
    InFolder,
    case_record,
    change_record,
    needs,
    rounds,
    run_record,
)
from gkhost import pictures


def result(name):
    return gkhost.read_run(TOP / "results" / name)


class Data(InFolder):
    def test_rungs(self):
        run = result("h200-suite.jsonl")
        rungs = pictures.rungs(c for c in run if c["job"] == "copy")
        self.assertEqual(len(rungs), 14)
        by_label = {rung.label: rung for rung in rungs}
        self.assertEqual([r.label for r in rungs if r.peer], ["cpu-memcpy", "memcpy"])
        # All of a device have one limit.
        self.assertAlmostEqual(by_label["simple"].limit / 4814.304e9, 1)
        self.assertAlmostEqual(by_label["best"].limit / 4814.304e9, 1)
        cpu = run.device("cpu")["memory_bandwidth"]
        self.assertAlmostEqual(by_label["cpu-stream"].limit / cpu, 1, 1)
        for rung in rungs:
            self.assertTrue(rung.low <= rung.rate <= rung.high)

    def test_rounds_are_one_rung(self):
        more = {"rate": {"value": 2e9, "unit": "B/s"}}
        path = self.write("run", run_record(), *rounds("a", 1e-3, **more))
        self.assertEqual(len(pictures.rungs(gkhost.read_run(path))), 1)

    def test_points(self):
        run = result("h200-matmul.jsonl")
        drawn = pictures.points(run, "cuda:0")
        self.assertEqual(len(drawn), sum(1 for c in run if c.seconds))
        for point in drawn:
            self.assertLess(point.rate, 1.06 * run.device("cuda:0")[point.unit])

    def test_nothing(self):
        for draw in (
            lambda: pictures.rungs([]),
            lambda: gkhost.plot_samples([gkhost.Case(case_record())]),
            lambda: gkhost.plot_telemetry([gkhost.Case(case_record())], "power"),
            lambda: pictures.points(result("h200-copy.jsonl"), "cuda:0"),
        ):
            with self.assertRaises(gkhost.PlotError):
                draw()


@needs("matplotlib")
class Pictures(InFolder):
    def setUp(self):
        super().setUp()
        os.environ.setdefault("MPLBACKEND", "Agg")

    def test_all_results(self):
        from matplotlib import pyplot

        for path in RESULTS:
            run = gkhost.read_run(path)
            first = [c for c in run if c["problem"] == 0 and c.seconds]
            drawn = [gkhost.plot_ladder(first), gkhost.plot_samples(first)]
            if any(c.at("work.ops") for c in run if c["device"] == "cuda:0"):
                drawn.append(gkhost.plot_roofline(run, "cuda:0"))
            for ax in drawn:
                self.assertTrue(ax.has_data())
                pyplot.close(ax.figure)

    def test_telemetry(self):
        from matplotlib import pyplot

        packed = base64.b64encode(struct.pack("<2f", 1, 2)).decode()
        readings = {"seen_at": packed, "seen_clock_sm": packed}
        ax = gkhost.plot_telemetry([gkhost.Case(case_record(telemetry=readings))])
        self.assertTrue(ax.has_data())
        pyplot.close(ax.figure)

    def test_comparison(self):
        """No program is needed to draw what gkhost compare printed."""
        from matplotlib import pyplot

        path = self.write_comparison(
            change_record("peer", "control", ratio=1.0, tunables={"words": 1}),
            change_record(
                "a", ratio=1.0, low=0.99, high=1.01, tunables={"x": 1, "y": 3}
            ),
            change_record("a", "slower", ratio=1.1, tunables={"x": 2, "y": 3}),
            change_record("gone", "only old"),
        )
        ax = gkhost.plot_comparison(gkhost.read_comparison(path))
        labels = [label.get_text() for label in ax.get_yticklabels()]
        self.assertEqual(labels, ["peer: control", "a x=1: same", "a x=2: slower"])
        pyplot.close(ax.figure)

    def test_comparison_without_a_ratio(self):
        path = self.write_comparison(change_record("gone", "only old"))
        with self.assertRaisesRegex(gkhost.PlotError, "no case has a ratio"):
            gkhost.plot_comparison(gkhost.read_comparison(path))


if __name__ == "__main__":
    unittest.main()
