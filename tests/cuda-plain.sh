#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A rung that an article is behind runs its experiment at no less than 0.97 of
# the speed of the article's plain kernel, in turns with it; reduce's shuffle, whose
# blocks are short and have to find their row, at 0.92.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_gpu
requires_unsanitized
python=$(command -v python3) || skip 'needs python3'

plugins=()
for file in "$top_builddir"/tests/plugins/.libs/cuda-plain*.so \
  "$top_builddir"/plugins/*/.libs/*.so; do
  plugins+=(-p "$file")
done
expect_status 0 gkhost -c "$top_srcdir/tests/cuda-plain.ini" \
  -o "$tmp/run.jsonl" "${plugins[@]}"
"$python" - "$tmp/run.jsonl" <<'END' || fail 'a rung is slower than its source'
import json, sys

best = {}
for r in map(json.loads, open(sys.argv[1])):
    if r["type"] != "case" or r["status"] != "ok":
        continue
    key = (r["job"], r["mode"]["cache"], r["variant"])
    time = r["time"]["median_s"]
    best[key] = min(time, best.get(key, time))

least = {("reduce", "shuffle"): 0.92}
worst = 9
for (job, cache, name), plain in sorted(best.items()):
    if not name.startswith("plain-"):
        continue
    rung = name[6:] if job != "edges" else "shared"
    ratio = plain / best[job, cache, rung]
    worst = min(worst, ratio / least.get((job, rung), 0.97))
    print(f"{job} {cache} {rung}: {1e6 * plain:.2f} us as an article has it,",
          f"{1e6 * plain / ratio:.2f} us here: {ratio:.3f}")
sys.exit(not 1 <= worst < 9)
END
