# SPDX-License-Identifier: BSD-3-Clause
# What copy and transpose share.

noinst_LTLIBRARIES += plugins/move/libmove.la

plugins_move_libmove_la_SOURCES = \
	plugins/move/by-tiles.cuh \
	plugins/move/element.c \
	plugins/move/element.h \
	plugins/move/family.c \
	plugins/move/family.h \
	plugins/move/fill.c \
	plugins/move/fill.h \
	plugins/move/kernel.cuh \
	plugins/move/options.h \
	plugins/move/shape.c \
	plugins/move/shape.h \
	plugins/move/stream.c \
	plugins/move/stream.h \
	plugins/move/vary.c \
	plugins/move/vary.h \
	plugins/move/verify.c \
	plugins/move/verify.h \
	plugins/vary/changes.c \
	plugins/vary/changes.h

plugins_move_libmove_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_move_libmove_la_CFLAGS = $(PLUGIN_CFLAGS)
