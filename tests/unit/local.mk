# SPDX-License-Identifier: BSD-3-Clause
# Unit tests: a program a part of the host.

unit_tests += \
	tests/unit/altered \
	tests/unit/audit \
	tests/unit/bounce \
	tests/unit/buffers-fit \
	tests/unit/cache-measure \
	tests/unit/case-identity \
	tests/unit/cases \
	tests/unit/catalog \
	tests/unit/caveat \
	tests/unit/check-warnings \
	tests/unit/child \
	tests/unit/sample-choice \
	tests/unit/clean-eviction \
	tests/unit/compare-simulated \
	tests/unit/confine \
	tests/unit/copy-choice \
	tests/unit/cores \
	tests/unit/counters \
	tests/unit/cpu-threads-edges \
	tests/unit/describe \
	tests/unit/description \
	tests/unit/displace \
	tests/unit/empty-launch \
	tests/unit/estimate \
	tests/unit/evict \
	tests/unit/fastest \
	tests/unit/fenced \
	tests/unit/fields \
	tests/unit/figures \
	tests/unit/frame \
	tests/unit/guarded \
	tests/unit/problem-copy-json \
	tests/unit/host-memory \
	tests/unit/jobs \
	tests/unit/journal \
	tests/unit/kept-limits \
	tests/unit/last-cache \
	tests/unit/limits \
	tests/unit/channel \
	tests/unit/lines \
	tests/unit/map \
	tests/unit/measurement \
	tests/unit/meter-readings \
	tests/unit/nearest \
	tests/unit/node-memory \
	tests/unit/number \
	tests/unit/option \
	tests/unit/out-of-memory \
	tests/unit/parallel \
	tests/unit/send-fds \
	tests/unit/peek \
	tests/unit/persisting \
	tests/unit/cpu-affinity \
	tests/unit/printable \
	tests/unit/processors \
	tests/unit/progress \
	tests/unit/random \
	tests/unit/rank \
	tests/unit/ranks \
	tests/unit/report-csv \
	tests/unit/report-table \
	tests/unit/request \
	tests/unit/ring \
	tests/unit/runs \
	tests/unit/scale \
	tests/unit/selector \
	tests/unit/services \
	tests/unit/shared \
	tests/unit/slices \
	tests/unit/split-products \
	tests/unit/corrupt-output \
	tests/unit/device-health \
	tests/unit/stats \
	tests/unit/suite \
	tests/unit/sweep \
	tests/unit/sync-all \
	tests/unit/tool \
	tests/unit/topology \
	tests/unit/transpose-choice \
	tests/unit/trial \
	tests/unit/trial-freshness \
	tests/unit/tuning \
	tests/unit/tunings \
	tests/unit/units \
	tests/unit/trend \
	tests/unit/vary-matmul \
	tests/unit/vary-move \
	tests/unit/verdict \
	tests/unit/verify-columns \
	tests/unit/verify-exact \
	tests/unit/verify-generations \
	tests/unit/verify-half \
	tests/unit/verify-i32 \
	tests/unit/verify-move \
	tests/unit/verify-precision \
	tests/unit/verify-wide \
	tests/unit/version \
	tests/unit/wide-data

# What several of them share.
noinst_HEADERS += \
	tests/unit/description-sample.h \
	tests/unit/fake-host.h \
	tests/unit/judged-product.h \
	tests/unit/laid.h \
	tests/unit/chance.h \
	tests/unit/native.h \
	tests/unit/rounded.h \
	tests/unit/sample-catalog.h \
	tests/unit/sample-records.h \
	tests/unit/record-file.h \
	tests/unit/said.h \
	tests/unit/single-product.h \
	tests/unit/stand-in.h \
	tests/unit/suite-text.h \
	tests/unit/toy-trial.h \
	tests/unit/unit.h \
	tests/unit/used-description.h
unit_sample_sources = \
	tests/unit/sample-catalog.c \
	tests/unit/said.c \
	tests/unit/suite-text.c

tests_unit_altered_SOURCES = tests/unit/altered.c \
	tests/unit/stand-in.c

tests_unit_audit_SOURCES = tests/unit/audit.c \
	tests/unit/toy-trial.c

tests_unit_cache_measure_SOURCES = tests/unit/cache-measure.c \
	tests/unit/stand-in.c

tests_unit_case_identity_SOURCES = tests/unit/case-identity.c \
	tests/unit/sample-records.c

tests_unit_cases_SOURCES = tests/unit/cases.c $(unit_sample_sources)

tests_unit_catalog_SOURCES = tests/unit/catalog.c tests/unit/said.c \
	tests/unit/description-sample.c

tests_unit_cores_SOURCES = tests/unit/cores.c \
	tests/unit/laid.c

tests_unit_description_SOURCES = tests/unit/description.c \
	tests/unit/description-sample.c \
	tests/unit/said.c \
	tests/unit/suite-text.c \
	tests/unit/used-description.c

tests_unit_check_warnings_SOURCES = tests/unit/check-warnings.c \
	tests/unit/sample-records.c

tests_unit_clean_eviction_SOURCES = tests/unit/clean-eviction.c \
	tests/unit/stand-in.c

tests_unit_empty_launch_SOURCES = tests/unit/empty-launch.c \
	tests/unit/stand-in.c

tests_unit_fastest_SOURCES = tests/unit/fastest.c \
	tests/unit/sample-records.c

tests_unit_host_memory_SOURCES = tests/unit/host-memory.c \
	tests/unit/laid.c

tests_unit_jobs_SOURCES = tests/unit/jobs.c $(unit_sample_sources)

tests_unit_kept_limits_SOURCES = tests/unit/kept-limits.c \
	tests/unit/laid.c \
	tests/unit/said.c

tests_unit_last_cache_SOURCES = tests/unit/last-cache.c \
	tests/unit/laid.c

tests_unit_channel_SOURCES = tests/unit/channel.c
tests_unit_channel_CFLAGS = $(AM_CFLAGS) -pthread

tests_unit_parallel_SOURCES = tests/unit/parallel.c
tests_unit_parallel_CFLAGS = $(AM_CFLAGS) -pthread

tests_unit_request_SOURCES = tests/unit/request.c $(unit_sample_sources)

tests_unit_runs_SOURCES = tests/unit/runs.c tests/unit/record-file.c \
	tests/unit/said.c

tests_unit_services_SOURCES = tests/unit/services.c
tests_unit_services_CFLAGS = $(AM_CFLAGS) -pthread

tests_unit_compare_simulated_SOURCES = tests/unit/compare-simulated.c \
	tests/unit/chance.c

tests_unit_slices_SOURCES = tests/unit/slices.c \
	tests/unit/chance.c

tests_unit_device_health_SOURCES = tests/unit/device-health.c \
	tests/unit/chance.c

tests_unit_suite_SOURCES = tests/unit/suite.c tests/unit/said.c \
	tests/unit/suite-text.c

tests_unit_sync_all_SOURCES = tests/unit/sync-all.c \
	tests/unit/stand-in.c
tests_unit_sync_all_CFLAGS = $(AM_CFLAGS) -pthread

tests_unit_journal_SOURCES = tests/unit/journal.c tests/unit/record-file.c \
	tests/unit/said.c

tests_unit_peek_SOURCES = tests/unit/peek.c \
	tests/unit/stand-in.c

tests_unit_persisting_SOURCES = tests/unit/persisting.c \
	tests/unit/stand-in.c

tests_unit_cpu_affinity_SOURCES = tests/unit/cpu-affinity.c \
	tests/unit/laid.c

tests_unit_report_csv_SOURCES = tests/unit/report-csv.c \
	tests/unit/sample-records.c

tests_unit_report_table_SOURCES = tests/unit/report-table.c \
	tests/unit/sample-records.c

tests_unit_trial_SOURCES = tests/unit/trial.c \
	tests/unit/toy-trial.c

tests_unit_trial_freshness_SOURCES = tests/unit/trial-freshness.c \
	tests/unit/toy-trial.c

# What cublas-tuned chooses.
tests_unit_tuning_SOURCES = tests/unit/tuning.c \
	plugins/cublas/tuning.c
tests_unit_tuning_CPPFLAGS = $(JUDGE_CPPFLAGS)
tests_unit_tuning_CFLAGS = $(JUDGE_CFLAGS)
tests_unit_tuning_LDADD = $(JUDGE_LIBS)

tests_unit_trend_SOURCES = tests/unit/trend.c \
	tests/unit/chance.c

# The judges of the plugins, without a host: what they must not let pass.
JUDGE_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/plugins
JUDGE_CFLAGS = $(AM_CFLAGS) $(OPENMP_CFLAGS)
JUDGE_LIBS = $(LDADD) $(M_LIBS)
judged_product_sources = \
	tests/unit/fake-host.c \
	tests/unit/judged-product.c

# What variants named best choose.
tests_unit_copy_choice_SOURCES = tests/unit/copy-choice.c \
	plugins/copy/choice.c
tests_unit_copy_choice_CPPFLAGS = $(JUDGE_CPPFLAGS)
tests_unit_copy_choice_CFLAGS = $(JUDGE_CFLAGS)
tests_unit_copy_choice_LDADD = $(JUDGE_LIBS)

tests_unit_split_products_SOURCES = tests/unit/split-products.c \
	plugins/matmul/cuda/residues-table.c
tests_unit_split_products_CPPFLAGS = $(JUDGE_CPPFLAGS)
tests_unit_split_products_CFLAGS = $(JUDGE_CFLAGS)
tests_unit_split_products_LDADD = $(JUDGE_LIBS)

tests_unit_tool_SOURCES = tests/unit/tool.c \
	tests/unit/laid.c

tests_unit_topology_SOURCES = tests/unit/topology.c \
	tests/unit/laid.c

tests_unit_transpose_choice_SOURCES = tests/unit/transpose-choice.c \
	plugins/transpose/choose.c
tests_unit_transpose_choice_CPPFLAGS = $(JUDGE_CPPFLAGS)
tests_unit_transpose_choice_CFLAGS = $(JUDGE_CFLAGS)
tests_unit_transpose_choice_LDADD = $(JUDGE_LIBS)

tests_unit_vary_matmul_SOURCES = tests/unit/vary-matmul.c \
	$(judged_product_sources)
tests_unit_vary_matmul_CPPFLAGS = $(JUDGE_CPPFLAGS)
tests_unit_vary_matmul_CFLAGS = $(JUDGE_CFLAGS)
tests_unit_vary_matmul_LDADD = plugins/matmul/libmatmul.la $(JUDGE_LIBS)

tests_unit_vary_move_SOURCES = tests/unit/vary-move.c \
	tests/unit/fake-host.c
tests_unit_vary_move_CPPFLAGS = $(JUDGE_CPPFLAGS)
tests_unit_vary_move_CFLAGS = $(JUDGE_CFLAGS)
tests_unit_vary_move_LDADD = plugins/move/libmove.la $(JUDGE_LIBS)

tests_unit_cpu_threads_edges_SOURCES = tests/unit/cpu-threads-edges.c \
	$(judged_product_sources)
tests_unit_cpu_threads_edges_CPPFLAGS = $(JUDGE_CPPFLAGS)
tests_unit_cpu_threads_edges_CFLAGS = $(JUDGE_CFLAGS)
tests_unit_cpu_threads_edges_LDADD = plugins/matmul/libmatmul.la $(JUDGE_LIBS)

tests_unit_verify_columns_SOURCES = tests/unit/verify-columns.c \
	$(judged_product_sources) \
	tests/unit/single-product.c
tests_unit_verify_columns_CPPFLAGS = $(JUDGE_CPPFLAGS)
tests_unit_verify_columns_CFLAGS = $(JUDGE_CFLAGS)
tests_unit_verify_columns_LDADD = plugins/matmul/libmatmul.la $(JUDGE_LIBS)

tests_unit_verify_exact_SOURCES = tests/unit/verify-exact.c \
	$(judged_product_sources) \
	tests/unit/single-product.c
tests_unit_verify_exact_CPPFLAGS = $(JUDGE_CPPFLAGS)
tests_unit_verify_exact_CFLAGS = $(JUDGE_CFLAGS)
tests_unit_verify_exact_LDADD = plugins/matmul/libmatmul.la $(JUDGE_LIBS)

tests_unit_verify_generations_SOURCES = tests/unit/verify-generations.c \
	$(judged_product_sources)
tests_unit_verify_generations_CPPFLAGS = $(JUDGE_CPPFLAGS)
tests_unit_verify_generations_CFLAGS = $(JUDGE_CFLAGS)
tests_unit_verify_generations_LDADD = plugins/matmul/libmatmul.la $(JUDGE_LIBS)

tests_unit_verify_i32_SOURCES = tests/unit/verify-i32.c \
	$(judged_product_sources)
tests_unit_verify_i32_CPPFLAGS = $(JUDGE_CPPFLAGS)
tests_unit_verify_i32_CFLAGS = $(JUDGE_CFLAGS)
tests_unit_verify_i32_LDADD = plugins/matmul/libmatmul.la $(JUDGE_LIBS)

tests_unit_verify_move_SOURCES = tests/unit/verify-move.c \
	tests/unit/fake-host.c
tests_unit_verify_move_CPPFLAGS = $(JUDGE_CPPFLAGS)
tests_unit_verify_move_CFLAGS = $(JUDGE_CFLAGS)
tests_unit_verify_move_LDADD = plugins/move/libmove.la $(JUDGE_LIBS)

tests_unit_verify_precision_SOURCES = tests/unit/verify-precision.c \
	$(judged_product_sources)
tests_unit_verify_precision_CPPFLAGS = $(JUDGE_CPPFLAGS)
tests_unit_verify_precision_CFLAGS = $(JUDGE_CFLAGS)
tests_unit_verify_precision_LDADD = plugins/matmul/libmatmul.la $(JUDGE_LIBS)

tests_unit_number_SOURCES = tests/unit/number.c
tests_unit_number_CPPFLAGS = $(JUDGE_CPPFLAGS)
tests_unit_number_CFLAGS = $(JUDGE_CFLAGS)
tests_unit_number_LDADD = plugins/matmul/libmatmul.la $(JUDGE_LIBS)

tests_unit_ring_SOURCES = tests/unit/ring.c
tests_unit_ring_CPPFLAGS = $(JUDGE_CPPFLAGS)
tests_unit_ring_CFLAGS = $(JUDGE_CFLAGS)
tests_unit_ring_LDADD = plugins/matmul/libmatmul.la $(JUDGE_LIBS)

tests_unit_verify_half_SOURCES = tests/unit/verify-half.c \
	$(judged_product_sources)
tests_unit_verify_half_CPPFLAGS = $(JUDGE_CPPFLAGS)
tests_unit_verify_half_CFLAGS = $(JUDGE_CFLAGS)
tests_unit_verify_half_LDADD = plugins/matmul/libmatmul.la $(JUDGE_LIBS)

tests_unit_verify_wide_SOURCES = tests/unit/verify-wide.c \
	$(judged_product_sources)
tests_unit_verify_wide_CPPFLAGS = $(JUDGE_CPPFLAGS)
tests_unit_verify_wide_CFLAGS = $(JUDGE_CFLAGS) $(ROUNDING_CFLAGS)
tests_unit_verify_wide_LDADD = plugins/matmul/libmatmul.la $(JUDGE_LIBS)

tests_unit_wide_data_SOURCES = tests/unit/wide-data.c \
	$(judged_product_sources)
tests_unit_wide_data_CPPFLAGS = $(JUDGE_CPPFLAGS)
tests_unit_wide_data_CFLAGS = $(JUDGE_CFLAGS)
tests_unit_wide_data_LDADD = plugins/matmul/libmatmul.la $(JUDGE_LIBS)
