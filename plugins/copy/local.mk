# SPDX-License-Identifier: BSD-3-Clause
# One file per line.  Uncomment plugin_LTLIBRARIES when the first one is here.

#plugin_LTLIBRARIES += plugins/copy/copy.la

plugins_copy_copy_la_SOURCES =

# CUDA sources go below, so that a build without the toolkit leaves them out
# (they are in the tarball all the same):
#if HAVE_CUDA
#plugins_copy_copy_la_SOURCES += \
#	plugins/copy/naive.cu
#endif

plugins_copy_copy_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_copy_copy_la_CFLAGS = $(PLUGIN_CFLAGS)
plugins_copy_copy_la_LDFLAGS = $(PLUGIN_LINKFLAGS)
plugins_copy_copy_la_LIBADD = \
	plugins/move/libmove.la \
	$(PLUGIN_LIBS)
