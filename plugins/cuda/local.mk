# SPDX-License-Identifier: BSD-3-Clause
# What the CUDA plugins share, and the families say of them.

noinst_HEADERS += \
	plugins/cuda/companion.h \
	plugins/cuda/launched.cuh
