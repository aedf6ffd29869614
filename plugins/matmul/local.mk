# SPDX-License-Identifier: BSD-3-Clause
# What the two matmul families share.

noinst_LTLIBRARIES += \
	plugins/matmul/libdouble-double.la \
	plugins/matmul/libmatmul.la

plugins_matmul_libmatmul_la_SOURCES = \
	plugins/matmul/batch.h \
	plugins/matmul/check/verify-batch.c \
	plugins/matmul/check/verify-batch.h \
	plugins/matmul/check/bits.h \
	plugins/matmul/check/bounds.c \
	plugins/matmul/check/bounds.h \
	plugins/matmul/clones.h \
	plugins/matmul/check/columns.c \
	plugins/matmul/check/columns.h \
	plugins/matmul/check/compare.c \
	plugins/matmul/check/compare.h \
	plugins/matmul/cpu/cpu-blas.c \
	plugins/matmul/cpu/cpu-loops.c \
	plugins/matmul/cpu/cpu-naive.c \
	plugins/matmul/cpu/cpu-store.c \
	plugins/matmul/cpu/cpu-threads-bf16.c \
	plugins/matmul/cpu/cpu-threads-e4m3.c \
	plugins/matmul/cpu/cpu-threads-e5m2.c \
	plugins/matmul/cpu/cpu-threads-bytes.h \
	plugins/matmul/cpu/cpu-threads-f16.c \
	plugins/matmul/cpu/cpu-threads-f32.c \
	plugins/matmul/cpu/cpu-threads-f64.c \
	plugins/matmul/cpu/cpu-threads-i32.c \
	plugins/matmul/cpu/cpu-threads-i8.c \
	plugins/matmul/cpu/cpu-threads-tile.h \
	plugins/matmul/cpu/cpu-threads-u8.c \
	plugins/matmul/cpu/cpu-threads-widths.h \
	plugins/matmul/cpu/cpu-threads.c \
	plugins/matmul/cpu/cpu-threads.h \
	plugins/matmul/cpu/cpu-work.c \
	plugins/matmul/cpu/cpu.h \
	plugins/matmul/check/double-double.h \
	plugins/matmul/check/doubles.c \
	plugins/matmul/check/doubles.h \
	plugins/matmul/check/dots.c \
	plugins/matmul/check/dots.h \
	plugins/matmul/check/exact.c \
	plugins/matmul/check/exact.h \
	plugins/matmul/check/fill-ends.c \
	plugins/matmul/check/fill-scales.c \
	plugins/matmul/check/fill-scales.h \
	plugins/matmul/check/fill-shape.h \
	plugins/matmul/check/fill-wide.c \
	plugins/matmul/check/fill-wide.h \
	plugins/matmul/check/fill.c \
	plugins/matmul/check/folds.c \
	plugins/matmul/check/folds.h \
	plugins/matmul/check/freivalds.c \
	plugins/matmul/check/freivalds.h \
	plugins/matmul/check/groups.c \
	plugins/matmul/check/groups.h \
	plugins/matmul/check/lanes.h \
	plugins/matmul/forms.h \
	plugins/matmul/half.h \
	plugins/matmul/matrix.c \
	plugins/matmul/matrix.h \
	plugins/matmul/check/modular.c \
	plugins/matmul/check/modular.h \
	plugins/matmul/number.c \
	plugins/matmul/number.h \
	plugins/matmul/options.h \
	plugins/matmul/check/problem.c \
	plugins/matmul/check/problem.h \
	plugins/matmul/check/product.c \
	plugins/matmul/check/product.h \
	plugins/matmul/check/random-short.h \
	plugins/matmul/check/ring.c \
	plugins/matmul/check/ring.h \
	plugins/matmul/check/threads.h \
	plugins/matmul/row-major.h \
	plugins/matmul/scales.h \
	plugins/matmul/check/unwrapped.c \
	plugins/matmul/check/unwrapped.h \
	plugins/matmul/check/update-inputs.c \
	plugins/matmul/check/update.c \
	plugins/matmul/check/update.h \
	plugins/matmul/check/vary.c \
	plugins/matmul/check/varied.c \
	plugins/matmul/check/varied.h \
	plugins/matmul/check/verify-product.c \
	plugins/matmul/check/verify-product.h \
	plugins/matmul/check/verify.c \
	plugins/matmul/check/wide.c \
	plugins/matmul/check/wide.h \
	plugins/matmul/check/words.c \
	plugins/matmul/check/words.h \
	plugins/matmul/check/written.c \
	plugins/matmul/check/written.h \
	plugins/vary/changes.c \
	plugins/vary/changes.h
plugins_matmul_libmatmul_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_matmul_libmatmul_la_CFLAGS = $(PLUGIN_CFLAGS)
plugins_matmul_libmatmul_la_LIBADD = \
	plugins/cblas/libcblas-open.la \
	plugins/matmul/libdouble-double.la

# The CUDA variants of both families, whose kernels are in one plugin.
cuda_plugins += plugins/matmul/matmul-cuda.la
plugins_matmul_matmul_cuda_la_SOURCES = \
	plugins/matmul/cuda/bands.h \
	plugins/matmul/cuda/batch-tiles.cuh \
	plugins/matmul/cuda/batch.cuh \
	plugins/matmul/cuda/best.c \
	plugins/matmul/cuda/bf16-tile.cuh \
	plugins/matmul/cuda/bf16x6-choose.c \
	plugins/matmul/cuda/bf16x6-consume.cuh \
	plugins/matmul/cuda/bf16x6-produce.cuh \
	plugins/matmul/cuda/bf16x6-shape.cuh \
	plugins/matmul/cuda/bf16x6-store.cuh \
	plugins/matmul/cuda/bf16x6.cu \
	plugins/matmul/cuda/bf16x6.cuh \
	plugins/matmul/cuda/bf16x6.h \
	plugins/matmul/cuda/both.h \
	plugins/matmul/cuda/by-type.cuh \
	plugins/matmul/cuda/cluster-sum.cuh \
	plugins/matmul/cuda/cp-async-f32-columns.cu \
	plugins/matmul/cuda/cp-async-f32.cu \
	plugins/matmul/cuda/cp-async-f64.cu \
	plugins/matmul/cuda/cp-async-i32.cu \
	plugins/matmul/cuda/cp-async.cu \
	plugins/matmul/cuda/cp-async.cuh \
	plugins/matmul/cuda/cublas-digits.c \
	plugins/matmul/cuda/cublas-emulated.c \
	plugins/matmul/cuda/cublas-groups.c \
	plugins/matmul/cuda/cublas-groups.h \
	plugins/matmul/cuda/cublas-peer.c \
	plugins/matmul/cuda/cublas-peer.h \
	plugins/matmul/cuda/cublas-tuned.c \
	plugins/matmul/cuda/cuda-prepare.c \
	plugins/matmul/cuda/cuda.h \
	plugins/matmul/cuda/digits-split.cu \
	plugins/matmul/cuda/digits.cu \
	plugins/matmul/cuda/digits-rule.h \
	plugins/matmul/cuda/digits.h \
	plugins/matmul/cuda/divisor.h \
	plugins/matmul/cuda/dmma-choose.cu \
	plugins/matmul/cuda/dmma-choose.h \
	plugins/matmul/cuda/dmma-cp-async.cu \
	plugins/matmul/cuda/dmma-cp-async.cuh \
	plugins/matmul/cuda/dmma-finish.cuh \
	plugins/matmul/cuda/dmma-tma.cu \
	plugins/matmul/cuda/dmma-tma.cuh \
	plugins/matmul/cuda/dmma.cu \
	plugins/matmul/cuda/dmma.h \
	plugins/matmul/cuda/engine-bf16.cu \
	plugins/matmul/cuda/engine-choose.c \
	plugins/matmul/cuda/fma-warps.c \
	plugins/matmul/cuda/engine-cluster.cuh \
	plugins/matmul/cuda/engine-f16.cu \
	plugins/matmul/cuda/engine-digits.cuh \
	plugins/matmul/cuda/engine-e4m3-e5m2.cu \
	plugins/matmul/cuda/engine-e4m3.cu \
	plugins/matmul/cuda/engine-e5m2-e4m3.cu \
	plugins/matmul/cuda/engine-e5m2.cu \
	plugins/matmul/cuda/engine-f32.cu \
	plugins/matmul/cuda/engine-f64.cu \
	plugins/matmul/cuda/engine-fitted.cuh \
	plugins/matmul/cuda/engine-float.cuh \
	plugins/matmul/cuda/engine-float-bytes.cuh \
	plugins/matmul/cuda/engine-floats.cuh \
	plugins/matmul/cuda/engine-groups.c \
	plugins/matmul/cuda/engine-groups.h \
	plugins/matmul/cuda/engine-i32.cu \
	plugins/matmul/cuda/engine-i8.cu \
	plugins/matmul/cuda/engine-kernels.cuh \
	plugins/matmul/cuda/engine-load.cuh \
	plugins/matmul/cuda/engine-moved.cuh \
	plugins/matmul/cuda/engine-multiply.cuh \
	plugins/matmul/cuda/engine-operands.cu \
	plugins/matmul/cuda/engine-operands.h \
	plugins/matmul/cuda/engine-parts.h \
	plugins/matmul/cuda/engine-rank.h \
	plugins/matmul/cuda/engine-position.cuh \
	plugins/matmul/cuda/engine-residues.cuh \
	plugins/matmul/cuda/engine-scaled.cuh \
	plugins/matmul/cuda/engine-shape.cuh \
	plugins/matmul/cuda/engine-share.cuh \
	plugins/matmul/cuda/engine-split.cuh \
	plugins/matmul/cuda/engine-store.cuh \
	plugins/matmul/cuda/engine-touch.cuh \
	plugins/matmul/cuda/engine-update.cuh \
	plugins/matmul/cuda/engine-variant.h \
	plugins/matmul/cuda/engine-ways.c \
	plugins/matmul/cuda/engine-ways.h \
	plugins/matmul/cuda/engine-tf32.cu \
	plugins/matmul/cuda/engine-u8.cu \
	plugins/matmul/cuda/engine.cu \
	plugins/matmul/cuda/engine.cuh \
	plugins/matmul/cuda/engine.h \
	plugins/matmul/cuda/fp8.cu \
	plugins/matmul/cuda/few-rows.cu \
	plugins/matmul/cuda/few-rows.cuh \
	plugins/matmul/cuda/few-rows.h \
	plugins/matmul/cuda/gemv.cu \
	plugins/matmul/cuda/gemv.cuh \
	plugins/matmul/cuda/fma-add.cuh \
	plugins/matmul/cuda/fma-tile.cuh \
	plugins/matmul/cuda/fma.cu \
	plugins/matmul/cuda/fma.h \
	plugins/matmul/cuda/group-lines.cu \
	plugins/matmul/cuda/group-lines.h \
	plugins/matmul/cuda/mma-sync.cu \
	plugins/matmul/cuda/mma-sync.cuh \
	plugins/matmul/cuda/operand.cu \
	plugins/matmul/cuda/operand.h \
	plugins/matmul/cuda/multicast.cu \
	plugins/matmul/cuda/persistent.cu \
	plugins/matmul/cuda/persistent.h \
	plugins/matmul/cuda/register-tile-padded.cu \
	plugins/matmul/cuda/register-tile-scalar.cu \
	plugins/matmul/cuda/register-tile-vector.cu \
	plugins/matmul/cuda/register-tile.cu \
	plugins/matmul/cuda/repack.cu \
	plugins/matmul/cuda/repack.h \
	plugins/matmul/cuda/repacked.cu \
	plugins/matmul/cuda/repacked.h \
	plugins/matmul/cuda/resident.cu \
	plugins/matmul/cuda/residues-combine.cu \
	plugins/matmul/cuda/residues-split.cu \
	plugins/matmul/cuda/residues-table.c \
	plugins/matmul/cuda/residues.cu \
	plugins/matmul/cuda/residues.h \
	plugins/matmul/row-major.h \
	plugins/matmul/cuda/scalar-tile.cuh \
	plugins/matmul/scales.h \
	plugins/matmul/cuda/small-bf16.cu \
	plugins/matmul/cuda/small-f16.cu \
	plugins/matmul/cuda/small-fragment.cuh \
	plugins/matmul/cuda/small-i8.cu \
	plugins/matmul/cuda/small-kernels.cuh \
	plugins/matmul/cuda/small-tf32.cu \
	plugins/matmul/cuda/small-u8.cu \
	plugins/matmul/cuda/small.cu \
	plugins/matmul/cuda/small.cuh \
	plugins/matmul/cuda/small.h \
	plugins/matmul/cuda/split-load.cu \
	plugins/matmul/cuda/split-product.cu \
	plugins/matmul/cuda/split-product.h \
	plugins/matmul/cuda/split-load.cuh \
	plugins/matmul/cuda/split-scale.cu \
	plugins/matmul/cuda/split.h \
	plugins/matmul/cuda/stream-k.h \
	plugins/matmul/cuda/tiles.cuh \
	plugins/matmul/cuda/tma-sums.cuh \
	plugins/matmul/cuda/tma-task.cuh \
	plugins/matmul/cuda/tma.cu \
	plugins/matmul/cuda/tma.cuh \
	plugins/matmul/cuda/transpose-bytes.cuh \
	plugins/matmul/cuda/vector-tile.cuh \
	plugins/matmul/cuda/variants.h \
	plugins/matmul/cuda/warp-specialised.cu \
	plugins/matmul/cuda/ways-prepare.c \
	plugins/matmul/cuda/ways.cu \
	plugins/matmul/cuda/ways.h \
	plugins/matmul/cuda/wgmma.cu \
	plugins/matmul/matmul-cuda.cu \
	plugins/matmul-square/coalesced.cu \
	plugins/matmul-square/cuda-variants.h \
	plugins/matmul-square/naive.cu \
	plugins/matmul-square/shared.cu \
	plugins/matmul-rect/cuda-variants.h \
	plugins/matmul-rect/shared-rect.cu \
	plugins/matmul-rect/shared-square.cu
plugins_matmul_matmul_cuda_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_matmul_matmul_cuda_la_CFLAGS = $(PLUGIN_CFLAGS)
plugins_matmul_matmul_cuda_la_LDFLAGS = $(PLUGIN_LINKFLAGS)
plugins_matmul_matmul_cuda_la_LIBADD = \
	plugins/cublas/libcublas-open.la \
	plugins/cuda/libcudaparts.la \
	$(CUDA_PLUGIN_LIBS)

# Arithmetic that is about rounding errors, or makes the same data on every
# machine: no operations may be fused.
plugins_matmul_libdouble_double_la_SOURCES = \
	plugins/matmul/check/double-double.c \
	plugins/matmul/check/double-double.h \
	plugins/matmul/check/fill-shape.c
plugins_matmul_libdouble_double_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_matmul_libdouble_double_la_CFLAGS = $(PLUGIN_CFLAGS) -ffp-contract=off \
	$(ROUNDING_CFLAGS)
