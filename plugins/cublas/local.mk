# SPDX-License-Identifier: BSD-3-Clause
# Opens cuBLAS at run time, and tries its algorithms.

if HAVE_CUDA
noinst_LTLIBRARIES += plugins/cublas/libcublas-open.la
endif

plugins_cublas_libcublas_open_la_SOURCES = \
	plugins/cublas/choose.c \
	plugins/cublas/choose.h \
	plugins/cublas/cublas.c \
	plugins/cublas/cublas.h \
	plugins/cublas/driver.c \
	plugins/cublas/driver.h \
	plugins/cublas/choice-cache.c \
	plugins/cublas/choice-cache.h \
	plugins/cublas/lt.c \
	plugins/cublas/lt.h \
	plugins/cublas/lt-calls.h \
	plugins/cublas/lt-find.c \
	plugins/cublas/product.c \
	plugins/cublas/product.h \
	plugins/cublas/output-check.c \
	plugins/cublas/output-check.h \
	plugins/cublas/operand-sets.c \
	plugins/cublas/operand-sets.h \
	plugins/cublas/stopwatch.c \
	plugins/cublas/stopwatch.h \
	plugins/cublas/tuning.c \
	plugins/cublas/tuning.h
plugins_cublas_libcublas_open_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_cublas_libcublas_open_la_CFLAGS = $(PLUGIN_CFLAGS)
