# SPDX-License-Identifier: BSD-3-Clause
# The host.  All but main.c is in a convenience library, which unit tests link.
# One file per line, in order.

noinst_LTLIBRARIES += host/libgkhost.la

host_libgkhost_la_SOURCES = \
	host/base/clock.c \
	host/base/clock.h \
	host/base/complain.c \
	host/base/complain.h \
	host/base/list.c \
	host/base/list.h \
	host/base/map.c \
	host/base/map.h \
	host/base/names.c \
	host/base/names.h \
	host/base/nearest.c \
	host/base/nearest.h \
	host/base/pool.c \
	host/base/pool.h \
	host/base/random.c \
	host/base/random.h \
	host/base/slurp.c \
	host/base/slurp.h \
	host/base/text.c \
	host/base/text.h \
	host/base/units.c \
	host/base/units.h \
	host/base/wrap.c \
	host/base/wrap.h \
	host/base/xalloc.c \
	host/base/xalloc.h \
	host/bench/buffers.c \
	host/bench/buffers.h \
	host/bench/guarded.c \
	host/bench/guarded.h \
	host/bench/launcher.c \
	host/bench/launcher.h \
	host/bench/limit.c \
	host/bench/limit.h \
	host/bench/measure.c \
	host/bench/measure.h \
	host/bench/result-json.c \
	host/bench/result-json.h \
	host/bench/runner.c \
	host/bench/runner.h \
	host/bench/stats.c \
	host/bench/stats.h \
	host/bench/verify.c \
	host/bench/verify.h \
	host/command/check.c \
	host/command/commands.h \
	host/command/devices.c \
	host/command/list.c \
	host/command/options.c \
	host/command/options.h \
	host/command/print-cases.c \
	host/command/print-cases.h \
	host/command/progress.c \
	host/command/progress.h \
	host/command/report.c \
	host/command/run-cases.c \
	host/command/run-cases.h \
	host/command/run.c \
	host/command/time-spent.c \
	host/command/time-spent.h \
	host/device/cpu/cpu.c \
	host/device/cpu/cpu.h \
	host/device/cpu/flush.c \
	host/device/cpu/flush.h \
	host/device/cuda/cuda.c \
	host/device/cuda/cuda.h \
	host/device/cuda/driver.c \
	host/device/cuda/driver.h \
	host/device/cuda/limits.c \
	host/device/cuda/limits.h \
	host/device/device-json.c \
	host/device/device-json.h \
	host/device/device.c \
	host/device/device.h \
	host/device/devices.c \
	host/device/devices.h \
	host/device/host-memory.c \
	host/device/host-memory.h \
	host/plan/cases.c \
	host/plan/cases.h \
	host/plan/plan.c \
	host/plan/plan.h \
	host/plan/targets.c \
	host/plan/targets.h \
	host/plugin/abi-names.c \
	host/plugin/abi-names.h \
	host/plugin/catalog.c \
	host/plugin/catalog.h \
	host/plugin/elf-check.c \
	host/plugin/elf-check.h \
	host/plugin/loader.c \
	host/plugin/loader.h \
	host/plugin/option.c \
	host/plugin/option.h \
	host/plugin/plugin-json.c \
	host/plugin/plugin-json.h \
	host/plugin/services.c \
	host/plugin/services.h \
	host/process/child.c \
	host/process/child.h \
	host/process/dispatch.c \
	host/process/dispatch.h \
	host/process/frame.c \
	host/process/frame.h \
	host/process/interrupt.c \
	host/process/interrupt.h \
	host/process/request.c \
	host/process/request.h \
	host/process/supervisor.c \
	host/process/supervisor.h \
	host/process/worker.c \
	host/process/worker.h \
	host/record/case-record.c \
	host/record/case-record.h \
	host/record/journal.c \
	host/record/journal.h \
	host/record/record.c \
	host/record/record.h \
	host/record/run-record.c \
	host/record/run-record.h \
	host/report/check.c \
	host/report/check.h \
	host/report/csv.c \
	host/report/describe.c \
	host/report/describe.h \
	host/report/fastest.c \
	host/report/fastest.h \
	host/report/formats.h \
	host/report/groups.c \
	host/report/groups.h \
	host/report/jsonl.c \
	host/report/markdown.c \
	host/report/print-reason.c \
	host/report/print-reason.h \
	host/report/report.c \
	host/report/report.h \
	host/report/table-view.c \
	host/report/table-view.h \
	host/report/table.c \
	host/suite/diagnostics.c \
	host/suite/diagnostics.h \
	host/suite/job-builder.h \
	host/suite/job-keys.c \
	host/suite/job-options.c \
	host/suite/job.c \
	host/suite/job.h \
	host/suite/keys.c \
	host/suite/keys.h \
	host/suite/lines.c \
	host/suite/lines.h \
	host/suite/select.c \
	host/suite/select.h \
	host/suite/suite.c \
	host/suite/suite.h \
	host/suite/sweep.c \
	host/suite/sweep.h
host_libgkhost_la_CPPFLAGS = $(AM_CPPFLAGS) -DPLUGINDIR='"$(plugindir)"'
host_libgkhost_la_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS) $(INIH_CFLAGS)
host_libgkhost_la_LIBADD = \
	$(JANSSON_LIBS) \
	$(INIH_LIBS) \
	$(DL_LIBS) \
	$(M_LIBS) \
	$(PTHREAD_LIBS)

bin_PROGRAMS += host/gkhost
host_gkhost_SOURCES = host/command/main.c
host_gkhost_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
host_gkhost_LDADD = host/libgkhost.la
