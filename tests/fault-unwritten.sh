#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# An element that is never written is found, and called so.
source "${top_srcdir:-.}/tests/functions.sh" || exit

expect_fault faults leaves-out wrong 'never written'
