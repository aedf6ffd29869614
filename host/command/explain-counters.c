/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Explains the counters of a kernel.  Each figure has a table of levels, each
 * with a sentence.  The busiest of DRAM, L2 and SM limits the kernel when it is
 * busy for BUSY % of the time; when none is, the likeliest cause of waiting is
 * printed.
 */
#include <config.h>

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/units.h"
#include "base/printable.h"
#include "base/xalloc.h"
#include "command/counters.h"

enum { INDENT = 29 };

/* A unit below this throughput, % of peak, does not limit the kernel. */
#define BUSY 60
/* Occupancy, in %, below which latency is not hidden. */
#define ENOUGH_WARPS 50
/* Bank conflicts that matter, in % of the wavefronts of shared memory. */
#define MANY_CONFLICTS 25
/* Sectors per request.  The widest coalesced access, 16 bytes a thread, has
 * 16. */
#define UNCOALESCED 16.5
/* Start and end dominate a shorter kernel. */
#define SHORT_SECONDS 5e-6

enum explained_figure {
  FIGURE_DRAM,
  FIGURE_L2,
  FIGURE_SM,
  FIGURE_WARPS,
  FIGURE_CONFLICTS,
  FIGURE_LOADED,
  FIGURE_STORED,
  N_FIGURES
};

/* The explanation of values of at least `from`, in descending sequence; the
 * last is from 0. */
struct level {
  double from;
  const char *text;
};

static const struct level dram_levels[]
    = { { 80, "at its limit: only fewer bytes make it faster" },
        { BUSY, "near its limit: the bytes that move decide" },
        { 30, "in use, with room for more" },
        { 0, "mostly idle: memory does not limit it" } };

static const struct level l2_levels[]
    = { { 80, "at its limit: reuse in registers and shared memory" },
        { BUSY, "near its limit: what passes through it decides" },
        { 30, "in use, with room for more" },
        { 0, "mostly idle" } };

static const struct level sm_levels[]
    = { { 80, "at its limit: only fewer instructions help" },
        { BUSY, "near its limit: the instructions decide" },
        { 30, "in use, with room for more" },
        { 0, "mostly idle: it waits, or has little to compute" } };

static const struct level warp_levels[]
    = { { ENOUGH_WARPS, "enough to hide latency: some compute, others wait" },
        { 25, "low: each warp needs more in flight to hide latency" },
        { 0, "very low: registers, shared memory or grid limit it" } };

static const struct level conflict_levels[]
    = { { MANY_CONFLICTS,
          "of wavefronts are conflicts: pad rows, XOR-swizzle" },
        { 5, "of shared memory's wavefronts are conflicts" },
        { 0, "no or few conflicts in shared memory" } };

static const struct level sector_levels[]
    = { { UNCOALESCED, "uncoalesced: 32 are one for each thread" },
        { 4.5, "8 B a thread take 8, 16 B take 16; else uncoalesced" },
        { 0, "coalesced: 4 hold 32 times 4 bytes" } };

static const struct {
  const char *name;
  bool is_share;
  const struct level *level;
  const char *none; /* text when there was nothing to count; NULL: always is */
} figures[] = {
  [FIGURE_DRAM] = { "DRAM busy", true, dram_levels, NULL },
  [FIGURE_L2] = { "L2 busy", true, l2_levels, NULL },
  [FIGURE_SM] = { "SM busy", true, sm_levels, NULL },
  [FIGURE_WARPS] = { "occupancy", true, warp_levels, NULL },
  [FIGURE_CONFLICTS]
  = { "bank conflicts", true, conflict_levels, "it uses no shared memory" },
  [FIGURE_LOADED] = { "load sectors/req", false, sector_levels,
                      "no thread loads from global memory" },
  [FIGURE_STORED] = { "store sectors/req", false, sector_levels,
                      "no thread stores to global memory" },
};
_Static_assert(sizeof figures / sizeof figures[0] == N_FIGURES,
               "each figure has a row");

/* NaN: not known; negative: there was nothing to count. */
static double
value_of (const struct kernel *k, enum explained_figure figure)
{
  static const enum counter counter[] = {
    [FIGURE_DRAM] = COUNTER_DRAM,     [FIGURE_L2] = COUNTER_L2,
    [FIGURE_SM] = COUNTER_SM,         [FIGURE_WARPS] = COUNTER_WARPS,
    [FIGURE_LOADED] = COUNTER_LOADED, [FIGURE_STORED] = COUNTER_STORED,
  };
  const double wavefronts = k->value[COUNTER_WAVEFRONTS];
  double value;

  if (figure == FIGURE_CONFLICTS)
    return wavefronts > 0 ? 100 * k->value[COUNTER_CONFLICTS] / wavefronts
                          : wavefronts - 1;
  value = k->value[counter[figure]];
  return value == 0 && figures[figure].none != NULL ? -1 : value;
}

static const char *
explain_value (enum explained_figure figure, double value)
{
  const struct level *level = figures[figure].level;

  if (isnan (value))
    return figures[figure].none == NULL
               ? "not counted on this device"
               : "no such access, or not counted on this device";
  if (value < 0)
    return figures[figure].none;
  while (value < level->from)
    level++;
  return level->text;
}

static void
print_figure (FILE *out, const struct kernel *k, enum explained_figure figure)
{
  double value = value_of (k, figure);
  char number[UNITS_MAX] = "-", *lead;

  if (value >= 0 && figures[figure].is_share)
    units_percent (number, value / 100);
  else if (value >= 0)
    snprintf (number, sizeof number, "%.1f", value);
  lead = xasprintf ("  %-17s %7s  ", figures[figure].name, number);
  wrap_print (out, lead, INDENT, explain_value (figure, value));
  free (lead);
}

static bool
is_uncoalesced (const struct kernel *k)
{
  return value_of (k, FIGURE_LOADED) >= UNCOALESCED
         || value_of (k, FIGURE_STORED) >= UNCOALESCED;
}

/* The likeliest cause when no unit is busy; the first that applies. */
static const char *
find_wait_cause (const struct kernel *k)
{
  if (k->value[COUNTER_SECONDS] < SHORT_SECONDS)
    return "shortness: no unit is busy, most of it is start and end";
  if (value_of (k, FIGURE_CONFLICTS) >= MANY_CONFLICTS)
    return "bank conflicts: no unit is busy, warps wait for shared memory";
  if (is_uncoalesced (k))
    return "uncoalesced accesses: no unit is busy, each has many sectors";
  if (value_of (k, FIGURE_WARPS) < ENOUGH_WARPS)
    return "occupancy: no unit is busy, too few warps hide latency";
  return "latency: no unit is busy; prefetch more in each thread";
}

/* The busiest unit, if it is busy. */
static const char *
find_bound (const struct kernel *k)
{
  double dram = value_of (k, FIGURE_DRAM), l2 = value_of (k, FIGURE_L2),
         sm = value_of (k, FIGURE_SM);
  double most = fmax (dram, fmax (l2, sm));

  if (isnan (dram) || isnan (l2) || isnan (sm))
    return "not known without DRAM, L2 and SM";
  if (most < BUSY)
    return find_wait_cause (k);
  if (most == dram)
    return "DRAM: memory-bound, its bytes take this long";
  if (most == l2 && is_uncoalesced (k))
    return "L2: uncoalesced accesses move bytes that no thread uses";
  if (most == l2)
    return "L2: keep data that is reused in registers or shared memory";
  return "SM: compute-bound, its instructions take this long";
}

void
explain_counters (FILE *out, const struct kernel *kernel)
{
  for (enum explained_figure i = 0; i < N_FIGURES; i++)
    print_figure (out, kernel, i);
  wrap_print (out, "  what binds it: ", 4, find_bound (kernel));
}
