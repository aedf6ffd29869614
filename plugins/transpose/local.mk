# SPDX-License-Identifier: BSD-3-Clause

plugin_LTLIBRARIES += plugins/transpose/transpose.la

plugins_transpose_transpose_la_SOURCES = \
	plugins/transpose/cache.cuh \
	plugins/transpose/choose.c \
	plugins/transpose/cpu-blas.c \
	plugins/transpose/cpu-blocked.c \
	plugins/transpose/cpu-naive.c \
	plugins/transpose/cpu-stream.c \
	plugins/transpose/cpu-tile-wide.c \
	plugins/transpose/cpu-tile.c \
	plugins/transpose/cpu-tile.h \
	plugins/transpose/cpu-turn.h \
	plugins/transpose/cublas.c \
	plugins/transpose/launch.cuh \
	plugins/transpose/plan.h \
	plugins/transpose/transpose.c \
	plugins/transpose/turn.cuh \
	plugins/transpose/variants.h \
	plugins/transpose/walk.cuh

if HAVE_CUDA
plugins_transpose_transpose_la_SOURCES += \
	plugins/transpose/best.cu \
	plugins/transpose/direct.cu \
	plugins/transpose/flat.cu \
	plugins/transpose/shared-rows.cu \
	plugins/transpose/shared.cu \
	plugins/transpose/slanted.cu \
	plugins/transpose/small.cu \
	plugins/transpose/tma.cu \
	plugins/transpose/vector.cu
endif

plugins_transpose_transpose_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_transpose_transpose_la_CFLAGS = $(PLUGIN_CFLAGS)
plugins_transpose_transpose_la_LDFLAGS = $(PLUGIN_LINKFLAGS)
plugins_transpose_transpose_la_LIBADD = \
	plugins/move/libmove.la \
	plugins/cblas/libcblas-open.la \
	plugins/cublas/libcublas-open.la \
	$(PLUGIN_LIBS)
