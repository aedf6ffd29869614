# SPDX-License-Identifier: BSD-3-Clause
# Plugins that tests load: faulty ones, and ones of other headers.  One command
# compiles and links each: libtool takes three times as long.

test_plugin_sources = \
	tests/plugins/beside.c \
	tests/plugins/broken-family.c \
	tests/plugins/costs.c \
	tests/plugins/cpus.c \
	tests/plugins/crash-on-load.c \
	tests/plugins/doubtful.c \
	tests/plugins/driver-copy.c \
	tests/plugins/endings.c \
	tests/plugins/fake-cublas.c \
	tests/plugins/fake-cupti.c \
	tests/plugins/fake-driver.c \
	tests/plugins/fake-nvml.c \
	tests/plugins/faults.c \
	tests/plugins/forged.c \
	tests/plugins/later.c \
	tests/plugins/lazy-judge.c \
	tests/plugins/libraries.c \
	tests/plugins/meddles.c \
	tests/plugins/metrics.c \
	tests/plugins/naps.c \
	tests/plugins/newer.c \
	tests/plugins/no-plugin.c \
	tests/plugins/other-abi.c \
	tests/plugins/pages.c \
	tests/plugins/paths.c \
	tests/plugins/pids.c \
	tests/plugins/pries.c \
	tests/plugins/rebuilt.c \
	tests/plugins/restless.c \
	tests/plugins/segments.c \
	tests/plugins/shadow.c \
	tests/plugins/sized.c \
	tests/plugins/unprintable.c \
	tests/plugins/untidy.c \
	tests/plugins/steps.c \
	tests/plugins/bytes.c \
	tests/plugins/sums.c \
	tests/plugins/wrong-matmul.c

# Made of one of the above, or of broken-table.c, by a macro.
test_plugin_variants = fake-cublas-alone fake-nvml-old lazy-judge-steady naps-longer \
	rebuilt-option \
	$(addprefix broken-table-,bad-default companion-flags dash-option \
	family-flags family-reserved host-key-option option-flags option-reserved variant-flags \
	host-key-tunable latin-summary no-companion-plugin no-companion-table \
	no-launch no-name no-option-name no-option-table no-plugin no-precision long-warmup \
	no-variant-name no-variant-summary no-variant-table no-verify none nothing \
	odd-companion-tunable odd-variant-name same-option same-variant small-size \
	two-lines unknown-family)

check_DATA += $(patsubst tests/plugins/%.c,tests/plugins/.libs/%.so, \
	$(test_plugin_sources)) \
	$(patsubst %,tests/plugins/.libs/%.so,$(test_plugin_variants))
EXTRA_DIST += $(test_plugin_sources) \
	tests/plugins/broken-table.c \
	tests/plugins/fake-driver.h \
	tests/plugins/no-family.h \
	tests/plugins/one-output-cuda.h \
	tests/plugins/one-output.h \
	tests/plugins/right-copy.h \
	tests/plugins/right-transpose.h \
	tests/plugins/slows.h \
	tests/plugins/update.h

# A target's own compiler flags are in own_flags; what it needs besides its source
# are prerequisites.
BUILD_SHARED = $(AM_V_CCLD)$(MKDIR_P) $(@D) && $(CC) $(DEFS) $(PLUGIN_CPPFLAGS) \
	-I$(top_builddir) $(CPPFLAGS) $(COMMON_CFLAGS) $(CFLAGS) $(own_flags) \
	-fPIC -shared -pthread $(AM_LDFLAGS) $(LDFLAGS) $(NO_UNDEFINED_LDFLAGS) \
	-MMD -MP -MF $(@:.so=.d) -MT $@ -o $@ $(filter %.c,$^) \
	$(DL_LIBS) $(M_LIBS) $(LIBS)
-include $(wildcard tests/plugins/.libs/*.d)

tests/plugins/.libs/%.so: tests/plugins/%.c
	$(BUILD_SHARED)
tests/plugins/.libs/broken-table-%.so: tests/plugins/broken-table.c
	$(BUILD_SHARED)
tests/plugins/.libs/broken-table-%.so: \
	own_flags = -DMISTAKE=$$(echo $* | tr a-z- A-Z_)

tests/plugins/.libs/broken-family.so tests/plugins/.libs/untidy.so: \
	tests/cheats/relatives.c
tests/plugins/.libs/fake-cublas-alone.so: tests/plugins/fake-cublas.c
	$(BUILD_SHARED)
tests/plugins/.libs/fake-cublas-alone.so: own_flags = -DALONE
tests/plugins/.libs/fake-nvml-old.so: tests/plugins/fake-nvml.c
	$(BUILD_SHARED)
tests/plugins/.libs/fake-nvml-old.so: own_flags = -DOLD
tests/plugins/.libs/lazy-judge-steady.so: tests/plugins/lazy-judge.c
	$(BUILD_SHARED)
tests/plugins/.libs/lazy-judge-steady.so: own_flags = -DSTEADY=1
tests/plugins/.libs/naps-longer.so: tests/plugins/naps.c
	$(BUILD_SHARED)
tests/plugins/.libs/naps-longer.so: own_flags = -DLONGER=10
tests/plugins/.libs/rebuilt-option.so: tests/plugins/rebuilt.c
	$(BUILD_SHARED)
tests/plugins/.libs/rebuilt-option.so: own_flags = -DOPTION='"length"'

tests/plugins/.libs/forged.so: tests/cheats/forge.c tests/cheats/memory-map.c
tests/plugins/.libs/pries.so: tests/cheats/relatives.c
tests/plugins/.libs/wrong-matmul.so: own_flags = $(OPENMP_CFLAGS) $(ROUNDING_CFLAGS)

# -rpath makes libtool build shared objects of what is never installed.
TEST_PLUGIN_LINKFLAGS = $(PLUGIN_LINKFLAGS) -rpath /nowhere

if HAVE_CUDA
check_LTLIBRARIES += tests/plugins/cuda-faults.la \
	tests/plugins/cuda-paced.la tests/plugins/cuda-paced-longer.la \
	tests/plugins/cuda-plain.la tests/plugins/cuda-plain-reduce.la \
	tests/plugins/cuda-plain-scan.la tests/plugins/cuda-plain-softmax.la \
	tests/plugins/cuda-plain-stream.la tests/plugins/cuda-spins.la \
	tests/plugins/cuda-update.la
endif
tests_plugins_cuda_faults_la_SOURCES = tests/plugins/cuda-faults.cu
tests_plugins_cuda_faults_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_cuda_faults_la_LIBADD = $(CUDA_PLUGIN_LIBS)
tests_plugins_cuda_paced_longer_la_SOURCES = tests/plugins/cuda-paced-longer.cu
tests_plugins_cuda_paced_longer_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_cuda_paced_longer_la_LIBADD = $(CUDA_PLUGIN_LIBS)
tests_plugins_cuda_paced_la_SOURCES = tests/plugins/cuda-paced.cu
tests_plugins_cuda_paced_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_cuda_paced_la_LIBADD = $(CUDA_PLUGIN_LIBS)
tests_plugins_cuda_plain_la_SOURCES = tests/plugins/cuda-plain.cu \
	tests/plugins/cuda-plain.h
tests_plugins_cuda_plain_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_cuda_plain_la_LIBADD = $(CUDA_PLUGIN_LIBS)
tests_plugins_cuda_plain_reduce_la_SOURCES = tests/plugins/cuda-plain-reduce.cu
tests_plugins_cuda_plain_reduce_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_cuda_plain_reduce_la_LIBADD = $(CUDA_PLUGIN_LIBS)
tests_plugins_cuda_plain_scan_la_SOURCES = tests/plugins/cuda-plain-scan.cu
tests_plugins_cuda_plain_scan_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_cuda_plain_scan_la_LIBADD = $(CUDA_PLUGIN_LIBS)
tests_plugins_cuda_plain_softmax_la_SOURCES = tests/plugins/cuda-plain-softmax.cu
tests_plugins_cuda_plain_softmax_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_cuda_plain_softmax_la_LIBADD = $(CUDA_PLUGIN_LIBS)
tests_plugins_cuda_plain_stream_la_SOURCES = tests/plugins/cuda-plain-stream.cu
tests_plugins_cuda_plain_stream_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_cuda_plain_stream_la_LIBADD = $(CUDA_PLUGIN_LIBS)
tests_plugins_cuda_spins_la_SOURCES = tests/plugins/cuda-spins.cu
tests_plugins_cuda_spins_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_cuda_spins_la_LIBADD = $(CUDA_PLUGIN_LIBS)
tests_plugins_cuda_update_la_SOURCES = tests/plugins/cuda-update.cu
tests_plugins_cuda_update_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_cuda_update_la_LIBADD = $(CUDA_PLUGIN_LIBS)
