# SPDX-License-Identifier: BSD-3-Clause
"""Runs: records that belong together, the parts of a resumed run joined."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Dict, Iterable, List, Optional, Set, Tuple

from .record import FORMAT, Case, Path, Record, RecordError, records


@dataclass
class Run:
    """A run: its machine, suite and settings, and its results."""

    #: The run record; of a run that was resumed, that of its last part, which
    #: began when the first did.
    head: Record
    #: In the order in which they ended; of a run that was resumed, of the suite.
    cases: List[Case] = field(default_factory=list)
    faults: List[Record] = field(default_factory=list)
    #: None where the run was killed, or still goes on.
    end: Optional[Record] = None
    #: Records of kinds that this version does not know.
    others: List[Record] = field(default_factory=list)
    #: What gkhost wrote, where no file has it.
    written: bytes = field(default=b"", repr=False, compare=False)

    @property
    def path(self) -> str:
        """The file that it was read from."""
        return self.head.path or ""

    @property
    def sides(self) -> List[str]:
        """The names of the two builds of a run with ``--compare``."""
        sides = self.head.get("sides")
        return [str(side) for side in sides] if isinstance(sides, list) else []

    def device(self, name: str) -> Dict[str, Any]:
        """The run record's description of a device; empty if it has none."""
        devices = self.head.get("devices")
        for device in devices if isinstance(devices, list) else []:
            if isinstance(device, dict) and device.get("name") == name:
                return device
        return {}

    def __iter__(self) -> Any:
        return iter(self.cases)

    def __len__(self) -> int:
        return len(self.cases)


def read(*paths: Path, strict: bool = True) -> List[Run]:
    """Reads the runs of one or more files, in order.

    A file may have several runs, be packed with gzip, or be ``-``, standard
    input.  A bad line is a RecordError, which names file and line; with
    strict=False it is left out with a RecordWarning, such as the last line of a
    run that was killed.  Fields and kinds of records that are not known are kept.
    """
    runs: List[Run] = []
    for path in paths:
        runs += _runs_of(path, strict)
    return runs


def read_run(path: Path, *, strict: bool = True) -> Run:
    """Reads a file that has one run."""
    runs = read(path, strict=strict)
    if len(runs) != 1:
        raise RecordError(
            runs[0].path,
            runs[1].head.line,
            f"the file has {len(runs)} runs: take one of those that read() returns",
        )
    return runs[0]


def _runs_of(path: Path, strict: bool) -> List[Run]:
    runs: List[_Parts] = []
    for record in records(path, strict=strict):
        if record.type == "run":
            _known_format(record)
            if runs and isinstance(record.at("resumed.cases"), int):
                runs[-1].go_on(record)
            else:
                runs.append(_Parts(record))
        elif not runs:
            raise RecordError(
                record.path or "",
                record.line,
                "records begin with a run record: is the first line missing, or "
                "are these of another command, which records() reads?",
            )
        else:
            runs[-1].add(record)
    if not runs:
        raise RecordError(
            str(path), None, "has no records: name a file that gkhost wrote with -o"
        )
    return [parts.joined() for parts in runs]


def _known_format(head: Record) -> None:
    number = head.get("format")
    if not isinstance(number, int) or not 1 <= number <= FORMAT:
        raise RecordError(
            head.path or "",
            head.line,
            f"format {number} is not known: read it with the package of the "
            f"gkhost that wrote it, {head.get('gkhost', 'a newer one')}",
        )


class _Parts:
    """The parts of a run, of which mostly there is one."""

    def __init__(self, head: Record) -> None:
        self.run = Run(head)
        self.parts = 1
        #: Of each case and fault, in which part it was, by identity.
        self.part: Dict[int, int] = {}

    def add(self, record: Record) -> None:
        self.part[id(record)] = self.parts
        if isinstance(record, Case):
            self.run.cases.append(record)
        elif record.type == "fault":
            self.run.faults.append(record)
        elif record.type == "end":
            self.run.end = record
        else:
            self.run.others.append(record)

    def go_on(self, head: Record) -> None:
        """A part begins: what it does anew does not count any more."""
        without = head.at("resumed.without")
        numbers = _Numbers(without if isinstance(without, list) else [])
        gone: Set[Tuple[Any, Any]] = set()
        for case in self.run.cases:
            if numbers.have(case.get("case")):
                gone.add((case.get("problem"), None))
                gone.add((case.get("problem"), case.get("variant")))
        self.run.cases = [
            case for case in self.run.cases if not numbers.have(case.get("case"))
        ]
        self.run.faults = [
            fault
            for fault in self.run.faults
            if (fault.get("problem"), fault.get("variant")) not in gone
        ]
        self.run.end = None
        self.run.head = _both(self.run.head, head)
        self.parts += 1

    def joined(self) -> Run:
        if self.parts > 1:
            self.run.cases.sort(
                key=lambda c: (_or_less(c.get("problem")), _or_less(c.get("case")))
            )
            self.run.faults = [f for f in self.run.faults if self._counts(f)]
            self.run.faults.sort(key=lambda f: _or_less(f.get("problem")))
        return self.run

    def _counts(self, fault: Record) -> bool:
        """A family's fault does unless a later part ran a case of its problem,
        and so saw the problem's end itself."""
        if "variant" in fault:
            return True
        return not any(
            case.get("problem") == fault.get("problem")
            and self.part[id(case)] > self.part[id(fault)]
            for case in self.run.cases
        )


def _or_less(number: Any) -> int:
    return number if isinstance(number, int) else -1


def _both(before: Record, head: Record) -> Record:
    """The run record of all parts."""
    both = Record(head)
    both.path, both.line = before.path, before.line
    both.pop("resumed", None)
    if "started" in before:
        both["started"] = before["started"]
    for key in ("rebuilt", "hosts"):
        texts = _unique([*before.get(key, []), *head.get(key, [])])
        if texts:
            both[key] = texts
    loads = [x.at("host.load") for x in (before, head) if x.at("host.load") is not None]
    if loads:
        both["host"] = {**head.get("host", {}), "load": max(loads)}
    return both


def _unique(texts: Iterable[Any]) -> List[Any]:
    return list(dict.fromkeys(texts))


class _Numbers:
    """Of cases, as a part names them: ``8``, ``0-5``."""

    def __init__(self, texts: Iterable[Any]) -> None:
        self.spans: List[Tuple[int, int]] = []
        for text in texts:
            found = re.fullmatch(r"(\d+)(?:-(\d+))?", str(text))
            if found:
                first = int(found[1])
                self.spans.append((first, int(found[2] or first)))

    def have(self, number: Any) -> bool:
        return isinstance(number, int) and any(
            first <= number <= last for first, last in self.spans
        )
