# SPDX-License-Identifier: BSD-3-Clause
# Reports: a library that reads records and starts nothing.  It uses base, device,
# suite and record of the host; only the commands link it.

noinst_LIBRARIES += report/libreport.a

report_libreport_a_SOURCES = \
	report/changes.c \
	report/columns.c \
	report/compare/change-record.c \
	report/compare/change-record.h \
	report/compare/comparison.c \
	report/compare/comparison.h \
	report/compare/match.c \
	report/compare/rounds.c \
	report/compare/rounds.h \
	report/csv.c \
	report/describe.c \
	report/describe.h \
	report/fastest.c \
	report/fleet/device-health.c \
	report/fleet/devices.c \
	report/fleet/fleet-sort.c \
	report/fleet/fleet-table.c \
	report/fleet/fleet.c \
	report/fleet/fleet.h \
	report/fleet/missing.c \
	report/fleet/openmetrics.c \
	report/fleet/sibling-model.c \
	report/grid.c \
	report/grid.h \
	report/groups.c \
	report/groups.h \
	report/junit.c \
	report/markdown.c \
	report/page/changes-html.c \
	report/page/devices-map.c \
	report/page/excerpt.c \
	report/page/excerpt.h \
	report/page/html-page.c \
	report/page/html-page.h \
	report/page/html.c \
	report/page/ladder.c \
	report/page/pictures.c \
	report/page/pictures.h \
	report/page/plot-sizes.c \
	report/page/plot-tunables.c \
	report/page/roofline.c \
	report/page/roofline-picture.c \
	report/page/roofline.h \
	report/page/samples-picture.c \
	report/page/svg.c \
	report/page/svg.h \
	report/remarks.c \
	report/report.c \
	report/report.h \
	report/row-ratio.c \
	report/table-view.c \
	report/table.c
report_libreport_a_CPPFLAGS = $(HOST_CPPFLAGS)
report_libreport_a_CFLAGS = $(HOST_CFLAGS)
