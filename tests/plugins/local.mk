# SPDX-License-Identifier: BSD-3-Clause
# Plugins that tests load: faulty ones, and ones of other headers.

# -rpath makes libtool build shared objects of what is never installed.
TEST_PLUGIN_LINKFLAGS = $(PLUGIN_LINKFLAGS) -rpath /nowhere

check_LTLIBRARIES += \
	tests/plugins/beside.la \
	tests/plugins/broken-family.la \
	tests/plugins/cpus.la \
	tests/plugins/crash-on-load.la \
	tests/plugins/doubtful.la \
	tests/plugins/driver-copy.la \
	tests/plugins/endings.la \
	tests/plugins/fake-cublas.la \
	tests/plugins/fake-cublas-alone.la \
	tests/plugins/fake-cupti.la \
	tests/plugins/fake-driver.la \
	tests/plugins/fake-nvml.la \
	tests/plugins/fake-nvml-old.la \
	tests/plugins/faults.la \
	tests/plugins/forged.la \
	tests/plugins/later.la \
	tests/plugins/lazy-judge.la \
	tests/plugins/libraries.la \
	tests/plugins/meddles.la \
	tests/plugins/naps.la \
	tests/plugins/naps-longer.la \
	tests/plugins/newer.la \
	tests/plugins/no-plugin.la \
	tests/plugins/other-abi.la \
	tests/plugins/pages.la \
	tests/plugins/pids.la \
	tests/plugins/pries.la \
	tests/plugins/rebuilt.la \
	tests/plugins/rebuilt-option.la \
	tests/plugins/restless.la \
	tests/plugins/shadow.la \
	tests/plugins/sized.la \
	tests/plugins/steps.la \
	tests/plugins/turns.la \
	tests/plugins/unprintable.la \
	tests/plugins/untidy.la \
	tests/plugins/wrong-matmul.la

tests_plugins_beside_la_SOURCES = tests/plugins/beside.c
tests_plugins_beside_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_beside_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_beside_la_LIBADD = $(DL_LIBS)
tests_plugins_broken_family_la_SOURCES = tests/plugins/broken-family.c
tests_plugins_broken_family_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_broken_family_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_cpus_la_SOURCES = tests/plugins/cpus.c \
	tests/plugins/right-copy.h
tests_plugins_cpus_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_cpus_la_CFLAGS = $(AM_CFLAGS) -pthread
tests_plugins_cpus_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS) -pthread
tests_plugins_crash_on_load_la_SOURCES = tests/plugins/crash-on-load.c
tests_plugins_crash_on_load_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_crash_on_load_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_doubtful_la_SOURCES = tests/plugins/doubtful.c
tests_plugins_doubtful_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_doubtful_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_driver_copy_la_SOURCES = tests/plugins/driver-copy.c
tests_plugins_driver_copy_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_driver_copy_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_driver_copy_la_LIBADD = $(DL_LIBS)
tests_plugins_endings_la_SOURCES = tests/plugins/endings.c \
	tests/plugins/right-transpose.h
tests_plugins_endings_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_endings_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_fake_cublas_la_SOURCES = tests/plugins/fake-cublas.c
tests_plugins_fake_cublas_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_fake_cublas_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_fake_cublas_la_LIBADD = $(DL_LIBS)
tests_plugins_fake_cublas_alone_la_SOURCES = tests/plugins/fake-cublas.c
tests_plugins_fake_cublas_alone_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) \
	-I$(top_builddir) -DALONE
tests_plugins_fake_cublas_alone_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_fake_cublas_alone_la_LIBADD = $(DL_LIBS)
tests_plugins_fake_cupti_la_SOURCES = tests/plugins/fake-cupti.c \
	tests/plugins/fake-driver.h
tests_plugins_fake_cupti_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_fake_cupti_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_fake_cupti_la_LIBADD = $(DL_LIBS)
tests_plugins_fake_driver_la_SOURCES = tests/plugins/fake-driver.c \
	tests/plugins/fake-driver.h
tests_plugins_fake_driver_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_fake_driver_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_fake_nvml_la_SOURCES = tests/plugins/fake-nvml.c
tests_plugins_fake_nvml_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_fake_nvml_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_fake_nvml_old_la_SOURCES = tests/plugins/fake-nvml.c
tests_plugins_fake_nvml_old_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) \
	-I$(top_builddir) -DOLD
tests_plugins_fake_nvml_old_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_faults_la_SOURCES = tests/plugins/faults.c \
	tests/plugins/right-transpose.h
tests_plugins_faults_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_faults_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_forged_la_SOURCES = tests/plugins/forged.c \
	tests/cheats/forge.c tests/cheats/forge.h \
	tests/cheats/memory-map.c tests/cheats/memory-map.h
tests_plugins_forged_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_forged_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_later_la_SOURCES = tests/plugins/later.c
tests_plugins_later_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_later_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_lazy_judge_la_SOURCES = tests/plugins/lazy-judge.c
tests_plugins_lazy_judge_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_lazy_judge_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_libraries_la_SOURCES = tests/plugins/libraries.c \
	tests/plugins/right-copy.h
tests_plugins_libraries_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_libraries_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_meddles_la_SOURCES = tests/plugins/meddles.c
tests_plugins_meddles_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_meddles_la_CFLAGS = $(AM_CFLAGS) -pthread
tests_plugins_meddles_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS) -pthread
tests_plugins_meddles_la_LIBADD = $(DL_LIBS)
tests_plugins_naps_la_SOURCES = tests/plugins/naps.c \
	tests/plugins/right-copy.h
tests_plugins_naps_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_naps_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_naps_longer_la_SOURCES = tests/plugins/naps.c \
	tests/plugins/right-copy.h
tests_plugins_naps_longer_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) \
	-I$(top_builddir) -DLONGER=10
tests_plugins_naps_longer_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_newer_la_SOURCES = tests/plugins/newer.c
tests_plugins_newer_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_newer_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_no_plugin_la_SOURCES = tests/plugins/no-plugin.c
tests_plugins_no_plugin_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_no_plugin_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_other_abi_la_SOURCES = tests/plugins/other-abi.c
tests_plugins_other_abi_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_other_abi_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_pages_la_SOURCES = tests/plugins/pages.c \
	tests/plugins/right-copy.h
tests_plugins_pages_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_pages_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_pids_la_SOURCES = tests/plugins/pids.c \
	tests/plugins/right-copy.h
tests_plugins_pids_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_pids_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_pries_la_SOURCES = tests/plugins/pries.c \
	tests/plugins/right-transpose.h \
	tests/cheats/relatives.c tests/cheats/relatives.h
tests_plugins_pries_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_pries_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_rebuilt_la_SOURCES = tests/plugins/rebuilt.c
tests_plugins_rebuilt_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_rebuilt_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_rebuilt_option_la_SOURCES = tests/plugins/rebuilt.c
tests_plugins_rebuilt_option_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) \
	-I$(top_builddir) -DOPTION='"length"'
tests_plugins_rebuilt_option_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_restless_la_SOURCES = tests/plugins/restless.c \
	tests/plugins/right-copy.h
tests_plugins_restless_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_restless_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_shadow_la_SOURCES = tests/plugins/shadow.c
tests_plugins_shadow_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_shadow_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_sized_la_SOURCES = tests/plugins/sized.c
tests_plugins_sized_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_sized_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_steps_la_SOURCES = tests/plugins/steps.c \
	tests/plugins/right-copy.h
tests_plugins_steps_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_steps_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_turns_la_SOURCES = tests/plugins/turns.c \
	tests/plugins/right-copy.h
tests_plugins_turns_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_turns_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_unprintable_la_SOURCES = tests/plugins/unprintable.c
tests_plugins_unprintable_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_unprintable_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_untidy_la_SOURCES = tests/plugins/untidy.c \
	tests/plugins/right-copy.h
tests_plugins_untidy_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_untidy_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_untidy_la_LIBADD = $(M_LIBS)
tests_plugins_wrong_matmul_la_SOURCES = tests/plugins/wrong-matmul.c
tests_plugins_wrong_matmul_la_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
tests_plugins_wrong_matmul_la_CFLAGS = $(PLUGIN_CFLAGS) $(ROUNDING_CFLAGS)
tests_plugins_wrong_matmul_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_wrong_matmul_la_LIBADD = -lm

if HAVE_CUDA
check_LTLIBRARIES += tests/plugins/cuda-faults.la \
	tests/plugins/cuda-paced.la tests/plugins/cuda-paced-longer.la \
	tests/plugins/cuda-plain.la tests/plugins/cuda-spins.la
endif
tests_plugins_cuda_faults_la_SOURCES = tests/plugins/cuda-faults.cu
tests_plugins_cuda_faults_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_cuda_faults_la_LIBADD = $(CUDA_PLUGIN_LIBS)
tests_plugins_cuda_paced_longer_la_SOURCES = tests/plugins/cuda-paced-longer.cu
tests_plugins_cuda_paced_longer_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_cuda_paced_longer_la_LIBADD = $(CUDA_PLUGIN_LIBS)
tests_plugins_cuda_paced_la_SOURCES = tests/plugins/cuda-paced.cu
tests_plugins_cuda_paced_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_cuda_paced_la_LIBADD = $(CUDA_PLUGIN_LIBS)
tests_plugins_cuda_plain_la_SOURCES = tests/plugins/cuda-plain.cu
tests_plugins_cuda_plain_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_cuda_plain_la_LIBADD = $(CUDA_PLUGIN_LIBS)
tests_plugins_cuda_spins_la_SOURCES = tests/plugins/cuda-spins.cu
tests_plugins_cuda_spins_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_cuda_spins_la_LIBADD = $(CUDA_PLUGIN_LIBS)

# One plugin a mistake.
BROKEN_CPPFLAGS = $(PLUGIN_CPPFLAGS) -I$(top_builddir)
check_LTLIBRARIES += \
	tests/plugins/broken-table-bad-default.la \
	tests/plugins/broken-table-dash-option.la \
	tests/plugins/broken-table-host-key-option.la \
	tests/plugins/broken-table-host-key-tunable.la \
	tests/plugins/broken-table-no-companion-plugin.la \
	tests/plugins/broken-table-no-companion-table.la \
	tests/plugins/broken-table-no-launch.la \
	tests/plugins/broken-table-odd-companion-tunable.la \
	tests/plugins/broken-table-latin-summary.la \
	tests/plugins/broken-table-no-name.la \
	tests/plugins/broken-table-no-option-name.la \
	tests/plugins/broken-table-no-option-table.la \
	tests/plugins/broken-table-no-plugin.la \
	tests/plugins/broken-table-no-precision.la \
	tests/plugins/broken-table-no-variant-name.la \
	tests/plugins/broken-table-no-variant-summary.la \
	tests/plugins/broken-table-no-variant-table.la \
	tests/plugins/broken-table-no-verify.la \
	tests/plugins/broken-table-none.la \
	tests/plugins/broken-table-nothing.la \
	tests/plugins/broken-table-odd-variant-name.la \
	tests/plugins/broken-table-same-option.la \
	tests/plugins/broken-table-same-variant.la \
	tests/plugins/broken-table-small-size.la \
	tests/plugins/broken-table-two-lines.la \
	tests/plugins/broken-table-unknown-family.la

tests_plugins_broken_table_bad_default_la_SOURCES = tests/plugins/broken-table.c
tests_plugins_broken_table_bad_default_la_CPPFLAGS = $(BROKEN_CPPFLAGS) \
	-DMISTAKE=BAD_DEFAULT
tests_plugins_broken_table_bad_default_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_broken_table_dash_option_la_SOURCES = tests/plugins/broken-table.c
tests_plugins_broken_table_dash_option_la_CPPFLAGS = $(BROKEN_CPPFLAGS) \
	-DMISTAKE=DASH_OPTION
tests_plugins_broken_table_dash_option_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_broken_table_host_key_option_la_SOURCES = tests/plugins/broken-table.c
tests_plugins_broken_table_host_key_option_la_CPPFLAGS = $(BROKEN_CPPFLAGS) \
	-DMISTAKE=HOST_KEY_OPTION
tests_plugins_broken_table_host_key_option_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_broken_table_host_key_tunable_la_SOURCES = tests/plugins/broken-table.c
tests_plugins_broken_table_host_key_tunable_la_CPPFLAGS = $(BROKEN_CPPFLAGS) \
	-DMISTAKE=HOST_KEY_TUNABLE
tests_plugins_broken_table_host_key_tunable_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_broken_table_no_name_la_SOURCES = tests/plugins/broken-table.c
tests_plugins_broken_table_no_name_la_CPPFLAGS = $(BROKEN_CPPFLAGS) \
	-DMISTAKE=NO_NAME
tests_plugins_broken_table_no_name_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_broken_table_no_option_name_la_SOURCES = tests/plugins/broken-table.c
tests_plugins_broken_table_no_option_name_la_CPPFLAGS = $(BROKEN_CPPFLAGS) \
	-DMISTAKE=NO_OPTION_NAME
tests_plugins_broken_table_no_option_name_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_broken_table_no_option_table_la_SOURCES = tests/plugins/broken-table.c
tests_plugins_broken_table_no_option_table_la_CPPFLAGS = $(BROKEN_CPPFLAGS) \
	-DMISTAKE=NO_OPTION_TABLE
tests_plugins_broken_table_no_option_table_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_broken_table_no_plugin_la_SOURCES = tests/plugins/broken-table.c
tests_plugins_broken_table_no_plugin_la_CPPFLAGS = $(BROKEN_CPPFLAGS) \
	-DMISTAKE=NO_PLUGIN
tests_plugins_broken_table_no_plugin_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_broken_table_no_variant_name_la_SOURCES = tests/plugins/broken-table.c
tests_plugins_broken_table_no_variant_name_la_CPPFLAGS = $(BROKEN_CPPFLAGS) \
	-DMISTAKE=NO_VARIANT_NAME
tests_plugins_broken_table_no_variant_name_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_broken_table_no_variant_table_la_SOURCES = tests/plugins/broken-table.c
tests_plugins_broken_table_no_variant_table_la_CPPFLAGS = $(BROKEN_CPPFLAGS) \
	-DMISTAKE=NO_VARIANT_TABLE
tests_plugins_broken_table_no_variant_table_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_broken_table_no_verify_la_SOURCES = tests/plugins/broken-table.c
tests_plugins_broken_table_no_verify_la_CPPFLAGS = $(BROKEN_CPPFLAGS) \
	-DMISTAKE=NO_VERIFY
tests_plugins_broken_table_no_verify_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_broken_table_none_la_SOURCES = tests/plugins/broken-table.c
tests_plugins_broken_table_none_la_CPPFLAGS = $(BROKEN_CPPFLAGS) \
	-DMISTAKE=NONE
tests_plugins_broken_table_none_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_broken_table_nothing_la_SOURCES = tests/plugins/broken-table.c
tests_plugins_broken_table_nothing_la_CPPFLAGS = $(BROKEN_CPPFLAGS) \
	-DMISTAKE=NOTHING
tests_plugins_broken_table_nothing_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_broken_table_same_option_la_SOURCES = tests/plugins/broken-table.c
tests_plugins_broken_table_same_option_la_CPPFLAGS = $(BROKEN_CPPFLAGS) \
	-DMISTAKE=SAME_OPTION
tests_plugins_broken_table_same_option_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_broken_table_same_variant_la_SOURCES = tests/plugins/broken-table.c
tests_plugins_broken_table_same_variant_la_CPPFLAGS = $(BROKEN_CPPFLAGS) \
	-DMISTAKE=SAME_VARIANT
tests_plugins_broken_table_same_variant_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_broken_table_small_size_la_SOURCES = tests/plugins/broken-table.c
tests_plugins_broken_table_small_size_la_CPPFLAGS = $(BROKEN_CPPFLAGS) \
	-DMISTAKE=SMALL_SIZE
tests_plugins_broken_table_small_size_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_broken_table_no_launch_la_SOURCES = tests/plugins/broken-table.c
tests_plugins_broken_table_no_launch_la_CPPFLAGS = $(BROKEN_CPPFLAGS) \
	-DMISTAKE=NO_LAUNCH
tests_plugins_broken_table_no_launch_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_broken_table_no_variant_summary_la_SOURCES = tests/plugins/broken-table.c
tests_plugins_broken_table_no_variant_summary_la_CPPFLAGS = $(BROKEN_CPPFLAGS) \
	-DMISTAKE=NO_VARIANT_SUMMARY
tests_plugins_broken_table_no_variant_summary_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_broken_table_odd_variant_name_la_SOURCES = tests/plugins/broken-table.c
tests_plugins_broken_table_odd_variant_name_la_CPPFLAGS = $(BROKEN_CPPFLAGS) \
	-DMISTAKE=ODD_VARIANT_NAME
tests_plugins_broken_table_odd_variant_name_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_broken_table_unknown_family_la_SOURCES = tests/plugins/broken-table.c
tests_plugins_broken_table_unknown_family_la_CPPFLAGS = $(BROKEN_CPPFLAGS) \
	-DMISTAKE=UNKNOWN_FAMILY
tests_plugins_broken_table_unknown_family_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_broken_table_latin_summary_la_SOURCES = tests/plugins/broken-table.c
tests_plugins_broken_table_latin_summary_la_CPPFLAGS = $(BROKEN_CPPFLAGS) \
	-DMISTAKE=LATIN_SUMMARY
tests_plugins_broken_table_latin_summary_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_broken_table_no_precision_la_SOURCES = tests/plugins/broken-table.c
tests_plugins_broken_table_no_precision_la_CPPFLAGS = $(BROKEN_CPPFLAGS) \
	-DMISTAKE=NO_PRECISION
tests_plugins_broken_table_no_precision_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_broken_table_two_lines_la_SOURCES = tests/plugins/broken-table.c
tests_plugins_broken_table_two_lines_la_CPPFLAGS = $(BROKEN_CPPFLAGS) \
	-DMISTAKE=TWO_LINES
tests_plugins_broken_table_two_lines_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_broken_table_no_companion_plugin_la_SOURCES = tests/plugins/broken-table.c
tests_plugins_broken_table_no_companion_plugin_la_CPPFLAGS = $(BROKEN_CPPFLAGS) \
	-DMISTAKE=NO_COMPANION_PLUGIN
tests_plugins_broken_table_no_companion_plugin_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_broken_table_no_companion_table_la_SOURCES = tests/plugins/broken-table.c
tests_plugins_broken_table_no_companion_table_la_CPPFLAGS = $(BROKEN_CPPFLAGS) \
	-DMISTAKE=NO_COMPANION_TABLE
tests_plugins_broken_table_no_companion_table_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
tests_plugins_broken_table_odd_companion_tunable_la_SOURCES = tests/plugins/broken-table.c
tests_plugins_broken_table_odd_companion_tunable_la_CPPFLAGS = $(BROKEN_CPPFLAGS) \
	-DMISTAKE=ODD_COMPANION_TUNABLE
tests_plugins_broken_table_odd_companion_tunable_la_LDFLAGS = $(TEST_PLUGIN_LINKFLAGS)
