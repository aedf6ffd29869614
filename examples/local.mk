# SPDX-License-Identifier: BSD-3-Clause
# diagonal is built by its own makefile, against an installed gkhost; the others
# compile alone.

examplesdir = $(docdir)/examples
dist_examples_DATA = \
	examples/matmul.cu \
	examples/reduce.cu \
	examples/scan.cu \
	examples/softmax-torch.py \
	examples/softmax.cu \
	examples/stream.cu \
	examples/transpose.cu

exampledir = $(docdir)/examples/diagonal
dist_example_DATA = \
	examples/diagonal/Makefile \
	examples/diagonal/README.md \
	examples/diagonal/diagonal.c \
	examples/diagonal/diagonal.cu
