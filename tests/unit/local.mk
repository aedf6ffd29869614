# SPDX-License-Identifier: BSD-3-Clause
# Unit tests: a program a part of the host, each made of the source of its name, and
# a library of what several of them share.  They have no flags of their own, so that
# automake's default rules build them.

# The longest come first, since make starts the scripts before them: the last to start
# would run alone.
unit_tests += \
	tests/unit/verify-columns \
	tests/unit/verify-generations \
	tests/unit/cpu-threads-edges \
	tests/unit/vary-matmul \
	tests/unit/verify-update \
	tests/unit/device-health \
	tests/unit/altered \
	tests/unit/audit \
	tests/unit/bands \
	tests/unit/best-rungs \
	tests/unit/bf16x6-choose \
	tests/unit/buffers-fit \
	tests/unit/cache-measure \
	tests/unit/case-identity \
	tests/unit/cases \
	tests/unit/catalog \
	tests/unit/caveat \
	tests/unit/channel \
	tests/unit/check-warnings \
	tests/unit/child \
	tests/unit/clean-eviction \
	tests/unit/clock-pages \
	tests/unit/compare-memory \
	tests/unit/compare-simulated \
	tests/unit/confine \
	tests/unit/copy-choice \
	tests/unit/cores \
	tests/unit/corrupt-output \
	tests/unit/cpu-affinity \
	tests/unit/cpu-threads-team \
	tests/unit/cpu-time \
	tests/unit/cublas-groups \
	tests/unit/cublas-product \
	tests/unit/describe \
	tests/unit/description \
	tests/unit/digits-rule \
	tests/unit/displace \
	tests/unit/dots \
	tests/unit/elements \
	tests/unit/empty-launch \
	tests/unit/engine-choose \
	tests/unit/engine-groups \
	tests/unit/engine-ways \
	tests/unit/estimate \
	tests/unit/evict \
	tests/unit/fastest \
	tests/unit/fenced \
	tests/unit/fields \
	tests/unit/figures \
	tests/unit/fill-matmul \
	tests/unit/fma-warps \
	tests/unit/frame \
	tests/unit/guarded \
	tests/unit/host-memory \
	tests/unit/jobs \
	tests/unit/journal \
	tests/unit/kept-limits \
	tests/unit/last-cache \
	tests/unit/limits \
	tests/unit/lines \
	tests/unit/looks \
	tests/unit/map \
	tests/unit/median-error \
	tests/unit/meter-readings \
	tests/unit/nearest \
	tests/unit/node-memory \
	tests/unit/number \
	tests/unit/operand-sets \
	tests/unit/option \
	tests/unit/out-of-memory \
	tests/unit/output-check \
	tests/unit/parallel \
	tests/unit/peak-data \
	tests/unit/peek \
	tests/unit/persisting \
	tests/unit/pinned \
	tests/unit/plain-loops \
	tests/unit/printable \
	tests/unit/problem-copy-json \
	tests/unit/processors \
	tests/unit/progress \
	tests/unit/random \
	tests/unit/rank \
	tests/unit/ranks \
	tests/unit/repeats \
	tests/unit/replay \
	tests/unit/report-table \
	tests/unit/request \
	tests/unit/ring \
	tests/unit/runs \
	tests/unit/sample-choice \
	tests/unit/scale \
	tests/unit/selector \
	tests/unit/send-fds \
	tests/unit/services \
	tests/unit/shaped-data \
	tests/unit/shared \
	tests/unit/split-products \
	tests/unit/stats \
	tests/unit/suite \
	tests/unit/sweep \
	tests/unit/sync-all \
	tests/unit/tool \
	tests/unit/topology \
	tests/unit/transpose-choice \
	tests/unit/trend \
	tests/unit/trial \
	tests/unit/trial-freshness \
	tests/unit/tuning \
	tests/unit/tunings \
	tests/unit/units \
	tests/unit/vary-move \
	tests/unit/verdict \
	tests/unit/verify-batch \
	tests/unit/verify-bytes \
	tests/unit/verify-groups \
	tests/unit/verify-half \
	tests/unit/verify-move \
	tests/unit/verify-precision \
	tests/unit/verify-scales \
	tests/unit/verify-products \
	tests/unit/verify-wide \
	tests/unit/version \
	tests/unit/ways-prepare \
	tests/unit/wide-data \
	tests/unit/window

if HAVE_CMOCKA
check_LIBRARIES += tests/unit/libunit.a
endif
tests_unit_libunit_a_SOURCES = \
	plugins/copy/choice.c \
	plugins/cublas/choice-cache.c \
	plugins/cublas/operand-sets.c \
	plugins/cublas/output-check.c \
	plugins/cublas/product.c \
	plugins/cublas/tuning.c \
	plugins/matmul/cuda/best.c \
	plugins/matmul/cuda/fma-warps.c \
	plugins/matmul/cuda/bf16x6-choose.c \
	plugins/matmul/cuda/cublas-groups.c \
	plugins/matmul/cuda/engine-choose.c \
	plugins/matmul/cuda/engine-groups.c \
	plugins/matmul/cuda/engine-ways.c \
	plugins/matmul/cuda/residues-table.c \
	plugins/matmul/cuda/ways-prepare.c \
	plugins/transpose/choose.c \
	tests/unit/chance.c \
	tests/unit/chance.h \
	tests/unit/description-sample.c \
	tests/unit/description-sample.h \
	tests/unit/engine-finds.h \
	tests/unit/own-clock.h \
	tests/unit/fake-host.c \
	tests/unit/fake-driver.h \
	tests/unit/fake-host.h \
	tests/unit/judged-product.c \
	tests/unit/judged-product.h \
	tests/unit/laid.c \
	tests/unit/laid.h \
	tests/unit/native.h \
	tests/unit/record-file.c \
	tests/unit/record-file.h \
	tests/unit/rounded.h \
	tests/unit/said.c \
	tests/unit/said.h \
	tests/unit/sample-catalog.c \
	tests/unit/sample-catalog.h \
	tests/unit/sample-records.c \
	tests/unit/sample-records.h \
	tests/unit/single-product.c \
	tests/unit/single-product.h \
	tests/unit/stand-in.c \
	tests/unit/stand-in.h \
	tests/unit/suite-text.c \
	tests/unit/suite-text.h \
	tests/unit/toy-trial.c \
	tests/unit/toy-trial.h \
	tests/unit/trials.h \
	tests/unit/unit.c \
	tests/unit/unit.h \
	tests/unit/used-description.c \
	tests/unit/used-description.h

LDADD = tests/unit/libunit.a plugins/matmul/libmatmul.la plugins/move/libmove.la \
	$(HOST_LIBS) $(CMOCKA_LIBS)

# Linked without libtool, which takes fourteen times as long as the linker.
$(unit_tests): private LINK = $(CCLD) $(AM_CFLAGS) $(CFLAGS) $(OPENMP_CFLAGS) \
	$(PROGRAM_LINKFLAGS) $(LDFLAGS) -o $@
$(unit_tests): private LDADD = tests/unit/libunit.a \
	plugins/matmul/.libs/libmatmul.a plugins/move/.libs/libmove.a $(HOST_LIBS) \
	$(CMOCKA_LIBS)

# Its arithmetic is that of the judge which it checks.
tests/unit/verify-wide.o: AM_CFLAGS += $(ROUNDING_CFLAGS)
