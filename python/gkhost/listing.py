# SPDX-License-Identifier: BSD-3-Clause
"""Keeps what a script brings, so that it need not run to be listed.

A library that a script imports may take seconds to load.  The table is kept in the
user's cache folder, with the hash of the script and what else it may depend on: the
interpreter, the folders in which modules are found, and the files of the modules that
it imported.  Where a run finds another table than the one that is kept, it goes.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from typing import Any, Optional

FORMAT = 1


def _file_of(path: str) -> Optional[str]:
    """Where the table of this script is kept; None: nowhere."""
    cache = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(cache):
        home = os.environ.get("HOME", "")
        if not os.path.isabs(home):
            return None
        cache = os.path.join(home, ".cache")
    name = hashlib.sha256(os.fsencode(path)).hexdigest()[:32]
    return os.path.join(cache, "gkhost", "scripts", name + ".json")


def _stamp(path: str) -> Optional[list[int]]:
    try:
        about = os.stat(path)
    except OSError:
        return None
    return [about.st_mtime_ns, about.st_size, about.st_ino]


def _basis(path: str) -> list:
    """What is known without running the script."""
    with open(path, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    # Runs leave files beside a script, which are no modules.
    beside = sorted(
        name for name in os.listdir(os.path.dirname(path)) if name.endswith((".py", ".so"))
    )
    folders = [[folder, _stamp(folder)] for folder in sys.path]
    return [FORMAT, path, digest, sys.version, sys.executable, beside, folders]


def _modules() -> dict[str, Any]:
    files = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    return {file: _stamp(file) for file in files if isinstance(file, str)}


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def _read(path: str) -> Optional[dict]:
    """The kept entry, if it is this user's own."""
    file = _file_of(path)
    try:
        with open(file or "", "rb") as stream:
            if os.fstat(stream.fileno()).st_uid != os.geteuid():
                return None
            entry = json.load(stream)
    except (OSError, ValueError):
        return None
    return entry if isinstance(entry, dict) else None


def find_table(path: str) -> Optional[tuple]:
    """The table that was kept, if nothing that it depends on has changed."""
    entry = _read(path)
    try:
        if (
            entry is not None
            and entry["basis"] == _basis(path)
            and all(_stamp(file) == stamp for file, stamp in entry["modules"].items())
        ):
            return _tuples(entry["table"])
    except (OSError, KeyError, TypeError, AttributeError):
        pass
    return None


def keep_table(path: str, table: tuple, basis: Any) -> None:
    """Keeps a table, of a script that ran with that basis; failures do no harm."""
    file = _file_of(path)
    entry = {"basis": basis, "modules": _modules(), "table": table}
    new = f"{file}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(new), mode=0o700, exist_ok=True)
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as stream:
            json.dump(entry, stream)
        os.replace(new, file or "")
    except (OSError, TypeError, ValueError):
        pass


def find_basis(path: str) -> Any:
    """What a table will depend on, before its script runs; None: it is not kept."""
    try:
        return json.loads(json.dumps(_basis(path))) if _file_of(path) else None
    except (OSError, ValueError):
        return None


def drop_other(path: str, table: tuple) -> None:
    """Removes the kept table unless it is this one."""
    entry = _read(path)
    if entry is not None and entry.get("table") != json.loads(json.dumps(table)):
        try:
            os.remove(_file_of(path) or "")
        except OSError:
            pass
