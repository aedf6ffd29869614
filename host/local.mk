# SPDX-License-Identifier: BSD-3-Clause
# The host.  All but main.c is in a convenience library, which unit tests link.
# One file per line, in order.

noinst_LTLIBRARIES += host/libgkhost.la

host_libgkhost_la_SOURCES = \
	host/answer.c \
	host/answer.h \
	host/blame.c \
	host/blame.h \
	host/buffers.c \
	host/buffers.h \
	host/case-record.c \
	host/case-record.h \
	host/cases.c \
	host/cases.h \
	host/catalog.c \
	host/catalog.h \
	host/child.c \
	host/child.h \
	host/clock.c \
	host/clock.h \
	host/command-check.c \
	host/command-devices.c \
	host/command-list.c \
	host/command-report.c \
	host/command-run.c \
	host/commands.h \
	host/complain.c \
	host/complain.h \
	host/cuda-driver.c \
	host/cuda-driver.h \
	host/cuda-limits.c \
	host/cuda-limits.h \
	host/describe.c \
	host/describe.h \
	host/device-cpu.c \
	host/device-cpu.h \
	host/device-cuda.c \
	host/device-cuda.h \
	host/device-json.c \
	host/device-json.h \
	host/device.c \
	host/device.h \
	host/devices.c \
	host/devices.h \
	host/draft-keys.c \
	host/draft-options.c \
	host/draft.h \
	host/elf-check.c \
	host/elf-check.h \
	host/fastest.c \
	host/fastest.h \
	host/flush.c \
	host/flush.h \
	host/frame.c \
	host/frame.h \
	host/groups.c \
	host/groups.h \
	host/guarded.c \
	host/guarded.h \
	host/host-memory.c \
	host/host-memory.h \
	host/interrupt.c \
	host/interrupt.h \
	host/job.c \
	host/job.h \
	host/journal.c \
	host/journal.h \
	host/json-text.c \
	host/json-text.h \
	host/keys.c \
	host/keys.h \
	host/launcher.c \
	host/launcher.h \
	host/limit.c \
	host/limit.h \
	host/lines.c \
	host/lines.h \
	host/list.c \
	host/list.h \
	host/loader.c \
	host/loader.h \
	host/measure.c \
	host/measure.h \
	host/names.c \
	host/names.h \
	host/nearest.c \
	host/nearest.h \
	host/options.c \
	host/options.h \
	host/places.c \
	host/places.h \
	host/plan.c \
	host/plan.h \
	host/plugin-json.c \
	host/plugin-json.h \
	host/print-cases.c \
	host/print-cases.h \
	host/print-reason.c \
	host/print-reason.h \
	host/progress.c \
	host/progress.h \
	host/random.c \
	host/random.h \
	host/record.c \
	host/record.h \
	host/report-check.c \
	host/report-check.h \
	host/report-csv.c \
	host/report-formats.h \
	host/report-jsonl.c \
	host/report-markdown.c \
	host/report-table.c \
	host/report.c \
	host/report.h \
	host/request.c \
	host/request.h \
	host/result-json.c \
	host/result-json.h \
	host/run-record.c \
	host/run-record.h \
	host/run.c \
	host/run.h \
	host/runner.c \
	host/runner.h \
	host/select.c \
	host/select.h \
	host/services.c \
	host/services.h \
	host/sheet.c \
	host/sheet.h \
	host/size-text.c \
	host/size-text.h \
	host/slurp.c \
	host/slurp.h \
	host/stats.c \
	host/stats.h \
	host/suite.c \
	host/suite.h \
	host/supervisor.c \
	host/supervisor.h \
	host/sweep.c \
	host/sweep.h \
	host/text.c \
	host/text.h \
	host/time-spent.c \
	host/time-spent.h \
	host/units.c \
	host/units.h \
	host/utf8.c \
	host/utf8.h \
	host/verify.c \
	host/verify.h \
	host/worker.c \
	host/worker.h \
	host/wrap.c \
	host/wrap.h \
	host/xalloc.c \
	host/xalloc.h
host_libgkhost_la_CPPFLAGS = $(AM_CPPFLAGS) -DPLUGINDIR='"$(plugindir)"'
host_libgkhost_la_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS) $(INIH_CFLAGS)
host_libgkhost_la_LIBADD = \
	$(JANSSON_LIBS) \
	$(INIH_LIBS) \
	$(DL_LIBS) \
	$(M_LIBS) \
	$(PTHREAD_LIBS)

bin_PROGRAMS += host/gkhost
host_gkhost_SOURCES = host/main.c
host_gkhost_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
host_gkhost_LDADD = host/libgkhost.la
