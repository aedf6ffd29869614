# SPDX-License-Identifier: BSD-3-Clause

plugin_LTLIBRARIES += plugins/matmul-square/matmul-square.la

plugins_matmul_square_matmul_square_la_SOURCES = plugins/matmul-square/matmul-square.c
plugins_matmul_square_matmul_square_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_matmul_square_matmul_square_la_CFLAGS = $(PLUGIN_CFLAGS)
plugins_matmul_square_matmul_square_la_LDFLAGS = $(PLUGIN_LINKFLAGS)
plugins_matmul_square_matmul_square_la_LIBADD = \
	plugins/matmul/libmatmul.la \
	$(PLUGIN_LIBS)
