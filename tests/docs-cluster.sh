#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# gkhost-cluster(7) names every launcher and variable that the host knows, in the
# order in which they count, and no other; its health check drains a host for what
# is wrong there, and for nothing else.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/docs-functions.sh"

table=$top_srcdir/host/base/rank.c
sed -n '/^static const struct rank_launcher launchers/,/^};/p' "$table" >"$tmp/table"
sed -n '/^\.Sh RANKS/,/^\.El/p' "$man/gkhost-cluster.7" >"$tmp/section"
sed -n 's/.*\.name = "\([a-z]*\)".*/\1/p' "$tmp/table" >"$tmp/names"
sed -n 's/^\.It Cm //p' "$tmp/section" >"$tmp/named"
diff "$tmp/names" "$tmp/named" >&2 || fail "other launchers, or in another order"
grep -o '"[A-Z][A-Z_]*"' "$tmp/table" | tr -d '"' >"$tmp/variables"
sed -n 's/^\.Ev \([A-Z_]*\).*/\1/p' "$tmp/section" >"$tmp/said"
same_lines "$table" "$tmp/variables" 'gkhost-cluster(7)' "$tmp/said"

# The health check, with programs in the place of gkhost and Slurm's.
mkdir "$tmp/bin"
cat >"$tmp/bin/gkhost" <<'END'
#!/bin/sh
if [ "$1" = report ]; then
  exit "${REPORTS:-0}"
fi
[ "$RUNS" != late ] || exec sleep 60
exit "$RUNS"
END
cat >"$tmp/bin/scontrol" <<'END'
#!/bin/sh
echo "$@" >>"$DRAINED"
END
printf '#!/bin/sh\nshift\nexec %s 0.2 "$@"\n' "$(command -v timeout)" \
  >"$tmp/bin/timeout"
chmod +x "$tmp/bin"/*
export PATH=$tmp/bin:$PATH DRAINED=$tmp/drained
man_block gkhost-cluster.7 sh 1 >"$tmp/check"
! command -v shellcheck >/dev/null || shellcheck "$tmp/check"

# health RUNS REPORTS: with these exit statuses.
health ()
{
  : >"$DRAINED"
  RUNS=$1 REPORTS=$2 expect_status 0 sh "$tmp/check"
}
health 0 0
expect_equal "$(cat "$DRAINED")" ''
health 2 0
expect_equal "$(cat "$DRAINED")" ''
for bad in '1 0' '0 1'; do
  # shellcheck disable=SC2086
  health $bad
  expect_grep 'State=DRAIN Reason=gkhost: a GPU is wrong, slow or lost, see /' \
    "$DRAINED"
done
health late 0
expect_grep 'Reason=gkhost: the check took too long' "$DRAINED"
