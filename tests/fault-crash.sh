#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A variant that crashes is one row, which names the callback; the suite goes on
# in a new worker.
source "${top_srcdir:-.}/tests/functions.sh" || exit

expect_fault faults crashes crashed 'signal 11 (Segmentation fault) in launch'
for callback in prepare work release; do
  expect_fault faults "crashes-in-$callback" crashed \
    "signal 11 (Segmentation fault) in $callback"
done
