#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Where the last cache's bandwidth was measured, it is a ceiling of the rooflines:
# a slope above the memory's, to which the units' ceilings go, and of what only
# moves a level up to where the cache ends.  Older records have none.
source "${top_srcdir:-.}/tests/functions.sh" || exit
requires python3

# picture RUN NAME FILE
picture ()
{
  gkhost report "$1" --format svg --only "$2" >"$3"
  python3 "$top_srcdir/tests/pictures.py" frames "$3"
}

for run in split copy; do
  sed 's/"memory_bandwidth":4814304000000.0,/&"cache_bandwidth":9.5e12,/' \
    "$top_srcdir/results/h200-$run.jsonl" >"$tmp/$run.jsonl"
  expect_grep cache_bandwidth "$tmp/$run.jsonl"
done
picture "$tmp/split.jsonl" roofline.cuda-0 "$tmp/units.svg"
picture "$tmp/copy.jsonl" memory.cuda-0 "$tmp/level.svg"
expect_grep ">slope: last-level cache, 9500 GB/s<" "$tmp/units.svg"
expect_grep '>last-level cache<' "$tmp/level.svg"
expect_grep '>9500 GB/s<' "$tmp/level.svg"

python3 - "$tmp/units.svg" "$tmp/level.svg" <<'END'
import re, sys

def lines(text, kind):
    path = r'<path class="%s" d="M([\d.]+) ([\d.]+)([LHV])([\d.]+)(?: ([\d.]+))?"' % kind
    found = [(float(x), float(y), how, float(a), float(b or 0))
             for x, y, how, a, b in re.findall(path, text)]
    return [line for line in found if line[1] > 50]  # not the keys

units, level = (open(name).read() for name in sys.argv[1:])
memory, = [line for line in lines(units, "limit") if line[2] == "L"]
cache, = lines(units, "limit alt")
# Parallel, since axes are logarithmic, and as much to the left as it is faster.
rise = lambda line: (line[1] - line[4]) / (line[3] - line[0])
assert cache[2] == "L" and abs(rise(cache) / rise(memory) - 1) < 0.02, (cache, memory)
at = lambda line, y: line[0] + (line[1] - y) / rise(line)
off = at(memory, 200) - at(cache, 200)
tens = [float(x) for x in re.findall(r'<tspan x="([\d.]+)">(?:1|10|100|1000)<', units)]
decade = tens[1] - tens[0]
assert abs(off / decade - 0.2952) < 0.02, (off, decade)  # log10 (9500 / 4814)
# The units' ceilings begin on the higher slope, or where the picture does.
tops = [line for line in lines(units, "limit") if line[2] == "H"]
assert tops
for x, y, *_ in tops:
    assert abs(x - max(at(cache, y), 66)) < 1, (x, y, at(cache, y))

memory, = lines(level, "limit")
cache, = lines(level, "limit alt")
end, = [line for line in lines(level, "base") if line[2] == "V"]
assert cache[1] < memory[1] and cache[3] == end[0] < memory[3], (cache, memory, end)
END

for run in split:roofline copy:memory; do
  picture "$top_srcdir/results/h200-${run%:*}.jsonl" "${run#*:}.cuda-0" "$tmp/old.svg"
  expect_grep 'class="limit"' "$tmp/old.svg"
  expect_no_grep 'class="limit alt"\|slope: last-level cache\|>last-level cache<' "$tmp/old.svg"
done
