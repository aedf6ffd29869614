# SPDX-License-Identifier: BSD-3-Clause

plugin_LTLIBRARIES += plugins/matmul-rect/matmul-rect.la

plugins_matmul_rect_matmul_rect_la_SOURCES = plugins/matmul-rect/matmul-rect.c
plugins_matmul_rect_matmul_rect_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_matmul_rect_matmul_rect_la_CFLAGS = $(PLUGIN_CFLAGS)
plugins_matmul_rect_matmul_rect_la_LDFLAGS = $(PLUGIN_LINKFLAGS)
plugins_matmul_rect_matmul_rect_la_LIBADD = \
	plugins/matmul/libmatmul.la \
	$(PLUGIN_LIBS)
