#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# No variant of tests/cheats for the CPU gets a time; the honest ones do, and
# one that runs behind a cheat is none the wiser.  ROUNDS=20 tries each 20
# times.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/cheats/functions.sh"

requires_uninstrumented
expect_listed cheats
try_all 2 cheats cheats-load
