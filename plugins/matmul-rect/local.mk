# SPDX-License-Identifier: BSD-3-Clause

plugin_LTLIBRARIES += plugins/matmul-rect/matmul-rect.la

plugins_matmul_rect_matmul_rect_la_SOURCES = \
	plugins/matmul-rect/kernels.h \
	plugins/matmul-rect/matmul-rect.c

if HAVE_CUDA
plugins_matmul_rect_matmul_rect_la_SOURCES += \
	plugins/matmul-rect/shared-rect.cu \
	plugins/matmul-rect/shared-square.cu
endif

plugins_matmul_rect_matmul_rect_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_matmul_rect_matmul_rect_la_CFLAGS = $(PLUGIN_CFLAGS)
plugins_matmul_rect_matmul_rect_la_LDFLAGS = $(PLUGIN_LINKFLAGS)
plugins_matmul_rect_matmul_rect_la_LIBADD = \
	plugins/matmul/libmatmul.la \
	plugins/cublas/libcublas-open.la \
	$(PLUGIN_LIBS)
