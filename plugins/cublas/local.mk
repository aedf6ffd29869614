# SPDX-License-Identifier: BSD-3-Clause
# Opens cuBLAS at run time.
# One file per line.  Uncomment noinst_LTLIBRARIES when the first one is here.

#noinst_LTLIBRARIES += plugins/cublas/libcublas-open.la

plugins_cublas_libcublas_open_la_SOURCES =

# CUDA sources, where there are any:
#if HAVE_CUDA
#plugins_cublas_libcublas_open_la_SOURCES += \
#	plugins/cublas/naive.cu
#endif

plugins_cublas_libcublas_open_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_cublas_libcublas_open_la_CFLAGS = $(PLUGIN_CFLAGS)
