# SPDX-License-Identifier: BSD-3-Clause
# Plugins that tests load: faulty ones, and ones of other headers.

# -rpath makes libtool build shared objects of what is never installed.
TEST_PLUGIN_LINKFLAGS = $(PLUGIN_LINKFLAGS) -rpath /nowhere

check_LTLIBRARIES += \
	tests/plugins/crash-on-load.la \
	tests/plugins/faults.la \
	tests/plugins/newer.la \
	tests/plugins/no-plugin.la \
	tests/plugins/other-abi.la

tests_plugins_crash_on_load_la_SOURCES = tests/plugins/crash-on-load.c
tests_plugins_crash_on_load_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_crash_on_load_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_faults_la_SOURCES = tests/plugins/faults.c
tests_plugins_faults_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_faults_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_newer_la_SOURCES = tests/plugins/newer.c
tests_plugins_newer_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_newer_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_no_plugin_la_SOURCES = tests/plugins/no-plugin.c
tests_plugins_no_plugin_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_no_plugin_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_other_abi_la_SOURCES = tests/plugins/other-abi.c
tests_plugins_other_abi_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_other_abi_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)

if HAVE_CUDA
check_LTLIBRARIES += tests/plugins/cuda-faults.la
endif
tests_plugins_cuda_faults_la_SOURCES = tests/plugins/cuda-faults.cu
tests_plugins_cuda_faults_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_cuda_faults_la_LIBADD = $(PLUGIN_LIBS)
