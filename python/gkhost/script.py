# SPDX-License-Identifier: BSD-3-Clause
"""Variants of kernels in a script that gkhost runs: ``gkhost -p +mine.py``.

>>> import gkhost
>>> @gkhost.variant("transpose", dtypes=["f32"], tunables={"block": [16, 32]})
... def mine(p, stream):
...     "reads down the columns"
...     for j in range(p.cols):
...         p.dst[j, :] = p.src[:, j]                       # doctest: +SKIP

The script is a plugin as one in C is: gkhost-plugin(3) says what a variant may do.
Outside of gkhost the decorated function is callable, and nothing is measured.
"""

from __future__ import annotations

import re
from typing import Any, Callable, Mapping, Optional, Sequence, Union

try:
    import _gkhost  # gkhost-python.so has it
except ImportError:
    _gkhost = None

DEVICES = ("cpu", "cuda")
DTYPES = (
    "i8 i16 i32 i64 f16 bf16 f32 f64 c64 c128 u8 tf32 u16 u32 bool8 f8_e4m3 f8_e5m2"
).split()
LAYOUTS = ("row", "col", "tn", "nt", "tt")
# The enumerators of gk_option_type.
INT, BOOL, CHOICE = 0, 2, 3
INT64 = 1 << 63


class Skip(Exception):
    """Raised where a variant can't run here: its text is the reason of the row."""


class Tunable:
    """One option of a variant, and how its values come back from gkhost."""

    def __init__(self, name: str, values: Any, help: Optional[str]):
        self.name, self.values = name, values
        if not isinstance(name, str) or not re.fullmatch("[a-z][a-z0-9_]{0,63}", name):
            raise ValueError(
                f"the tunable {name!r} needs a name of lower-case letters, digits and "
                "'_' that begins with a letter"
            )
        if help is not None and (not isinstance(help, str) or "\n" in help):
            raise TypeError(f"the help of the tunable {name!r} must be one line")
        self.help = help or "a tunable of the script"
        self.choices: tuple = ()
        if isinstance(values, bool):
            self.type, self.range = BOOL, (int(values), 0, 1)
        elif isinstance(values, range) and values.step == 1 and len(values) > 0:
            self.type, self.range = INT, (values.start, values.start, values.stop - 1)
        elif isinstance(values, (list, tuple)) and values:
            self.type, self.range = CHOICE, (0, 0, 0)
            self.choices = tuple(str(value) for value in values)
        else:
            raise TypeError(
                f"the tunable {name!r} is {values!r}; give a list of values (the first is "
                "the default), a range(low, high + 1), or True or False"
            )

    def table(self) -> tuple:
        """A gk_option, for the bridge."""
        return (self.name, self.help, self.type, *self.range, self.choices)

    def value(self, number: int) -> Any:
        """The value of which gkhost has this number."""
        if self.type == CHOICE:
            return self.values[number]
        return bool(number) if self.type == BOOL else number


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
        for text in (self.family, self.name):
            if not isinstance(text, str) or not re.fullmatch("[a-z][a-z0-9_-]{0,63}", text):
                raise ValueError(
                    f"{text!r} is no name of a family or a variant: write lower-case "
                    "letters, digits, '-' and '_', and a letter first; name= names the "
                    "variant"
                )
        if options["device"] not in DEVICES:
            raise ValueError(
                f"device is {options['device']!r}; there is {', '.join(DEVICES)}"
            )
        self.device = options["device"]
        doc = (function.__doc__ or "").strip().split("\n")[0].rstrip(".")
        self.summary = options["summary"] or doc or "in Python"
        self.dtypes = _mask("dtypes", options["dtypes"], DTYPES)
        self.layouts = _mask("layouts", options["layouts"], LAYOUTS)
        self.precision = float(options["precision"])
        self.warmup = int(options["warmup"])
        self.flags = int(bool(options["peer"]))
        help = options["help"] or {}
        self.tunables = [
            Tunable(name, values, help.get(name))
            for name, values in (options["tunables"] or {}).items()
        ]
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


registered: list[Variant] = []


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


def metric(name: str, value: Union[int, float], unit: Optional[str] = None) -> None:
    """Sets a figure of the case for its record; call it in prepare and release."""
    if _gkhost is not None:
        _gkhost.metric(name, unit, value)


def log(text: str) -> None:
    """Adds a line to the case's record, which -v prints."""
    if _gkhost is not None:
        _gkhost.log(text)
