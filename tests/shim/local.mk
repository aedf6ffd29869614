# SPDX-License-Identifier: BSD-3-Clause
# What tests preload into gkhost.

check_LTLIBRARIES += tests/shim/fail-nth.la

tests_shim_fail_nth_la_SOURCES = tests/shim/fail-nth.c
tests_shim_fail_nth_la_CPPFLAGS = -I$(top_builddir)
tests_shim_fail_nth_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_shim_fail_nth_la_LIBADD = $(DL_LIBS)

check_LTLIBRARIES += tests/shim/own-path.la

tests_shim_own_path_la_SOURCES = tests/shim/own-path.c
tests_shim_own_path_la_CPPFLAGS = -I$(top_builddir)
tests_shim_own_path_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_shim_own_path_la_LIBADD = $(DL_LIBS)
