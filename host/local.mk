# SPDX-License-Identifier: BSD-3-Clause
# The host.  All but main.c is in archives, which unit tests
# link: what the supervisor has, and what a worker has besides.  The supervisor
# loads no plugin and opens no device: its library does without the worker's,
# which tests/supervisor-links.sh shows.  One file per line, in order.

HOST_CPPFLAGS = $(COMMON_CPPFLAGS) -DPLUGINDIR='"$(plugindir)"' -DBINDIR='"$(bindir)"' \
	-DOWN_HEADERS='"$(foreach h,$(gkinclude_HEADERS:.h=), $(notdir $(h)) )"' \
	-DOWN_PLUGINS='"$(sort $(patsubst %.la,%,$(plugin_LTLIBRARIES) $(cuda_plugins)))"'
HOST_CFLAGS = $(COMMON_CFLAGS) $(COVERAGE_CFLAGS) $(JANSSON_CFLAGS) $(INIH_CFLAGS)

noinst_LIBRARIES += host/libcommands.a host/libsupervisor.a host/libworker.a

host_libsupervisor_a_SOURCES = \
	host/base/base64.c \
	host/base/base64.h \
	host/base/clock.c \
	host/base/clock.h \
	host/base/coverage.h \
	host/base/cpu-time.c \
	host/base/cpu-time.h \
	host/base/message.c \
	host/base/message.h \
	host/base/read-file.c \
	host/base/read-file.h \
	host/base/inherited.c \
	host/base/inherited.h \
	host/base/interrupt.c \
	host/base/interrupt.h \
	host/base/machine.c \
	host/base/machine.h \
	host/base/pool.c \
	host/base/pool.h \
	host/base/names.c \
	host/base/names.h \
	host/base/optional.h \
	host/base/parallel.c \
	host/base/parallel.h \
	host/base/printable.c \
	host/base/printable.h \
	host/base/processors.c \
	host/base/processors.h \
	host/base/random.c \
	host/base/random.h \
	host/base/rank.c \
	host/base/rank.h \
	host/base/sha256.c \
	host/base/sha256.h \
	host/base/shared.c \
	host/base/shared.h \
	host/base/signal-mask.c \
	host/base/signal-mask.h \
	host/base/stats.c \
	host/base/stats.h \
	host/base/text.c \
	host/base/text.h \
	host/base/units.c \
	host/base/units.h \
	host/base/xalloc.c \
	host/base/xalloc.h \
	host/bench/run-request.h \
	host/bench/settings.h \
	host/device/host-memory.c \
	host/device/host-memory.h \
	host/device/kinds.c \
	host/device/kinds.h \
	host/device/mode.h \
	host/device/meter.c \
	host/device/meter.h \
	host/judge/result.h \
	host/plan/builds.c \
	host/plan/cases.c \
	host/plan/cases.h \
	host/plan/schedule.c \
	host/plan/schedule.h \
	host/plan/tunings.c \
	host/plan/tunings.h \
	host/plugin/abi-names.c \
	host/plugin/abi-names.h \
	host/plugin/file-identity.c \
	host/plugin/file-identity.h \
	host/plugin/file-writers.c \
	host/plugin/own-plugins.c \
	host/plugin/catalog-resolve.c \
	host/plugin/catalog.c \
	host/plugin/catalog.h \
	host/plugin/companions.c \
	host/plugin/description.c \
	host/plugin/option.c \
	host/plugin/option.h \
	host/plugin/table-faults.c \
	host/plugin/table-faults.h \
	host/plugin/wrong-class.c \
	host/plugin/wrong-class.h \
	host/record/run-record.c \
	host/record/run-record.h \
	host/record/case-identity.c \
	host/record/case-identity.h \
	host/record/case-samples.c \
	host/record/case-samples.h \
	host/record/case-settings.c \
	host/record/case-settings.h \
	host/record/case-record.c \
	host/record/case-record.h \
	host/record/contradiction.c \
	host/record/caveat.c \
	host/record/caveat.h \
	host/record/device-record.c \
	host/record/device-record.h \
	host/record/records.c \
	host/record/records.h \
	host/record/fields.c \
	host/record/fields.h \
	host/record/figures.c \
	host/record/journal.c \
	host/record/kept-limits.c \
	host/record/kept-limits.h \
	host/record/pairs.c \
	host/record/pairs.h \
	host/record/parts.c \
	host/record/runs.c \
	host/record/runs.h \
	host/record/seeds.c \
	host/run/call-filter.c \
	host/run/child.c \
	host/run/child.h \
	host/run/crash.h \
	host/run/confine.c \
	host/run/confine.h \
	host/run/cpu-affinity.c \
	host/run/cpu-affinity.h \
	host/run/discovery.c \
	host/run/discovery.h \
	host/run/frame.c \
	host/run/frame.h \
	host/run/lane.c \
	host/run/lane.h \
	host/run/libraries.c \
	host/run/meter-readings.c \
	host/run/meter-readings.h \
	host/run/plan.h \
	host/run/preflight.c \
	host/run/preflight.h \
	host/run/queries.c \
	host/run/queries.h \
	host/run/replay.c \
	host/run/reaper.c \
	host/run/reaper.h \
	host/run/request.c \
	host/run/request.h \
	host/run/resumption.c \
	host/run/resumption.h \
	host/run/runner.c \
	host/run/runners.c \
	host/run/run-cases.c \
	host/run/run-cases.h \
	host/run/session.c \
	host/run/supervisor.c \
	host/run/supervisor.h \
	host/run/tool.c \
	host/run/tool.h \
	host/run/workers.c \
	host/run/workers.h \
	host/suite/diagnostics.c \
	host/suite/diagnostics.h \
	host/suite/lines.c \
	host/suite/lines.h \
	host/suite/job-settings.c \
	host/suite/job.c \
	host/suite/job.h \
	host/suite/select.c \
	host/suite/settings.c \
	host/suite/settings.h \
	host/suite/suite.c \
	host/suite/suite.h \
	host/suite/sweep.c \
	host/suite/sweep.h
host_libsupervisor_a_CPPFLAGS = $(HOST_CPPFLAGS)
host_libsupervisor_a_CFLAGS = $(HOST_CFLAGS)

host_libworker_a_SOURCES = \
	host/bench/bench.c \
	host/bench/bench.h \
	host/bench/buffers.c \
	host/bench/buffers.h \
	host/bench/describe-case.c \
	host/bench/floor.c \
	host/bench/guarded.c \
	host/bench/launcher.c \
	host/bench/launcher.h \
	host/bench/case-begin.c \
	host/bench/case-end.c \
	host/bench/orders.h \
	host/bench/paths.c \
	host/bench/problem-copy.c \
	host/bench/problem-copy.h \
	host/bench/window.c \
	host/bench/window.h \
	host/bench/run-order.c \
	host/bench/sample.c \
	host/bench/spot-check.c \
	host/bench/show.c \
	host/bench/process-state.c \
	host/device/cpu/arithmetic.c \
	host/device/cpu/bandwidth.c \
	host/device/cpu/cpu.c \
	host/device/cpu/cpu.h \
	host/device/cpu/displace.c \
	host/device/cpu/fenced.c \
	host/device/cpu/idle.c \
	host/device/cpu/limits.c \
	host/device/cuda/activity.c \
	host/device/cuda/pinned.c \
	host/device/cuda/cache.c \
	host/device/cuda/compare.c \
	host/device/cuda/cuda.c \
	host/device/cuda/driver.c \
	host/device/cuda/driver.h \
	host/device/cuda/cuda.h \
	host/device/cuda/limits.c \
	host/device/cuda/meter.c \
	host/device/device.c \
	host/device/device.h \
	host/judge/audit.c \
	host/judge/clock-audit.c \
	host/judge/clock-pages.c \
	host/judge/clock-pages.h \
	host/judge/former-answer.c \
	host/judge/repeat.c \
	host/judge/replay.c \
	host/judge/retest.c \
	host/judge/const-memory.c \
	host/judge/const-memory.h \
	host/judge/examine.c \
	host/judge/examine.h \
	host/judge/run-case.c \
	host/judge/run-case.h \
	host/judge/core-usage.c \
	host/judge/core-usage.h \
	host/judge/inputs.c \
	host/judge/judge.c \
	host/judge/judge.h \
	host/judge/measure.c \
	host/judge/outputs.c \
	host/judge/samples.c \
	host/judge/samples.h \
	host/judge/corrupt-output.c \
	host/judge/trial.c \
	host/judge/trial.h \
	host/judge/verdict.c \
	host/plugin/loader.c \
	host/plugin/loader.h \
	host/plugin/plugin-json.c \
	host/plugin/services.c \
	host/plugin/services.h \
	host/run/crash.c \
	host/run/dispatch.c \
	host/run/dispatch.h \
	host/run/channel.c \
	host/run/channel.h \
	host/run/meter-poller.c \
	host/run/worker.c
host_libworker_a_CPPFLAGS = $(HOST_CPPFLAGS)
host_libworker_a_CFLAGS = $(HOST_CFLAGS)

# The commands: the only part that uses report/.
host_libcommands_a_SOURCES = \
	host/command/assess-devices.c \
	host/command/check-jobs.c \
	host/command/check.c \
	host/command/commands.h \
	host/command/devices.c \
	host/command/help.c \
	host/command/list.c \
	host/command/make-plan.c \
	host/command/new-plugin.c \
	host/command/new-plugin.h \
	host/command/new.c \
	host/command/option-table.c \
	host/command/options.c \
	host/command/options.h \
	host/command/print-lists.c \
	host/command/profile.c \
	host/command/rank-output.c \
	host/command/report.c \
	host/command/run-and-report.c \
	host/command/run.c \
	host/command/sanitize.c \
	host/command/time-spent.c \
	host/command/tool-line.c
nodist_host_libcommands_a_SOURCES = host/command/embedded.c
host_libcommands_a_CPPFLAGS = $(HOST_CPPFLAGS)
host_libcommands_a_CFLAGS = $(HOST_CFLAGS)

# A worker uses what the supervisor has too, so that its library comes first.
HOST_LIBS = host/libcommands.a report/libreport.a host/libworker.a \
	host/libsupervisor.a $(JANSSON_LIBS) $(INIH_LIBS) $(DL_LIBS) $(M_LIBS) \
	$(PTHREAD_LIBS)

bin_PROGRAMS += host/gkhost
host_gkhost_SOURCES = host/command/main.c
host_gkhost_CPPFLAGS = $(HOST_CPPFLAGS)
host_gkhost_CFLAGS = $(HOST_CFLAGS)
host_gkhost_LDFLAGS = $(PROGRAM_LINKFLAGS)
host_gkhost_LDADD = $(HOST_LIBS)
