#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Changing an input is found, even when the output is right.
source "${top_srcdir:-.}/tests/functions.sh" || exit

expect_fault faults spoils-input wrong "changed its input 'src'"
