# SPDX-License-Identifier: BSD-3-Clause
# The bridge to Python scripts, where Python's headers and shared library are, and
# the package that it imports.

if HAVE_PYTHON
plugin_LTLIBRARIES += bridges/python/gkhost-python.la
# Beside the folder of plugins, where the bridge looks.
pythonhomedir = $(libdir)/gkhost/python
pythonhome_DATA = python/README.md
pythonpackagedir = $(libdir)/gkhost/python/gkhost
pythonpackage_DATA = $(python_package)
endif

bridges_python_gkhost_python_la_SOURCES = \
	bridges/python/array.c \
	bridges/python/bridge.h \
	bridges/python/callback.c \
	bridges/python/entry.c \
	bridges/python/family.c \
	bridges/python/interpreter.c \
	bridges/python/module.c \
	bridges/python/reference.c \
	bridges/python/reference.h \
	bridges/python/table.c \
	bridges/python/variant.c
bridges_python_gkhost_python_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) \
	-DPYTHON_PROGRAM='"$(PYTHON_PROGRAM)"' \
	-DPYTHON_VERSION='"$(PYTHON_VERSION)"'
bridges_python_gkhost_python_la_CFLAGS = $(COMMON_CFLAGS) $(PYTHON_EMBED_CFLAGS)
bridges_python_gkhost_python_la_LDFLAGS = $(PLUGIN_LINKFLAGS)
bridges_python_gkhost_python_la_LIBADD = $(PYTHON_EMBED_LIBS) $(DL_LIBS)
