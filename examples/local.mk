# SPDX-License-Identifier: BSD-3-Clause
# Built by their own makefiles, against an installed gkhost.

EXTRA_DIST += \
	examples/diagonal/Makefile \
	examples/diagonal/README.md \
	examples/diagonal/diagonal.c \
	examples/diagonal/diagonal.cu
