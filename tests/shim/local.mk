# SPDX-License-Identifier: BSD-3-Clause
# What tests preload into gkhost.

check_DATA += tests/shim/.libs/fail-nth.so tests/shim/.libs/own-path.so
EXTRA_DIST += tests/shim/fail-nth.c tests/shim/own-path.c

tests/shim/.libs/%.so: tests/shim/%.c
	$(BUILD_SHARED)
-include $(wildcard tests/shim/.libs/*.d)
CLEANFILES += tests/shim/.libs/*.so tests/shim/.libs/*.d
