# SPDX-License-Identifier: BSD-3-Clause
# Opens a CBLAS at run time.

noinst_LTLIBRARIES += plugins/cblas/libcblas-open.la

plugins_cblas_libcblas_open_la_SOURCES = \
	plugins/cblas/cblas.c \
	plugins/cblas/cblas.h
plugins_cblas_libcblas_open_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_cblas_libcblas_open_la_CFLAGS = $(PLUGIN_CFLAGS)
