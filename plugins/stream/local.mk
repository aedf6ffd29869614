# SPDX-License-Identifier: BSD-3-Clause

plugin_LTLIBRARIES += plugins/stream/stream.la

plugins_stream_stream_la_SOURCES = \
	plugins/cpu/floats.h \
	plugins/cpu/parts.h \
	plugins/stream/apply.c \
	plugins/stream/apply.h \
	plugins/stream/cpu-loop.c \
	plugins/stream/cpu-stream.c \
	plugins/stream/cpu-threads.c \
	plugins/stream/stream.c \
	plugins/stream/variants.h
plugins_stream_stream_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_stream_stream_la_CFLAGS = $(PLUGIN_CFLAGS)
plugins_stream_stream_la_LDFLAGS = $(PLUGIN_LINKFLAGS)
plugins_stream_stream_la_LIBADD = \
	plugins/move/libmove.la \
	$(PLUGIN_LIBS)

cuda_plugins += plugins/stream/stream-cuda.la

plugins_stream_stream_cuda_la_SOURCES = \
	plugins/stream/as-copy.h \
	plugins/stream/best.cu \
	plugins/stream/bulk.cu \
	plugins/stream/cublas-dot.c \
	plugins/stream/cuda-variants.h \
	plugins/stream/dot.cuh \
	plugins/stream/element.cu \
	plugins/stream/grid-stride.cu \
	plugins/stream/make.h \
	plugins/stream/memcpy.cu \
	plugins/stream/number.cuh \
	plugins/stream/stream-cuda.cu \
	plugins/stream/vector.cu
plugins_stream_stream_cuda_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_stream_stream_cuda_la_CFLAGS = $(PLUGIN_CFLAGS)
plugins_stream_stream_cuda_la_LDFLAGS = $(PLUGIN_LINKFLAGS)
plugins_stream_stream_cuda_la_LIBADD = \
	plugins/copy/libcopykernels.la \
	plugins/cublas/libcublas-open.la \
	plugins/cuda/libcudaparts.la \
	$(CUDA_PLUGIN_LIBS)
