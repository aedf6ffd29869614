# SPDX-License-Identifier: BSD-3-Clause
# Opens cuBLAS at run time.

if HAVE_CUDA
noinst_LTLIBRARIES += plugins/cublas/libcublas-open.la
endif

plugins_cublas_libcublas_open_la_SOURCES = \
	plugins/cublas/cublas.c \
	plugins/cublas/cublas.h \
	plugins/cublas/product.c \
	plugins/cublas/product.h
plugins_cublas_libcublas_open_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_cublas_libcublas_open_la_CFLAGS = $(PLUGIN_CFLAGS)
