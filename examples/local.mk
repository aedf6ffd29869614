# SPDX-License-Identifier: BSD-3-Clause
# Built by their own makefiles, against an installed gkhost.

exampledir = $(docdir)/examples/diagonal
dist_example_DATA = \
	examples/diagonal/Makefile \
	examples/diagonal/README.md \
	examples/diagonal/diagonal.c \
	examples/diagonal/diagonal.cu
