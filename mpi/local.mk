# SPDX-License-Identifier: BSD-3-Clause
# The module for MPI, which the host opens when it is asked for barriers.  It is no
# plugin, and lies beside their folder, where none is looked for.

moduledir = $(libdir)/gkhost
module_LTLIBRARIES =
if HAVE_MPI
module_LTLIBRARIES += mpi/gkhost-mpi.la
mpi_gkhost_mpi_la_SOURCES = \
	host/run/mpi-module.h \
	mpi/gkhost-mpi.c
mpi_gkhost_mpi_la_CPPFLAGS = $(COMMON_CPPFLAGS) $(MPI_CPPFLAGS)
mpi_gkhost_mpi_la_LDFLAGS = $(PLUGIN_LINKFLAGS)
mpi_gkhost_mpi_la_LIBADD = $(MPI_LIBS)
endif
