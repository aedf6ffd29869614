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
	tests/unit/cpu-threads-edges \
	tests/unit/descent \
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
	tests/unit/strand \
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
	tests/unit/used-description.h
unit_sample_sources = \
	tests/unit/sample-catalog.c \
	tests/unit/said.c \
	tests/unit/suite-text.c

tests_unit_altered_SOURCES = tests/unit/altered.c \
	tests/unit/stand-in.c
tests_unit_altered_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_altered_CFLAGS = $(UNIT_CFLAGS)
tests_unit_altered_LDADD = $(UNIT_LIBS)

tests_unit_audit_SOURCES = tests/unit/audit.c \
	tests/unit/toy-trial.c
tests_unit_audit_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_audit_CFLAGS = $(UNIT_CFLAGS)
tests_unit_audit_LDADD = $(UNIT_LIBS)

tests_unit_bounce_SOURCES = tests/unit/bounce.c
tests_unit_bounce_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_bounce_CFLAGS = $(UNIT_CFLAGS)
tests_unit_bounce_LDADD = $(UNIT_LIBS)

tests_unit_buffers_fit_SOURCES = tests/unit/buffers-fit.c
tests_unit_buffers_fit_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_buffers_fit_CFLAGS = $(UNIT_CFLAGS)
tests_unit_buffers_fit_LDADD = $(UNIT_LIBS)

tests_unit_cache_measure_SOURCES = tests/unit/cache-measure.c \
	tests/unit/stand-in.c
tests_unit_cache_measure_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_cache_measure_CFLAGS = $(UNIT_CFLAGS)
tests_unit_cache_measure_LDADD = $(UNIT_LIBS)

tests_unit_case_identity_SOURCES = tests/unit/case-identity.c \
	tests/unit/sample-records.c
tests_unit_case_identity_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_case_identity_CFLAGS = $(UNIT_CFLAGS)
tests_unit_case_identity_LDADD = $(UNIT_LIBS)

tests_unit_cases_SOURCES = tests/unit/cases.c $(unit_sample_sources)
tests_unit_cases_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_cases_CFLAGS = $(UNIT_CFLAGS)
tests_unit_cases_LDADD = $(UNIT_LIBS)

tests_unit_catalog_SOURCES = tests/unit/catalog.c tests/unit/said.c \
	tests/unit/description-sample.c
tests_unit_catalog_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_catalog_CFLAGS = $(UNIT_CFLAGS)
tests_unit_catalog_LDADD = $(UNIT_LIBS)

tests_unit_caveat_SOURCES = tests/unit/caveat.c
tests_unit_caveat_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_caveat_CFLAGS = $(UNIT_CFLAGS)
tests_unit_caveat_LDADD = $(UNIT_LIBS)

tests_unit_cores_SOURCES = tests/unit/cores.c \
	tests/unit/laid.c
tests_unit_cores_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_cores_CFLAGS = $(UNIT_CFLAGS)
tests_unit_cores_LDADD = $(UNIT_LIBS)

tests_unit_describe_SOURCES = tests/unit/describe.c
tests_unit_describe_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_describe_CFLAGS = $(UNIT_CFLAGS)
tests_unit_describe_LDADD = $(UNIT_LIBS)

tests_unit_descent_SOURCES = tests/unit/descent.c
tests_unit_descent_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_descent_CFLAGS = $(UNIT_CFLAGS)
tests_unit_descent_LDADD = $(UNIT_LIBS)

tests_unit_description_SOURCES = tests/unit/description.c \
	tests/unit/description-sample.c \
	tests/unit/said.c \
	tests/unit/suite-text.c \
	tests/unit/used-description.c
tests_unit_description_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_description_CFLAGS = $(UNIT_CFLAGS)
tests_unit_description_LDADD = $(UNIT_LIBS)

tests_unit_check_warnings_SOURCES = tests/unit/check-warnings.c \
	tests/unit/sample-records.c
tests_unit_check_warnings_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_warnings_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_warnings_LDADD = $(UNIT_LIBS)

tests_unit_child_SOURCES = tests/unit/child.c
tests_unit_child_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_child_CFLAGS = $(UNIT_CFLAGS)
tests_unit_child_LDADD = $(UNIT_LIBS)

tests_unit_sample_choice_SOURCES = tests/unit/sample-choice.c
tests_unit_sample_choice_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_sample_choice_CFLAGS = $(UNIT_CFLAGS)
tests_unit_sample_choice_LDADD = $(UNIT_LIBS)

tests_unit_clean_eviction_SOURCES = tests/unit/clean-eviction.c \
	tests/unit/stand-in.c
tests_unit_clean_eviction_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_clean_eviction_CFLAGS = $(UNIT_CFLAGS)
tests_unit_clean_eviction_LDADD = $(UNIT_LIBS)

tests_unit_confine_SOURCES = tests/unit/confine.c
tests_unit_confine_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_confine_CFLAGS = $(UNIT_CFLAGS)
tests_unit_confine_LDADD = $(UNIT_LIBS)

tests_unit_displace_SOURCES = tests/unit/displace.c
tests_unit_displace_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_displace_CFLAGS = $(UNIT_CFLAGS)
tests_unit_displace_LDADD = $(UNIT_LIBS)

tests_unit_empty_launch_SOURCES = tests/unit/empty-launch.c \
	tests/unit/stand-in.c
tests_unit_empty_launch_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_empty_launch_CFLAGS = $(UNIT_CFLAGS)
tests_unit_empty_launch_LDADD = $(UNIT_LIBS)

tests_unit_evict_SOURCES = tests/unit/evict.c
tests_unit_evict_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_evict_CFLAGS = $(UNIT_CFLAGS)
tests_unit_evict_LDADD = $(UNIT_LIBS)

tests_unit_fastest_SOURCES = tests/unit/fastest.c \
	tests/unit/sample-records.c
tests_unit_fastest_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_fastest_CFLAGS = $(UNIT_CFLAGS)
tests_unit_fastest_LDADD = $(UNIT_LIBS)

tests_unit_fenced_SOURCES = tests/unit/fenced.c
tests_unit_fenced_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_fenced_CFLAGS = $(UNIT_CFLAGS)
tests_unit_fenced_LDADD = $(UNIT_LIBS)

tests_unit_fields_SOURCES = tests/unit/fields.c
tests_unit_fields_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_fields_CFLAGS = $(UNIT_CFLAGS)
tests_unit_fields_LDADD = $(UNIT_LIBS)

tests_unit_figures_SOURCES = tests/unit/figures.c
tests_unit_figures_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_figures_CFLAGS = $(UNIT_CFLAGS)
tests_unit_figures_LDADD = $(UNIT_LIBS)

tests_unit_frame_SOURCES = tests/unit/frame.c
tests_unit_frame_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_frame_CFLAGS = $(UNIT_CFLAGS)
tests_unit_frame_LDADD = $(UNIT_LIBS)

tests_unit_guarded_SOURCES = tests/unit/guarded.c
tests_unit_guarded_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_guarded_CFLAGS = $(UNIT_CFLAGS)
tests_unit_guarded_LDADD = $(UNIT_LIBS)

tests_unit_problem_copy_json_SOURCES = tests/unit/problem-copy-json.c
tests_unit_problem_copy_json_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_problem_copy_json_CFLAGS = $(UNIT_CFLAGS)
tests_unit_problem_copy_json_LDADD = $(UNIT_LIBS)

tests_unit_host_memory_SOURCES = tests/unit/host-memory.c \
	tests/unit/laid.c
tests_unit_host_memory_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_host_memory_CFLAGS = $(UNIT_CFLAGS)
tests_unit_host_memory_LDADD = $(UNIT_LIBS)

tests_unit_jobs_SOURCES = tests/unit/jobs.c $(unit_sample_sources)
tests_unit_jobs_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_jobs_CFLAGS = $(UNIT_CFLAGS)
tests_unit_jobs_LDADD = $(UNIT_LIBS)

tests_unit_kept_limits_SOURCES = tests/unit/kept-limits.c \
	tests/unit/laid.c \
	tests/unit/said.c
tests_unit_kept_limits_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_kept_limits_CFLAGS = $(UNIT_CFLAGS)
tests_unit_kept_limits_LDADD = $(UNIT_LIBS)

tests_unit_last_cache_SOURCES = tests/unit/last-cache.c \
	tests/unit/laid.c
tests_unit_last_cache_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_last_cache_CFLAGS = $(UNIT_CFLAGS)
tests_unit_last_cache_LDADD = $(UNIT_LIBS)

tests_unit_limits_SOURCES = tests/unit/limits.c
tests_unit_limits_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_limits_CFLAGS = $(UNIT_CFLAGS)
tests_unit_limits_LDADD = $(UNIT_LIBS)

tests_unit_channel_SOURCES = tests/unit/channel.c
tests_unit_channel_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_channel_CFLAGS = $(UNIT_CFLAGS) -pthread
tests_unit_channel_LDADD = $(UNIT_LIBS)

tests_unit_lines_SOURCES = tests/unit/lines.c
tests_unit_lines_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_lines_CFLAGS = $(UNIT_CFLAGS)
tests_unit_lines_LDADD = $(UNIT_LIBS)

tests_unit_map_SOURCES = tests/unit/map.c
tests_unit_map_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_map_CFLAGS = $(UNIT_CFLAGS)
tests_unit_map_LDADD = $(UNIT_LIBS)

tests_unit_meter_readings_SOURCES = tests/unit/meter-readings.c
tests_unit_meter_readings_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_meter_readings_CFLAGS = $(UNIT_CFLAGS)
tests_unit_meter_readings_LDADD = $(UNIT_LIBS)
tests_unit_nearest_SOURCES = tests/unit/nearest.c
tests_unit_nearest_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_nearest_CFLAGS = $(UNIT_CFLAGS)
tests_unit_nearest_LDADD = $(UNIT_LIBS)

tests_unit_parallel_SOURCES = tests/unit/parallel.c
tests_unit_parallel_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_parallel_CFLAGS = $(UNIT_CFLAGS) -pthread
tests_unit_parallel_LDADD = $(UNIT_LIBS)

tests_unit_send_fds_SOURCES = tests/unit/send-fds.c
tests_unit_send_fds_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_send_fds_CFLAGS = $(UNIT_CFLAGS)
tests_unit_send_fds_LDADD = $(UNIT_LIBS)

tests_unit_printable_SOURCES = tests/unit/printable.c
tests_unit_printable_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_printable_CFLAGS = $(UNIT_CFLAGS)
tests_unit_printable_LDADD = $(UNIT_LIBS)
tests_unit_random_SOURCES = tests/unit/random.c
tests_unit_random_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_random_CFLAGS = $(UNIT_CFLAGS)
tests_unit_random_LDADD = $(UNIT_LIBS)

tests_unit_rank_SOURCES = tests/unit/rank.c
tests_unit_rank_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_rank_CFLAGS = $(UNIT_CFLAGS)
tests_unit_rank_LDADD = $(UNIT_LIBS)

tests_unit_ranks_SOURCES = tests/unit/ranks.c
tests_unit_ranks_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_ranks_CFLAGS = $(UNIT_CFLAGS)
tests_unit_ranks_LDADD = $(UNIT_LIBS)

tests_unit_request_SOURCES = tests/unit/request.c $(unit_sample_sources)
tests_unit_request_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_request_CFLAGS = $(UNIT_CFLAGS)
tests_unit_request_LDADD = $(UNIT_LIBS)

tests_unit_runs_SOURCES = tests/unit/runs.c tests/unit/record-file.c \
	tests/unit/said.c
tests_unit_runs_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_runs_CFLAGS = $(UNIT_CFLAGS)
tests_unit_runs_LDADD = $(UNIT_LIBS)

tests_unit_scale_SOURCES = tests/unit/scale.c
tests_unit_scale_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_scale_CFLAGS = $(UNIT_CFLAGS)
tests_unit_scale_LDADD = $(UNIT_LIBS)

tests_unit_selector_SOURCES = tests/unit/selector.c
tests_unit_selector_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_selector_CFLAGS = $(UNIT_CFLAGS)
tests_unit_selector_LDADD = $(UNIT_LIBS)

tests_unit_services_SOURCES = tests/unit/services.c
tests_unit_services_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_services_CFLAGS = $(UNIT_CFLAGS) -pthread
tests_unit_services_LDADD = $(UNIT_LIBS)

tests_unit_corrupt_output_SOURCES = tests/unit/corrupt-output.c
tests_unit_corrupt_output_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_corrupt_output_CFLAGS = $(UNIT_CFLAGS)
tests_unit_corrupt_output_LDADD = $(UNIT_LIBS)

tests_unit_shared_SOURCES = tests/unit/shared.c
tests_unit_shared_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_shared_CFLAGS = $(UNIT_CFLAGS)
tests_unit_shared_LDADD = $(UNIT_LIBS)

tests_unit_estimate_SOURCES = tests/unit/estimate.c
tests_unit_estimate_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_estimate_CFLAGS = $(UNIT_CFLAGS)
tests_unit_estimate_LDADD = $(UNIT_LIBS)

tests_unit_compare_simulated_SOURCES = tests/unit/compare-simulated.c \
	tests/unit/chance.c
tests_unit_compare_simulated_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_compare_simulated_CFLAGS = $(UNIT_CFLAGS)
tests_unit_compare_simulated_LDADD = $(UNIT_LIBS)

tests_unit_measurement_SOURCES = tests/unit/measurement.c
tests_unit_measurement_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_measurement_CFLAGS = $(UNIT_CFLAGS)
tests_unit_measurement_LDADD = $(UNIT_LIBS)

tests_unit_slices_SOURCES = tests/unit/slices.c \
	tests/unit/chance.c
tests_unit_slices_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_slices_CFLAGS = $(UNIT_CFLAGS)
tests_unit_slices_LDADD = $(UNIT_LIBS)

tests_unit_device_health_SOURCES = tests/unit/device-health.c \
	tests/unit/chance.c
tests_unit_device_health_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_device_health_CFLAGS = $(UNIT_CFLAGS)
tests_unit_device_health_LDADD = $(UNIT_LIBS)

tests_unit_stats_SOURCES = tests/unit/stats.c
tests_unit_stats_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_stats_CFLAGS = $(UNIT_CFLAGS)
tests_unit_stats_LDADD = $(UNIT_LIBS)

tests_unit_strand_SOURCES = tests/unit/strand.c
tests_unit_strand_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_strand_CFLAGS = $(UNIT_CFLAGS)
tests_unit_strand_LDADD = $(UNIT_LIBS)

tests_unit_suite_SOURCES = tests/unit/suite.c tests/unit/said.c \
	tests/unit/suite-text.c
tests_unit_suite_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_suite_CFLAGS = $(UNIT_CFLAGS)
tests_unit_suite_LDADD = $(UNIT_LIBS)

tests_unit_sweep_SOURCES = tests/unit/sweep.c
tests_unit_sweep_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_sweep_CFLAGS = $(UNIT_CFLAGS)
tests_unit_sweep_LDADD = $(UNIT_LIBS)

tests_unit_sync_all_SOURCES = tests/unit/sync-all.c \
	tests/unit/stand-in.c
tests_unit_sync_all_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_sync_all_CFLAGS = $(UNIT_CFLAGS) -pthread
tests_unit_sync_all_LDADD = $(UNIT_LIBS)

tests_unit_journal_SOURCES = tests/unit/journal.c tests/unit/record-file.c \
	tests/unit/said.c
tests_unit_journal_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_journal_CFLAGS = $(UNIT_CFLAGS)
tests_unit_journal_LDADD = $(UNIT_LIBS)

tests_unit_option_SOURCES = tests/unit/option.c
tests_unit_option_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_option_CFLAGS = $(UNIT_CFLAGS)
tests_unit_option_LDADD = $(UNIT_LIBS)

tests_unit_out_of_memory_SOURCES = tests/unit/out-of-memory.c
tests_unit_out_of_memory_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_out_of_memory_CFLAGS = $(UNIT_CFLAGS)
tests_unit_out_of_memory_LDADD = $(UNIT_LIBS)

tests_unit_peek_SOURCES = tests/unit/peek.c \
	tests/unit/stand-in.c
tests_unit_peek_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_peek_CFLAGS = $(UNIT_CFLAGS)
tests_unit_peek_LDADD = $(UNIT_LIBS)

tests_unit_persisting_SOURCES = tests/unit/persisting.c \
	tests/unit/stand-in.c
tests_unit_persisting_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_persisting_CFLAGS = $(UNIT_CFLAGS)
tests_unit_persisting_LDADD = $(UNIT_LIBS)

tests_unit_cpu_affinity_SOURCES = tests/unit/cpu-affinity.c \
	tests/unit/laid.c
tests_unit_cpu_affinity_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_cpu_affinity_CFLAGS = $(UNIT_CFLAGS)
tests_unit_cpu_affinity_LDADD = $(UNIT_LIBS)

tests_unit_processors_SOURCES = tests/unit/processors.c
tests_unit_processors_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_processors_CFLAGS = $(UNIT_CFLAGS)
tests_unit_processors_LDADD = $(UNIT_LIBS)

tests_unit_progress_SOURCES = tests/unit/progress.c
tests_unit_progress_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_progress_CFLAGS = $(UNIT_CFLAGS)
tests_unit_progress_LDADD = $(UNIT_LIBS)

tests_unit_report_csv_SOURCES = tests/unit/report-csv.c \
	tests/unit/sample-records.c
tests_unit_report_csv_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_report_csv_CFLAGS = $(UNIT_CFLAGS)
tests_unit_report_csv_LDADD = $(UNIT_LIBS)

tests_unit_report_table_SOURCES = tests/unit/report-table.c \
	tests/unit/sample-records.c
tests_unit_report_table_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_report_table_CFLAGS = $(UNIT_CFLAGS)
tests_unit_report_table_LDADD = $(UNIT_LIBS)

tests_unit_trial_SOURCES = tests/unit/trial.c \
	tests/unit/toy-trial.c
tests_unit_trial_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_trial_CFLAGS = $(UNIT_CFLAGS)
tests_unit_trial_LDADD = $(UNIT_LIBS)

tests_unit_trial_freshness_SOURCES = tests/unit/trial-freshness.c \
	tests/unit/toy-trial.c
tests_unit_trial_freshness_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_trial_freshness_CFLAGS = $(UNIT_CFLAGS)
tests_unit_trial_freshness_LDADD = $(UNIT_LIBS)

# What cublas-tuned chooses.
tests_unit_tuning_SOURCES = tests/unit/tuning.c \
	plugins/cublas/tuning.c
tests_unit_tuning_CPPFLAGS = $(JUDGE_CPPFLAGS)
tests_unit_tuning_CFLAGS = $(JUDGE_CFLAGS)
tests_unit_tuning_LDADD = $(JUDGE_LIBS)

tests_unit_tunings_SOURCES = tests/unit/tunings.c
tests_unit_tunings_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_tunings_CFLAGS = $(UNIT_CFLAGS)
tests_unit_tunings_LDADD = $(UNIT_LIBS)

tests_unit_units_SOURCES = tests/unit/units.c
tests_unit_units_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_units_CFLAGS = $(UNIT_CFLAGS)
tests_unit_units_LDADD = $(UNIT_LIBS)

tests_unit_trend_SOURCES = tests/unit/trend.c \
	tests/unit/chance.c
tests_unit_trend_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_trend_CFLAGS = $(UNIT_CFLAGS)
tests_unit_trend_LDADD = $(UNIT_LIBS)

tests_unit_verdict_SOURCES = tests/unit/verdict.c
tests_unit_verdict_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_verdict_CFLAGS = $(UNIT_CFLAGS)
tests_unit_verdict_LDADD = $(UNIT_LIBS)

tests_unit_version_SOURCES = tests/unit/version.c
tests_unit_version_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_version_CFLAGS = $(UNIT_CFLAGS)
tests_unit_version_LDADD = $(UNIT_LIBS)

# The judges of the plugins, without a host: what they must not let pass.
JUDGE_CPPFLAGS = $(UNIT_CPPFLAGS) -I$(top_srcdir)/plugins
JUDGE_CFLAGS = $(UNIT_CFLAGS) $(OPENMP_CFLAGS)
JUDGE_LIBS = $(UNIT_LIBS) $(M_LIBS)
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
tests_unit_tool_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_tool_CFLAGS = $(UNIT_CFLAGS)
tests_unit_tool_LDADD = $(UNIT_LIBS)

tests_unit_topology_SOURCES = tests/unit/topology.c \
	tests/unit/laid.c
tests_unit_topology_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_topology_CFLAGS = $(UNIT_CFLAGS)
tests_unit_topology_LDADD = $(UNIT_LIBS)

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

tests_unit_node_memory_SOURCES = tests/unit/node-memory.c
tests_unit_node_memory_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_node_memory_CFLAGS = $(UNIT_CFLAGS)
tests_unit_node_memory_LDADD = $(UNIT_LIBS)

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
