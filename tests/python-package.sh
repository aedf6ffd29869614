#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The Python package reads this tree's records, and those that gkhost just wrote,
# and compares runs by gkhost; a wheel of it is all that its user needs.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_unsanitized

requires python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))'

package=$top_srcdir/python
# The sources may be read-only, and are not to be littered.
export PYTHONDONTWRITEBYTECODE=1 MPLCONFIGDIR=$tmp MPLBACKEND=Agg TMPDIR=$tmp
unset PYTHONPATH

# package_tests WHERE: runs the package's tests on the package that is there.
package_tests ()
{
  PYTHONPATH=$1 python3 -m unittest discover -s "$package/tests" \
    >"$tmp/tests.log" 2>&1 || {
    cat "$tmp/tests.log" >&2
    fail "the package's tests failed"
  }
  tail -n 1 "$tmp/tests.log"
}

built=$(cd "$top_builddir" && pwd)/gkhost
GKHOST=$built package_tests "$package"

# Its version is the host's, and its licence, too.
version=$(sed -n 's/^AC_INIT(\[gkhost\], \[\([^]]*\)\].*/\1/p' \
  "$top_srcdir/configure.ac")
expect_equal "$(PYTHONPATH=$package python3 -m gkhost --version)" "$version"
cmp "$package/LICENSE" "$top_srcdir/LICENSE" >&2 ||
  fail "python/LICENSE is another: copy LICENSE there"

# Its syntax is that of Python 3.9.
for file in "$package"/gkhost/*.py; do
  python3 -c 'import ast, sys; ast.parse(sys.stdin.read(), feature_version=(3, 9))' \
    <"$file" || fail "$file is in a newer Python"
done

# What the page shows runs.
# shellcheck disable=SC2016
sed -n '/^```python/,/^```/{/^```/d;p;}' "$package/README.md" >"$tmp/page.py"
[ -s "$tmp/page.py" ] || fail "python/README.md shows nothing"
for file in run old new monday tuesday; do
  cp "$top_srcdir/results/h200-transpose.jsonl" "$tmp/$file.jsonl"
done
if python3 -c 'import pandas, matplotlib' 2>/dev/null; then
  (cd "$tmp" && PYTHONPATH=$package GKHOST=$built expect_status 0 python3 page.py)
  [ -s "$tmp/transpose.svg" ] || fail "nothing was drawn"
else
  echo "left out: the page's example needs pandas and matplotlib"
fi

# A wheel, where all that makes one is here: pip would fetch what is not.
can_build ()
{
  python3 - 2>/dev/null <<'END'
import sys
from importlib.metadata import version
version("pip")
setuptools = int(version("setuptools").split(".")[0])
if setuptools < 71:
    version("wheel")
sys.exit(setuptools < 61)
END
}
if ! can_build; then
  echo "left out: a wheel needs pip, and setuptools 61 or later with wheel"
  exit 0
fi
# It is built where its sources are.
cp -r "$package" "$tmp/sources"
chmod -R u+w "$tmp/sources"
expect_status 0 env HOME="$tmp" python3 -m pip wheel --quiet --no-deps \
  --no-build-isolation --no-index --disable-pip-version-check \
  --wheel-dir "$tmp/wheels" "$tmp/sources"
wheel=$tmp/wheels/gkhost-$version-py3-none-any.whl
[ -f "$wheel" ] || fail "no $(basename "$wheel") among $(ls "$tmp/wheels")"
python3 -m zipfile -l "$wheel" >"$tmp/names"
for name in "$package"/gkhost/*; do
  expect_grep "^gkhost/$(basename "$name") " "$tmp/names"
done
expect_grep '/LICENSE ' "$tmp/names"
expect_no_grep '^tests/\|^build/' "$tmp/names"
# Python imports from it as it is, since there is nothing but Python in it.
package_tests "$wheel"
