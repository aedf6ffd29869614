# SPDX-License-Identifier: BSD-3-Clause

plugin_LTLIBRARIES += plugins/softmax/softmax.la

plugins_softmax_softmax_la_SOURCES = \
	plugins/cpu/floats.h \
	plugins/cpu/parts.h \
	plugins/softmax/cpu-online.c \
	plugins/softmax/cpu-passes.c \
	plugins/softmax/cpu-threads.c \
	plugins/softmax/exponential.h \
	plugins/softmax/row.c \
	plugins/softmax/row.h \
	plugins/softmax/softmax.c \
	plugins/softmax/variants.h
plugins_softmax_softmax_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_softmax_softmax_la_CFLAGS = $(PLUGIN_CFLAGS)
plugins_softmax_softmax_la_LDFLAGS = $(PLUGIN_LINKFLAGS)
plugins_softmax_softmax_la_LIBADD = $(PLUGIN_LIBS)

cuda_plugins += plugins/softmax/softmax-cuda.la

plugins_softmax_softmax_cuda_la_SOURCES = \
	plugins/softmax/best.cu \
	plugins/softmax/cluster.cu \
	plugins/softmax/cuda-variants.h \
	plugins/softmax/cudnn-library.c \
	plugins/softmax/cudnn-library.h \
	plugins/softmax/cudnn-norm.c \
	plugins/softmax/cudnn-norm.h \
	plugins/softmax/cudnn.c \
	plugins/softmax/group.cuh \
	plugins/softmax/held.cu \
	plugins/softmax/make.h \
	plugins/softmax/number.cuh \
	plugins/softmax/online.cu \
	plugins/softmax/part.cuh \
	plugins/softmax/row-block.cu \
	plugins/softmax/row-blocks.cu \
	plugins/softmax/row-thread.cu \
	plugins/softmax/row.cuh \
	plugins/softmax/softmax-cuda.cu
plugins_softmax_softmax_cuda_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_softmax_softmax_cuda_la_CFLAGS = $(PLUGIN_CFLAGS)
plugins_softmax_softmax_cuda_la_LDFLAGS = $(PLUGIN_LINKFLAGS)
plugins_softmax_softmax_cuda_la_LIBADD = \
	plugins/cuda/libcudaparts.la \
	$(CUDA_PLUGIN_LIBS)
