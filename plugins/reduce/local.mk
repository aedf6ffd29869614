# SPDX-License-Identifier: BSD-3-Clause

plugin_LTLIBRARIES += plugins/reduce/reduce.la

plugins_reduce_reduce_la_SOURCES = \
	plugins/cpu/floats.h \
	plugins/cpu/parts.h \
	plugins/reduce/cpu-loop.c \
	plugins/reduce/cpu-pairwise.c \
	plugins/reduce/cpu-threads.c \
	plugins/reduce/cpu-vectors.c \
	plugins/reduce/part.c \
	plugins/reduce/part.h \
	plugins/reduce/reduce.c \
	plugins/reduce/variants.h
plugins_reduce_reduce_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_reduce_reduce_la_CFLAGS = $(PLUGIN_CFLAGS)
plugins_reduce_reduce_la_LDFLAGS = $(PLUGIN_LINKFLAGS)
plugins_reduce_reduce_la_LIBADD = $(PLUGIN_LIBS)

cuda_plugins += plugins/reduce/reduce-cuda.la plugins/reduce/reduce-cub.la

plugins_reduce_reduce_cuda_la_SOURCES = \
	plugins/reduce/best.cu \
	plugins/reduce/blocks.cuh \
	plugins/reduce/cluster.cu \
	plugins/reduce/cuda-variants.h \
	plugins/reduce/first-add.cu \
	plugins/reduce/interleaved.cu \
	plugins/reduce/make.h \
	plugins/reduce/number.cuh \
	plugins/reduce/one-pass.cu \
	plugins/reduce/passes.cu \
	plugins/reduce/passes.cuh \
	plugins/reduce/reduce-cuda.cu \
	plugins/reduce/sequential.cu \
	plugins/reduce/shares.h \
	plugins/reduce/shuffle.cu \
	plugins/reduce/vector.cu \
	plugins/reduce/words.cuh
plugins_reduce_reduce_cuda_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_reduce_reduce_cuda_la_CFLAGS = $(PLUGIN_CFLAGS)
plugins_reduce_reduce_cuda_la_LDFLAGS = $(PLUGIN_LINKFLAGS)
plugins_reduce_reduce_cuda_la_LIBADD = \
	plugins/cuda/libcudaparts.la \
	$(CUDA_PLUGIN_LIBS)

plugins_reduce_reduce_cub_la_SOURCES = \
	plugins/reduce/cub.cu \
	plugins/reduce/cuda-variants.h \
	plugins/reduce/number.cuh
plugins_reduce_reduce_cub_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_reduce_reduce_cub_la_CFLAGS = $(PLUGIN_CFLAGS)
plugins_reduce_reduce_cub_la_LDFLAGS = $(PLUGIN_LINKFLAGS)
plugins_reduce_reduce_cub_la_LIBADD = \
	$(CUDA_PLUGIN_LIBS) \
	-lstdc++
