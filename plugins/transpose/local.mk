# SPDX-License-Identifier: BSD-3-Clause
# One file per line.  Uncomment plugin_LTLIBRARIES when the first one is here.

#plugin_LTLIBRARIES += plugins/transpose/transpose.la

plugins_transpose_transpose_la_SOURCES =

# CUDA sources go below, so that a build without the toolkit leaves them out
# (they are in the tarball all the same):
#if HAVE_CUDA
#plugins_transpose_transpose_la_SOURCES += \
#	plugins/transpose/naive.cu
#endif

plugins_transpose_transpose_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_transpose_transpose_la_CFLAGS = $(PLUGIN_CFLAGS)
plugins_transpose_transpose_la_LDFLAGS = $(PLUGIN_LINKFLAGS)
plugins_transpose_transpose_la_LIBADD = \
	plugins/move/libmove.la \
	plugins/cublas/libcublas-open.la \
	$(PLUGIN_LIBS)
