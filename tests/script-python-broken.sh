#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# What is wrong with a Python script is said before anything runs, first its file and
# line, then the traceback.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_python_bridge

# broken PATTERN TEXT: the script of that text is refused, with a line like that.
broken ()
{
  printf '%b\n' "$2" >"$tmp/bad.py"
  expect_status 2 gkhost list -p "+$tmp/bad.py"
  expect_grep "^gkhost: $tmp/bad\\.py: bad\\.py:$1"
}

variant='import gkhost\n@gkhost.variant'
f='\ndef f(p, stream): pass'

broken '2: SyntaxError: ' 'import gkhost\nx = ('
broken '3: SyntaxError: byte 0xff is no utf-8; save the script as UTF-8' \
  'import gkhost\n\n# \xff'
broken '1: SyntaxError: unknown encoding' '# -*- coding: nonesuch -*-'
broken "2: ModuleNotFoundError: No module named 'nonesuch'; install it for /.*python.* (Python 3.*VIRTUAL_ENV" \
  '\nimport nonesuch'
expect_grep '^ *Traceback (most recent call last):'
expect_grep '^ *File "/.*bad\.py", line 2'
broken '2: RuntimeError: first$' '\nraise RuntimeError ("first\\nsecond")'
expect_grep '^ *second$'
broken '1: it registers no variant; decorate a function' 'import gkhost'
broken '1: SystemExit: 7' 'raise SystemExit (7)'
broken '1: KeyboardInterrupt$' 'raise KeyboardInterrupt'
broken '2: TypeError: the family is ' "$variant$f"
broken "2: ValueError: 'Copy' is no name of a family or a variant" "$variant('Copy')$f"
broken "2: ValueError: 'F' is no name of a family or a variant" \
  "$variant('copy')\ndef F(p, stream): pass"
broken "2: ValueError: device is 'gpu'; there is cpu, cuda" "$variant('copy', device='gpu')$f"
broken "2: ValueError: dtypes has 'f33'; there is i8, " "$variant('copy', dtypes=['f33'])$f"
broken '2: TypeError: dtypes is a string; give a list: ' "$variant('copy', dtypes='f32')$f"
broken "2: TypeError: the tunable 'b' is 16; give a list of values" \
  "$variant('copy', tunables={'b': 16})$f"
broken "2: ValueError: the tunable 'a-b' needs a name" \
  "$variant('copy', tunables={'a-b': [1]})$f"
broken '1: TypeError: gkhost.variant decorates a function' \
  "import gkhost; gkhost.variant('copy')(3)"

# What the host checks of all plugins.
printf 'import gkhost\n@gkhost.variant("copy", precision=1)\ndef f(p, stream): pass\n' >"$tmp/bad.py"
expect_status 2 gkhost list -p "+$tmp/bad.py"
expect_grep 'bad\.py: variant f: precision must be from 0 to '
