# SPDX-License-Identifier: BSD-3-Clause
# What copy and transpose share.
# One file per line.  Uncomment noinst_LTLIBRARIES when the first one is here.

#noinst_LTLIBRARIES += plugins/move/libmove.la

plugins_move_libmove_la_SOURCES =

# CUDA sources, where there are any:
#if HAVE_CUDA
#plugins_move_libmove_la_SOURCES += \
#	plugins/move/naive.cu
#endif

plugins_move_libmove_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_move_libmove_la_CFLAGS = $(PLUGIN_CFLAGS)
