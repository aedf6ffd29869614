# SPDX-License-Identifier: BSD-3-Clause
"""Makes a family of a problem of KernelBench, and variants of its two models.

A problem is a file with a class Model, and functions get_inputs and get_init_inputs;
the class ModelNew of another file is to compute the same.  ``gkhost new
--from-kernelbench`` writes the two scripts that call add_problem and add_solution.

The tensors of get_inputs are inputs of the family, by their shapes and types; their
numbers are gkhost's.  Whole numbers that the problem assigns to names at its top are
options.  Parameters are made by one seed, and handed to both models.  What is right is
Model's result in double on the CPU.  Its result in single precision shows how far that
is off in itself: an error may be eight times the largest of these, and eight units in
the last place.
"""

from __future__ import annotations

import ast
import contextlib
import importlib.util
import os
import re
import sys
import time
import types
from typing import Any, Optional

from . import bridge, script

SEED = 42
TYPES = (
    "float16 f16 bfloat16 bf16 float32 f32 float64 f64 int8 i8 int16 i16 int32 i32 int64 i64"
).split()
# Keys of every job, as `gkhost list keys` prints them: no option has such a name.
KEYS = (
    "family variant baseline device cpus parallel note search search_seed cache launch memory "
    "scope pages timer warmup min_samples max_samples min_time max_time batch_time noise "
    "timeout rounds data seed verify audit slow_margin"
).split()
# Seconds of a verdict from which on they are reported.
SLOW = 1.0
# Results that differ by less, of the largest, are taken to be equal.
SAME = 2.0**-18


def _torch() -> Any:
    try:
        import torch
    except ModuleNotFoundError as error:
        raise script.Skip(f"needs {error.name}: pip install {error.name}") from None
    return torch


def _dtype(tensor: Any) -> str:
    name = str(tensor.dtype).replace("torch.", "")
    if name not in TYPES[::2]:
        raise TypeError(f"a tensor is of {name}; gkhost has {', '.join(TYPES[::2])}")
    return TYPES[TYPES.index(name) + 1]


def _number(node: ast.expr) -> int:
    """A whole number, also as 2048 * 2; 0 where it is something else."""
    parts = (ast.Constant, ast.BinOp, ast.Add, ast.Sub, ast.Mult)
    if not all(isinstance(part, parts) for part in ast.walk(node)):
        return 0
    try:
        value = eval(compile(ast.Expression(node), "size", "eval"), {})
    except TypeError:
        return 0
    return value if type(value) is int else 0


def _is_taken(name: str) -> bool:
    """True where an option can't have the name: the size stays what it is."""
    taken = (*KEYS, *script.TAKEN_OPTIONS)
    return name in taken or re.fullmatch("(in|out)[0-9]+", name) is not None


def _count_values(tensor: Any) -> int:
    """gkhost fills integers from 0 to the largest that the tensor has."""
    largest = int(tensor.max())
    if largest < 0:
        raise ValueError(
            "all integers of a tensor of get_inputs are below 0, and gkhost fills it from 0 to "
            "the largest; return some above 0"
        )
    return largest + 1


def _list(result: Any) -> list:
    return list(result) if isinstance(result, (tuple, list)) else [result]


def _is_nested(value: Any) -> bool:
    return isinstance(value, (tuple, list, dict))


def _has_tensor(value: Any) -> bool:
    if isinstance(value, dict):
        value = list(value.values())
    return any(map(_has_tensor, value)) if _is_nested(value) else _torch().is_tensor(value)


class Source:
    """A problem's file."""

    def __init__(self, path: str):
        self.path = path
        with open(path, encoding="utf-8") as file:
            self.text = file.read()
        self.sizes = {
            name: _number(node.value)
            for name, node in self._assignments(ast.parse(self.text, path))
        }
        self.made: dict[str, Made] = {}

    @staticmethod
    def _assignments(tree: ast.Module) -> list[tuple]:
        """The whole numbers from 1 on that names at the top get, by lower-case names."""
        found: dict[str, Any] = {}
        for node in tree.body:
            if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
                continue
            if _number(node.value) > 0:
                name = node.targets[0].id.lower()
                if name.isascii() and name[0].isalpha() and not _is_taken(name):
                    found[name] = node
        return list(found.items())

    def module(self, sizes: dict[str, int]) -> types.ModuleType:
        """Runs the file with these sizes."""
        tree = ast.parse(self.text, self.path)
        for name, node in self._assignments(tree):
            node.value = ast.copy_location(ast.Constant(sizes[name]), node.value)
        module = types.ModuleType("gkhost_kernelbench_sizes")
        module.__file__ = self.path
        sys.modules[module.__name__] = module
        exec(compile(tree, self.path, "exec"), module.__dict__)
        return module

    def make(self, p: Any) -> Made:
        """The problem at the sizes that p has."""
        sizes = {name: getattr(p, name) for name in self.sizes}
        if repr(sizes) not in self.made:
            self.made.clear()
            self.made[repr(sizes)] = Made(self.module(sizes))
        return self.made[repr(sizes)]


class Made:
    """A problem at some sizes: its model, and tensors such as those that it gets."""

    def __init__(self, module: types.ModuleType):
        torch = _torch()
        torch.manual_seed(SEED)
        self.init = _list(module.get_init_inputs())
        self.model = self.construct(module.Model)
        self.samples = _list(module.get_inputs())
        if any(map(_has_tensor, filter(_is_nested, self.samples))):
            raise TypeError(
                "get_inputs returns a list that has tensors in another list or a dict; return "
                "each tensor by itself, and give Model.forward an argument for each"
            )
        self.double: Any = None

    def construct(self, model: Any) -> Any:
        """A model; its parameters follow from the seed."""
        _torch().manual_seed(SEED)
        return model(*self.init)

    def draw(self) -> list:
        """Inputs such as gkhost fills."""
        torch = _torch()

        def fill(x: Any) -> Any:
            if not torch.is_tensor(x):
                return x
            if x.is_floating_point():
                return 2 * torch.rand_like(x) - 1
            return torch.randint_like(x, 0, _count_values(x))

        return list(map(fill, self.samples))

    def arguments(self, arrays: list) -> list:
        """The samples, with arrays in place of tensors."""
        torch = _torch()
        rest = iter(arrays)
        return [
            torch.from_dlpack(next(rest)).view(x.shape) if torch.is_tensor(x) else x
            for x in self.samples
        ]

    def compute(self, arguments: list, double: bool = False) -> list:
        """Model's results, of copies of the arguments."""
        import copy

        torch = _torch()
        if double and self.double is None:
            self.double = copy.deepcopy(self.model).double()

        def convert(x: Any) -> Any:
            if not torch.is_tensor(x):
                return x
            return x.double() if double and x.is_floating_point() else x.clone()

        with torch.no_grad():
            return _list((self.double if double else self.model)(*map(convert, arguments)))


# ---- The family ----


def _judge(made: Made, arguments: list) -> tuple:
    """What is right, in double, and Model's own results."""
    return made.compute(arguments, double=True), made.compute(arguments)


def _report_slow(made: Made, sizes: dict[str, int], arguments: list) -> None:
    """Each verified launch takes a verdict: a problem that is slow to judge says so."""
    start = time.monotonic()
    made.compute(arguments)
    if time.monotonic() - start < SLOW / 16:
        return
    start = time.monotonic()
    _judge(made, arguments)
    seconds = time.monotonic() - start
    if seconds < SLOW:
        return
    text = (
        f"each verified launch is computed anew on the CPU, in double, which takes {seconds:.2g} "
        f"s: set {' or '.join(sizes) or 'sizes at the top of the problem'} to less, or raise "
        "timeout"
    )
    script.log(text)
    # Of a case that runs out of time the log is lost.
    print(text, file=sys.stderr)


def _check_results(made: Made) -> list:
    """Model's results, if such a problem can be judged."""
    torch = _torch()
    first, second = made.draw(), made.draw()
    results = made.compute(first)
    if not all(torch.is_tensor(r) for r in results):
        raise TypeError("Model returns something else than tensors")
    if not all(torch.isfinite(r).all() for r in results):
        raise ValueError(
            "Model's result is infinite or no number where inputs are uniform in [-1, 1), "
            "with which gkhost fills them"
        )
    if not all(map(torch.equal, results, made.compute(first))):
        raise ValueError(
            "Model's result differs from call to call: leave out what is random, such as "
            "dropout"
        )
    for a, b in zip(results, made.compute(second)):
        a, b = a.double(), b.double()
        if a.numel() and (a - b).abs().max() > SAME * max(a.abs().max(), b.abs().max()):
            return results
    raise ValueError(
        "Model's result does not depend on its inputs: a kernel that writes a constant "
        "would be right"
    )


def _count_operations(made: Made) -> float:
    try:
        from torch.utils.flop_counter import FlopCounterMode
    except ImportError:
        return 0.0
    with FlopCounterMode(display=False) as counter:
        made.compute(made.samples)
    return float(counter.get_total_flops())


def _describe(s: script.Setup, made: Made, sizes: dict[str, int]) -> None:
    torch = _torch()
    for i, x in enumerate(x for x in made.samples if torch.is_tensor(x)):
        if x.is_floating_point():
            s.input(f"in{i}", _dtype(x), tuple(x.shape) or 1)
        else:
            s.indexes(f"in{i}", _dtype(x), x.numel(), _count_values(x))
    for i, result in enumerate(_check_results(made)):
        s.output(f"out{i}", _dtype(result), tuple(result.shape) or 1)
    s.work(_count_operations(made))
    _report_slow(made, sizes, made.draw())


def _add_family(source: Source, name: str) -> None:
    @script.family(
        name,
        options={key: script.Size(value) for key, value in source.sizes.items()},
        summary="a problem of KernelBench",
    )
    def setup(s: script.Setup) -> None:
        _torch()
        try:
            _describe(s, source.make(s), source.sizes)
        except script.Skip:
            raise
        except Exception as error:
            if all(getattr(s, key) == value for key, value in source.sizes.items()):
                raise
            raise script.Skip(f"no such problem: {error}") from None

    # An exception's reason begins with it.
    setattr(setup.function, "made_for", source.path)

    @setup.reference
    def reference(p: Any) -> tuple:
        made = source.make(p)
        count = sum(map(_torch().is_tensor, made.samples))
        arguments = made.arguments([getattr(p, f"in{i}") for i in range(count)])
        return tuple(_scaled(r, s) for r, s in zip(*_judge(made, arguments)))


def _scaled(right: Any, single: Any) -> Any:
    """A result, and what its errors are relative to, in numpy's arrays."""
    shape = tuple(right.shape) or (1,)
    value = right.reshape(shape).numpy()
    if not single.is_floating_point():
        return value
    off = _largest(single.double() - right)
    unit = _torch().finfo(single.dtype).eps / 2
    if single.element_size() == 2:
        # gkhost/family.h leaves the last rounding out.
        off, unit = _largest(single.float().double() * unit), 2.0**-20
    return script.Scaled(value, (right.abs() + off / unit).reshape(shape).numpy())


def _largest(errors: Any) -> float:
    """The largest magnitude of those that are finite: a result may overflow on some
    inputs."""
    finite = errors[errors.isfinite()].abs()
    return float(finite.max()) if finite.numel() else 0.0


# ---- Variants ----


class Prepared:
    """A model on a device, with its inputs and outputs."""

    def __init__(self, model: Any, arguments: list, outputs: list):
        self.model, self.arguments, self.outputs = model, arguments, outputs

    def run(self, torch: Any) -> None:
        with torch.no_grad():
            results = _list(self.model(*self.arguments))
        if len(results) != len(self.outputs):
            raise ValueError(f"it returns {len(results)} of {len(self.outputs)} tensors")
        for output, result in zip(self.outputs, results):
            if (tuple(result.shape) or (1,)) != tuple(output.shape):
                raise ValueError(
                    f"it returns a tensor of shape {tuple(result.shape)}; the result has "
                    f"{tuple(output.shape)}"
                )
            output.copy_(result.reshape(output.shape))


def _hand_parameters(new: Any, model: Any) -> Any:
    """Gives a model the parameters of Model, where they have the same names and shapes."""
    have, wanted = model.state_dict(), new.state_dict()
    of_model, of_new = ({k: tuple(v.shape) for k, v in d.items()} for d in (have, wanted))
    if of_model == of_new:
        new.load_state_dict(have)
    elif of_model:
        script.log(
            f"the parameters of Model were not handed to ModelNew: {_first_other(of_model, of_new)} "
            f"is Model's alone, {_first_other(of_new, of_model)} ModelNew's; give them the same "
            "names and shapes, unless the same seed makes the same numbers"
        )
    return new


def _first_other(shapes: dict, others: dict) -> str:
    for name, shape in shapes.items():
        if others.get(name) != shape:
            return f"{name} {list(shape)}"
    return "none"


def _prepare(source: Source, solution: Optional[str], p: Any) -> Prepared:
    torch = _torch()
    torch.backends.cudnn.allow_tf32 = False
    made = source.make(p)
    model = made.model
    if solution is not None:
        model = _hand_parameters(made.construct(_load_solution(solution)), made.model)
    count = sum(map(torch.is_tensor, made.samples))
    arguments = made.arguments([getattr(p, f"in{i}") for i in range(count)])
    outputs: list = []
    while hasattr(p, f"out{len(outputs)}"):
        outputs.append(torch.from_dlpack(getattr(p, f"out{len(outputs)}")))
    script.metric("copied", sum(x.numel() * x.element_size() for x in outputs), "B")
    return Prepared(model.to(p.device), arguments, outputs)


def _load_solution(path: str) -> Any:
    spec = importlib.util.spec_from_file_location("gkhost_kernelbench_solution", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no module")
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    spec.loader.exec_module(module)
    return module.ModelNew


def _add_variant(source: Source, family: str, solution: Optional[str], device: str) -> None:
    name = ("cpu-" if device == "cpu" else "") + ("new" if solution else "model")

    @script.variant(
        family,
        name=name,
        device=device,
        peer=solution is None,
        summary=f"calls Model{'New' if solution else ''}, and copies the tensors that it returns",
    )
    def launch(p: Any, stream: Any) -> None:
        torch = _torch()
        held: Any = contextlib.nullcontext()
        if stream is not None:
            held = torch.cuda.stream(torch.cuda.ExternalStream(stream))
        with held:
            p.state.run(torch)

    setattr(launch.function, "made_for", solution or source.path)

    @launch.prepare
    def prepare(p: Any) -> Prepared:
        return _prepare(source, solution, p)


def _note_file(path: str) -> None:
    """Tracebacks name this file, and a table that is kept of the script depends on it."""
    module = types.ModuleType(f"gkhost_kernelbench_{os.path.basename(path)}")
    module.__file__ = path
    sys.modules[module.__name__] = module
    bridge.scripts.append(path)


def _devices(cpu: bool) -> tuple:
    return ("cuda", "cpu") if cpu else ("cuda",)


def add_problem(family: str, problem: str, cpu: bool = False) -> None:
    """Registers a family, and Model as its variant for CUDA; with cpu for the CPU, too.

    problem: the path of the file that has Model.
    """
    _note_file(problem)
    source = Source(problem)
    _add_family(source, family)
    for device in _devices(cpu):
        _add_variant(source, family, None, device)


def add_solution(family: str, problem: str, solution: str, cpu: bool = False) -> None:
    """Registers ModelNew as a variant of the family that add_problem makes of a problem."""
    _note_file(problem)
    _note_file(solution)
    source = Source(problem)
    for device in _devices(cpu):
        _add_variant(source, family, solution, device)
