# SPDX-License-Identifier: BSD-3-Clause
# The host.  All but main.c is in a convenience library, which unit tests link.
# One file per line, in order.

noinst_LTLIBRARIES += host/libgkhost.la

host_libgkhost_la_SOURCES = \
	host/cases.h \
	host/catalog.h \
	host/complain.c \
	host/complain.h \
	host/frame.h \
	host/job.h \
	host/journal.h \
	host/names.c \
	host/names.h \
	host/progress.h \
	host/report.h \
	host/stats.h \
	host/suite.h \
	host/xalloc.c \
	host/xalloc.h
host_libgkhost_la_CPPFLAGS = $(AM_CPPFLAGS) -DPLUGINDIR='"$(plugindir)"'
host_libgkhost_la_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS) $(INIH_CFLAGS)
host_libgkhost_la_LIBADD = \
	$(JANSSON_LIBS) \
	$(INIH_LIBS) \
	$(DL_LIBS) \
	$(M_LIBS) \
	$(PTHREAD_LIBS)

# Uncomment when main.c is here.
#bin_PROGRAMS += host/gkhost
#host_gkhost_SOURCES = host/main.c
#host_gkhost_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
#host_gkhost_LDADD = host/libgkhost.la
