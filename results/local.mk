# SPDX-License-Identifier: BSD-3-Clause
# Records that README.md and the families' pages have their figures from.

EXTRA_DIST += \
	results/README.md \
	results/h100-checks.txt \
	results/h200-accept.jsonl \
	results/h200-compare.txt \
	results/h200-copy-sweep.jsonl \
	results/h200-copy.jsonl \
	results/h200-counters.csv \
	results/h200-data-kinds.txt \
	results/h200-energy.jsonl \
	results/h200-engine-tried.csv \
	results/h200-engine.jsonl \
	results/h200-eviction.csv \
	results/h200-families.txt \
	results/h200-four.txt \
	results/h200-gpu-tests.txt \
	results/h200-ladder-counters.csv \
	results/h200-ladder-tensor.jsonl \
	results/h200-ladder.jsonl \
	results/h200-load.txt \
	results/h200-low-bytes.jsonl \
	results/h200-low-checks.txt \
	results/h200-low-update-f64.jsonl \
	results/h200-low-update.jsonl \
	results/h200-low.jsonl \
	results/h200-matmul-checks.txt \
	results/h200-matmul-counters.csv \
	results/h200-matmul-huge.jsonl \
	results/h200-matmul-rounds.csv \
	results/h200-matmul-tf32.jsonl \
	results/h200-matmul-tried.csv \
	results/h200-matmul.jsonl \
	results/h200-plain.txt \
	results/h200-reduce.jsonl \
	results/h200-sanitizer.txt \
	results/h200-scan.jsonl \
	results/h200-softmax.jsonl \
	results/h200-split-checks.txt \
	results/h200-split-counters.csv \
	results/h200-split-tried.csv \
	results/h200-split.jsonl \
	results/h200-stream.jsonl \
	results/h200-suite-compared.csv \
	results/h200-suite.jsonl \
	results/h200-tests.txt \
	results/h200-tf32.txt \
	results/h200-throttled.jsonl \
	results/h200-timers.csv \
	results/h200-transpose-sweep.jsonl \
	results/h200-transpose.jsonl \
	results/h200-tried.csv \
	results/h200-turns.txt \
	results/h200-tutorial.jsonl \
	results/ladder.svg \
	results/roofline.svg
