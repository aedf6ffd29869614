#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The peers cublas, cublas-tuned, cublas-fp8 and cublas-fp8-fast, on stand-ins for
# the driver and the library: every type and layout is asked for as the library has
# it, the fastest algorithm is found, once for all turns, and what is missing is a
# reason to skip.
source "${top_srcdir:-.}/tests/functions.sh" || exit
requires_cuda_plugins

plugins=$top_builddir/tests/plugins/.libs
mkdir "$tmp/driver"
cp "$plugins/fake-driver.so" "$tmp/driver/libcuda.so.1"
cp "$plugins/fake-nvml.so" "$tmp/driver/libnvidia-ml.so.1"

# peers KEYS: $variants, with a few samples of each case.
peers ()
{
  printf '[suite]\nfamily = matmul-rect\nvariant = %s
device = cuda\nmax_time = 1ms\nmax_samples = 20\n%s\n' \
    "${variants-cublas, cublas-tuned}" "$1" >"$tmp/peers.ini"
  LD_LIBRARY_PATH=$tmp/driver \
    GKHOST_CUBLAS=${library-$plugins/fake-cublas.so} \
    gkhost -c "$tmp/peers.ini" -o "$tmp/run.jsonl"
}

# said FIELD WORD...: what the records of these cases have there.
said ()
{
  records "$tmp/run.jsonl" type=case "${@:2}" |
    sed -n 's/.*"'"$1"'":"\([^"]*\)".*/\1/p' | sort -u
}

# skipped REASON VARIANT...: these are, for that reason, and the others run.
skipped ()
{
  expect_status "${status-0}" peers '[small]
m = 8
n = 8
k = 8'
  expect_equal "$(count_records "$tmp/run.jsonl" type=case status=skipped)" \
    "$(($# - 1))"
  for variant in "${@:2}"; do
    said reason "variant=$variant" >"$tmp/reason"
    expect_grep "$1" "$tmp/reason"
  done
}

expect_status 0 peers '[odd]
dtype = f16, bf16, tf32, f32, f64
layout = row, col, tn, nt, tt
m = 13
n = 7
k = 22
pad = 3
[int8]
dtype = i8
layout = row, col, tn, nt, tt
m = 12
n = 8
k = 5
[int8-odd]
dtype = i8
layout = tn
m = 12
n = 8
k = 8
pad = 3'
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 52
expect_equal "$(said reason job=int8)" \
  'cuBLAS multiplies int8 with layout = tn only'
expect_equal "$(said reason job=int8-odd)" 'cuBLAS multiplies int8 only where m, n and all leading dimensions are multiples of 4'
for dtype in i8:COMPUTE_32I bf16:COMPUTE_32F tf32:COMPUTE_32F_FAST_TF32 \
  f32:COMPUTE_32F f64:COMPUTE_64F; do
  expect_equal "$(said library_settings variant=cublas "dtype=${dtype%:*}")" \
    "${dtype#*:}, workspace 32 MiB, algorithm default"
done
expect_equal "$(said library)" 'cuBLAS 13.1.2'

# Results of f32, and those of floats of 8 bits in each type, whose sums are fast
# only for the peer that is named so.
expect_status 0 peers '[single]
dtype = f16, bf16
dtype_c = f32
layout = row, tn
m = 13
n = 7
k = 22'
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 8
for peer in cublas-fp8:.:COMPUTE_32F 'cublas-fp8-fast:f:COMPUTE_32F, FAST_ACCUM'; do
  IFS=: read -r name asked math <<<"$peer"
  FAKE_CUBLAS_ASKED=$tmp/asked-$name variants=$name expect_status 0 peers '[bytes]
dtype = f8_e4m3, f8_e5m2
dtype_b = f8_e4m3, f8_e5m2
dtype_c = usual, f32, f16
layout = tn
m = 24
n = 32
k = 5
pad = 16
[bytes-row]
dtype = f8_e4m3
layout = row, nt, tt
m = 32
n = 32
k = 32
[bytes-odd]
dtype = f8_e4m3
layout = tn
m = 20
n = 32
k = 32
[bytes-short]
dtype = f8_e4m3
layout = tn
m = 32
n = 40
k = 32'
  expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 9
  expect_equal "$(fold -w 1 "$tmp/asked-$name" | sort -u)" "$asked"
  expect_equal "$(said library_settings | sed 's/, algorithm.*//' | sort -u)" \
    "$math, workspace 32 MiB"
  expect_equal "$(said reason job=bytes)" \
    'cuBLAS multiplies no f8_e5m2 by f8_e5m2; make dtype or dtype_b f8_e4m3'
  expect_equal "$(said reason job=bytes-row)" \
    'cuBLAS multiplies floats of 8 bits with layout = tn only'
  for job in bytes-odd bytes-short; do
    expect_equal "$(said reason job=$job)" 'cuBLAS multiplies floats of 8 bits only where n and the leading dimensions of A and B are multiples of 16, and m and that of C are multiples of 8 (16 bytes)'
  done
done

# The fastest of those that run and are right, also of those that the library
# does not propose; it is asked once a problem.  For a batch it has one that computes
# the first product alone, and is not right.
FAKE_CUBLAS_ASKED=$tmp/asked expect_status 0 peers '[turns]
m = 8
n = 8
k = 8
batch = 1, 3
audit = no
cache = cold, hot
launch = stream, graph'
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 16
expect_equal "$(said library_settings variant=cublas-tuned | sed 's/[0-9]*$/N/' | sort -u)" \
  'COMPUTE_32F, workspace 32 MiB, algorithm 15 tile 21 split-k 1 custom 1, the fastest of N'
expect_equal "$(cat "$tmp/asked")" ..

# Batches, in each layout and with strides that are odd.  Peers of one product are
# skipped.
expect_status 0 peers '[batch]
dtype = f16, f32, f64
layout = row, col, tn, nt, tt
m = 13
n = 7
k = 22
pad = 3
batch = 5
[batch-int8]
dtype = i8
layout = tn
m = 12
n = 8
k = 5
batch = 2'
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 32
scales='[scales]
dtype = f8_e4m3
layout = tn
m = 136
n = 144
k = 5
scales = tensor, lines-a, lines-b'
variants='cublas-fp8, cublas-fp8-fast' expect_status 0 peers "$scales"
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 4
said reason status=skipped >"$tmp/reason"
expect_grep 'with FAST_ACCUM sums stay in the tensor cores' "$tmp/reason"
FAKE_CUBLAS_OLD=1 variants=cublas-fp8 expect_status 0 peers "$scales"
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 1
said reason status=skipped >"$tmp/reason"
expect_grep 'this cuBLASLt has no such scales' "$tmp/reason"
variants='cublas-fp8, cublas-fp8-fast' expect_status 0 peers '[batch-bytes]
dtype = f8_e4m3
layout = tn
m = 24
n = 32
k = 5
pad = 16
batch = 3'
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 2
variants='cublas-digits, cublas-emulated' expect_status 0 peers '[one]
dtype = i32, f64
m = 8
n = 8
k = 8
batch = 2'
for case in digits:i32 emulated:f64; do
  said reason "variant=cublas-${case%:*}" "dtype=${case#*:}" >"$tmp/reason"
  expect_grep '^it does not declare this form of the problem' "$tmp/reason"
done

library=$plugins/fake-cublas-alone.so \
  skipped '^cuBLAS 13.1.2 has no cublasLtMatmulDescCreate' cublas-tuned
FAKE_CUBLAS_KNOWS=none skipped '^cuBLASLt has no algorithm for .*(status 15)' \
  cublas-tuned
FAKE_CUBLAS_REFUSES=all skipped \
  'has no kernel for this type\|^none of cuBLASLt.s 6 algorithms runs (status 15)' \
  cublas cublas-tuned
library=$tmp/none.so skipped \
  '^cuBLAS can.t be opened (.*none.so.*); install it, or set GKHOST_CUBLAS' \
  cublas cublas-tuned
