# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# What tests of --profile share: a stand-in for the profiler, which runs what it
# is given and then prints the table $tmp/table, and one for the driver.

: "${tmp:?}" "${top_builddir:?}"
mkdir "$tmp/bin"
driver_stand_in
cat >"$tmp/bin/ncu" <<'END'
#!/bin/bash
echo "$*" >>"$NCU.calls"
while [[ $1 = --* ]]; do
  case $1 in
  --csv) shift ;;
  --page | --print-units | --target-processes | --profile-from-start | --cache-control | \
    --clock-control | --metrics) shift 2 ;;
  *)
    echo "==ERROR== unrecognised option '$1'"
    exit 1
    ;;
  esac
done
echo '==PROF== Connected to process 4711'
"$@" | tee -a "$NCU.runs"
status=${PIPESTATUS[0]}
cat "$NCU.table"
exit "${DIES:-$status}"
END
chmod +x "$tmp/bin/ncu"

# The names and units of a real table, of which there are more columns.
cat >"$tmp/head" <<'END'
==PROF== Disconnected from process 4711
"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","dram__throughput.avg.pct_of_peak_sustained_elapsed","gpu__time_duration.sum","l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio","l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio","l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum","l1tex__data_pipe_lsu_wavefronts_mem_shared.sum","launch__grid_size","lts__throughput.avg.pct_of_peak_sustained_elapsed","sm__throughput.avg.pct_of_peak_sustained_elapsed","sm__warps_active.avg.pct_of_peak_sustained_active"
"","","","","","","","","","","","%","ns","sector/request","sector/request","","","","%","%","%"
END

# table [NAME DRAM NS LOADED STORED CONFLICTS WAVEFRONTS L2 SM WARPS]...: what
# the profiler prints.
table ()
{
  cp "$tmp/head" "$tmp/ncu.table"
  while [ $# -gt 0 ]; do
    printf '"0","4711","gkhost","127.0.0.1","%s","1","7","(256, 1, 1)","(9, 1, 1)","0","9.0","%s","%s","%s","%s","%s","%s","9","%s","%s","%s"\n' \
      "${@:1:10}" >>"$tmp/ncu.table"
    shift 10
  done
}

# profile KEYS ARG...: profiles tests/plugins/driver-copy.c, further lines of the
# suite in KEYS.
profile ()
{
  local keys=$1

  shift
  rm -f "$tmp/ncu.calls" "$tmp/ncu.runs" "$tmp/counts"
  printf '[copy]\nrows = 31\ncols = 17\npad = 0\ndtype = f32\n%s\n' "$keys" \
    >"$tmp/a.ini"
  NCU=$tmp/ncu FAKE_DRIVER_COUNTS=$tmp/counts FAKE_DRIVER_PROFILED=1 \
    LD_LIBRARY_PATH=$tmp/driver PATH=${path-$tmp/bin:$PATH} \
    CUDA_HOME=${home-$tmp/none} \
    gkhost -c "$tmp/a.ini" -p "$top_builddir/plugins/copy/.libs/copy.so" \
    -p "$top_builddir/tests/plugins/.libs/driver-copy.so" "${option---profile}" "$@"
}
