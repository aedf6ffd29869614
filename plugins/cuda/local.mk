# SPDX-License-Identifier: BSD-3-Clause
# What the CUDA plugins share.

noinst_HEADERS += plugins/cuda/launched.cuh
