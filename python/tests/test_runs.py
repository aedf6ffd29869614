# SPDX-License-Identifier: BSD-3-Clause
"""Records become runs: several of a file, the parts of one that was resumed."""

import unittest

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

END = {"type": "end", "cases": 1}


def fault(**fields):
    return {"type": "fault", "problem": 0, "status": "crashed", **fields}


class Runs(InFolder):
    def test_all_results(self):
        for path in [*RESULTS, SAMPLE]:
            run = gkhost.read_run(path)
            self.assertEqual(len(run), run.end["cases"], path)
            for status in ("ok", "wrong", "skipped", "failed", "crashed", "timeout"):
                n = sum(case.status == status for case in run)
                self.assertEqual(n, run.end[status], (path, status))
            self.assertEqual(run.others, [])

    def test_several(self):
        both = self.write("both", SAMPLE.read_bytes(), SAMPLE.read_bytes())
        runs = gkhost.read(both, SAMPLE)
        self.assertEqual(len(runs), 3)
        self.assertEqual(runs[0].cases, runs[2].cases)
        with self.assertRaisesRegex(gkhost.RecordError, r"both:\d+: .* has 2 runs"):
            gkhost.read_run(both)

    def test_kinds(self):
        later = {"type": "later", "x": 1}
        run = gkhost.read_run(
            self.write("a", run_record(new=1), case_record(), later, fault(), END)
        )
        self.assertEqual(run.head["new"], 1)
        self.assertEqual(run.others, [later])
        self.assertEqual(len(run.faults), 1)
        self.assertEqual(run.end, END)
        self.assertEqual(run.device("cpu")["cores"], 2)
        self.assertEqual(run.device("cuda:7"), {})

    def test_killed(self):
        self.assertIsNone(gkhost.read_run(self.write("a", run_record())).end)

    def test_refused(self):
        for lines, message in (
            ([], "a: has no records"),
            ([case_record()], "a:1: records begin with a run record"),
            ([run_record(format=3)], "a:1: format 3 is not known.*0.1.0"),
            ([run_record(format=0)], "a:1: format 0 is not known"),
            ([run_record(format="2")], "a:1: format 2 is not known"),
            ([run_record(), run_record(format=9)], "a:2: format 9 is not known"),
        ):
            with self.assertRaisesRegex(gkhost.RecordError, message):
                gkhost.read(self.write("a", *lines))


class Resumed(InFolder):
    """What a later part did anew counts no more."""

    def lines(self):
        yield run_record(started="1", host={"load": 3.0, "name": "a"}, rebuilt=["x"])
        yield case_record(0)
        yield case_record(1, status="crashed", variant="w")
        yield fault(job="j", variant="w", plugin="p")
        yield fault(job="j", family="copy")
        yield case_record(5, problem=2)
        yield fault(job="j", family="copy", problem=2)
        yield END
        resumed = {"cases": 2, "without": ["1", "7-9"]}
        yield run_record(
            started="2",
            host={"load": 1.0},
            rebuilt=["y"],
            hosts=["a"],
            resumed=resumed,
        )
        yield case_record(1, variant="w", problem=0)
        yield case_record(3, problem=1)
        yield fault(job="j", family="copy", problem=1)
        yield {**END, "cases": 4}

    def test_joined(self):
        run = gkhost.read_run(self.write("a", *self.lines()))
        self.assertEqual([case["case"] for case in run], [0, 1, 3, 5])
        self.assertEqual(run.cases[1].status, "ok")
        self.assertEqual([f["problem"] for f in run.faults], [1, 2])
        self.assertEqual(run.end["cases"], 4)
        self.assertEqual(run.head["started"], "1")
        self.assertEqual(run.head.at("host.load"), 3)
        self.assertEqual(run.head["rebuilt"], ["x", "y"])
        self.assertEqual(run.head["hosts"], ["a"])
        self.assertNotIn("resumed", run.head)

    def test_killed_once_more(self):
        run = gkhost.read_run(self.write("a", *list(self.lines())[:-1]))
        self.assertIsNone(run.end)

    @needs_host
    def test_as_the_host(self):
        """The same records are left that the host prints."""
        path = self.write("a", *self.lines())
        printed = host("report", path, "--format", "jsonl").splitlines()
        again = self.write("b", *(line.encode() + b"\n" for line in printed))
        mine, its = gkhost.read_run(path), gkhost.read_run(again)
        self.assertEqual(len(printed), 1 + len(mine) + len(mine.faults) + 1)

        def told(records):
            return [(r.get("case"), r.get("problem"), r.at("status")) for r in records]

        self.assertEqual(told(mine), told(its))
        self.assertEqual(told(mine.faults), told(its.faults))
        for key in ("started", "rebuilt", "hosts"):
            self.assertEqual(mine.head[key], its.head[key])

    def test_resumed_at_the_begin(self):
        """Without what it goes on with it is a run."""
        lines = list(self.lines())[8:]
        self.assertEqual(len(gkhost.read_run(self.write("a", *lines))), 2)


if __name__ == "__main__":
    unittest.main()
