# SPDX-License-Identifier: BSD-3-Clause
"""Runs a suite with the program gkhost, and returns its run.

The program does all of it, as on the command line: a suite that is a dict becomes a
file in a folder that is removed again, and the records come from the file that the
program writes with ``-o``.
"""

from __future__ import annotations

import glob
import json
import os
import re
import subprocess
import sys
import tempfile
from typing import IO, Any, Dict, Iterable, List, Mapping, Optional, Union

from .program import find_program, message_of
from .record import Path
from .runs import Run, read_run

Suite = Union[Path, Mapping[str, Mapping[str, Any]]]

#: Widths of a progress line, which is written over the one before.
_WIDTH = 79


class RunError(RuntimeError):
    """A suite that gkhost did not run; the message is that of the program.

    ``status``: its exit status, which gkhost(1) explains.
    """

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


def run(
    suite: Suite,
    *,
    only: Optional[str] = None,
    set: Optional[Mapping[str, Any]] = None,  # noqa: A002 - as the option is called
    plugins: Union[Path, Iterable[Path]] = (),
    device: Optional[str] = None,
    output: Optional[Path] = None,
    progress: Optional[bool] = None,
) -> Run:
    """Runs a suite, and returns its run; cases may be wrong or have failed in it.

    suite: a file, or a dict such as ``{"transpose": {"rows": [1000, 2000]}}``, of a
    dict of keys for each job.  only: as ``--only``, such as ``"*/cpu-*"``.  set: keys
    of jobs, such as ``{"transpose.rows": 64}``.  plugins: files or folders beside the
    installed plugins, such as ``["mine.py"]``, or one of them.  device: as ``-d``.  output: a file
    for the records, which are not kept otherwise.  progress: whether a line shows it;
    by default in a notebook and a terminal.

    What the program refuses, such as a key that there is not, is a RunError; without
    the program, MissingProgram is raised.
    """
    program = find_program("gkhost.run")
    options = _options(only, set, plugins, device)
    with tempfile.TemporaryDirectory() as folder:
        file = _write_suite(suite, folder)
        records = os.path.join(folder, "run.jsonl") if output is None else output
        command = [program, "-c", file, *options, "--format", "jsonl"]
        shown = _is_watched() if progress is None else progress
        try:
            total = _count_cases(command) if shown else 0
            head = _run_program([*command, "-o", os.fspath(records)], total)
        except RunError as error:
            # The lines of a dict are no one's.
            if isinstance(suite, Mapping):
                text = re.sub(re.escape(file) + "(:[0-9]+)?", "suite", str(error))
                raise RunError(text, error.status) from None
            raise
        made = read_run(_find_records(os.fspath(records), head))
        if output is None:
            made.head.path = None
            with open(records, "rb") as written:
                made.written = written.read()
    return made


def _find_records(output: str, head: bytes) -> str:
    """The file whose name the program made of the output, such as of ``run-%h.jsonl``: it
    begins with the run record that the program printed, too."""
    if "%" not in output:
        return output
    parts = re.split("%(.)", output)
    parts[::2] = map(glob.escape, parts[::2])
    parts[1::2] = ["%" if sign == "%" else "*" for sign in parts[1::2]]
    for path in glob.glob("".join(parts)):
        with open(path, "rb") as file:
            if file.readline() == head:
                return path
    return output


# ---- Options ----


def _options(only: Any, keys: Any, plugins: Any, device: Any) -> List[str]:
    if isinstance(plugins, (str, os.PathLike)):
        plugins = [plugins]
    if keys is not None and not isinstance(keys, Mapping):
        raise TypeError(f'set is {keys!r}; give a dict of keys: {{"copy.rows": 64}}')
    for name, value in (("only", only), ("device", device)):
        if value is not None and not isinstance(value, str):
            raise TypeError(f"{name} is {value!r}; give a string, as --{name} takes it")
    options: List[str] = []
    for plugin in plugins:
        options += ["-p", "+" + os.fspath(plugin)]
    for key, value in (keys or {}).items():
        options += ["-s", f"{key}={_text(value)}"]
    options += [] if only is None else ["--only", only]
    options += [] if device is None else ["-d", device]
    return options


# ---- Suites ----


def _text(value: Any) -> str:
    """A value as a suite has it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple, range)):
        return ", ".join(map(_text, value))
    text = str(value)
    if "\n" in text or "\r" in text:
        raise ValueError(f"the value {text!r} has several lines; a suite's has one")
    return text


def _write_suite(suite: Suite, folder: str) -> str:
    if not isinstance(suite, Mapping):
        return os.fspath(suite)
    lines = []
    for job, keys in suite.items():
        if not isinstance(keys, Mapping):
            raise TypeError(
                f"the job {job!r} is {keys!r}; a suite is a dict of jobs, and a job one of "
                'keys: {"transpose": {"rows": 1000}}'
            )
        lines.append(f"[{_text(job)}]")
        lines += [f"{_text(key)} = {_text(value)}" for key, value in keys.items()]
    path = os.path.join(folder, "suite.ini")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join([*lines, ""]))
    return path


# ---- The program ----


def _environment() -> Dict[str, str]:
    """Scripts run with this interpreter's packages, where those are an environment's."""
    environment = dict(os.environ)
    if sys.prefix != sys.base_prefix:
        environment.setdefault("VIRTUAL_ENV", sys.prefix)
    return environment


def _raise_error(status: int, printed: bytes) -> None:
    """Raises an error unless the program ran: 1 is that of a run with wrong cases."""
    if status not in (0, 1):
        raise RunError(message_of(printed) or f"gkhost ended with status {status}", status)


def _count_cases(command: List[str]) -> int:
    done = subprocess.run([*command, "--dry-run"], capture_output=True, env=_environment())
    _raise_error(done.returncode, done.stderr)
    return sum(line.startswith(b'{"type":"case"') for line in done.stdout.splitlines())


def _run_program(command: List[str], total: int) -> bytes:
    """Runs it, and returns the first line that it printed; shows progress where it has so
    many cases, 0: shows none."""
    first = b""
    with tempfile.TemporaryFile() as messages:
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=messages, env=_environment()
        ) as process:
            try:
                if process.stdout is not None:
                    first = process.stdout.readline()
                    _follow(process.stdout, total)
                status = process.wait()
            except BaseException:  # KeyboardInterrupt, too
                process.terminate()
                raise
        messages.seek(0)
        printed = messages.read()
    _raise_error(status, printed)
    if printed:
        sys.stderr.write(printed.decode(errors="replace"))
    return first


# ---- Progress ----


def _is_watched() -> bool:
    return "ipykernel" in sys.modules or sys.stderr.isatty()


def _show(text: str) -> None:
    sys.stderr.write("\r" + text[:_WIDTH].ljust(_WIDTH))
    sys.stderr.flush()


def _follow(lines: IO[bytes], total: int) -> None:
    """Reads the records as cases end."""
    done = 0
    for line in lines:
        if total == 0 or not line.startswith(b'{"type":"case"'):
            continue
        case = json.loads(line)
        done += 1
        _show(f"{done} of {total}: {case.get('job')}/{case.get('variant')} {case.get('status')}")
    if done > 0:
        _show("")
        sys.stderr.write("\r")
