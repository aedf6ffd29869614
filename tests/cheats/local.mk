# SPDX-License-Identifier: BSD-3-Clause
# Plugins of variants that cheat: for the CPU, for CUDA, and one that acts when
# it is loaded.  A cheat is a file; tests/cheats/list says how it is tried.

# The tests that load them skip a build with sanitizers, in which they would take as
# long to compile as a quarter of the host.
if !HAVE_SANITIZERS
check_LTLIBRARIES += tests/cheats/cheats.la tests/cheats/cheats-load.la
endif

tests_cheats_cheats_la_SOURCES = \
	tests/cheats/answer.c \
	tests/cheats/answer.h \
	tests/cheats/back-to-back.c \
	tests/cheats/begins-at-zero.c \
	tests/cheats/between.c \
	tests/cheats/between.h \
	tests/cheats/bf16-inside.c \
	tests/cheats/canonical-nan.c \
	tests/cheats/cheats.c \
	tests/cheats/cheats.h \
	tests/cheats/child-writes.c \
	tests/cheats/claims-in-turns.c \
	tests/cheats/claims-scaled.c \
	tests/cheats/claims-shortened.c \
	tests/cheats/clamps.c \
	tests/cheats/clock-code.c \
	tests/cheats/clock-import.c \
	tests/cheats/clock-trapped.c \
	tests/cheats/clock-vdso.c \
	tests/cheats/computes-in-prepare.c \
	tests/cheats/computes-when-fetched.c \
	tests/cheats/computes-when-read.c \
	tests/cheats/constant-output.c \
	tests/cheats/detour.c \
	tests/cheats/detour.h \
	tests/cheats/drops-bits.c \
	tests/cheats/drops-last-bit.c \
	tests/cheats/even-launches.c \
	tests/cheats/every-fourth.c \
	tests/cheats/family-state.c \
	tests/cheats/first-three.c \
	tests/cheats/forge.c \
	tests/cheats/forge.h \
	tests/cheats/forged-answer.c \
	tests/cheats/forged-end.c \
	tests/cheats/honest.c \
	tests/cheats/honest.h \
	tests/cheats/idle-gap.c \
	tests/cheats/inputs-zeroed.c \
	tests/cheats/judge-descriptors.c \
	tests/cheats/judge-killed.c \
	tests/cheats/judge-memory.c \
	tests/cheats/judge-patched.c \
	tests/cheats/judge-starved.c \
	tests/cheats/judge-traced.c \
	tests/cheats/keeps-product.c \
	tests/cheats/keeps-rows.c \
	tests/cheats/kept-in-a-row.c \
	tests/cheats/kept-sum.c \
	tests/cheats/kept-sum.h \
	tests/cheats/late-signal.c \
	tests/cheats/late-thread.c \
	tests/cheats/left-to-release.c \
	tests/cheats/mark-forged.c \
	tests/cheats/mark-trapped.c \
	tests/cheats/mark.c \
	tests/cheats/mark.h \
	tests/cheats/memcmp-patched.c \
	tests/cheats/memo.c \
	tests/cheats/memo.h \
	tests/cheats/memory-map.c \
	tests/cheats/memory-map.h \
	tests/cheats/mends.c \
	tests/cheats/mends-dot.c \
	tests/cheats/mends-line.c \
	tests/cheats/mends-moves.c \
	tests/cheats/mends-scan.c \
	tests/cheats/mends-sum.c \
	tests/cheats/nonce-scan.c \
	tests/cheats/off-columns.c \
	tests/cheats/pages.c \
	tests/cheats/part-of-softmax.c \
	tests/cheats/part-of-triad.c \
	tests/cheats/poison-bytes.c \
	tests/cheats/poison-intercepted.c \
	tests/cheats/probe.c \
	tests/cheats/probe.h \
	tests/cheats/races.c \
	tests/cheats/relatives.c \
	tests/cheats/relatives.h \
	tests/cheats/replay-hash.c \
	tests/cheats/replay-samples.c \
	tests/cheats/rounded.c \
	tests/cheats/same-pointers.c \
	tests/cheats/sampled-elements.c \
	tests/cheats/seed-columns.c \
	tests/cheats/shared-inputs-zeroed.c \
	tests/cheats/short-sum.c \
	tests/cheats/single-inside.c \
	tests/cheats/skips-group.c \
	tests/cheats/skips-zeros.c \
	tests/cheats/slow-clock.h \
	tests/cheats/slow-warm-up.c \
	tests/cheats/solves-freivalds.c \
	tests/cheats/stale-memory.c \
	tests/cheats/unchanged-output.c \
	tests/cheats/until-right.c \
	tests/cheats/updates-intercepted.c \
	tests/cheats/verifier-patched.c \
	tests/cheats/watched.c \
	tests/cheats/watched.h \
	tests/cheats/writes-behind.c \
	tests/cheats/writes-in-front.c \
	tests/cheats/zero-output.c \
	tests/cheats/zeros-low-precision.c
tests_cheats_cheats_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir) \
	-I$(top_srcdir)/host
tests_cheats_cheats_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_cheats_cheats_la_LIBADD = $(PLUGIN_LIBS)

tests_cheats_cheats_load_la_SOURCES = \
	tests/cheats/cheats-load.c \
	tests/cheats/forge.c \
	tests/cheats/forge.h
tests_cheats_cheats_load_la_CPPFLAGS = $(tests_cheats_cheats_la_CPPFLAGS)
tests_cheats_cheats_load_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)

if HAVE_CUDA
check_LTLIBRARIES += tests/cheats/cheats-cuda.la
endif

tests_cheats_cheats_cuda_la_SOURCES = \
	tests/cheats/cheats-cuda.c \
	tests/cheats/cheats-cuda.h \
	tests/cheats/cuda-back-to-back.cu \
	tests/cheats/cuda-decoy-graph.cu \
	tests/cheats/cuda-even-launches.cu \
	tests/cheats/cuda-event-code.c \
	tests/cheats/cuda-event-pointers.c \
	tests/cheats/cuda-fetch-intercepted.c \
	tests/cheats/cuda-first-launches.cu \
	tests/cheats/cuda-former-memory.cu \
	tests/cheats/cuda-honest.cu \
	tests/cheats/cuda-honest.cuh \
	tests/cheats/cuda-honest.h \
	tests/cheats/cuda-host-callback.cu \
	tests/cheats/cuda-idle-gap.cu \
	tests/cheats/cuda-keeps-product.cu \
	tests/cheats/cuda-l2-carve-out.cu \
	tests/cheats/cuda-late-copy.cu \
	tests/cheats/cuda-late-thread.cu \
	tests/cheats/cuda-other-stream.cu \
	tests/cheats/cuda-persistent.cu \
	tests/cheats/cuda-pinned-inputs.cu \
	tests/cheats/cuda-poison-bytes.cu \
	tests/cheats/cuda-poison-intercepted.c \
	tests/cheats/cuda-races.cu \
	tests/cheats/cuda-replay-samples.cu \
	tests/cheats/cuda-sampled-elements.cu \
	tests/cheats/cuda-skips-group.cu \
	tests/cheats/cuda-symbol.c \
	tests/cheats/cuda-symbol.h \
	tests/cheats/cuda-tf32-inside.cu \
	tests/cheats/cuda-three-elements.cu \
	tests/cheats/cuda-writes-behind.cu \
	tests/cheats/cuda-zeros-low-precision.cu \
	tests/cheats/detour.c \
	tests/cheats/detour.h \
	tests/cheats/memory-map.c \
	tests/cheats/memory-map.h
tests_cheats_cheats_cuda_la_CPPFLAGS = $(tests_cheats_cheats_la_CPPFLAGS)
tests_cheats_cheats_cuda_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_cheats_cheats_cuda_la_LIBADD = $(CUDA_PLUGIN_LIBS)
