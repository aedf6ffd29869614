# SPDX-License-Identifier: BSD-3-Clause
# What the CUDA plugins share, and the families say of them.

noinst_HEADERS += \
	plugins/cuda/companion.h \
	plugins/cuda/cub-peer.cuh \
	plugins/cuda/launched.cuh \
	plugins/cuda/variant.h

if HAVE_CUDA
noinst_LTLIBRARIES += plugins/cuda/libcudaparts.la
endif
plugins_cuda_libcudaparts_la_SOURCES = \
	plugins/cuda/async-copy.cuh \
	plugins/cuda/blocks-per-sm.cuh \
	plugins/cuda/cleared.cuh \
	plugins/cuda/cluster-count.cuh \
	plugins/cuda/cluster.cuh \
	plugins/cuda/compiled-for.cuh \
	plugins/cuda/cp-async.cuh \
	plugins/cuda/dynamic-shared.cuh \
	plugins/cuda/flag.cuh \
	plugins/cuda/l2-policy.cuh \
	plugins/cuda/l2-policy.h \
	plugins/cuda/launches.cu \
	plugins/cuda/launches.cuh \
	plugins/cuda/last-block.cuh \
	plugins/cuda/mbarrier.cuh \
	plugins/cuda/mma.cuh \
	plugins/cuda/only-if.cuh \
	plugins/cuda/pdl.cuh \
	plugins/cuda/prefetch.cuh \
	plugins/cuda/prepared.cu \
	plugins/cuda/prepared.cuh \
	plugins/cuda/prepared.h \
	plugins/cuda/published.cuh \
	plugins/cuda/stage.cuh \
	plugins/cuda/tensor-map.cu \
	plugins/cuda/tensor-map.h \
	plugins/cuda/ticket.cuh \
	plugins/cuda/turns.cuh \
	plugins/cuda/upload.cu \
	plugins/cuda/upload.h \
	plugins/cuda/wgmma.cuh
plugins_cuda_libcudaparts_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_cuda_libcudaparts_la_CFLAGS = $(PLUGIN_CFLAGS)
