# SPDX-License-Identifier: BSD-3-Clause

plugin_LTLIBRARIES += plugins/matmul-rect/matmul-rect.la

plugins_matmul_rect_matmul_rect_la_SOURCES = plugins/matmul-rect/matmul-rect.c
plugins_matmul_rect_matmul_rect_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_matmul_rect_matmul_rect_la_CFLAGS = $(PLUGIN_CFLAGS)
plugins_matmul_rect_matmul_rect_la_LDFLAGS = $(PLUGIN_LINKFLAGS)
plugins_matmul_rect_matmul_rect_la_LIBADD = \
	plugins/matmul/libmatmul.la \
	$(PLUGIN_LIBS)

if HAVE_CUDA
plugin_LTLIBRARIES += plugins/matmul-rect/matmul-rect-cuda.la
endif

plugins_matmul_rect_matmul_rect_cuda_la_SOURCES = \
	plugins/matmul-rect/cuda-variants.h \
	plugins/matmul-rect/matmul-rect-cuda.cu \
	plugins/matmul-rect/shared-rect.cu \
	plugins/matmul-rect/shared-square.cu
plugins_matmul_rect_matmul_rect_cuda_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_matmul_rect_matmul_rect_cuda_la_CFLAGS = $(PLUGIN_CFLAGS)
plugins_matmul_rect_matmul_rect_cuda_la_LDFLAGS = $(PLUGIN_LINKFLAGS)
plugins_matmul_rect_matmul_rect_cuda_la_LIBADD = \
	plugins/matmul/libmatmul-cuda.la \
	$(CUDA_PLUGIN_LIBS)
