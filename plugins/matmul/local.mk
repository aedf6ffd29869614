# SPDX-License-Identifier: BSD-3-Clause
# What the two matmul families share.

noinst_LTLIBRARIES += \
	plugins/matmul/libdouble-double.la \
	plugins/matmul/libmatmul.la

plugins_matmul_libmatmul_la_SOURCES = \
	plugins/matmul/bits.h \
	plugins/matmul/bounds.c \
	plugins/matmul/bounds.h \
	plugins/matmul/clones.h \
	plugins/matmul/columns.c \
	plugins/matmul/columns.h \
	plugins/matmul/cpu-blas.c \
	plugins/matmul/cpu-naive.c \
	plugins/matmul/cpu-threads-bf16.c \
	plugins/matmul/cpu-threads-bytes.h \
	plugins/matmul/cpu-threads-f16.c \
	plugins/matmul/cpu-threads-f32.c \
	plugins/matmul/cpu-threads-f64.c \
	plugins/matmul/cpu-threads-i32.c \
	plugins/matmul/cpu-threads-i8.c \
	plugins/matmul/cpu-threads-tile.h \
	plugins/matmul/cpu-threads-u8.c \
	plugins/matmul/cpu-threads-widths.h \
	plugins/matmul/cpu-threads.c \
	plugins/matmul/cpu-threads.h \
	plugins/matmul/cpu-work.c \
	plugins/matmul/cpu.h \
	plugins/matmul/double-double.h \
	plugins/matmul/exact.c \
	plugins/matmul/exact.h \
	plugins/matmul/fill-ends.c \
	plugins/matmul/fill-wide.c \
	plugins/matmul/fill-wide.h \
	plugins/matmul/fill.c \
	plugins/matmul/freivalds.c \
	plugins/matmul/freivalds.h \
	plugins/matmul/half.h \
	plugins/matmul/matrix.c \
	plugins/matmul/matrix.h \
	plugins/matmul/modular.c \
	plugins/matmul/modular.h \
	plugins/matmul/number.c \
	plugins/matmul/number.h \
	plugins/matmul/options.h \
	plugins/matmul/problem.c \
	plugins/matmul/problem.h \
	plugins/matmul/product.c \
	plugins/matmul/product.h \
	plugins/matmul/random16.h \
	plugins/matmul/ring.c \
	plugins/matmul/ring.h \
	plugins/matmul/row-major.h \
	plugins/matmul/vary.c \
	plugins/matmul/vary.h \
	plugins/matmul/verify.c \
	plugins/matmul/wide.c \
	plugins/matmul/wide.h \
	plugins/matmul/words.c \
	plugins/matmul/words.h \
	plugins/matmul/written.c \
	plugins/matmul/written.h \
	plugins/vary/changes.c \
	plugins/vary/changes.h
plugins_matmul_libmatmul_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_matmul_libmatmul_la_CFLAGS = $(PLUGIN_CFLAGS)
plugins_matmul_libmatmul_la_LIBADD = \
	plugins/cblas/libcblas-open.la \
	plugins/matmul/libdouble-double.la

# What their CUDA plugins share.
if HAVE_CUDA
noinst_LTLIBRARIES += plugins/matmul/libmatmul-cuda.la
endif
plugins_matmul_libmatmul_cuda_la_SOURCES = \
	plugins/matmul/best.c \
	plugins/matmul/cp-async-f32.cu \
	plugins/matmul/cp-async-f64.cu \
	plugins/matmul/cp-async-i32.cu \
	plugins/matmul/cp-async.cu \
	plugins/matmul/cp-async.cuh \
	plugins/matmul/cublas-digits.c \
	plugins/matmul/cublas-emulated.c \
	plugins/matmul/cublas-peer.c \
	plugins/matmul/cublas-peer.h \
	plugins/matmul/cublas-tuned.c \
	plugins/matmul/cuda-prepare.c \
	plugins/matmul/cuda.h \
	plugins/matmul/digits-split.cu \
	plugins/matmul/digits.cu \
	plugins/matmul/digits.h \
	plugins/matmul/dmma-choose.cu \
	plugins/matmul/dmma-choose.h \
	plugins/matmul/dmma-cp-async.cu \
	plugins/matmul/dmma-cp-async.cuh \
	plugins/matmul/dmma-finish.cuh \
	plugins/matmul/dmma-tma.cu \
	plugins/matmul/dmma-tma.cuh \
	plugins/matmul/dmma.cu \
	plugins/matmul/dmma.h \
	plugins/matmul/engine-bf16.cu \
	plugins/matmul/engine-choose.cu \
	plugins/matmul/engine-f16.cu \
	plugins/matmul/engine-digits.cuh \
	plugins/matmul/engine-f32.cu \
	plugins/matmul/engine-f64.cu \
	plugins/matmul/engine-float.cuh \
	plugins/matmul/engine-floats.cuh \
	plugins/matmul/engine-i32.cu \
	plugins/matmul/engine-i8.cu \
	plugins/matmul/engine-kernels.cuh \
	plugins/matmul/engine-load.cuh \
	plugins/matmul/engine-multiply.cuh \
	plugins/matmul/engine-operands.cu \
	plugins/matmul/engine-operands.h \
	plugins/matmul/engine-position.cuh \
	plugins/matmul/engine-residues.cuh \
	plugins/matmul/engine-shape.cuh \
	plugins/matmul/engine-share.cuh \
	plugins/matmul/engine-split.cuh \
	plugins/matmul/engine-store.cuh \
	plugins/matmul/engine-touch.cuh \
	plugins/matmul/engine-variant.h \
	plugins/matmul/engine-tf32.cu \
	plugins/matmul/engine-u8.cu \
	plugins/matmul/engine.cu \
	plugins/matmul/engine.cuh \
	plugins/matmul/engine.h \
	plugins/matmul/few-rows.cu \
	plugins/matmul/few-rows.cuh \
	plugins/matmul/few-rows.h \
	plugins/matmul/fma-add.cuh \
	plugins/matmul/fma-tile.cuh \
	plugins/matmul/fma.cu \
	plugins/matmul/fma.h \
	plugins/matmul/mma-sync.cu \
	plugins/matmul/mma-sync.cuh \
	plugins/matmul/operand.cu \
	plugins/matmul/operand.h \
	plugins/matmul/persistent.cu \
	plugins/matmul/register-tile-padded.cu \
	plugins/matmul/register-tile-scalar.cu \
	plugins/matmul/register-tile-vector.cu \
	plugins/matmul/register-tile.cu \
	plugins/matmul/repack.cu \
	plugins/matmul/repack.h \
	plugins/matmul/residues-combine.cu \
	plugins/matmul/residues-split.cu \
	plugins/matmul/residues-table.c \
	plugins/matmul/residues.cu \
	plugins/matmul/residues.h \
	plugins/matmul/row-major.h \
	plugins/matmul/scalar-tile.cuh \
	plugins/matmul/small-bf16.cu \
	plugins/matmul/small-f16.cu \
	plugins/matmul/small-fragment.cuh \
	plugins/matmul/small-i8.cu \
	plugins/matmul/small-kernels.cuh \
	plugins/matmul/small-tf32.cu \
	plugins/matmul/small-u8.cu \
	plugins/matmul/small.cu \
	plugins/matmul/small.cuh \
	plugins/matmul/small.h \
	plugins/matmul/split-load.cu \
	plugins/matmul/split-product.cu \
	plugins/matmul/split-product.h \
	plugins/matmul/split-load.cuh \
	plugins/matmul/split-scale.cu \
	plugins/matmul/split.h \
	plugins/matmul/stream-k.h \
	plugins/matmul/tiles.cuh \
	plugins/matmul/tma-sums.cuh \
	plugins/matmul/tma-task.cuh \
	plugins/matmul/tma.cu \
	plugins/matmul/tma.cuh \
	plugins/matmul/transpose-bytes.cuh \
	plugins/matmul/vector-tile.cuh \
	plugins/matmul/warp-specialised.cu \
	plugins/matmul/wgmma.cu
plugins_matmul_libmatmul_cuda_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_matmul_libmatmul_cuda_la_CFLAGS = $(PLUGIN_CFLAGS)
plugins_matmul_libmatmul_cuda_la_LIBADD = \
	plugins/cublas/libcublas-open.la \
	plugins/cuda/libcudaparts.la

# Its arithmetic is about rounding errors: none may be fused away.
plugins_matmul_libdouble_double_la_SOURCES = \
	plugins/matmul/double-double.c \
	plugins/matmul/double-double.h
plugins_matmul_libdouble_double_la_CPPFLAGS = $(PLUGIN_CPPFLAGS)
plugins_matmul_libdouble_double_la_CFLAGS = $(PLUGIN_CFLAGS) -ffp-contract=off \
	$(ROUNDING_CFLAGS)
