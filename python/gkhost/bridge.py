# SPDX-License-Identifier: BSD-3-Clause
"""What gkhost-python.so calls: loads scripts, makes problems, explains exceptions.

No script needs it.  Functions return tuples, which bridges/python/ copies into the
tables of gkhost.
"""

from __future__ import annotations

import faulthandler
import gc
import io
import os
import platform
import re
import signal
import sys
import tokenize
import traceback
import types
from typing import Any, Optional, Union

from . import listing, script

# Statuses of include/gkhost/plugin.h.
SKIP, FAIL = 1, 2
# Packages whose versions change what is computed.
LIBRARIES = ("numpy", "numba", "torch", "triton", "cupy")
# A reason has 1023 bytes at most.
REASON = 800

here = os.path.dirname(os.path.abspath(__file__))  # normalized
scripts: list[str] = []


# gkhost sends it to a process that does not answer, before it kills that.
faulthandler.register(signal.SIGURG, sys.stderr, all_threads=False)


# ---- Exceptions ----


def _is_ours(file: str) -> bool:
    return os.path.dirname(os.path.abspath(file)) == here


def _place(error: BaseException) -> str:
    """Where a script is to be looked at: "mine.py:12: ", or nothing."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{os.path.basename(error.filename)}:{error.lineno or 1}: "
    place = ""
    for frame, line in traceback.walk_tb(error.__traceback__):
        if frame.f_code.co_filename in scripts:
            place = f"{os.path.basename(frame.f_code.co_filename)}:{line}: "
    return place


def _explain(error: BaseException) -> tuple[str, str]:
    """A line with the script's file and line, and the traceback without our frames."""
    text = str(error.msg if isinstance(error, SyntaxError) else error)
    first = text.strip().split("\n")[0]
    line = f"{_place(error)}{type(error).__name__}: {first}".rstrip(": ")
    if isinstance(error, ModuleNotFoundError):
        line += (
            f"; install it for {sys.executable} (Python {platform.python_version()}), or "
            "set VIRTUAL_ENV to an environment that has it"
        )
    if isinstance(error, TypeError) and "must be of ArrayType" in first:
        line += "; a buffer of p is none: write out=numpy.asarray(p.dst)"
    trace = error.__traceback__
    while trace is not None and _is_ours(trace.tb_frame.f_code.co_filename):
        trace = trace.tb_next
    shown = traceback.TracebackException(type(error), error, trace)
    while shown.stack and _is_ours(shown.stack[-1].filename):
        shown.stack.pop()
    return line, "".join(shown.format())


def explain_callback(
    error: Optional[BaseException], owner: Union[script.Variant, script.Family]
) -> tuple[int, str]:
    """The status of a callback that raised, and its reason; prints the traceback."""
    error = error or RuntimeError("no exception was set")
    line, full = _explain(error)
    if isinstance(error, script.Skip):
        line = str(error) or "the script gave no reason"
    elif not _place(error):
        code = getattr(owner.function, "__code__", None)
        made_for = getattr(owner.function, "made_for", None)
        if made_for is not None:
            line = f"{os.path.basename(made_for)}:1: {line}"
        elif code is not None:
            line = f"{os.path.basename(code.co_filename)}:{code.co_firstlineno}: {line}"
    line = re.sub("[\0-\x1f\x7f]", " ", line).encode("utf-8", "replace").decode()
    if isinstance(error, script.Skip):
        return SKIP, line[:REASON]
    print(full, end="", file=sys.stderr)
    return FAIL, line[:REASON]


# ---- Scripts ----


def _read(path: str) -> str:
    """A script's text; a SyntaxError names the line of what can't be decoded."""
    with open(path, "rb") as file:
        data = file.read()
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    except SyntaxError as error:
        raise SyntaxError(str(error), (path, 1, 0, "")) from None
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SyntaxError(
            f"byte 0x{data[error.start]:02x} is no {encoding}; save the script as UTF-8, or "
            "name its encoding in its first line",
            (path, line, 0, ""),
        ) from None


def _module(path: str) -> types.ModuleType:
    """Runs the script as a module of its own, with its folder on the path."""
    stem = re.sub(r"\W", "_", os.path.splitext(os.path.basename(path))[0])
    module = types.ModuleType(f"gkhost_script_{stem}")
    module.__file__ = path
    sys.modules[module.__name__] = module
    sys.argv = [path]
    # Unlike that of this package, what scripts import is kept as usual.
    sys.dont_write_bytecode = "PYTHONDONTWRITEBYTECODE" in os.environ
    if os.path.dirname(path) not in sys.path:
        sys.path.insert(0, os.path.dirname(path))
    exec(compile(_read(path), path, "exec"), module.__dict__)
    return module


def _plugin_name(path: str) -> str:
    """A name that plugins may have, of the file's."""
    stem = os.path.splitext(os.path.basename(path))[0].lower()
    name = re.sub("[^a-z0-9_-]", "-", stem)[:60]
    return name if "a" <= name[:1] <= "z" else f"s{name}"


def _find_fault() -> Optional[str]:
    """A line, and what is wrong with what the script registered as a whole."""
    if not script.registered and not script.families:
        return (
            '1: it registers no variant; decorate a function with @gkhost.variant("FAMILY")'
        )
    for number, family in enumerate(script.families):
        line = family.function.__code__.co_firstlineno
        if number > 0:
            return f"{line}: a second family, {family.name}; write a script for each"
        if family.reference_function is None:
            return (
                f"{line}: family {family.name} has no reference; decorate a function with "
                f"@{family.function.__name__}.reference"
            )
    return None


def _run_script(path: str) -> Union[tuple, str]:
    """The table of a script, of which variants are still objects, or why there is none."""
    script.registered.clear()
    script.families.clear()
    try:
        module = _module(path)
        fault = _find_fault()
        if fault is not None:
            return f"{os.path.basename(path)}:{fault}"
    except BaseException as error:  # SystemExit, too
        line, full = _explain(error)
        return f"{line}\n{full}"
    gc.collect()
    gc.disable()
    doc = (module.__doc__ or "").strip().split("\n")[0].rstrip(".")
    return (
        _plugin_name(path),
        str(getattr(module, "__version__", "0")),
        doc or "variants in Python",
        script.families[0].table() if script.families else None,
        tuple(variant.table() for variant in script.registered),
    )


def load_script(path: str, list_only: bool) -> Union[tuple, str]:
    """The table of the script's plugin and its variants, or lines that say why there is
    none."""
    kept = listing.find_table(path) if list_only else None
    if kept is not None:
        return (*kept, None, (None,) * len(kept[4]))
    scripts.append(path)
    basis = listing.find_basis(path)
    table = _run_script(path)
    if isinstance(table, str):
        return table
    if not list_only:
        listing.drop_other(path, table)
    elif basis is not None:
        listing.keep_table(path, table, basis)
    return (*table, script.families[0] if script.families else None, tuple(script.registered))


# ---- Callbacks ----


class Problem:
    """What a variant is given; script.py says which attributes it has."""

    def __init__(self, fields: dict[str, Any]):
        self.__dict__.update(fields)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"p has no attribute {name!r}; it has {', '.join(vars(self))}")

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(vars(self).get(name), script.ARRAY):
            raise AttributeError(
                f"p.{name} can't be assigned to, which would write nothing: write into "
                f"numpy.asarray(p.{name})"
            )
        vars(self)[name] = value

    def __repr__(self) -> str:
        return "Problem({})".format(
            ", ".join(f"{k}={v!r}" for k, v in self.__dict__.items() if k != "cache")
        )


def launch_nothing(p: Problem, stream: Any) -> None:
    """What a launch costs the interpreter."""


def prepare_variant(
    variant: script.Variant, settings: dict, arrays: dict, numbers: tuple, device: str
) -> Problem:
    """The object that the variant's functions get."""
    tunables = {t.name: t.value(n) for t, n in zip(variant.tunables, numbers)}
    key = (device, *settings.items(), *tunables.items())
    problem = Problem({**settings, **tunables, **arrays, "device": device, "state": None})
    problem.cache = variant.caches.setdefault(repr(key), {})
    prepare = variant.callbacks.get("prepare")
    if prepare is not None:
        problem.state = prepare(problem)
    gc.collect()
    return problem


# Modules that start processes which stay, and how those are ended; they start again
# when they are needed.
HELPERS = {
    "multiprocessing.resource_tracker": lambda module: module._resource_tracker._stop(),
    "torch._inductor.async_compile": lambda module: module.shutdown_compile_workers(),
}


def _end_helpers() -> None:
    """Ends processes that libraries have started: a case that leaves one is wrong."""
    for name, end in HELPERS.items():
        module = sys.modules.get(name)
        try:
            if module is not None:
                end(module)
        except Exception as error:  # another version of the library
            script.log(f"{name}: its processes could not be ended: {error!r}")


def release_variant(variant: script.Variant, problem: Problem) -> None:
    """Calls the script's release."""
    release = variant.callbacks.get("release")
    if release is not None:
        release(problem)
    problem.__dict__.clear()
    _end_helpers()


def collect_garbage() -> None:
    """Frees what release left."""
    gc.collect()


def count_work(
    variant: script.Variant, problem: Problem, ops: float, op_class: int
) -> tuple[float, int]:
    """The operations of a launch and the number of their unit."""
    work = variant.callbacks.get("work")
    if work is None:
        return ops, op_class
    answer = work(problem)
    if not isinstance(answer, tuple):
        answer = (answer, script.OP_CLASSES[op_class])
    if len(answer) != 2 or not isinstance(answer[0], (int, float)):
        raise TypeError(
            f"work returned {answer!r}; return operations, or operations and their unit"
        )
    if answer[1] not in script.OP_CLASSES:
        raise ValueError(
            f"work returned the unit {answer[1]!r}; there is {', '.join(script.OP_CLASSES)}"
        )
    return float(answer[0]), script.OP_CLASSES.index(answer[1])


def name_libraries() -> str:
    """The versions of Python and of packages that were imported."""
    names = [f"Python {platform.python_version()}"]
    for name in LIBRARIES:
        version = getattr(sys.modules.get(name), "__version__", None)
        if version is not None:
            names.append(f"{name} {version}")
    return ", ".join(names)[:120]


# ---- Callbacks of a family ----


def set_up_family(family: script.Family, numbers: tuple) -> tuple:
    """The problem, its arrays, and the tolerances and work of gkhost/family.h."""
    options = {o.name: o.value(n) for o, n in zip(family.options, numbers)}
    setup = script.Setup(options)
    family.function(setup)
    roles = [role for _, role, *_ in setup.arrays]
    if script.OUTPUT not in roles and script.INOUT not in roles:
        raise ValueError("it has no output; call setup.output (NAME, DTYPE, SHAPE)")
    if script.INPUT not in roles and script.INOUT not in roles:
        raise ValueError(
            "it has no input that changes between launches, so a variant could keep its "
            "answer; call setup.input (NAME, DTYPE, SHAPE)"
        )
    problem = Problem(options)
    problem.arrays = setup.arrays
    return (
        problem,
        tuple(setup.arrays),
        float(setup.terms),
        int(setup.factors),
        int(bool(setup.one_sign)),
        setup.ops,
        script.OP_CLASSES.index(setup.op_class),
    )


def _numbers(value: Any, dtype: str, shape: tuple, name: str) -> Any:
    """Contiguous numbers of 64 bits, of this shape."""
    import numpy

    made = numpy.asarray(value)
    if made.shape != shape:
        raise ValueError(
            f"the reference returned an array of shape {made.shape} for {name}, whose shape "
            f"is {shape}"
        )
    is_integer = dtype[0] in "iu" or dtype == "bool8"
    if is_integer and made.dtype.kind not in "iub":
        raise TypeError(f"the reference returned {made.dtype} for {name}, which is of {dtype}")
    kind = "u8" if is_integer and made.dtype.kind == "u" else "i8" if is_integer else "f8"
    return numpy.ascontiguousarray(made.astype(kind))


def _check_not_nan(value: Any, name: str, inputs: dict) -> None:
    """NaN is right of no variant: where inputs are finite, that is the family's fault."""
    import numpy

    if value.dtype.kind != "f" or not numpy.isnan(value).any():
        return
    if not all(numpy.isfinite(script.as_float(x)).all() for x in inputs.values()):
        return
    index = numpy.argwhere(numpy.isnan(value))[0].tolist()
    raise ValueError(
        f"the reference returned NaN for {name}{index} of inputs that are finite, so that no "
        "variant could be right; avoid overflow in it, or bring inputs into its domain"
    )


def compute_reference(family: script.Family, problem: Problem, inputs: dict) -> tuple:
    """The values and scales of all outputs, in their order."""
    fields = {**problem.__dict__, **inputs}
    del fields["arrays"]
    result = family.reference_function(Problem(fields))
    outputs = [
        (name, script.DTYPES[dtype], shape)
        for name, role, _, dtype, _, shape in problem.arrays
        if role in (script.OUTPUT, script.INOUT)
    ]
    if isinstance(result, dict):
        result = tuple(result[name] for name, *_ in outputs)
    elif isinstance(result, script.Scaled) or not isinstance(result, tuple):
        result = (result,)
    if len(result) != len(outputs):
        raise ValueError(f"the reference returned {len(result)} of {len(outputs)} outputs")
    pairs = []
    for value, (name, dtype, shape) in zip(result, outputs):
        scale = None
        if isinstance(value, script.Scaled):
            value, scale = value
            scale = _numbers(scale, "f64", shape, name)
        value = _numbers(value, dtype, shape, name)
        _check_not_nan(value, name, inputs)
        pairs.append((value, scale))
    return tuple(pairs)
