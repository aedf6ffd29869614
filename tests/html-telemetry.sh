#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Below the samples of a case the page has curves of the clock and the power that
# its device was seen at, on their axis, from what the record keeps; on a stand-in
# for NVML.
source "${top_srcdir:-.}/tests/functions.sh" || exit
requires python3
virtual_clock 20000

export FAKE_NVML=$tmp/nvml FAKE_DRIVER_PIDS=$tmp/pids
: >"$tmp/pids"

# run LINE...: a case, while NVML tells these lines.
seconds_long=0.4
run ()
{
  printf '%s\n' "$@" >"$tmp/nvml"
  expect_status 0 driver_copy right "min_time = $seconds_long
max_time = $seconds_long
max_samples = 100000" --only '*/right'
}

# picture FILE: that of the samples.
picture ()
{
  expect_status 0 gkhost report "$tmp/run.jsonl" --format svg --only copy-1.samples
  cp "$tmp/out" "$1"
  python3 "$top_srcdir/tests/pictures.py" frames "$1"
}

# A clock that falls once, for good, and power that rises: behind so many looks,
# of 20 ms each, that samples are taken on a busy machine, too.
seconds_long=2
run "clock $(printf '1980 %.0s' {1..40})1400" \
  "instant $(printf '400000 %.0s' {1..30})650000"
seconds_long=0.4
picture "$tmp/both.svg"
expect_grep 'aria-label="Samples of [^"]*, with clock and power"' \
  "$tmp/both.svg"
expect_grep '>SM clock, GHz<' "$tmp/both.svg"
expect_grep '>power, W<' "$tmp/both.svg"
# The ends of their scales.
for number in 1.40 1.98 400 650; do
  expect_grep " x=\"556\" y=\"[0-9.]*\">$number<" "$tmp/both.svg"
done
python3 - "$tmp/run.jsonl" "$tmp/both.svg" <<'END'
import array, base64, json, re, sys

case = [json.loads(line) for line in open(sys.argv[1])][1]
told = case["telemetry"]


def looks(name):
    floats = array.array("f", base64.b64decode(told["seen_" + name]))
    if sys.byteorder == "big":
        floats.byteswap()
    return floats.tolist()


at, clock, power = looks("at"), looks("clock_sm"), looks("power")
assert 5 <= len(at) <= 64 and len(at) == len(clock) == len(power), len(at)
assert at == sorted(at) and 0 <= at[0] and at[-1] <= case["time"]["samples"], at
assert set(clock) == {1.98e9, 1.4e9} and clock == sorted(clock)[::-1], clock
assert set(power) == {400, 650} and power == sorted(power), power

# Each look has its place on the samples' axis: 212 the first, 544 the last.
text = open(sys.argv[2]).read()
curves = re.findall(r'<path class="curve" d="M0 0([^"]*)"', text)
assert len(curves) == 2, curves
places = []
for curve in curves:
    x = y = 0
    places.append([])
    for dx, dy in re.findall(r"[ml](-?\d+) ?(-?\d+)", curve):
        x, y = x + int(dx), y + int(dy)
        places[-1].append((x, y))
    assert len(places[-1]) == len(at), (len(places[-1]), len(at))
    for (x, y), taken in zip(places[-1], at):
        n = case["time"]["samples"]
        share = min(max((taken - 0.5) / (n - 1), 0), 1)
        assert abs(x - (212 + share * 332)) <= 1, (x, taken)
# Downwards the clock, upwards the power, both once.
for values, curve, sign in (clock, places[0], 1), (power, places[1], -1):
    heights = [y for _, y in curve]
    assert len(set(heights)) == 2, heights
    assert sign * (heights[-1] - heights[0]) > 15, heights
    assert [v == values[0] for v in values] == [h == heights[0] for h in heights]
END

# Of two rows each has its own below it.
echo 'clock 1980 1400' >"$tmp/nvml"
expect_status 0 driver_copy many 'min_time = 0.4
max_time = 0.5'
picture "$tmp/two.svg"
expect_equal "$(grep -c '>SM clock, GHz<' "$tmp/two.svg")" 2
grep -o '<text class="name" y="[0-9]*' "$tmp/two.svg" | sed 's/.*"//' >"$tmp/y"
expect_equal "$(($(tail -n 1 "$tmp/y") - $(head -n 1 "$tmp/y")))" 88
while read -r y; do
  expect_grep "M208 $((y - 12))H548" "$tmp/two.svg"
done <"$tmp/y"

# On the page, too.
run 'clock 1980 1400' 'instant 400000 650000'
gkhost report "$tmp/run.jsonl" --format html >"$tmp/page.html"
expect_equal "$(grep -c '<path class="curve"' "$tmp/page.html")" 2

# What the device does not tell has no curve, and a record without looks none.
run 'clock 1980'
picture "$tmp/clock.svg"
expect_grep '>SM clock, GHz<' "$tmp/clock.svg"
expect_no_grep '>power, W<' "$tmp/clock.svg"
expect_equal "$(grep -c '<path class="curve"' "$tmp/clock.svg")" 1
sed -i 's/"seen_at":"[^"]*",//' "$tmp/run.jsonl"
picture "$tmp/none.svg"
expect_no_grep 'class="curve"\|SM clock' "$tmp/none.svg"
expect_grep 'class="dots"' "$tmp/none.svg"

# Nor has one whose looks are spoilt: out of order, behind the last sample, fewer
# than the clocks, one, no base64.
run 'clock 1980'
for spoil in 'at[::-1]' '[by + 1e6 for by in at]' 'at[:-1]' 'at[:1]' 'None' \
  '[float("nan")] * len(at)'; do
  python3 - "$tmp/run.jsonl" "$spoil" >"$tmp/bad.jsonl" <<'END'
import array, base64, json, sys

for line in open(sys.argv[1]):
    record = json.loads(line)
    if record["type"] == "case":
        told = record["telemetry"]
        at = array.array("f", base64.b64decode(told["seen_at"])).tolist()
        at = eval(sys.argv[2])
        told["seen_at"] = ("!!!!" if at is None else
                           base64.b64encode(array.array("f", at)).decode())
    print(json.dumps(record))
END
  expect_status 0 gkhost report "$tmp/bad.jsonl" --format svg --only copy-1.samples
  expect_grep 'class="dots"' "$tmp/out"
  expect_no_grep 'class="curve"' "$tmp/out"
done
