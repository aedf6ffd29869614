# SPDX-License-Identifier: BSD-3-Clause
# Reports: a library that reads records and starts nothing.  It uses base, device,
# suite and record of the host; only the commands link it.

noinst_LTLIBRARIES += report/libreport.la

report_libreport_la_SOURCES = \
	report/best-rows.c \
	report/best-rows.h \
	report/changes-junit.c \
	report/changes-markdown.c \
	report/changes-table.c \
	report/changes-view.c \
	report/changes-view.h \
	report/check.c \
	report/compare/change-record.c \
	report/compare/change-record.h \
	report/compare/comparison-record.c \
	report/compare/comparison-record.h \
	report/compare/comparison.c \
	report/compare/comparison.h \
	report/compare/drift.c \
	report/compare/drift.h \
	report/compare/estimate.c \
	report/compare/estimate.h \
	report/compare/match.c \
	report/compare/match.h \
	report/compare/rounds.c \
	report/compare/rounds.h \
	report/csv.c \
	report/describe.c \
	report/describe.h \
	report/fastest.c \
	report/fastest.h \
	report/fleet/describe-device.c \
	report/fleet/describe-device.h \
	report/fleet/device-health.c \
	report/fleet/device-health.h \
	report/fleet/devices.c \
	report/fleet/devices.h \
	report/fleet/fleet-sort.c \
	report/fleet/fleet.c \
	report/fleet/fleet.h \
	report/fleet/missing.c \
	report/fleet/missing.h \
	report/fleet/openmetrics.c \
	report/fleet/sibling-model.c \
	report/fleet/sibling-model.h \
	report/grid.c \
	report/grid.h \
	report/groups.c \
	report/groups.h \
	report/jsonl.c \
	report/junit-test.c \
	report/junit-test.h \
	report/junit.c \
	report/markdown-text.c \
	report/markdown-text.h \
	report/markdown.c \
	report/marks.c \
	report/marks.h \
	report/page/anchors.c \
	report/page/anchors.h \
	report/page/changes-html.c \
	report/page/devices-map.c \
	report/page/devices-map.h \
	report/page/fleet-page.c \
	report/page/html-grid.c \
	report/page/html-grid.h \
	report/page/html-page.c \
	report/page/html-page.h \
	report/page/html-text.c \
	report/page/html-text.h \
	report/page/html.c \
	report/page/ladder.c \
	report/page/ladder.h \
	report/page/pictures.c \
	report/page/plot-sizes.c \
	report/page/plot-sizes.h \
	report/page/plot-telemetry.c \
	report/page/plot-telemetry.h \
	report/page/plot-tunables.c \
	report/page/plot-tunables.h \
	report/page/roofline.c \
	report/page/roofline.h \
	report/page/samples-picture.c \
	report/page/samples-picture.h \
	report/page/scale.c \
	report/page/scale.h \
	report/page/style.c \
	report/page/style.h \
	report/page/svg.c \
	report/page/svg.h \
	report/print-reason.c \
	report/rate-unit.c \
	report/rate-unit.h \
	report/report.c \
	report/report.h \
	report/rerun-command.c \
	report/rerun-command.h \
	report/row-ratio.c \
	report/row-ratio.h \
	report/skips.c \
	report/skips.h \
	report/summary.c \
	report/summary.h \
	report/table-view.c \
	report/table-view.h \
	report/table.c
report_libreport_la_CPPFLAGS = $(HOST_CPPFLAGS)
report_libreport_la_CFLAGS = $(HOST_CFLAGS)
report_libreport_la_LIBADD = $(JANSSON_LIBS) $(M_LIBS)
