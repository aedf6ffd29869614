# SPDX-License-Identifier: BSD-3-Clause
# One test per line.  An end-to-end test is a script that begins by sourcing
# functions.sh; unit tests are in unit/local.mk.

# The folders are where make runs: those of configure would have a copy of the tree
# test the original.  Threads that wait for each other actively would take the CPU
# from the tests that run beside, as those of OpenBLAS do when they have no work.
AM_TESTS_ENVIRONMENT = \
	top_srcdir=`cd '$(top_srcdir)' && pwd`; export top_srcdir; \
	top_builddir=`pwd`; export top_builddir; \
	CC='$(CC)'; export CC; \
	MAKE='$(MAKE)'; export MAKE; \
	NVCC='$(NVCC)'; export NVCC; \
	OMP_NUM_THREADS=$${OMP_NUM_THREADS:-2}; export OMP_NUM_THREADS; \
	OPENBLAS_NUM_THREADS=$${OPENBLAS_NUM_THREADS:-2}; \
	export OPENBLAS_NUM_THREADS; \
	OPENBLAS_THREAD_TIMEOUT=$${OPENBLAS_THREAD_TIMEOUT:-4}; \
	export OPENBLAS_THREAD_TIMEOUT; \
	OMP_WAIT_POLICY=$${OMP_WAIT_POLICY:-passive}; export OMP_WAIT_POLICY;

TEST_EXTENSIONS = .sh
SH_LOG_COMPILER = bash

test_scripts = \
	tests/abi-diff.sh \
	tests/abi-layout.sh \
	tests/all-sizes.sh \
	tests/architectures.sh \
	tests/against.sh \
	tests/audit-no.sh \
	tests/batch-time.sh \
	tests/bootstrap.sh \
	tests/caveats.sh \
	tests/check-warnings.sh \
	tests/cheats-cuda.sh \
	tests/cheats.sh \
	tests/check-culprit.sh \
	tests/check-gives-up.sh \
	tests/check-growth.sh \
	tests/check-inputs.sh \
	tests/check-interrupt.sh \
	tests/check-judge.sh \
	tests/check-options.sh \
	tests/check-plugin.sh \
	tests/check-race.sh \
	tests/check-sanitizer.sh \
	tests/check-sanitizer-killed.sh \
	tests/check-sizes.sh \
	tests/check-tunables.sh \
	tests/clock-alone.sh \
	tests/cmake-package.sh \
	tests/columns.sh \
	tests/compare-builds.sh \
	tests/compare-cuda.sh \
	tests/compare-refused.sh \
	tests/compare-runs.sh \
	tests/compare-timers.sh \
	tests/completion.sh \
	tests/cpu-limits.sh \
	tests/cpus.sh \
	tests/crash-place.sh \
	tests/cuda-all-sizes.sh \
	tests/cuda-capability.sh \
	tests/cuda-faults.sh \
	tests/cuda-kernel-timer.sh \
	tests/cuda-modes.sh \
	tests/cuda-neighbours.sh \
	tests/cuda-overhead.sh \
	tests/cuda-plain.sh \
	tests/cuda-roles.sh \
	tests/cuda-shared.sh \
	tests/cuda-special.sh \
	tests/cuda-tunables.sh \
	tests/data-kinds.sh \
	tests/device-absent.sh \
	tests/device-names.sh \
	tests/dist-same.sh \
	tests/docs-abi.sh \
	tests/docs-addresses.sh \
	tests/docs-classes.sh \
	tests/docs-cluster.sh \
	tests/docs-commands.sh \
	tests/docs-keys.sh \
	tests/docs-man.sh \
	tests/docs-mistakes.sh \
	tests/docs-options.sh \
	tests/docs-hacking.sh \
	tests/docs-readme.sh \
	tests/docs-records.sh \
	tests/docs-results.sh \
	tests/docs-suites.sh \
	tests/docs-trust.sh \
	tests/docs-variant.sh \
	tests/driver-ahead.sh \
	tests/driver-cache.sh \
	tests/driver-crashes.sh \
	tests/driver-cublas.sh \
	tests/driver-early.sh \
	tests/driver-faults.sh \
	tests/driver-fourth.sh \
	tests/driver-guard-zones.sh \
	tests/driver-late.sh \
	tests/driver-lost.sh \
	tests/driver-memory.sh \
	tests/driver-modes.sh \
	tests/driver-profiled.sh \
	tests/driver-quick.sh \
	tests/driver-refuses.sh \
	tests/driver-repeats.sh \
	tests/driver-work.sh \
	tests/dry-run-large.sh \
	tests/enqueue.sh \
	tests/every-call.sh \
	tests/example-alone.sh \
	tests/example-plugin.sh \
	tests/exit-status.sh \
	tests/fail-names.sh \
	tests/family-bytes.sh \
	tests/family-header.sh \
	tests/family-special.sh \
	tests/family-sums.sh \
	tests/fault-adds.sh \
	tests/fault-child-left.sh \
	tests/fault-daemon-left.sh \
	tests/fault-family.sh \
	tests/fault-family-callbacks.sh \
	tests/fault-idle.sh \
	tests/fault-left-changed.sh \
	tests/fault-not-passed-on.sh \
	tests/fault-precision.sh \
	tests/fault-printing.sh \
	tests/fault-problem-changed.sh \
	tests/fault-reasons.sh \
	tests/fault-skip.sh \
	tests/fault-slows-others.sh \
	tests/fault-stopped.sh \
	tests/fault-teardown.sh \
	tests/fault-threads-left.sh \
	tests/fault-unstable.sh \
	tests/floor.sh \
	tests/header-compiles.sh \
	tests/help.sh \
	tests/html-browser.sh \
	tests/html-ceilings.sh \
	tests/html-comparison.sh \
	tests/html-comparison-size.sh \
	tests/html-devices.sh \
	tests/html-escapes.sh \
	tests/html-page.sh \
	tests/html-size.sh \
	tests/html-telemetry.sh \
	tests/huge.sh \
	tests/idle-stopped.sh \
	tests/in-process.sh \
	tests/install-layout.sh \
	tests/interrupt.sh \
	tests/interrupt-unread.sh \
	tests/judge-apart.sh \
	tests/kernel-timer.sh \
	tests/kernel-timer-devices.sh \
	tests/kernel-timer-faults.sh \
	tests/kernel-timer-meddled.sh \
	tests/kernel-timer-refused.sh \
	tests/library-version.sh \
	tests/list-cases.sh \
	tests/list-columns.sh \
	tests/list-jsonl.sh \
	tests/list-unknown.sh \
	tests/m4-macro.sh \
	tests/marks.sh \
	tests/matmul-dtypes.sh \
	tests/metrics-recorded.sh \
	tests/metrics-refused.sh \
	tests/modes-on-cpu.sh \
	tests/needs.sh \
	tests/new-errors.sh \
	tests/new-files.sh \
	tests/new-kernelbench.sh \
	tests/new-languages.sh \
	tests/new-python-gpu.sh \
	tests/new-python.sh \
	tests/new-rust.sh \
	tests/new-skeleton.sh \
	tests/new-unwritten.sh \
	tests/next-step.sh \
	tests/no-false-alarm.sh \
	tests/note.sh \
	tests/options-ignored.sh \
	tests/options-incomplete.sh \
	tests/output-changed.sh \
	tests/output-closed.sh \
	tests/output-full-disk.sh \
	tests/output-kept-on-bad-suite.sh \
	tests/output-nonblocking.sh \
	tests/output-over-input.sh \
	tests/output-reader-gone.sh \
	tests/output-synced.sh \
	tests/output-unwritable.sh \
	tests/packaging-versions.sh \
	tests/pages.sh \
	tests/parallel.sh \
	tests/parallel-faults.sh \
	tests/parallel-interrupt.sh \
	tests/parallel-key.sh \
	tests/parallel-places.sh \
	tests/parallel-resume.sh \
	tests/probe-hangs.sh \
	tests/probe-lost.sh \
	tests/probe-many.sh \
	tests/path-field.sh \
	tests/pkg-config.sh \
	tests/plugin-added.sh \
	tests/plugin-broken-table.sh \
	tests/plugin-crash-on-load.sh \
	tests/plugin-later.sh \
	tests/plugin-foreign.sh \
	tests/plugin-forged-description.sh \
	tests/plugin-many-files.sh \
	tests/plugin-name-taken.sh \
	tests/plugin-newer.sh \
	tests/plugin-older.sh \
	tests/plugin-not-loadable.sh \
	tests/plugin-of-your-own.sh \
	tests/plugin-rebuilt.sh \
	tests/plugin-replaced.sh \
	tests/plugin-shadows-option.sh \
	tests/plugin-symbols.sh \
	tests/plugin-twice.sh \
	tests/plugin-writable.sh \
	tests/plugins-split.sh \
	tests/problem-too-large.sh \
	tests/process-killed.sh \
	tests/products-batch.sh \
	tests/products-bytes.sh \
	tests/products-groups.sh \
	tests/products-scales.sh \
	tests/products-update.sh \
	tests/profile.sh \
	tests/profile-faults.sh \
	tests/profile-table.sh \
	tests/progress-silent.sh \
	tests/python-package.sh \
	tests/quick-start.sh \
	tests/random-shapes.sh \
	tests/rank-devices.sh \
	tests/rank-killed.sh \
	tests/rank-output.sh \
	tests/rank-refused.sh \
	tests/rate-of-memory.sh \
	tests/reduce.sh \
	tests/release.sh \
	tests/relro.sh \
	tests/repeats-planted.sh \
	tests/replay.sh \
	tests/report-again.sh \
	tests/report-edited.sh \
	tests/report-fastest.sh \
	tests/report-hosts.sh \
	tests/report-hosts-forged.sh \
	tests/report-junit.sh \
	tests/report-many.sh \
	tests/report-openmetrics.sh \
	tests/report-rows-memory.sh \
	tests/report-rows.sh \
	tests/report-settings.sh \
	tests/require-ran.sh \
	tests/resume.sh \
	tests/resume-fault.sh \
	tests/resume-killed.sh \
	tests/resume-many.sh \
	tests/resume-rebuilt.sh \
	tests/resume-refused.sh \
	tests/resume-settings.sh \
	tests/rooms.sh \
	tests/roles.sh \
	tests/rounds.sh \
	tests/run-cost.sh \
	tests/run-uninstalled.sh \
	tests/scan.sh \
	tests/script-bridge.sh \
	tests/script-python.sh \
	tests/script-python-arrays.sh \
	tests/script-python-broken.sh \
	tests/script-python-callbacks.sh \
	tests/script-python-cheats.sh \
	tests/script-python-constant.sh \
	tests/script-python-cuda.sh \
	tests/script-python-family.sh \
	tests/script-python-hangs.sh \
	tests/script-python-interpreter.sh \
	tests/script-python-listing.sh \
	tests/script-python-memory.sh \
	tests/script-python-numba.sh \
	tests/search-random.sh \
	tests/search-refused.sh \
	tests/shared-cores.sh \
	tests/seeds-withheld.sh \
	tests/setup-seed.sh \
	tests/skip-sizes.sh \
	tests/skip-summary.sh \
	tests/slow-device.sh \
	tests/softmax-in-order.sh \
	tests/softmax-special.sh \
	tests/softmax.sh \
	tests/stream.sh \
	tests/suite-continuation-line.sh \
	tests/suite-mistakes.sh \
	tests/suite-set.sh \
	tests/suite-shipped.sh \
	tests/suite-stdin.sh \
	tests/supervisor-links.sh \
	tests/suspect-report.sh \
	tests/suspect-time.sh \
	tests/svg-picture.sh \
	tests/telemetry-faults.sh \
	tests/telemetry.sh \
	tests/text-not-utf8.sh \
	tests/text-unprintable.sh \
	tests/timeout-reason.sh \
	tests/uninstall.sh \
	tests/verbose-printed.sh \
	tests/verbose.sh \
	tests/wide-data.sh \
	tests/without-cuda.sh \
	tests/words.sh \
	tests/version.sh \
	tests/worker-not-started.sh \
	tests/wrong-class.sh \
	tests/workspace-recorded.sh

unit_tests =

check_PROGRAMS =
if HAVE_CMOCKA
check_PROGRAMS += $(unit_tests)
endif

TESTS = $(check_PROGRAMS) $(test_scripts)

# gkhost with a clock that tests drive, and what advances it: no tests.
EXTRA_PROGRAMS = tests/clock/gkhost tests/clock/keeper
check_DATA = $(EXTRA_PROGRAMS)
CLEANFILES += $(EXTRA_PROGRAMS)
tests_clock_gkhost_SOURCES = host/command/main.c tests/clock/virtual-clock.c \
	tests/clock/virtual-clock.h
tests_clock_gkhost_CPPFLAGS = $(HOST_CPPFLAGS)
tests_clock_gkhost_CFLAGS = $(HOST_CFLAGS)
tests_clock_gkhost_LDFLAGS = $(PROGRAM_LINKFLAGS)
tests_clock_gkhost_LDADD = $(HOST_LIBS)
tests_clock_keeper_SOURCES = tests/clock/keeper.c tests/clock/virtual-clock.h

# The code of the fuzzers, compiled here so that a change of the host that it does
# not fit is found at once; tests/fuzz/run links it.
check_LIBRARIES += tests/fuzz/libfuzz.a
tests_fuzz_libfuzz_a_SOURCES = tests/fuzz/all-reports.c tests/fuzz/all-reports.h \
	tests/fuzz/altered-claims.c tests/fuzz/altered-claims.h \
	tests/fuzz/described-catalog.c tests/fuzz/described-catalog.h \
	tests/fuzz/description.c tests/fuzz/frame.c tests/fuzz/record.c \
	tests/fuzz/suite.c
tests_fuzz_libfuzz_a_CPPFLAGS = $(HOST_CPPFLAGS) -I$(top_srcdir)/tests/unit
tests_fuzz_libfuzz_a_CFLAGS = $(HOST_CFLAGS)
# Folders of inputs: make knows how to build programs of these names.
fuzz_inputs = $(addprefix tests/fuzz/,description frame record suite)
$(fuzz_inputs): ;
EXTRA_DIST += \
	tests/cheats/functions.sh \
	tests/cheats/list \
	tests/docs-functions.sh \
	tests/functions.sh \
	tests/fuzz/run $(fuzz_inputs) \
	tests/many-hosts.awk \
	tests/many-records.awk \
	tests/openmetrics.awk \
	tests/pictures.py \
	tests/products-functions.sh \
	tests/profile-functions.sh \
	tests/rank-functions.sh \
	tests/sample-run.jsonl \
	$(test_scripts)

# What takes a time, or asks whether times are believed, is run when all else has
# ended, one after the other.  (What asks for the time of a processor is not here.)
timing_tests = tests/cheats-cuda.sh tests/cheats.sh tests/no-false-alarm.sh \
	tests/cuda-kernel-timer.sh tests/cuda-overhead.sh \
	tests/cuda-plain.sh tests/cuda-shared.sh tests/dry-run-large.sh \
	tests/quick-start.sh
timing_logs = $(timing_tests:.sh=.log)
$(timing_logs): $(filter-out $(timing_logs),$(TEST_LOGS))
first = $(filter $(wordlist 1,$(1),$(timing_logs)),$(TEST_LOGS))
$(word 2,$(timing_logs)): $(call first,1)
$(word 3,$(timing_logs)): $(call first,2)
$(word 4,$(timing_logs)): $(call first,3)
$(word 5,$(timing_logs)): $(call first,4)
$(word 6,$(timing_logs)): $(call first,5)
$(word 7,$(timing_logs)): $(call first,6)
$(word 8,$(timing_logs)): $(call first,7)
$(word 9,$(timing_logs)): $(call first,8)

EXTRA_DIST += tests/abi-layout.txt tests/abi-x86_64.xml tests/all-sizes.ini \
	tests/cuda-plain.ini tests/cuda-special.cu tests/cuda-tunables.ini tests/huge.ini \
	tests/reduce.ini tests/sanitize \
	tests/sanitizer.ini tests/scan.ini tests/softmax.ini tests/stream.ini

# Under valgrind, so much slower that it is no part of make check.  Left out: what
# only computes, in minutes (verify-*, vary-*), services and fenced, which ask for
# sizes and write to places that there are not, confine, whose tracing valgrind does
# not follow, out-of-memory, whose processes end in the midst, and child and
# describe, which look at the clock: valgrind.sh has children.
valgrind_tests = tests/valgrind.sh $(filter-out \
	$(addprefix tests/unit/,verify-% vary-% services fenced confine \
	out-of-memory child describe displace), \
	$(check_PROGRAMS))
EXTRA_DIST += tests/under-valgrind tests/valgrind.sh

.PHONY: check-valgrind
check-valgrind: all
	$(MAKE) $(AM_MAKEFLAGS) check TESTS='$(valgrind_tests)' \
	LOG_COMPILER=$(top_srcdir)/tests/under-valgrind

# For a distribution's build machine, which others use, too: what asks a clock, a load
# or all of the memory, or computes for minutes, is left to CI.
quick_scripts = abi-% docs-% example-plugin.sh header-compiles.sh \
	install-layout.sh library-version.sh list-% options-% \
	packaging-versions.sh pkg-config.sh plugin-% relro.sh suite-%
quick_tests = $(filter-out \
	$(addprefix tests/unit/,verify-% vary-% compare-simulated), \
	$(check_PROGRAMS)) $(filter \
	$(addprefix tests/,$(quick_scripts)),$(test_scripts))

.PHONY: check-quick
check-quick: all
	$(MAKE) $(AM_MAKEFLAGS) check TESTS='$(quick_tests)'

# What a build with sanitizers leaves out, scripts too, and what compiles or installs plugins.
plain_tests = $(filter tests/unit/out-of-memory,$(check_PROGRAMS)) \
	$(filter $(test_scripts),$(shell cd $(srcdir) && grep -l -E \
	'requires_(un(sanitized|instrumented)|python_bridge)|[$$](CC|MAKE|NVCC)\>|new-functions' \
	tests/*.sh))

# Builds only the programs that these two targets run: make check would build all of
# them, which takes a third as long as the build itself.
check_few = $(MAKE) $(AM_MAKEFLAGS) check check_LIBRARIES= check_PROGRAMS='$(filter \
	$(addprefix tests/unit/,confine out-of-memory),$(check_PROGRAMS))'

.PHONY: check-plain
check-plain: all
	+$(check_few) TESTS='$(filter-out $(left_out),$(plain_tests))'

# .ci/run tests two builds beside each other, and what takes a time after both.
untimed_tests = $(filter-out $(timing_tests),$(check_PROGRAMS) $(test_scripts))

# What permissions and the tracing of processes make different for root.
root_tests = $(filter tests/unit/confine,$(check_PROGRAMS)) $(addprefix tests/,bootstrap.sh cheats.sh \
	docs-trust.sh install-layout.sh judge-apart.sh needs.sh output-unwritable.sh \
	plugin-not-loadable.sh plugin-writable.sh release.sh suite-mistakes.sh \
	uninstall.sh)
# Of the cheats those that read or write what another user's process could not.
root_cheats = @(child-writes|clock-*|forged-*|judge-*|nonce-scan|pages-*|shared-*|*-patched|*-intercepted)

.PHONY: check-root
check-root: all
	+CHEATS='$(root_cheats)' $(check_few) TESTS='$(root_tests)'

.PHONY: check-sanitizer
check-sanitizer: all
	top_srcdir='$(top_srcdir)' top_builddir='$(top_builddir)' \
	$(top_srcdir)/tests/sanitize sanitizer-logs
