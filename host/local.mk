# SPDX-License-Identifier: BSD-3-Clause
# The host.  All but main.c is in two convenience libraries, which unit tests
# link: what the supervisor has, and what a worker has besides.  The supervisor
# loads no plugin and opens no device: its library does without the worker's,
# which tests/supervisor-links.sh shows.  One file per line, in order.

HOST_CPPFLAGS = $(AM_CPPFLAGS) -DPLUGINDIR='"$(plugindir)"'
HOST_CFLAGS = $(AM_CFLAGS) $(COVERAGE_CFLAGS) $(JANSSON_CFLAGS) $(INIH_CFLAGS)

noinst_LTLIBRARIES += host/libsupervisor.la host/libworker.la

host_libsupervisor_la_SOURCES = \
	host/base/absent.h \
	host/base/clock.c \
	host/base/clock.h \
	host/base/complain.c \
	host/base/complain.h \
	host/base/coverage.h \
	host/base/list.c \
	host/base/list.h \
	host/base/map.c \
	host/base/map.h \
	host/base/names.c \
	host/base/names.h \
	host/base/nearest.c \
	host/base/nearest.h \
	host/base/parallel.c \
	host/base/parallel.h \
	host/base/pool.c \
	host/base/pool.h \
	host/base/printable.c \
	host/base/printable.h \
	host/base/random.c \
	host/base/random.h \
	host/base/shared.c \
	host/base/shared.h \
	host/base/slurp.c \
	host/base/slurp.h \
	host/base/text.c \
	host/base/text.h \
	host/base/unforeseen.c \
	host/base/unforeseen.h \
	host/base/units.c \
	host/base/units.h \
	host/base/version.c \
	host/base/version.h \
	host/base/wrap.c \
	host/base/wrap.h \
	host/base/write-all.c \
	host/base/write-all.h \
	host/base/xalloc.c \
	host/base/xalloc.h \
	host/bench/run-request.h \
	host/bench/sampling.h \
	host/bench/settings.h \
	host/command/check.c \
	host/command/check-doubts.c \
	host/command/check-doubts.h \
	host/command/check-rounds.c \
	host/command/check-rounds.h \
	host/command/check-spared.c \
	host/command/check-spared.h \
	host/command/commands.h \
	host/command/devices.c \
	host/command/findings.c \
	host/command/findings.h \
	host/command/list.c \
	host/command/options.c \
	host/command/options.h \
	host/command/output.c \
	host/command/plan.c \
	host/command/plan.h \
	host/command/print-cases.c \
	host/command/print-fields.c \
	host/command/progress.c \
	host/command/progress.h \
	host/command/report.c \
	host/command/run-and-report.c \
	host/command/run-and-report.h \
	host/command/run-cases.c \
	host/command/run-cases.h \
	host/command/run.c \
	host/command/sanitize.c \
	host/command/sanitize.h \
	host/command/time-spent.c \
	host/device/cgroup.c \
	host/device/kinds.c \
	host/device/kinds.h \
	host/device/mode.h \
	host/device/selector.c \
	host/device/selector.h \
	host/judge/choice.c \
	host/judge/choice.h \
	host/judge/result.h \
	host/plan/cases.c \
	host/plan/cases.h \
	host/plan/targets.c \
	host/plan/targets.h \
	host/plugin/abi-names.c \
	host/plugin/abi-names.h \
	host/plugin/callback.c \
	host/plugin/callback.h \
	host/plugin/catalog.c \
	host/plugin/catalog.h \
	host/plugin/companions.c \
	host/plugin/companions.h \
	host/plugin/elf-check.c \
	host/plugin/option.c \
	host/plugin/option.h \
	host/plugin/plugin-json.c \
	host/plugin/plugin-json.h \
	host/process/child.c \
	host/process/child.h \
	host/process/confine.c \
	host/process/confine.h \
	host/process/discovery.c \
	host/process/discovery.h \
	host/process/faults.c \
	host/process/faults.h \
	host/process/frame.c \
	host/process/frame.h \
	host/process/hearing.c \
	host/process/hearing.h \
	host/process/interrupt.c \
	host/process/interrupt.h \
	host/process/judges.c \
	host/process/judges.h \
	host/process/logs.c \
	host/process/logs.h \
	host/process/passing.c \
	host/process/passing.h \
	host/process/lost-devices.c \
	host/process/lost-devices.h \
	host/process/request.c \
	host/process/request.h \
	host/process/supervisor.c \
	host/process/supervisor.h \
	host/process/workers.c \
	host/process/workers.h \
	host/record/case-record.c \
	host/record/case-record.h \
	host/record/case-settings.c \
	host/record/case-settings.h \
	host/record/device-record.c \
	host/record/device-record.h \
	host/record/end-record.c \
	host/record/end-record.h \
	host/record/fault-record.c \
	host/record/fault-record.h \
	host/record/fields.c \
	host/record/fields.h \
	host/record/figures.c \
	host/record/figures.h \
	host/record/journal.c \
	host/record/journal.h \
	host/record/limit.c \
	host/record/limit.h \
	host/record/pairs.c \
	host/record/pairs.h \
	host/record/records.c \
	host/record/records.h \
	host/record/run-record.c \
	host/record/run-record.h \
	host/record/suspect.c \
	host/record/suspect.h \
	host/report/check.c \
	host/report/csv.c \
	host/report/describe.c \
	host/report/describe.h \
	host/report/fastest.c \
	host/report/fastest.h \
	host/report/groups.c \
	host/report/groups.h \
	host/report/jsonl.c \
	host/report/markdown.c \
	host/report/print-reason.c \
	host/report/report.c \
	host/report/report.h \
	host/report/skips.c \
	host/report/skips.h \
	host/report/table-view.c \
	host/report/table-view.h \
	host/report/table.c \
	host/suite/diagnostics.c \
	host/suite/diagnostics.h \
	host/suite/job-builder.h \
	host/suite/job-options.c \
	host/suite/job-settings.c \
	host/suite/job.c \
	host/suite/job.h \
	host/suite/lines.c \
	host/suite/lines.h \
	host/suite/select.c \
	host/suite/select.h \
	host/suite/settings.c \
	host/suite/settings.h \
	host/suite/suite.c \
	host/suite/suite.h \
	host/suite/sweep.c \
	host/suite/sweep.h
host_libsupervisor_la_CPPFLAGS = $(HOST_CPPFLAGS)
host_libsupervisor_la_CFLAGS = $(HOST_CFLAGS)
host_libsupervisor_la_LIBADD = \
	$(JANSSON_LIBS) \
	$(INIH_LIBS) \
	$(M_LIBS) \
	$(PTHREAD_LIBS)

host_libworker_la_SOURCES = \
	host/bench/bench.c \
	host/bench/bench.h \
	host/bench/buffers.c \
	host/bench/buffers.h \
	host/bench/claims.c \
	host/bench/claims.h \
	host/bench/guarded.c \
	host/bench/guarded.h \
	host/bench/health.c \
	host/bench/health.h \
	host/bench/launcher.c \
	host/bench/launcher.h \
	host/bench/opening.c \
	host/bench/opening.h \
	host/bench/orders.h \
	host/bench/handed.c \
	host/bench/handed.h \
	host/bench/sample.c \
	host/bench/sample.h \
	host/bench/show.c \
	host/bench/show.h \
	host/bench/surroundings.c \
	host/bench/surroundings.h \
	host/bench/untouched.c \
	host/bench/untouched.h \
	host/bench/views.c \
	host/bench/views.h \
	host/bench/watch.c \
	host/bench/watch.h \
	host/bench/workspaces.c \
	host/bench/workspaces.h \
	host/device/cpu/cpu.c \
	host/device/cpu/fenced.c \
	host/device/cpu/fenced.h \
	host/device/cpu/flush.c \
	host/device/cpu/flush.h \
	host/device/cpu/idle.c \
	host/device/cpu/idle.h \
	host/device/cuda/bounce.c \
	host/device/cuda/bounce.h \
	host/device/cuda/context-limits.c \
	host/device/cuda/context-limits.h \
	host/device/cuda/cuda.c \
	host/device/cuda/driver.c \
	host/device/cuda/driver.h \
	host/device/cuda/empty.c \
	host/device/cuda/empty.h \
	host/device/cuda/limits.c \
	host/device/cuda/limits.h \
	host/device/device.c \
	host/device/device.h \
	host/device/host-memory.c \
	host/device/host-memory.h \
	host/judge/audit.c \
	host/judge/audit.h \
	host/judge/audits.h \
	host/judge/clock-audit.c \
	host/judge/doubt.c \
	host/judge/doubt.h \
	host/judge/show-audit.c \
	host/judge/work-audit.c \
	host/judge/examine.c \
	host/judge/examine.h \
	host/judge/conduct.c \
	host/judge/conduct.h \
	host/judge/cpu-time.c \
	host/judge/cpu-time.h \
	host/judge/fill-result.c \
	host/judge/fill-result.h \
	host/judge/inputs.c \
	host/judge/inputs.h \
	host/judge/judge.c \
	host/judge/judge.h \
	host/judge/measure.c \
	host/judge/measure.h \
	host/judge/ranks.c \
	host/judge/ranks.h \
	host/judge/remake.c \
	host/judge/remake.h \
	host/judge/samples.c \
	host/judge/samples.h \
	host/judge/spoil.c \
	host/judge/spoil.h \
	host/judge/stats.c \
	host/judge/stats.h \
	host/judge/timer.h \
	host/judge/trial.c \
	host/judge/trial.h \
	host/judge/verdict.c \
	host/judge/verdict.h \
	host/plugin/loaded.c \
	host/plugin/loaded.h \
	host/plugin/loader.c \
	host/plugin/loader.h \
	host/plugin/services.c \
	host/plugin/services.h \
	host/process/dispatch.c \
	host/process/dispatch.h \
	host/process/line.c \
	host/process/line.h \
	host/process/handed-json.c \
	host/process/handed-json.h \
	host/process/worker.c \
	host/process/worker.h
host_libworker_la_CPPFLAGS = $(HOST_CPPFLAGS)
host_libworker_la_CFLAGS = $(HOST_CFLAGS)
host_libworker_la_LIBADD = $(JANSSON_LIBS) $(DL_LIBS) $(M_LIBS) $(PTHREAD_LIBS)

# A worker uses what the supervisor has too, so that its library comes first.
HOST_LIBS = host/libworker.la host/libsupervisor.la

bin_PROGRAMS += host/gkhost
host_gkhost_SOURCES = host/command/main.c
host_gkhost_CPPFLAGS = $(HOST_CPPFLAGS)
host_gkhost_CFLAGS = $(HOST_CFLAGS)
host_gkhost_LDADD = $(HOST_LIBS)
