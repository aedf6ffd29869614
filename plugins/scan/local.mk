# SPDX-License-Identifier: BSD-3-Clause

plugin_LTLIBRARIES += plugins/scan/scan.la

plugins_scan_scan_la_SOURCES = \
	plugins/cpu/parts.h \
	plugins/scan/cpu-loop.c \
	plugins/scan/cpu-threads.c \
	plugins/scan/run.c \
	plugins/scan/run.h \
	plugins/scan/scan.c \
	plugins/scan/verify.c \
	plugins/scan/verify.h
plugins_scan_scan_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_scan_scan_la_CFLAGS = $(PLUGIN_CFLAGS)
plugins_scan_scan_la_LDFLAGS = $(PLUGIN_LINKFLAGS)
plugins_scan_scan_la_LIBADD = $(PLUGIN_LIBS)

cuda_plugins += plugins/scan/scan-cuda.la plugins/scan/scan-cub.la

plugins_scan_scan_cuda_la_SOURCES = \
	plugins/scan/best.cu \
	plugins/scan/blelloch.cu \
	plugins/scan/bulk.cu \
	plugins/scan/cuda-variants.h \
	plugins/scan/hillis-steele.cu \
	plugins/scan/levels.cu \
	plugins/scan/levels.cuh \
	plugins/scan/look-back.cu \
	plugins/scan/look-back.cuh \
	plugins/scan/make.h \
	plugins/scan/one-block.cu \
	plugins/scan/scan-cuda.cu \
	plugins/scan/three-kernels.cu \
	plugins/scan/tile.cuh \
	plugins/scan/type.cuh
plugins_scan_scan_cuda_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_scan_scan_cuda_la_CFLAGS = $(PLUGIN_CFLAGS)
plugins_scan_scan_cuda_la_LDFLAGS = $(PLUGIN_LINKFLAGS)
plugins_scan_scan_cuda_la_LIBADD = \
	plugins/cuda/libcudaparts.la \
	$(CUDA_PLUGIN_LIBS)

plugins_scan_scan_cub_la_SOURCES = \
	plugins/scan/cub.cu \
	plugins/scan/cuda-variants.h \
	plugins/scan/type.cuh
plugins_scan_scan_cub_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_scan_scan_cub_la_CFLAGS = $(PLUGIN_CFLAGS)
plugins_scan_scan_cub_la_LDFLAGS = $(PLUGIN_LINKFLAGS)
plugins_scan_scan_cub_la_LIBADD = \
	$(CUDA_PLUGIN_LIBS) \
	-lstdc++
