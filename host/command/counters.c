/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "command/counters.h"

/* Names of Nsight Compute, from compute capability 7.0 on. */
static const char *const metrics[] = {
  [COUNTER_SECONDS] = "gpu__time_duration.sum",
  [COUNTER_DRAM] = "dram__throughput.avg.pct_of_peak_sustained_elapsed",
  [COUNTER_L2] = "lts__throughput.avg.pct_of_peak_sustained_elapsed",
  [COUNTER_SM] = "sm__throughput.avg.pct_of_peak_sustained_elapsed",
  [COUNTER_WARPS] = "sm__warps_active.avg.pct_of_peak_sustained_active",
  [COUNTER_CONFLICTS] = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum",
  [COUNTER_WAVEFRONTS] = "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum",
  [COUNTER_LOADED] = "l1tex__average_t_sectors_per_request_pipe_lsu_mem_"
                     "global_op_ld.ratio",
  [COUNTER_STORED] = "l1tex__average_t_sectors_per_request_pipe_lsu_mem_"
                     "global_op_st.ratio",
};
_Static_assert(sizeof metrics / sizeof metrics[0] == N_COUNTERS,
               "each counter has a metric");

/* The fields of a line. */
struct fields_read {
  char **item;
  size_t n;
};

char *
counters_metrics (void)
{
  struct text text = { 0 };

  for (size_t i = 0; i < N_COUNTERS; i++)
    text_add (&text, "%s%s", i > 0 ? "," : "", metrics[i]);
  return text.data;
}

static void
fields_read_free (struct fields_read *fields)
{
  for (size_t i = 0; i < fields->n; i++)
    free (fields->item[i]);
  free (fields->item);
}

/* Returns the text between quotes, in which two quotes stand for one, and moves
 * *line after it; NULL when the closing quote is missing. */
static char *
read_quoted (const char **line)
{
  char *text = xstrdup (*line + 1);
  size_t n = 0;

  for (const char *at = *line + 1; *at != '\0'; at++) {
    if (*at == '"' && *++at != '"') {
      text[n] = '\0';
      *line = at;
      return text;
    }
    text[n++] = *at;
  }
  free (text);
  return NULL;
}

/* False unless the line consists of quoted fields. */
static bool
split_line (struct fields_read *fields, const char *line)
{
  *fields = (struct fields_read){ 0 };
  for (;; line++) {
    char *text = *line == '"' ? read_quoted (&line) : NULL;

    if (text == NULL)
      break;
    fields->item = xgrow (fields->item, fields->n, sizeof *fields->item);
    fields->item[fields->n++] = text;
    if (*line != ',')
      break;
  }
  if (fields->n > 0 && (*line == '\0' || *line == '\r'))
    return true;
  fields_read_free (fields);
  return false;
}

/* Reads the first line of a table. */
static void
begin_table (struct counters *c, const struct fields_read *names)
{
  c->columns = names->n;
  c->second = NAN;
  for (size_t i = 0; i < names->n; i++) {
    if (strcmp (names->item[i], "Kernel Name") == 0)
      c->name = i + 1;
    for (size_t j = 0; j < N_COUNTERS; j++)
      if (strcmp (names->item[i], metrics[j]) == 0)
        c->column[j] = i + 1;
  }
}

/* Versions write "ns" or "nsecond". */
static double
seconds_of (const char *unit)
{
  static const struct {
    const char *name;
    double seconds;
  } units[] = { { "ns", 1e-9 }, { "us", 1e-6 }, { "ms", 1e-3 }, { "s", 1 } };

  for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
    size_t n = strlen (units[i].name);

    if (strncmp (unit, units[i].name, n) == 0
        && (unit[n] == '\0' || strcmp (unit + n, "econd") == 0))
      return units[i].seconds;
  }
  return NAN;
}

/* Parses "1,205.00"; NaN for "n/a" or an empty field. */
static double
number_of (const char *text)
{
  char *digits = xstrdup (text), *rest;
  size_t n = 0;
  double value;

  for (size_t i = 0; text[i] != '\0'; i++)
    if (text[i] != ',')
      digits[n++] = text[i];
  digits[n] = '\0';
  value = strtod (digits, &rest);
  if (n == 0 || *rest != '\0' || !isfinite (value) || value < 0)
    value = NAN;
  free (digits);
  return value;
}

static void
add_kernel (struct counters *c, const struct fields_read *row)
{
  struct kernel *kernel = c->kernel
      = xgrow (c->kernel, c->n, sizeof *c->kernel);

  kernel += c->n++;
  kernel->name = xstrdup (c->name > 0 ? row->item[c->name - 1] : "?");
  for (size_t i = 0; i < N_COUNTERS; i++)
    kernel->value[i]
        = c->column[i] > 0 ? number_of (row->item[c->column[i] - 1]) : NAN;
  kernel->value[COUNTER_SECONDS] *= c->second;
}

/* Reads a line after the first; the line of units has an empty ID. */
static void
read_row (struct counters *c, const struct fields_read *row)
{
  if (*row->item[0] != '\0')
    add_kernel (c, row);
  else if (c->column[COUNTER_SECONDS] > 0)
    c->second = seconds_of (row->item[c->column[COUNTER_SECONDS] - 1]);
}

bool
counters_read (struct counters *c, const char *line)
{
  struct fields_read fields;
  bool known = *line == '"' && split_line (&fields, line);

  if (known && c->columns == 0 && strcmp (fields.item[0], "ID") == 0)
    begin_table (c, &fields);
  else if (known && c->columns > 0 && fields.n == c->columns)
    read_row (c, &fields);
  else if (c->columns > 0 && *line == '"' && c->broken == NULL)
    c->broken = xstrdup (line);
  if (known)
    fields_read_free (&fields);
  return c->columns > 0 && *line == '"';
}

void
counters_free (struct counters *c)
{
  for (size_t i = 0; i < c->n; i++)
    free (c->kernel[i].name);
  free (c->kernel);
  free (c->broken);
  *c = (struct counters){ 0 };
}
