# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
# Runs a command under a tool of compute-sanitizer and prints each finding in a line:
# what, where, how often, and the first case with it.  gkhost contains this script; for
# check --sanitizer it runs sh -c SCRIPT sanitize SANITIZER TOOL GKHOST ARG...
# Exit status: 0 nothing was found, 1 something was, 2 the command did not run to its
# end, 3 every case was skipped.
#
# What it reads:
#   gkhost case: copy-2/bulk (rows=31 cols=67), cold cache, on cuda:0
#   ========= Invalid __global__ write of size 4 bytes
#   =========     at fill(int *)+0x160 in /home/me/bulk.cu:34
#   =========     by thread (0,0,0) in block (0,0,0)
#   ========= ERROR SUMMARY: 1 error
# A line that is not indented begins a finding.  Most findings are printed once a
# thread; equal ones are counted.

sanitizer=$1 tool=$2
shift 2
{
  (exec "$sanitizer" --tool "$tool" "$@" 2>&1)
  printf '\n%d\n' $?
} 2>/dev/null | LC_ALL=C awk '
function close_finding() {
  if (what != "") {
    if (where != "")
      what = what ", " where
    if (!(what in times)) {
      finding[++n] = what
      first[what] = current
    }
    times[what]++
  }
  what = where = ""
}

/^=========/ {
  indented = /^=========  /
  sub(/^=========[ \t]*/, "")
  sub(/[ \t\r]+$/, "")
  if (indented && $0 != "") {
    if (/^at / && what != "" && where == "")
      where = $0
    else if (/^and .* access at / && what != "")
      what = what " " $0
    next
  }
  close_finding()
  if (/ SUMMARY: /)
    summed_up = 1
  # The exit status other than 0 of the run is explained by gkhost.
  else if ($0 != "COMPUTE-SANITIZER" && $0 != "Target application returned an error")
    what = $0
  next
}

sub(/^gkhost case: /, "") {
  close_finding()
  current = $0
  next
}

# The last line is the exit status; before it is the verdict of gkhost, or why there is
# none.
/./ {
  last = status
  status = $0
}

END {
  close_finding()
  for (i = 1; i <= n; i++) {
    what = finding[i]
    line = what (times[what] > 1 ? "; " times[what] " times" : "")
    if (first[what] != "")
      line = line (times[what] > 1 ? ", first in " : "; in ") first[what]
    print line
  }
  if (n > 0)
    exit 1
  if (index(last, "not checked: every case was skipped")) {
    print last
    exit 3
  }
  if (summed_up && status == 0)
    exit 0
  if (summed_up && status == 1) {
    print "cases did not pass; a check without --sanitizer shows why: " last
    exit 1
  }
  print "did not run to its end: " (last != "" ? last : "it printed nothing")
  exit 2
}'
