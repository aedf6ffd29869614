# SPDX-License-Identifier: BSD-3-Clause
# One test per line.  An end-to-end test is a script that begins by sourcing
# functions.sh; unit tests are in unit/local.mk.

AM_TESTS_ENVIRONMENT = \
	top_srcdir='$(abs_top_srcdir)'; export top_srcdir; \
	top_builddir='$(abs_top_builddir)'; export top_builddir; \
	CC='$(CC)'; export CC; \
	MAKE='$(MAKE)'; export MAKE; \
	NVCC='$(NVCC)'; export NVCC;

TEST_EXTENSIONS = .sh
SH_LOG_COMPILER = bash

test_scripts = \
	tests/bootstrap.sh \
	tests/example-plugin.sh \
	tests/header-compiles.sh \
	tests/install-layout.sh \
	tests/pkg-config.sh \
	tests/plugin-symbols.sh

unit_tests =

UNIT_CPPFLAGS = $(AM_CPPFLAGS)
UNIT_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(JANSSON_CFLAGS)
UNIT_LIBS = host/libgkhost.la $(CMOCKA_LIBS)

check_PROGRAMS =
if HAVE_CMOCKA
check_PROGRAMS += $(unit_tests)
endif

TESTS = $(check_PROGRAMS) $(test_scripts)
EXTRA_DIST += \
	tests/functions.sh \
	$(test_scripts)
