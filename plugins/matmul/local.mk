# SPDX-License-Identifier: BSD-3-Clause
# What the two matmul families share.
# One file per line.  Uncomment noinst_LTLIBRARIES when the first one is here.

#noinst_LTLIBRARIES += plugins/matmul/libmatmul.la

plugins_matmul_libmatmul_la_SOURCES =

# CUDA sources, where there are any:
#if HAVE_CUDA
#plugins_matmul_libmatmul_la_SOURCES += \
#	plugins/matmul/naive.cu
#endif

plugins_matmul_libmatmul_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_matmul_libmatmul_la_CFLAGS = $(PLUGIN_CFLAGS)
