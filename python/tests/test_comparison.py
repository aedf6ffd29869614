# SPDX-License-Identifier: BSD-3-Clause
"""Two runs are compared by the rules of gkhost(1), Comparing, and as the host does."""

import json
import math
import random
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
from gkhost import estimates


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


class Compared(InFolder):
    def run_of(self, *cases, name="run", **head):
        flat = [
            c for case in cases for c in (case if isinstance(case, list) else [case])
        ]
        return gkhost.read_run(self.write(name, run_record(**head), *flat))

    def verdicts(self, old, new, **more):
        comparison = gkhost.compare(old, new, **more)
        return {c.case["variant"]: c.verdict for c in comparison}


class Verdicts(Compared):
    def setUp(self):
        super().setUp()
        self.peer = rounds("library", 1e-4, peer=True)
        # The session drifts by 3 %.
        self.drifted = rounds("library", 1.03e-4, peer=True)

    def test_verdicts(self):
        old = self.run_of(
            self.peer, *(rounds(v, 2e-4) for v in ("same", "slower", "faster", "gone"))
        )
        new = self.run_of(
            self.drifted,
            rounds("same", 2.06e-4),
            rounds("slower", 2.101e-4),
            rounds("faster", 2e-4),
            rounds("added", 2e-4),
        )
        comparison = gkhost.compare(old, new)
        self.assertEqual(
            {c.case["variant"]: c.verdict for c in comparison},
            {
                "library": "control",
                "same": "same",
                "slower": "slower",
                "faster": "faster",
                "gone": "only old",
                "added": "only new",
            },
        )
        (slower,) = comparison.slower
        self.assertAlmostEqual(slower.ratio, 2.101 / 2.06, places=9)
        self.assertLess(1.01, slower.low)
        self.assertLess(slower.low, slower.ratio)
        self.assertLess(slower.ratio, slower.high)
        self.assertTrue(slower.controlled)
        self.assertTrue(comparison.is_bad)
        self.assertIn("j/slower: slower, 1.02 times as long", str(comparison))
        self.assertIn("6 cases: 1 slower, 1 faster, 1 same", str(comparison))
        wide = gkhost.compare(old, new, margin=0.05)
        self.assertEqual(wide.slower, [])
        self.assertFalse(wide.is_bad)

    def test_without_a_peer(self):
        old = self.run_of(rounds("some", 2e-4), rounds("much", 2e-4))
        new = self.run_of(rounds("some", 2.06e-4), rounds("much", 2.3e-4))
        self.assertEqual(self.verdicts(old, new), {"some": "unsure", "much": "slower"})
        comparison = gkhost.compare(old, new)
        self.assertIn("is not known", comparison.of("unsure")[0].reason)
        self.assertFalse(comparison.slower[0].controlled)

    def test_only_peers(self):
        old, new = self.run_of(rounds("library", 2e-4, peer=True)), self.run_of(
            rounds("library", 2.3e-4, peer=True)
        )
        self.assertEqual(self.verdicts(old, new), {"library": "slower"})

    def test_one_round(self):
        old = self.run_of(rounds("a", 1e-4, 1))
        (change,) = gkhost.compare(old, old)
        self.assertEqual(change.verdict, "unsure")
        self.assertIn("rounds = 10", change.reason)
        self.assertEqual((change.ratio, change.low, change.high), (1, None, None))

    def test_outcomes(self):
        good = self.run_of(self.peer, rounds("a", 1e-4))
        bad = rounds("a", 1e-4)
        bad[4].update(status="wrong", reason="element 3")
        bad = self.run_of(self.peer, bad)
        (change,) = gkhost.compare(good, bad).broken
        self.assertEqual((change.verdict, change.reason), ("wrong", "element 3"))
        self.assertEqual(self.verdicts(bad, good)["a"], "fixed")
        self.assertEqual(self.verdicts(bad, bad)["a"], "wrong")
        suspect = self.run_of(self.peer, rounds("a", 1e-4, verdicts=["suspect"]))
        self.assertEqual(self.verdicts(good, suspect)["a"], "suspect")

    def test_two_builds(self):
        run = self.run_of(
            rounds("a", 1e-4, side="was"),
            rounds("a", 1.03e-4, side="is"),
            sides=["was", "is"],
        )
        comparison = gkhost.compare(run)
        self.assertEqual((comparison.old, comparison.new), ("was", "is"))
        (change,) = comparison.slower
        self.assertAlmostEqual(change.ratio, 1.03, places=9)
        # What a round does to both, however much, cancels.
        for case in run:
            case["time"]["median_s"] *= 1 + case["round"]
        (change,) = gkhost.compare(run).slower
        self.assertAlmostEqual(change.high / change.low, 1, delta=1e-3)

    def test_tunables(self):
        """Cases of one variant with other tunables are others."""
        two, four = ({"tunables": {"words": n}} for n in (2, 4))
        old = self.run_of(
            self.peer, rounds("a", 1e-4, **two), rounds("a", 1e-4, **four)
        )
        new = self.run_of(
            self.peer, rounds("a", 2e-4, **two), rounds("a", 1e-4, **four)
        )
        self.assertEqual(
            [(c.case.get("tunables"), c.verdict) for c in gkhost.compare(old, new)][1:],
            [({"words": 2}, "slower"), ({"words": 4}, "same")],
        )

    def test_older_keys(self):
        """A record that lacks a key was measured as is usual."""
        old = self.run_of(self.peer, rounds("a", 1e-4, device="cpu"))
        mode = {"cache": "cold", "timer": "events", "pages": "huge"}
        settings = {"noise": 0.005, "timeout": 3, "seed": 4}
        new = self.run_of(
            *(
                [{**case, "mode": mode, "settings": settings} for case in cases]
                for cases in (self.peer, rounds("a", 1e-4))
            )
        )
        self.assertEqual(self.verdicts(old, new)["a"], "same")

    def test_margin(self):
        old = self.run_of(self.peer)
        for margin in (-0.1, 1, math.nan):
            with self.assertRaisesRegex(ValueError, "margin"):
                gkhost.compare(old, old, margin=margin)


class Refused(Compared):
    def gpu(self, name="GPU", driver="13.0", **fields):
        device = {"name": "cuda:0", "description": name, "driver": driver}
        return self.run_of(
            case_record(device="cuda:0", **fields), devices=[device], name=name + driver
        )

    def refused(self, old, new, message):
        with self.assertRaisesRegex(gkhost.ComparisonError, message):
            gkhost.compare(old, new)

    def test_device(self):
        self.refused(self.gpu(), self.gpu("H"), "cuda:0 was GPU, driver 13.0 in .*GPU")
        self.refused(self.gpu(), self.gpu(driver="12"), "is GPU, driver 12 in .*across")
        self.assertEqual(len(gkhost.compare(self.gpu(), self.gpu("H"), across=True)), 1)

    def test_setting(self):
        old, new = self.gpu(), self.gpu(settings={"noise": 0.02})
        self.refused(old, new, "j/v was measured with noise = 0.005 in .* 0.02 in")
        gkhost.compare(old, new, across=True)
        # One that only a later host knows.
        self.refused(old, self.gpu(settings={"later": 1}), "later = None in .* 1 in")

    def test_library(self):
        old, new = (self.gpu(peer=True, library=f"BLAS {i}") for i in (1, 2))
        self.refused(old, new, "the peer j/v was BLAS 1 in .* BLAS 2 in")
        gkhost.compare(old, new, across=True)

    def test_timer(self):
        old, new = (self.gpu(mode={"timer": t}) for t in ("events", "kernel"))
        self.refused(old, new, "by one timer")
        with self.assertRaises(gkhost.ComparisonError):
            gkhost.compare(old, new, across=True)

    def test_nothing_in_common(self):
        self.refused(self.gpu(), self.gpu(params={"rows": 8}), "no case in common")

    def test_one_run(self):
        with self.assertRaisesRegex(gkhost.ComparisonError, "of no run with --compare"):
            gkhost.compare(self.gpu())


class Student(unittest.TestCase):
    def test_tables(self):
        for freedom, bound in ((1, 12.7062), (2, 4.30265), (9, 2.26216), (60, 2.0003)):
            got = estimates.student_bound(0.025, freedom)
            self.assertAlmostEqual(got, bound, delta=1e-4)
            self.assertAlmostEqual(estimates.student_above(-got, freedom), 0.975)


@needs_host
class AsTheHost(Compared):
    """The same change records as `gkhost compare --format jsonl`."""

    def close(self, mine, its, where):
        if isinstance(its, dict):
            self.assertEqual(sorted(mine), sorted(its), where)
            for name in its:
                self.close(mine[name], its[name], f"{where}.{name}")
        elif isinstance(its, float):
            self.assertTrue(math.isclose(mine, its, rel_tol=1e-6), (where, mine, its))
        else:
            self.assertEqual(mine, its, where)

    def agree(self, old, new=None, margin=0.01, across=False):
        paths = [old] if new is None else [old, new]
        more = ["--across"] if across else []
        printed = host(
            "compare", *paths, "--format", "jsonl", "--margin", f"{margin:g}", *more
        )
        its = [json.loads(line) for line in printed.splitlines()]
        runs = [gkhost.read_run(path) for path in paths]
        comparison = gkhost.compare(*runs, margin=margin, across=across)
        self.assertEqual(len(comparison), len(its) - 1)
        for number, (change, theirs) in enumerate(zip(comparison, its[1:])):
            self.close(json.loads(json.dumps(change.record())), theirs, str(number))
        counts = {v: its[0][v] for v in comparison.counts()}
        self.assertEqual(comparison.counts(), counts)
        return comparison

    def test_results(self):
        for path in [*RESULTS, SAMPLE]:
            with self.subTest(path.name):
                self.agree(path, path)

    def agree_on_random(self, seed):
        with self.subTest(seed=seed):
            chance = random.Random(seed)
            plan = list(random_plan(chance))
            files = [
                self.write(f"run{new}", *random_run(chance, plan, new))
                for new in (False, True)
            ]
            margin = chance.choice([0, 0.01, 0.03])
            return {c.verdict for c in self.agree(*files, margin=margin, across=True)}

    def test_random(self):
        found = set().union(*map(self.agree_on_random, range(10)))
        self.assertLessEqual(
            {"slower", "faster", "same", "unsure", "control", "fixed", "wrong"}, found
        )
        self.agree_on_random(random.randrange(2**32))

    def test_defaults(self):
        """What is taken for a key that a record lacks is the key's default."""
        from gkhost import comparison, record

        printed = host("list", "keys", "--format", "jsonl").splitlines()
        keys = {key["name"]: key for key in map(json.loads, printed)}
        for name, default in {**comparison._DEFAULTS, **record._MODE}.items():
            self.assertEqual(keys[name]["default"], default, name)
        suite = self.write("a.ini", b"[copy]\nrows = 1\ncols = 1\ndevice = cpu\n")
        written = self.folder / "run.jsonl"
        host("-c", suite, "-o", written, "--only", "copy/cpu-memcpy")
        settings = gkhost.read_run(written).cases[0]["settings"]
        known = {*comparison._DEFAULTS, *comparison._NO_MATTER}
        # A record may be older than a key.
        self.assertLessEqual(set(settings), known)
        self.assertLessEqual(known, set(keys))
        # A key of the mode makes a case of its own for each of its values.
        modes = {
            name for name in keys if keys[name].get("values") and keys[name]["list"]
        }
        self.assertEqual(modes, set(record._MODE))

    def test_a_run_just_written(self):
        suite = self.write("a.ini", b"[copy]\nrows = 50, 300\ncols = 300\n")
        suite.write_bytes(
            suite.read_bytes() + b"variant = cpu-*\nmax_time = 0.02\nrounds = 3\n"
            b"device = cpu\nverify = no\naudit = no\n"
        )
        files = [self.folder / "old.jsonl", self.folder / "new.jsonl"]
        for file in files:
            host("-c", suite, "-o", file)
        run = gkhost.read_run(files[0])
        self.assertEqual(len(run), run.end["cases"])
        self.assertEqual(run.head["gkhost"], gkhost.__version__)
        self.assertEqual(run.others, [])
        self.agree(*files, across=True)

    def test_two_builds(self):
        sides = ["was", "is"]
        cases = [
            case_record(
                i,
                1e-4 * (1 + 0.01 * (side == "is")),
                side=side,
                round=n,
                variant=variant,
            )
            for i, (n, side, variant) in enumerate(
                (n, side, variant)
                for n in range(6)
                for side in sides
                for variant in ("a", "b")
            )
        ]
        cases[3]["status"] = "crashed"
        path = self.write("sides", run_record(sides=sides), *cases)
        self.assertEqual(len(self.agree(path)), 2)


def random_plan(chance):
    """What both runs measure: the fields of each case, how many rounds it has, how
    rough they are, and how much slower the second run is."""
    for number in range(4):
        n = chance.choice([2, 5, 10]) if number else 1
        peers = chance.choice([0, 1, 2])
        for variant in range(5):
            fields = {
                "problem": number,
                "variant": f"v{variant}",
                "peer": variant < peers,
                "params": {"rows": chance.choice([number, 7]), "pad": 0.5},
                "settings": {"noise": 0.001, "rounds": n},
            }
            if chance.random() < 0.3:
                fields["floor_s"] = 1e-4
            if chance.random() < 0.2:
                fields["tunables"] = {"words": 2}
            if chance.random() < 0.3:
                fields["cpus"] = "0"
            slower = chance.choice([0, 0, 0.1, -0.1, 0.02])
            yield fields, n, chance.choice([1e-3, 1e-2, 1e-5]), slower


def random_run(chance, plan, new):
    yield run_record()
    number = 0
    for fields, n, rough, slower in plan:
        if chance.random() < 0.05:
            continue
        for i in range(n):
            more = {"round": i} if n > 1 else {}
            words = [w for w in ("unsettled", "shared") if chance.random() < 0.5]
            words += ["suspect"] * (chance.random() < 0.005)
            if words:
                more["verdicts"] = words
            if chance.random() < 0.01:
                ends = ["wrong", "skipped", "failed", "timeout"]
                more.update(status=chance.choice(ends), reason="by chance")
            seconds = 1e-4 * (1 + new * slower) * math.exp(chance.gauss(0, rough))
            yield case_record(number, seconds, **fields, **more)
            number += 1


if __name__ == "__main__":
    unittest.main()
