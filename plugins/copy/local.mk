# SPDX-License-Identifier: BSD-3-Clause

plugin_LTLIBRARIES += plugins/copy/copy.la

plugins_copy_copy_la_SOURCES = \
	plugins/copy/copy.c \
	plugins/copy/cpu-memcpy.c \
	plugins/copy/cpu-stream.c \
	plugins/copy/cpu-threads.c \
	plugins/copy/variants.h
plugins_copy_copy_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_copy_copy_la_CFLAGS = $(PLUGIN_CFLAGS)
plugins_copy_copy_la_LDFLAGS = $(PLUGIN_LINKFLAGS)
plugins_copy_copy_la_LIBADD = \
	plugins/move/libmove.la \
	$(PLUGIN_LIBS)

# The kernels, which stream has, too.
cuda_plugins += plugins/copy/copy-cuda.la
if HAVE_CUDA
noinst_LTLIBRARIES += plugins/copy/libcopykernels.la
endif

plugins_copy_libcopykernels_la_SOURCES = \
	plugins/copy/aligned.cu \
	plugins/copy/best.c \
	plugins/copy/bulk.cu \
	plugins/copy/choice.c \
	plugins/copy/choice.h \
	plugins/copy/cuda-variants.h \
	plugins/copy/hinted.cu \
	plugins/copy/make.h \
	plugins/copy/matrix.cuh \
	plugins/copy/memcpy.cu \
	plugins/copy/no-loop.cu \
	plugins/copy/no-loop.h \
	plugins/copy/simple.cu \
	plugins/copy/span.h \
	plugins/copy/tiled-increment.cu \
	plugins/copy/tiled-shared.cu \
	plugins/copy/tiled.cu \
	plugins/copy/vector.cu \
	plugins/copy/words.cuh
plugins_copy_libcopykernels_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_copy_libcopykernels_la_CFLAGS = $(PLUGIN_CFLAGS)

plugins_copy_copy_cuda_la_SOURCES = \
	plugins/copy/copy-cuda.cu
plugins_copy_copy_cuda_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_copy_copy_cuda_la_CFLAGS = $(PLUGIN_CFLAGS)
plugins_copy_copy_cuda_la_LDFLAGS = $(PLUGIN_LINKFLAGS)
plugins_copy_copy_cuda_la_LIBADD = \
	plugins/copy/libcopykernels.la \
	plugins/cuda/libcudaparts.la \
	$(CUDA_PLUGIN_LIBS)
