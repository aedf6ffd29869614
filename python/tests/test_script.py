# SPDX-License-Identifier: BSD-3-Clause
"""Scripts for gkhost, as they are outside of it."""

import unittest

import gkhost
from common import InFolder, needs
from gkhost import bridge, kernelbench, script


class Variants(unittest.TestCase):
    def test_decorated_function_is_callable(self) -> None:
        calls = []

        @gkhost.variant("copy", tunables={"block": [16, "x"], "n": range(2, 5), "up": False})
        def mine(p, stream):
            """Does nothing.

            At length."""
            calls.append((p, stream))

        mine("p")
        self.assertEqual(calls, [("p", None)])
        self.assertEqual((mine.name, mine.summary, mine.dtypes), ("mine", "Does nothing", 0))
        block, n, up = mine.tunables
        self.assertEqual([block.value(1), n.value(4), up.value(1)], ["x", 4, True])
        self.assertEqual((n.range, up.range, block.choices), ((2, 2, 4), (0, 0, 1), ("16", "x")))

    def test_function_serves_two_families(self) -> None:
        @gkhost.variant("a", name="both")
        @gkhost.variant("b", name="both")
        def launch(p, stream):
            """Both."""

        @launch.release
        def release(p):
            pass

        first, second = script.registered[-2:]
        self.assertEqual([first.family, second.family], ["b", "a"])
        self.assertEqual([first.summary, second.summary], ["Both", "Both"])
        self.assertIs(first.callbacks, second.callbacks)
        self.assertIs(first.function, second.function)

    def test_services_do_nothing(self) -> None:
        gkhost.metric("residual", 0.5)
        gkhost.log("a line")

    def test_types_are_enumerators(self) -> None:
        made = script._mask("dtypes", ["i8", "f8_e5m2"], script.DTYPES)
        self.assertEqual(made, 1 | 1 << 16)


class Families(unittest.TestCase):
    def test_setup_has_options_and_arrays(self) -> None:
        @gkhost.family("sums", options={"n": 5, "dtype": ["f64", "f32"], "by": 0.5})
        def sums(s):
            s.input("src", s.dtype, (s.n, 2))
            s.output("dst", s.dtype, s.n)
            s.work(2 * s.n)

        problem, arrays, terms, factors, one_sign, ops, unit = bridge.set_up_family(
            sums, (3, script.DTYPES.index("f32"), 0.5)
        )
        self.assertEqual((problem.n, problem.dtype, problem.by), (3, "f32", 0.5))
        self.assertEqual([a[0] for a in arrays], ["src", "dst"])
        self.assertEqual([a[5] for a in arrays], [(3, 2), (3,)])
        self.assertEqual((terms, factors, one_sign, ops, unit), (1.0, 0, 0, 6.0, 0))

    def test_options_hide_nothing(self) -> None:
        taken = ("factors one_sign terms ops op_class input output inout constant indexes").split()
        for name in (*taken, "offsets", "work", "arrays", "state", "device", "cache"):
            with self.assertRaisesRegex(ValueError, f"the option '{name}' has the name of "):
                gkhost.family("f", options={name: 5})(lambda s: None)
        for name in ("state", "device", "cache"):
            with self.assertRaisesRegex(ValueError, f"the tunable '{name}' has the name of "):
                gkhost.variant("f", name="v", tunables={name: [1]})(lambda p, stream: None)
        gkhost.variant("f", name="v", tunables={"factors": [1]})(lambda p, stream: None)

    def test_inputs_must_change(self) -> None:
        for add in (lambda s: None, lambda s: s.constant("src", "f32", 1)):

            @gkhost.family("kept", options={})
            def kept(s):
                add(s)
                s.output("dst", "f32", 1)

            with self.assertRaisesRegex(ValueError, "no input that changes .* setup.input"):
                bridge.set_up_family(kept, ())

    def test_wrong_arrays_are_refused(self) -> None:
        setup = script.Setup({})
        for arguments in (("a b", "f32", 1), ("a", "f33", 1), ("a", "f32", 0), ("a", "f32", ())):
            with self.assertRaises(ValueError):
                setup.input(*arguments)
        for shape in (1.5, None, "9", (2, 3.0), (2, -1), (1,) * 7):
            with self.assertRaisesRegex(ValueError, "give 1 to 6 positive integers"):
                setup.input("a", "f32", shape)

    def test_extents_are_whole_numbers_of_any_type(self) -> None:
        class Whole:
            def __index__(self):
                return 3

        setup = script.Setup({})
        setup.input("a", "f32", Whole())
        setup.input("b", "f32", [2, Whole()])
        setup.indexes("c", "i32", Whole(), Whole())
        self.assertEqual([a[5] for a in setup.arrays], [(3,), (2, 3), (3,)])
        self.assertEqual(setup.arrays[2][4], 3)


    def test_names_of_arrays_are_free(self) -> None:
        setup = script.Setup({"n": 5})
        setup.input("src", "f32", 5)
        for name in ("n", "src", "device", "state", "cache", "arrays"):
            with self.assertRaisesRegex(ValueError, f"can't be named '{name}': p.{name} is "):
                setup.output(name, "f32", 5)
        self.assertEqual(len(setup.arrays), 1)


    @needs("numpy")
    def test_reference_is_a_number(self) -> None:
        import numpy as np

        @gkhost.family("f", options={})
        def family(s):
            s.input("src", "f32", 2)
            s.output("dst", "f32", 2)

        @family.reference
        def reference(p):
            with np.errstate(invalid="ignore"):
                return p.src - np.array([np.inf, 0])

        problem = bridge.set_up_family(family, ())[0]
        for first, second in ((1, 2), (np.inf, 2)):
            inputs = {"src": np.array([first, second], "f4")}
            ((value, scale),) = bridge.compute_reference(family, problem, inputs)
            self.assertEqual(value[1], 2)
        family.reference(lambda p: p.src * np.nan)
        with self.assertRaisesRegex(ValueError, r"NaN for dst\[0\] of inputs that are finite"):
            bridge.compute_reference(family, problem, {"src": np.ones(2)})


class KernelBench(InFolder):
    def test_sizes_are_whole_numbers_at_the_top(self) -> None:
        path = self.write(
            "problem.py",
            b"N = 9\nwidth = 2 * 3\nrate, ratio, zero = 0.5, 1 / 2, 0\nhalf = N // 2\n"
            b"on = True\ndevice = 7\nfactors = 2\nin0 = 3\ninput = 8\nname = 'a' * 2\ndef f():\n    inner = 4\n",
        )
        source = kernelbench.Source(str(path))
        self.assertEqual(source.sizes, {"n": 9, "width": 6})
        made = source.module({"n": 20, "width": 1})
        self.assertEqual((made.N, made.width, made.half, made.device), (20, 1, 10, 7))


class Names(unittest.TestCase):
    def test_plugin_has_a_valid_name(self) -> None:
        for path, name in (("/a/Mine 2.py", "mine-2"), ("/b/2x.py", "s2x"), ("c.d.py", "c-d")):
            self.assertEqual(bridge._plugin_name(path), name)


if __name__ == "__main__":
    unittest.main()
