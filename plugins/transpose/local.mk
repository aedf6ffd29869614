# SPDX-License-Identifier: BSD-3-Clause

plugin_LTLIBRARIES += plugins/transpose/transpose.la

plugins_transpose_transpose_la_SOURCES = \
	plugins/transpose/cpu-blas.c \
	plugins/transpose/cpu-blocked.c \
	plugins/transpose/cpu-naive.c \
	plugins/transpose/cpu-register-transpose.h \
	plugins/transpose/cpu-stream.c \
	plugins/transpose/cpu-tile-wide.c \
	plugins/transpose/cpu-tile.c \
	plugins/transpose/cpu-tile.h \
	plugins/transpose/transpose.c \
	plugins/transpose/variants.h
plugins_transpose_transpose_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_transpose_transpose_la_CFLAGS = $(PLUGIN_CFLAGS)
plugins_transpose_transpose_la_LDFLAGS = $(PLUGIN_LINKFLAGS)
plugins_transpose_transpose_la_LIBADD = \
	plugins/move/libmove.la \
	plugins/cblas/libcblas-open.la \
	$(PLUGIN_LIBS)

cuda_plugins += plugins/transpose/transpose-cuda.la

plugins_transpose_transpose_cuda_la_SOURCES = \
	plugins/transpose/best.c \
	plugins/transpose/choose.c \
	plugins/transpose/cublas.c \
	plugins/transpose/cuda-variants.h \
	plugins/transpose/direct.cu \
	plugins/transpose/flat.cu \
	plugins/transpose/make.h \
	plugins/transpose/matrix.cuh \
	plugins/transpose/plan.h \
	plugins/transpose/raster.cuh \
	plugins/transpose/register-transpose.cuh \
	plugins/transpose/sector-aligned.cu \
	plugins/transpose/shared-rows.cu \
	plugins/transpose/shared.cu \
	plugins/transpose/small.cu \
	plugins/transpose/swizzle.cuh \
	plugins/transpose/tma.cu \
	plugins/transpose/transpose-cuda.cu \
	plugins/transpose/tunables.h \
	plugins/transpose/vector-tuned.cu \
	plugins/transpose/vector.cu
plugins_transpose_transpose_cuda_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_transpose_transpose_cuda_la_CFLAGS = $(PLUGIN_CFLAGS)
plugins_transpose_transpose_cuda_la_LDFLAGS = $(PLUGIN_LINKFLAGS)
plugins_transpose_transpose_cuda_la_LIBADD = \
	plugins/cublas/libcublas-open.la \
	plugins/cuda/libcudaparts.la \
	$(CUDA_PLUGIN_LIBS)
