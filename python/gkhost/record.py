# SPDX-License-Identifier: BSD-3-Clause
"""Reads records from files, a JSON object a line."""

from __future__ import annotations

import array
import base64
import binascii
import gzip
import io
import json
import math
import os
import sys
import warnings
import zlib
from typing import IO, Any, Dict, Iterator, List, Optional, Tuple, Union, cast

Path = Union[str, "os.PathLike[str]"]

#: The newest format of run records that is known; all before it are, too.
FORMAT = 2

#: Of mode, what a case was measured in whose record is older than the key.
_MODE = {
    "cache": "cold",
    "launch": "stream",
    "memory": "device",
    "scope": "kernel",
    "pages": "huge",
    "timer": "events",
}

#: What identifies a case or a fault, which are compared and sorted by it.
_TEXTS = ("job", "family", "plugin", "variant", "device", "side")
_NUMBERS = ("case", "problem", "round")

_BEGIN = b'{"type":"'
GZIP = b"\x1f\x8b"


class RecordError(ValueError):
    """A file without records, or a line that is no record."""

    def __init__(self, path: str, line: Optional[int], message: str) -> None:
        super().__init__(f"{_place(path, line)}: {message}")
        self.path = path
        self.line = line


class RecordWarning(UserWarning):
    """A line that was left out."""


def _place(path: str, line: Optional[int]) -> str:
    return path if line is None else f"{path}:{line}"


class Record(Dict[str, Any]):
    """A record: a dictionary with all fields, known to this package or not.

    ``path`` and ``line``: where it was read.
    """

    path: Optional[str] = None
    line: Optional[int] = None

    @property
    def type(self) -> str:
        """The kind of record: ``run``, ``case``, ..."""
        return str(self.get("type"))

    def at(self, field: str, default: Any = None) -> Any:
        """The field with this name in the manual, such as ``time.median_s``; the
        default if it is absent."""
        value: Any = self
        for name in field.split("."):
            if not isinstance(value, dict) or name not in value:
                return default
            value = value[name]
        return value

    def flat(self) -> Dict[str, Any]:
        """All fields by these names; lists stay lists."""
        return dict(_flat(self, ""))


def _flat(value: Dict[str, Any], before: str) -> Iterator[Tuple[str, Any]]:
    for name, member in value.items():
        if isinstance(member, dict):
            yield from _flat(member, f"{before}{name}.")
        else:
            yield before + name, member


class Case(Record):
    """A case record, and what follows from it."""

    @property
    def status(self) -> str:
        """How it ended; ``failed`` if the record has no status."""
        status = self.get("status")
        return status if isinstance(status, str) else "failed"

    @property
    def verdicts(self) -> List[str]:
        """The caveats of its figures."""
        words = self.get("verdicts")
        return [str(word) for word in words] if isinstance(words, list) else []

    @property
    def suspect(self) -> bool:
        """Whether its time can't be true."""
        return self.status == "ok" and "suspect" in self.verdicts

    @property
    def outcome(self) -> str:
        """Its status, or ``suspect``."""
        return "suspect" if self.suspect else self.status

    @property
    def passes(self) -> bool:
        """Whether it does not fail its run: true for a skipped case."""
        return self.outcome in ("ok", "skipped")

    @property
    def ran(self) -> bool:
        """Whether it reached a worker."""
        if self.status == "skipped":
            return False
        return (
            self.status != "failed"
            or self.at("spent.total_s") is not None
            or "output" in self
        )

    @property
    def seconds(self) -> Optional[float]:
        """The median for one launch, in seconds; None without one, or if suspect."""
        return None if self.suspect else self.seconds_shown

    @property
    def seconds_shown(self) -> Optional[float]:
        """The same, also if the case is suspect."""
        median = self.at("time.median_s")
        if self.status != "ok" or not is_number(median) or median <= 0:
            return None
        return float(median)

    @property
    def mode(self) -> Dict[str, Any]:
        """The mode with every key, also of a record older than one of them."""
        mode = dict(_MODE)
        if self.get("device") != "cpu":
            mode["pages"] = "default"
        mode.update(_object(self.get("mode")))
        return mode

    @property
    def settings(self) -> Dict[str, Any]:
        """All other keys that it was measured with, as far as recorded."""
        settings = _object(self.get("settings"))
        # Where the first format has it.
        if "data" in self:
            settings = {**settings, "data": self["data"]}
        return settings

    def samples(self) -> List[float]:
        """All samples in the order taken, in seconds; empty if the record has
        none."""
        return self._packed("time.values")

    def telemetry(self, what: str) -> List[Tuple[float, float]]:
        """The readings of the device during the samples, ``"clock_sm"`` in Hz or
        ``"power"`` in W: pairs of the number of samples taken by then and the value.
        Empty if the record has none."""
        at = self._packed("telemetry.seen_at")
        figures = self._packed("telemetry.seen_" + what)
        return [(by, figure) for by, figure in zip(at, figures) if figure == figure]

    def _packed(self, path: str) -> List[float]:
        values = self.at(path)
        if values is None:
            return []
        try:
            floats = array.array("f", base64.b64decode(values, validate=True))
        except (ValueError, TypeError, binascii.Error):
            raise RecordError(
                self.path or "a record",
                self.line,
                f"{path} is not binary32 in base64: measure the case again",
            ) from None
        if sys.byteorder == "big":
            floats.byteswap()
        return floats.tolist()


def _object(value: Any) -> Dict[str, Any]:
    return dict(value) if isinstance(value, dict) else {}


def is_number(value: Any) -> bool:
    """Whether it is one; JSON's true is none."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


# ---- Lines -------------------------------------------------------------------


def _once(pairs: List[Tuple[str, Any]]) -> Dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("a name stands twice in an object")
    return members


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text} is no number that can be held")
    return value


def _whole(text: str) -> int:
    # Python refuses to read numbers of some thousand digits; none has that many.
    value = int(text) if len(text) < 25 else 2**63
    if not -(2**63) <= value < 2**63:
        raise ValueError("a whole number has over 64 bits")
    return value


def _parse(line: bytes) -> Any:
    """JSON's value; ValueError where it is none."""
    try:
        return json.loads(
            line.decode("utf-8"),
            object_pairs_hook=_once,
            parse_float=_finite,
            parse_int=_whole,
            parse_constant=_finite,
        )
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _begins_within(line: bytes) -> Optional[bytes]:
    """The last record that begins within a line, behind one that was cut short.
    In a text its quotes would be escaped."""
    at = line.rfind(_BEGIN, 1)
    return line[at:] if at > 0 else None


def _wrong_type(value: Dict[str, Any]) -> Optional[str]:
    for name in _TEXTS:
        if not isinstance(value.get(name, ""), str):
            return f"{name} is no text"
    for name in _NUMBERS:
        if not isinstance(value.get(name, 0), int):
            return f"{name} is no number"
    return None


class _Lines:
    """The state of a file that is read."""

    def __init__(self, path: str, strict: bool) -> None:
        self.path = path
        self.strict = strict
        self.number = 0

    def leave_out(self, message: str) -> None:
        """A line that is no record."""
        if self.strict:
            raise RecordError(
                self.path, self.number, message + "; strict=False leaves it out"
            )
        self.warn(message + "; it is left out")

    def warn(self, message: str) -> None:
        text = f"{_place(self.path, self.number)}: {message}"
        warnings.warn(RecordWarning(text), stacklevel=2)

    def record(self, value: Any) -> Optional[Record]:
        kind = value.get("type") if isinstance(value, dict) else None
        if not isinstance(kind, str):
            self.leave_out("not a record: it has no type")
            return None
        if kind in ("case", "fault"):
            wrong = _wrong_type(value)
            if wrong is not None:
                self.leave_out(f"not a record: {wrong}")
                return None
        record = Case(value) if kind == "case" else Record(value)
        record.path = self.path
        record.line = self.number
        return record

    def broken(self, line: bytes, error: ValueError) -> Optional[Record]:
        """Of a line that is not JSON, the record that can be had of it."""
        if not line.strip():
            self.warn("a blank line is left out")
            return None
        within = _begins_within(line)
        if within is not None:
            try:
                value = _parse(within)
            except ValueError:
                pass
            else:
                self.leave_out(
                    "a record was cut short, and another begins within its line"
                )
                return self.record(value)
        if not line.endswith(b"\n"):
            self.leave_out("the last line was cut short")
        else:
            self.leave_out(f"not JSON: {error}")
        return None

    def read(self, file: IO[bytes]) -> Iterator[Record]:
        for line in file:
            self.number += 1
            try:
                value = _parse(line)
            except ValueError as error:
                record = self.broken(line, error)
            else:
                record = self.record(value)
            if record is not None:
                yield record


def unpack(file: Any) -> IO[bytes]:
    """What a file holds, packed with gzip or not."""
    buffered = file if hasattr(file, "peek") else io.BufferedReader(file)
    if buffered.peek(2)[:2] == GZIP:
        return cast(IO[bytes], gzip.GzipFile(fileobj=buffered))
    return cast(IO[bytes], buffered)


def records(path: Path, *, strict: bool = True) -> Iterator[Record]:
    """Reads one record after the other, of any kind: of a run, of
    ``gkhost compare --format jsonl``, or of ``gkhost list --format jsonl``.

    ``-`` is standard input; a file may be packed with gzip.  A line that is no
    record is a RecordError; with strict=False it is left out, with a
    RecordWarning, as ``gkhost report`` does.
    """
    name = os.fspath(path)
    if name == "-":
        yield from _read(sys.stdin.buffer, "standard input", strict)
        return
    try:
        file = open(name, "rb")
    except OSError as error:
        raise RecordError(
            name, None, f"can't be read: {error.strerror}: name a file of records"
        ) from error
    with file:
        yield from _read(file, name, strict)


def _read(file: IO[bytes], name: str, strict: bool) -> Iterator[Record]:
    lines = _Lines(name, strict)
    try:
        yield from lines.read(unpack(file))
    except (OSError, EOFError, zlib.error) as error:
        # Behind some records: what was packed may be cut short, too.
        raise RecordError(name, None, f"can't be read: {error}") from error
