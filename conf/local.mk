# SPDX-License-Identifier: BSD-3-Clause
# Suites that are installed; one per line.

suitesdir = $(datadir)/gkhost
dist_suites_DATA = \
	conf/accept.ini \
	conf/copy-h200.ini \
	conf/copy-sweep.ini \
	conf/ladder-h200.ini \
	conf/low-h200.ini \
	conf/matmul-h200.ini \
	conf/reduce-h200.ini \
	conf/scan-h200.ini \
	conf/softmax-h200.ini \
	conf/split-h200.ini \
	conf/stream-h200.ini \
	conf/suite.ini \
	conf/transpose-h200.ini \
	conf/transpose-sweep.ini \
	conf/tutorial-cpu.ini \
	conf/tutorial.ini \
	conf/update-h200.ini
