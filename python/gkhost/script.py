# SPDX-License-Identifier: BSD-3-Clause
"""Variants of kernels in a script that gkhost runs: ``gkhost -p +mine.py``.

>>> import gkhost
>>> import numpy as np
>>> @gkhost.variant("transpose", dtypes=["f32"], tunables={"block": [16, 32]})
... def mine(p, stream):
...     "reads down the columns, a block of them at a time"
...     src, dst = np.asarray(p.src), np.asarray(p.dst)
...     for j in range(0, p.cols, p.block):
...         dst[j : j + p.block] = src[:, j : j + p.block].T

The script is a plugin as one in C is: gkhost-plugin(3) says what a variant may do.
Outside of gkhost the decorated function is callable, and nothing is measured.
"""

from __future__ import annotations

import operator
import re
from typing import Any, Callable, Iterable, Mapping, NamedTuple, Optional, Sequence, Union

try:
    import _gkhost  # gkhost-python.so has it
except ImportError:
    _gkhost = None

# The type of a problem's buffers; outside of gkhost there are none.
ARRAY = getattr(_gkhost, "Array", ())
DEVICES = ("cpu", "cuda")
DTYPES = (
    "i8 i16 i32 i64 f16 bf16 f32 f64 c64 c128 u8 tf32 u16 u32 bool8 f8_e4m3 f8_e5m2"
).split()
LAYOUTS = ("row", "col", "tn", "nt", "tt")
OP_CLASSES = (
    "none i32 f32 f64 tensor_f16 tensor_bf16 tensor_tf32 tensor_i8 tensor_f64 tensor_f8"
).split()
# The enumerators of gk_option_type, gk_role and gk_array_kind.
INT, REAL, BOOL, CHOICE, DTYPE = range(5)
INPUT, OUTPUT, INOUT, CONSTANT = range(4)
NUMBERS, INDEXES, OFFSETS = range(3)
OPTION_SIZE = 1
MOST = 1 << 40
# Attributes of p, which no option, tunable or array may hide.
TAKEN = ("device", "state", "cache")


class Skip(Exception):
    """Raised where a variant can't run here: its text is the reason of the row."""


class Size(NamedTuple):
    """A size of a family's problem, with its default and its range."""

    default: int
    least: int = 1
    most: int = MOST


class Option:
    """An option of a family or a variant, and how its values come back from gkhost."""

    def __init__(self, name: str, values: Any, help: Optional[str], what: str):
        self.name, self.values = name, values
        if not isinstance(name, str) or not re.fullmatch("[a-z][a-z0-9_]{0,63}", name):
            raise ValueError(
                f"the {what} {name!r} needs a name of lower-case letters, digits and "
                "'_' that begins with a letter"
            )
        if help is not None and (not isinstance(help, str) or "\n" in help):
            raise TypeError(f"the help of the {what} {name!r} must be one line")
        self.help = help or f"{what} of the script"
        self.flags, self.allowed = 0, 0
        self.range: tuple = (0, 0, 0)
        self.reals: tuple = (0.0, 0.0, 0.0)
        self.choices: tuple = ()
        self._set_values(what)

    def _set_values(self, what: str) -> None:
        values, family = self.values, what == "option"
        listed = isinstance(values, (list, tuple)) and len(values) > 0
        if isinstance(values, Size) and not family:
            listed, values = False, None
        if isinstance(values, bool):
            self.type, self.range = BOOL, (int(values), 0, 1)
        elif isinstance(values, range) and values.step == 1 and len(values) > 0:
            self.type, self.range = INT, (values.start, values.start, values.stop - 1)
        elif isinstance(values, Size):
            self.type, self.flags, self.range = INT, OPTION_SIZE, tuple(values)
        elif listed and family and all(value in DTYPES for value in values):
            self.type, self.allowed = DTYPE, _mask(self.name, values, DTYPES)
            self.range = (DTYPES.index(values[0]), 0, 0)
        elif listed:
            self.type, self.choices = CHOICE, tuple(str(value) for value in values)
        elif family and isinstance(values, int):
            self.type, self.flags, self.range = INT, OPTION_SIZE, (values, 1, MOST)
        elif family and isinstance(values, float):
            self.type, self.reals = REAL, (values, -1e300, 1e300)
        else:
            raise TypeError(
                f"the {what} {self.name!r} is {values!r}; give a list of values (the first "
                "is the default), a range(low, high + 1), or True or False"
                + (", a size, or a float" if family else "")
            )

    def table(self) -> tuple:
        """A gk_option, for the bridge."""
        return (
            self.name,
            self.help,
            self.type,
            self.flags,
            *self.range,
            *self.reals,
            self.allowed,
            self.choices,
        )

    def value(self, number: Any) -> Any:
        """The value of which gkhost has this number."""
        if self.type == CHOICE:
            return self.values[number]
        if self.type == DTYPE:
            return DTYPES[number]
        return bool(number) if self.type == BOOL else number


def _options(
    values: Optional[Mapping], help: Optional[Mapping], what: str, taken: Sequence[str]
) -> list[Option]:
    help = help or {}
    for name in values or ():
        if name in taken:
            raise ValueError(
                f"the {what} {name!r} has the name of another attribute of the problem; "
                "rename it"
            )
    return [Option(name, value, help.get(name), what) for name, value in (values or {}).items()]


def _check_name(*texts: Any) -> None:
    for text in texts:
        if not isinstance(text, str) or not re.fullmatch("[a-z][a-z0-9_-]{0,63}", text):
            raise ValueError(
                f"{text!r} is no name of a family or a variant: write lower-case "
                "letters, digits, '-' and '_', and a letter first; name= names the "
                "variant"
            )


def _summary(function: Callable, given: Optional[str]) -> str:
    doc = (function.__doc__ or "").strip().split("\n")[0].rstrip(".")
    return given or doc or "in Python"


def _mask(what: str, names: Optional[Sequence[str]], known: Sequence[str]) -> int:
    """The set of GK_BIT()s of a list of names; 0 for None."""
    mask = 0
    if isinstance(names, str):
        raise TypeError(f"{what} is a string; give a list: [{names!r}]")
    for name in names or ():
        if name not in known:
            raise ValueError(f"{what} has {name!r}; there is {', '.join(known)}")
        mask |= 1 << known.index(name)
    return mask


class Variant:
    """A decorated function; its methods decorate further callbacks."""

    def __init__(self, function: Callable, family: str, options: Mapping[str, Any]):
        if not callable(function):
            raise TypeError("gkhost.variant decorates a function f(p, stream)")
        # Decorated twice, a function serves two families.
        inner = function if isinstance(function, Variant) else None
        function = inner.function if inner else function
        self.callbacks: dict[str, Callable] = inner.callbacks if inner else {}
        self.function = function
        self.family = family
        self.name = options["name"] or getattr(function, "__name__", "").replace("__", "_")
        _check_name(self.family, self.name)
        if options["device"] not in DEVICES:
            raise ValueError(
                f"device is {options['device']!r}; there is {', '.join(DEVICES)}"
            )
        self.device = options["device"]
        self.summary = _summary(function, options["summary"])
        self.dtypes = _mask("dtypes", options["dtypes"], DTYPES)
        self.layouts = _mask("layouts", options["layouts"], LAYOUTS)
        self.precision = float(options["precision"])
        self.warmup = int(options["warmup"])
        self.flags = int(bool(options["peer"]))
        self.tunables = _options(options["tunables"], options["help"], "tunable", TAKEN)
        self.caches: dict[tuple, dict] = {}

    def __call__(self, p: Any, stream: Any = None) -> None:
        self.function(p, stream)

    def _add(self, name: str, function: Callable) -> Callable:
        if not callable(function):
            raise TypeError(f"{name} decorates a function")
        self.callbacks[name] = function
        return function

    def prepare(self, function: Callable) -> Callable:
        """Decorates f(p), called before launches; what it returns is p.state."""
        return self._add("prepare", function)

    def release(self, function: Callable) -> Callable:
        """Decorates f(p), called after the last launch."""
        return self._add("release", function)

    def work(self, function: Callable) -> Callable:
        """Decorates f(p), which returns the operations of a launch, or the operations
        and the unit that does them, such as "tensor_f16"."""
        return self._add("work", function)

    def table(self) -> tuple:
        """A gk_variant, for the bridge."""
        return (
            self.family,
            self.name,
            self.summary,
            DEVICES.index(self.device),
            self.flags,
            self.dtypes,
            self.layouts,
            self.precision,
            self.warmup,
            tuple(t.table() for t in self.tunables),
        )


class Scaled(NamedTuple):
    """What a reference may return for an output: its value, and what its error is
    relative to, such as the sum of the magnitudes that were added."""

    value: Any
    scale: Any


def _extents(shape: Any) -> tuple:
    """The whole numbers of a shape, also of numpy's; nothing where it is none."""
    try:
        return tuple(map(operator.index, shape if isinstance(shape, Iterable) else (shape,)))
    except TypeError:
        return ()


class Setup:
    """A problem that a family's function describes: it has the options as attributes.

    terms, factors and one_sign are as in gkhost/family.h: how many numbers an element of
    an output adds; how many elements of inputs each of them multiplies, where the output
    is nothing but that sum (then exact data is judged); and whether all are of one sign.
    """

    terms: float = 1.0
    factors: int = 0
    one_sign: bool = False
    ops: float = 0.0
    op_class: str = "none"

    def __init__(self, options: dict[str, Any]):
        self.arrays: list[tuple] = []
        self._taken = {*TAKEN, "arrays", *options}
        self.__dict__.update(options)

    def __getattr__(self, name: str) -> Any:
        options = [key for key in vars(self) if key not in ("arrays", "_taken")]
        raise AttributeError(
            f"s has no attribute {name!r}; the options are {', '.join(options) or 'none'}"
        )

    def _add(
        self, name: str, role: int, dtype: str, shape: Any, kind: int = NUMBERS, below: int = 0
    ) -> None:
        extents = _extents(shape)
        if not re.fullmatch("[A-Za-z_][A-Za-z0-9_]*", name):
            raise ValueError(f"an array can't be named {name!r}; write an identifier")
        if name in self._taken:
            raise ValueError(
                f"an array can't be named {name!r}: p.{name} is an option, another array or "
                "gkhost's; rename it"
            )
        if not 1 <= len(extents) <= 6 or min(extents) < 1:
            raise ValueError(f"the shape of {name} is {shape!r}; give 1 to 6 positive integers")
        if dtype not in DTYPES:
            raise ValueError(f"{name} is of {dtype!r}; there is {', '.join(DTYPES)}")
        self._taken.add(name)
        below = operator.index(below)
        self.arrays.append((name, role, kind, DTYPES.index(dtype), below, extents))

    def input(self, name: str, dtype: str, shape: Any) -> None:
        """Numbers that launches read, and that change between them."""
        self._add(name, INPUT, dtype, shape)

    def constant(self, name: str, dtype: str, shape: Any) -> None:
        """An input that prepare may read, too, such as weights."""
        self._add(name, CONSTANT, dtype, shape)

    def output(self, name: str, dtype: str, shape: Any) -> None:
        """What a launch writes, each element."""
        self._add(name, OUTPUT, dtype, shape)

    def inout(self, name: str, dtype: str, shape: Any) -> None:
        """An output that begins as an input."""
        self._add(name, INOUT, dtype, shape)

    def indexes(self, name: str, dtype: str, n: int, below: int) -> None:
        """An input of n integers from 0 to below - 1."""
        self._add(name, INPUT, dtype, n, INDEXES, below)

    def offsets(self, name: str, dtype: str, parts: int, total: int) -> None:
        """An input of parts + 1 integers in ascending order, from 0 to total."""
        self._add(name, INPUT, dtype, parts + 1, OFFSETS, total)

    def work(self, ops: float, op_class: str = "none") -> None:
        """The operations that a problem takes at least, and the unit that does them; by
        default the scalar units of the first output's type."""
        if op_class not in OP_CLASSES:
            raise ValueError(f"the unit is {op_class!r}; there is {', '.join(OP_CLASSES)}")
        self.ops, self.op_class = float(ops), op_class


# Options may not hide the attributes of a Setup either.
TAKEN_OPTIONS = (*TAKEN, "arrays", *(name for name in vars(Setup) if name[0] != "_"))


class Family:
    """A decorated setup; its method decorates the reference."""

    def __init__(self, function: Callable, name: str, options: Mapping[str, Any]):
        if not callable(function):
            raise TypeError("gkhost.family decorates a function f(setup)")
        _check_name(name)
        self.function, self.name = function, name
        self.summary = _summary(function, options["summary"])
        self.options = _options(options["options"], options["help"], "option", TAKEN_OPTIONS)
        self.reference_function: Optional[Callable] = None

    def reference(self, function: Callable) -> Callable:
        """Decorates f(p), which returns the outputs in double: of one output an array, of
        several a tuple in their order, or a dict."""
        if not callable(function):
            raise TypeError("reference decorates a function f(p)")
        self.reference_function = function
        return function

    def table(self) -> tuple:
        """A gk_family, for the bridge."""
        return (self.name, self.summary, tuple(o.table() for o in self.options))


registered: list[Variant] = []
families: list[Family] = []


def family(
    name: str,
    *,
    options: Mapping[str, Any],
    help: Optional[Mapping[str, str]] = None,
    summary: Optional[str] = None,
) -> Callable[[Callable], Family]:
    """Decorates a function f(setup) that describes a problem of a new family.

    options: a whole number is a size, with that default, and Size has its range; a list of types of elements, or
    of other values, has the default first; a range, a float, True or False are such
    values.  The inputs, their changes and the error bounds are those of gkhost/family.h.
    """
    given = dict(locals())

    def decorate(function: Callable) -> Family:
        made = Family(function, name, given)
        families.append(made)
        return made

    return decorate


def variant(
    family: str,
    *,
    name: Optional[str] = None,
    device: str = "cpu",
    dtypes: Optional[Sequence[str]] = None,
    layouts: Optional[Sequence[str]] = None,
    tunables: Optional[Mapping[str, Any]] = None,
    help: Optional[Mapping[str, str]] = None,
    summary: Optional[str] = None,
    precision: float = 0,
    peer: bool = False,
    warmup: int = 0,
) -> Callable[[Callable], Variant]:
    """Decorates a function f(p, stream) that computes the family's problem p.

    p has the family's options (p.rows), the buffers of the problem as arrays (p.src), the
    variant's tunables, p.device, p.state (what prepare returned) and p.cache, a dict that
    lasts as long as the process, for what is compiled or tuned once for a case.
    """
    if not isinstance(family, str):
        raise TypeError(
            f"the family is {family!r}; write @gkhost.variant(\"transpose\")"
        )
    options = dict(locals())

    def decorate(function: Callable) -> Variant:
        made = Variant(function, family, options)
        registered.append(made)
        return made

    return decorate


def as_float(array: Any) -> Any:
    """An array as numpy's of f64, also one of a type that numpy sees as integers."""
    import numpy

    made = numpy.asarray(array)
    dtype = getattr(array, "dtype", None)
    if dtype == "bf16":
        made = (made.astype("u4") << 16).view("f4")
    elif dtype == "f8_e5m2":
        made = (made.astype("u2") << 8).view("f2")
    elif dtype == "f8_e4m3":
        bits = made.astype("u2")
        half = ((bits & 0x80) << 8 | (bits & 0x7F) << 7).view("f2")
        made = numpy.where(bits & 0x7F == 0x7F, numpy.nan, 256 * half.astype("f4"))
    return made.astype("f8")


def metric(name: str, value: Union[int, float], unit: Optional[str] = None) -> None:
    """Sets a figure of the case for its record; call it in prepare and release."""
    if _gkhost is not None:
        _gkhost.metric(name, unit, value)


def log(text: str) -> None:
    """Adds a line to the case's record, which -v prints."""
    if _gkhost is not None:
        _gkhost.log(text)
