# SPDX-License-Identifier: BSD-3-Clause

plugin_LTLIBRARIES += plugins/transpose/transpose.la

plugins_transpose_transpose_la_SOURCES = \
	plugins/transpose/cpu-blocked.c \
	plugins/transpose/cpu-naive.c \
	plugins/transpose/cublas.c \
	plugins/transpose/transpose.c \
	plugins/transpose/variants.h

if HAVE_CUDA
plugins_transpose_transpose_la_SOURCES += \
	plugins/transpose/direct.cu \
	plugins/transpose/shared-rows.cu \
	plugins/transpose/shared.cu \
	plugins/transpose/vector.cu
endif

plugins_transpose_transpose_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_transpose_transpose_la_CFLAGS = $(PLUGIN_CFLAGS)
plugins_transpose_transpose_la_LDFLAGS = $(PLUGIN_LINKFLAGS)
plugins_transpose_transpose_la_LIBADD = \
	plugins/move/libmove.la \
	plugins/cublas/libcublas-open.la \
	$(PLUGIN_LIBS)
