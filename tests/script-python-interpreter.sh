#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The interpreter of scripts is the python that VIRTUAL_ENV names, else the one that
# the bridge was built for, never gkhost; it takes no signal and no locale, its
# extension modules load, and what a script starts as sys.executable is a python.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_python_bridge
version=$(sed -n 's/^PYTHON_VERSION = //p' "$top_builddir/Makefile")
program=$(sed -n 's/^PYTHON_PROGRAM = //p' "$top_builddir/Makefile")
requires "$program" -c 'import venv'

cat >"$tmp/who.py" <<'END'
import locale
import os
import signal
import subprocess
import sys
import _ctypes
import gkhost

asked = subprocess.run([sys.executable, "-c", "import sys; print(sys.prefix)"],
                       capture_output=True, text=True, check=True)
assert asked.stdout.strip() == sys.prefix, asked.stdout
with open("/proc/self/status") as file:
    masks = dict(line.split(":", 1) for line in file)
for mask in "SigCgt", "SigIgn":
    for number in signal.SIGINT, signal.SIGPIPE:
        assert not int(masks[mask], 16) >> number - 1 & 1, (mask, number)
assert sys.argv == [__file__] and sys.path[0] == os.path.dirname(__file__)
assert locale.setlocale(locale.LC_CTYPE) == "C"
try:
    import only_here
except ImportError:
    only_here = None

@gkhost.variant("copy", summary=f"{sys.executable} {only_here is not None}")
def who(p, stream):
    pass
END

COLUMNS=200 expect_status 0 gkhost list copy/who -p "+$tmp/who.py"
expect_grep "$program False" "$tmp/out"

mkdir -p "$tmp/venv/bin" "$tmp/venv/lib/python$version/site-packages"
ln -s "$program" "$tmp/venv/bin/python"
printf 'home = %s\ninclude-system-site-packages = false\nversion = %s.0\n' \
  "${program%/*}" "$version" >"$tmp/venv/pyvenv.cfg"
echo >"$tmp/venv/lib/python$version/site-packages/only_here.py"
export VIRTUAL_ENV=$tmp/venv
COLUMNS=200 expect_status 0 gkhost list copy/who -p "+$tmp/who.py"
expect_grep "$tmp/venv/bin/python True" "$tmp/out"

mv "$tmp/venv/lib/python$version" "$tmp/venv/lib/python2.7"
expect_status 2 gkhost list -p "+$tmp/who.py"
expect_grep "who.py: VIRTUAL_ENV is $tmp/venv, which is not an environment of Python $version, "

# Installed, the bridge finds its package.
unset VIRTUAL_ENV
install_into "$tmp/root"
plugins=$(installed "$tmp/root" gkhost/plugins/gkhost-python.so)
installed "$tmp/root" gkhost/python/README.md >"$tmp/readme"
GKHOST_PLUGIN_PATH=${plugins%/*} expect_status 0 \
  "$top_builddir/host/gkhost" list copy/who -p "+$tmp/who.py"
expect_grep "$program False" "$tmp/out"
