# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
# Runs a command under Nsight Compute and explains what was counted of its kernels.
# gkhost contains this script; for --profile it runs
# sh -c SCRIPT profile NCU CACHES GKHOST ARG...
#
# It prints the records of gkhost, as they are, and then lines of fields with tabs
# between them: "error" and the first error of the profiler, "broken" and the first row
# that is none, "last" and the last line of anything else, and for each line of the
# explanation "text", its indentation, its beginning and its text.  Exit status: 1 when
# the profiler was killed.

# The profiler runs a kernel once a group of counters.  gkhost evicts the caches before
# the first run of a cold sample only, so that the profiler must flush them before the
# others (CACHES is "all").  In a hot sample each run leaves the caches as samples find
# them ("none").  Clocks are not changed, so that the figures are those of timed
# launches.  Child processes, which only describe plugins, are not profiled.
#
# The names of the metrics are those from compute capability 7.0 on.

ncu=$1 caches=$2
shift 2
l1=l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op
metrics=gpu__time_duration.sum
metrics=$metrics,dram__throughput.avg.pct_of_peak_sustained_elapsed
metrics=$metrics,lts__throughput.avg.pct_of_peak_sustained_elapsed
metrics=$metrics,sm__throughput.avg.pct_of_peak_sustained_elapsed
metrics=$metrics,sm__warps_active.avg.pct_of_peak_sustained_active
metrics=$metrics,l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum
metrics=$metrics,l1tex__data_pipe_lsu_wavefronts_mem_shared.sum
metrics=$metrics,${l1}_ld.ratio,${l1}_st.ratio
{
  (exec "$ncu" --csv --page raw --target-processes application-only --print-units base \
    --profile-from-start off --cache-control "$caches" --clock-control none \
    --metrics "$metrics" "$@" 2>&1)
  printf '\n%d\n' $?
} 2>/dev/null | LC_ALL=C awk -v metrics="$metrics" '
BEGIN {
  # Columns of a kernel, in the order of the metrics.
  SECONDS = 1; DRAM = 2; L2 = 3; SM = 4; WARPS = 5; CONFLICTS = 6; WAVEFRONTS = 7
  LOADED = 8; STORED = 9
  n_metrics = split(metrics, metric, ",")
  # A unit below this throughput, % of peak, does not limit the kernel.
  BUSY = 60
  # Occupancy, in %, below which latency is not hidden.
  ENOUGH_WARPS = 50
  # Bank conflicts that matter, in % of the wavefronts of shared memory.
  MANY_CONFLICTS = 25
  # Sectors per request; the widest coalesced access, 16 bytes a thread, has 16.
  UNCOALESCED = 16.5
  # Start and end dominate a shorter kernel.
  SHORT_SECONDS = 5e-6
  MOST_KERNELS = 4
}

# Splits a line of quoted fields, in which two quotes stand for one.  Returns their
# number; 0: it is no such line.
function split_line(line, field,   n) {
  while (match(line, /^"([^"]|"")*"/)) {
    field[++n] = substr(line, 2, RLENGTH - 2)
    gsub(/""/, "\"", field[n])
    line = substr(line, RLENGTH + 1)
    if (line == "" || line == "\r")
      return n
    if (!sub(/^,/, "", line))
      return 0
  }
  return 0
}

# "1,205.00" as a number; "" for "n/a" or an empty field: not known.
function number(digits) {
  gsub(/,/, "", digits)
  return digits ~ /^[0-9]+([.][0-9]*)?([eE][-+]?[0-9]+)?$/ ? digits + 0 : ""
}

# Versions write "ns" or "nsecond".
function seconds_of(unit) {
  sub(/econd$/, "", unit)
  if (unit == "s")
    return 1
  return unit == "ns" ? 1e-9 : unit == "us" ? 1e-6 : unit == "ms" ? 1e-3 : ""
}

function begin_table(field, n,   i, j) {
  columns = n
  for (i = 1; i <= n; i++) {
    if (field[i] == "Kernel Name")
      name_column = i
    for (j = 1; j <= n_metrics; j++)
      if (field[i] == metric[j])
        column[j] = i
  }
}

function add_kernel(field,   i) {
  name[++n_kernels] = name_column ? field[name_column] : "?"
  for (i = 1; i <= n_metrics; i++)
    value[n_kernels, i] = (i in column) ? number(field[column[i]]) : ""
  if (second == "" || value[n_kernels, SECONDS] == "")
    value[n_kernels, SECONDS] = ""
  else
    value[n_kernels, SECONDS] *= second
}

/^\{/ {
  print
  next
}

/^"/ {
  n = split_line($0, field)
  if (n > 0 && !columns && field[1] == "ID")
    begin_table(field, n)
  else if (columns && n == columns && field[1] != "")
    add_kernel(field)
  else if (columns && n == columns)
    second = (SECONDS in column) ? seconds_of(field[column[SECONDS]]) : ""
  else if (columns && broken == "")
    broken = $0
  if (columns)
    next
}

# The run had an exit status other than 0, which its record explains.
/^==ERROR== The application returned an error code/ { next }
/^==ERROR== / && error == "" { error = substr($0, 11) }
/^==/ { next }
# The last line is the exit status.
/./ {
  last = status
  status = $0
}

# Three digits, as units_time of the host prints them.
function time_text(s,   unit, factor) {
  if (s == "")
    return "?"
  unit = s < 999.5e-9 ? "ns" : s < 999.5e-6 ? "us" : s < 999.5e-3 ? "ms" : "s"
  s *= unit == "ns" ? 1e9 : unit == "us" ? 1e6 : unit == "ms" ? 1e3 : 1
  return sprintf(s < 9.995 ? "%.2f %s" : s < 99.95 ? "%.1f %s" : "%.0f %s", s, unit)
}

function percent(v) {
  return v > 0 && v < 0.05 ? "<0.1%" : sprintf(v < 99.95 ? "%.1f%%" : "%.0f%%", v)
}

function text(indent, lead, words) {
  print "text\t" indent "\t" lead "\t" words
}

# v: "": not known; negative: there was nothing to count, as none says.
function figure(what, v, shown, none, words) {
  if (v == "")
    words = (none == "" ? "" : "no such access, or ") "not counted on this device"
  else if (v < 0)
    words = none
  text(29, sprintf("  %-17s %7s  ", what, v == "" || v < 0 ? "-" : shown), words)
}

function busy(what, v, limit, near, idle,   words) {
  words = "mostly idle" idle
  if (v >= 80)
    words = "at its limit: " limit
  else if (v >= BUSY)
    words = "near its limit: " near
  else if (v >= 30)
    words = "in use, with room for more"
  figure(what, v, percent(v), "", words)
}

function warps(v,   words) {
  words = "very low: registers, shared memory or grid limit it"
  if (v >= ENOUGH_WARPS)
    words = "enough to hide latency: some compute, others wait"
  else if (v >= 25)
    words = "low: each warp needs more in flight to hide latency"
  figure("occupancy", v, percent(v), "", words)
}

function bank_conflicts(v,   words) {
  words = "no or few conflicts in shared memory"
  if (v >= MANY_CONFLICTS)
    words = "of wavefronts are conflicts: pad rows, XOR-swizzle"
  else if (v >= 5)
    words = "of shared memory\047s wavefronts are conflicts"
  figure("bank conflicts", v, percent(v), "it uses no shared memory", words)
}

function sectors(what, v, none,   words) {
  words = "coalesced: 4 hold 32 times 4 bytes"
  if (v >= UNCOALESCED)
    words = "uncoalesced: 32 are one for each thread"
  else if (v >= 4.5)
    words = "8 B a thread take 8, 16 B take 16; else uncoalesced"
  figure(what " sectors/req", v == 0 && v != "" ? -1 : v, sprintf("%.1f", v), none, words)
}

# The busiest unit, if it is busy; else the likeliest cause of waiting, the first that
# applies.
function bound(k, conflicts,   dram, l2, sm, most, uncoalesced) {
  dram = value[k, DRAM]; l2 = value[k, L2]; sm = value[k, SM]
  if (dram == "" || l2 == "" || sm == "")
    return "not known without DRAM, L2 and SM"
  most = dram > l2 ? dram : l2
  most = sm > most ? sm : most
  uncoalesced = value[k, LOADED] + 0 >= UNCOALESCED || value[k, STORED] + 0 >= UNCOALESCED
  if (most >= BUSY && most == dram)
    return "DRAM: memory-bound, its bytes take this long"
  if (most >= BUSY && most == l2 && uncoalesced)
    return "L2: uncoalesced accesses move bytes that no thread uses"
  if (most >= BUSY && most == l2)
    return "L2: keep data that is reused in registers or shared memory"
  if (most >= BUSY)
    return "SM: compute-bound, its instructions take this long"
  if (value[k, SECONDS] != "" && value[k, SECONDS] < SHORT_SECONDS)
    return "shortness: no unit is busy, most of it is start and end"
  if (conflicts + 0 >= MANY_CONFLICTS)
    return "bank conflicts: no unit is busy, warps wait for shared memory"
  if (uncoalesced)
    return "uncoalesced accesses: no unit is busy, each has many sectors"
  if (value[k, WARPS] != "" && value[k, WARPS] < ENOUGH_WARPS)
    return "occupancy: no unit is busy, too few warps hide latency"
  return "latency: no unit is busy; prefetch more in each thread"
}

function print_kernel(k, total,   s, share, w, conflicts) {
  s = value[k, SECONDS]
  share = total != "" && s < total ? ", " percent(100 * s / total) " of the launch" : ""
  text(4, "  ", name[k] ": " time_text(s) share)
  busy("DRAM busy", value[k, DRAM], "only fewer bytes make it faster",
    "the bytes that move decide", ": memory does not limit it")
  busy("L2 busy", value[k, L2], "reuse in registers and shared memory",
    "what passes through it decides", "")
  busy("SM busy", value[k, SM], "only fewer instructions help",
    "the instructions decide", ": it waits, or has little to compute")
  warps(value[k, WARPS])
  w = value[k, WAVEFRONTS]
  conflicts = w == 0 && w != "" ? -1 : ""
  if (w > 0 && value[k, CONFLICTS] != "")
    conflicts = 100 * value[k, CONFLICTS] / w
  bank_conflicts(conflicts)
  sectors("load", value[k, LOADED], "no thread loads from global memory")
  sectors("store", value[k, STORED], "no thread stores to global memory")
  text(4, "  what binds it: ", bound(k, conflicts))
}

# Prints the longest kernels of the launch, the longest first.
function print_kernels(   i, j, k, order, total, rest) {
  for (i = 1; i <= n_kernels; i++) {
    total = i > 1 && total == "" || value[i, SECONDS] == "" ? "" : total + value[i, SECONDS]
    for (j = i; j > 1 && value[order[j - 1], SECONDS] < value[i, SECONDS]; j--)
      order[j] = order[j - 1]
    order[j] = i
  }
  for (i = 1; i <= n_kernels; i++)
    if (i <= MOST_KERNELS)
      print_kernel(order[i], total)
    else
      rest += value[order[i], SECONDS]
  if (n_kernels > MOST_KERNELS)
    text(4, "  ", n_kernels - MOST_KERNELS " more kernels: " \
      (total > 0 ? percent(100 * rest / total) : "?") " of the launch")
}

END {
  if (error != "")
    print "error\t" error
  if (broken != "")
    print "broken\t" broken
  if (last != "")
    print "last\t" last
  print_kernels()
  exit (status + 0 > 128)
}'
