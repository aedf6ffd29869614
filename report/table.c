/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The table on the terminal: one block per problem and mode (groups.h), at most
 * print_columns wide.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/names.h"
#include "base/printable.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "report/describe.h"
#include "report/grid.h"
#include "report/report.h"

#define GAP 2    /* blanks between columns */
#define INDENT 4 /* of continuation lines */

static size_t
count_columns (const char *text)
{
  return printable_columns (text, strlen (text));
}

static void
print_heading (FILE *out, const struct groups *groups)
{
  const struct run_record *run = groups->run;
  const struct device_record *device;
  size_t widest = 0;
  char *remark;

  if (run == NULL)
    return;
  print_wrapped (out, "", INDENT, describe_run (run));
  device = run->devices.item;
  for (size_t i = 0; i < run->devices.n; i++) {
    size_t n = count_columns (text_or_empty (device[i].name));

    widest = n > widest ? n : widest;
  }
  for (size_t i = 0; i < run->devices.n; i++) {
    char *text = describe_hardware (&device[i]);

    wrap_item (out, 0, widest + GAP - 1, text_or_empty (device[i].name), text);
    free (text);
  }
  print_wrapped (out, "", INDENT, describe_usual (run));
  for (size_t i = 0; (remark = describe_remark (groups, i)) != NULL; i++)
    print_wrapped (out, "", INDENT, remark);
}

static void
print_note (FILE *out, const struct block *block)
{
  if (block->job == NULL)
    return;
  if (block->job->note != NULL) {
    putc ('\n', out);
    wrap_print (out, "", 0, block->job->note);
  }
  if (block->job->search != NULL) {
    putc ('\n', out);
    print_wrapped (out, "", INDENT, describe_search (block));
  }
}

static void
print_block (FILE *out, const struct block *block, const struct groups *groups,
             struct marks *marks)
{
  struct grid grid;

  table_view_make (&grid, marks, block, groups);
  grid_fit (&grid);
  print_note (out, block);
  putc ('\n', out);
  print_wrapped (out, "", INDENT, describe_block (block, groups->run));
  grid_print_head (out, &grid);
  for (size_t i = 0; i < grid.n; i++) {
    grid_print_row (out, &grid, i);
    print_reason (out, block->record[i]);
  }
  print_wrapped (out, "", INDENT, describe_baseline (block));
  print_wrapped (out, "", INDENT, describe_best_rows (block, &groups->rounds));
  grid_free (&grid);
}

static void
print_failures (FILE *out, const struct groups *groups)
{
  for (size_t i = 0; i < groups->n_blocks; i++)
    for (size_t j = 0; j < groups->block[i].n; j++) {
      const struct case_record *record = groups->block[i].record[j];
      char *lead;

      if (case_passes (record))
        continue;
      lead = xasprintf ("%s: ", case_outcome (record));
      print_wrapped (out, lead, INDENT, describe_case (record));
      free (lead);
    }
}

static void
print_faults (FILE *out, const struct records *records, size_t indent)
{
  for (size_t i = 0; i < records->n; i++) {
    const struct fault_record *fault = records_fault_at (records, i);

    if (fault != NULL)
      print_wrapped (out, "", indent, describe_fault (fault));
  }
}

static void
print_skips (FILE *out, const struct groups *groups, size_t indent)
{
  for (size_t i = 0; i < groups->n_skips; i++)
    print_wrapped (out, "", indent, describe_skip (&groups->skip[i]));
}

static void
print_end (FILE *out, const struct groups *groups)
{
  putc ('\n', out);
  print_wrapped (out, "", INDENT, describe_absent_columns (groups));
  print_skips (out, groups, INDENT);
  print_wrapped (out, "", INDENT, describe_totals (groups));
  print_failures (out, groups);
  print_faults (out, groups->records, INDENT);
  print_wrapped (out, "", INDENT, describe_break (groups->records));
}

static void
print_fastest (FILE *out, const struct groups *groups)
{
  struct fastest_list list;

  fastest_make (&list, groups);
  if (list.n > 0)
    fprintf (out, "\n%s\n", describe_fastest_list (groups));
  for (size_t i = 0; i < list.n; i++) {
    const struct fastest *fastest = &list.fastest[i];

    print_wrapped (out, "", INDENT, describe_comparison (fastest->record));
    print_wrapped (out, "    ", INDENT, describe_fastest (fastest));
  }
  fastest_free (&list);
}

void
report_table (FILE *out, const struct records *records)
{
  report_table_columns (out, records, NULL);
}

void
report_table_columns (FILE *out, const struct records *records,
                      const struct list *columns)
{
  struct groups groups;
  struct marks marks = { 0 };

  groups_make (&groups, records);
  groups.columns = columns;
  print_heading (out, &groups);
  for (size_t i = 0; i < groups.n_blocks; i++)
    print_block (out, &groups.block[i], &groups, &marks);
  marks_print (out, &marks);
  print_end (out, &groups);
  print_fastest (out, &groups);
  groups_free (&groups);
}

#define REASON_MARGIN "    "
enum { REASON_INDENT = sizeof REASON_MARGIN - 1, LEAD_MOST = 40 };

void
print_reason (FILE *out, const struct case_record *record)
{
  const char *reason = text_or_empty (record->result.reason);
  const char *output = text_or_empty (record->output);

  if (case_passes (record))
    return;
  wrap_print (out, REASON_MARGIN, REASON_INDENT,
              reason[0] != '\0' ? reason : "no reason was given");
  if (output[0] == '\0')
    return;
  wrap_print (out, REASON_MARGIN, REASON_INDENT, "it printed:");
  while (*output != '\0') {
    size_t n = strcspn (output, "\n");
    char *line = xstrndup (output, n);
    /* Tracebacks are indented. */
    size_t blanks = strspn (line, " ");
    char *lead
        = xasprintf (REASON_MARGIN "  %.*s",
                     (int)(blanks < LEAD_MOST ? blanks : LEAD_MOST), line);

    wrap_print (out, lead, strlen (lead) + 2, line);
    free (lead);
    free (line);
    output += n + (output[n] == '\n');
  }
}

/* A variant may fail on every size: its first few failures are printed. */
enum { SHOWN = 3, CHECK_INDENT = 8 };

/* Counts of one variant's cases. */
struct variant_counts {
  const char *family, *variant;
  size_t count[N_STATUS], unverified, suspect;
  const struct case_record *failure[SHOWN]; /* the first of them */
  size_t n_failures;
};

struct verdict_counts {
  struct variant_counts *variant;
  size_t n;
  bool families;      /* several: each variant is printed with its family */
  struct map numbers; /* indices of variant, by family and variant */
  struct pool keys;
};

static struct variant_counts *
counts_of_variant (struct verdict_counts *counts,
                   const struct case_record *record)
{
  /* By address: a record's texts are interned. */
  const struct tally_key {
    const char *family, *variant;
  } key = { record->family, record->variant };
  struct map_entry *entry
      = map_find_or_add (&counts->numbers, &key, sizeof key);
  struct variant_counts *t;

  if (entry->number < counts->n)
    return &counts->variant[entry->number];
  entry->key = pool_intern (&counts->keys, &key, sizeof key);
  t = &XAPPEND (counts->variant, counts->n);
  *t = (struct variant_counts){ .family = text_or_empty (record->family),
                                .variant = text_or_empty (record->variant) };
  counts->families |= strcmp (t->family, counts->variant[0].family) != 0;
  return t;
}

static void
add_case (struct variant_counts *t, const struct case_record *record)
{
  enum status status = record->result.status;

  if (case_is_suspect (record))
    t->suspect++;
  else if (status == STATUS_OK && record->result.verify.done != FLAG_YES)
    t->unverified++;
  else
    t->count[status]++;
  if (case_passes (record))
    return;
  if (t->n_failures < SHOWN)
    t->failure[t->n_failures] = record;
  t->n_failures++;
}

static void
add_records (struct verdict_counts *counts, const struct records *records)
{
  for (size_t i = 0; i < records->n; i++) {
    const struct case_record *record = records_case (records, i);

    if (record != NULL)
      add_case (counts_of_variant (counts, record), record);
  }
}

static void
add_count (struct text *text, size_t n, const char *what)
{
  bool first = text->n == 0;

  if (n > 0)
    text_add (text, "%s%zu%s%s %s", first ? "" : ", ", n, first ? " case" : "",
              first && n > 1 ? "s" : "", what);
}

static void
print_counts (FILE *out, const struct variant_counts *t, bool with_family)
{
  struct text text = { 0 };
  char *lead = xasprintf ("%s%s%s: ", with_family ? t->family : "",
                          with_family ? "/" : "", t->variant);

  add_count (&text, t->count[STATUS_OK], "right");
  add_count (&text, t->unverified, "not verified");
  add_count (&text, t->suspect, VERDICT_SUSPECT);
  for (int i = STATUS_OK + 1; i < N_STATUS; i++)
    add_count (&text, t->count[i], names_at (&status_names, i));
  print_wrapped (out, lead, CHECK_INDENT, text.data);
  free (lead);
}

static void
print_variant_failures (FILE *out, const struct variant_counts *t)
{
  for (size_t i = 0; i < t->n_failures && i < SHOWN; i++) {
    const struct case_record *record = t->failure[i];
    char *lead = xasprintf ("  %s: ", case_outcome (record));

    print_wrapped (out, lead, CHECK_INDENT, describe_case (record));
    print_reason (out, record);
    free (lead);
  }
  if (t->n_failures > SHOWN)
    fprintf (out, "  and %zu more; --format table shows all\n",
             t->n_failures - SHOWN);
}

void
report_check (FILE *out, const struct records *records)
{
  struct verdict_counts counts = { 0 };
  struct groups groups;

  add_records (&counts, records);
  for (size_t i = 0; i < counts.n; i++) {
    print_counts (out, &counts.variant[i], counts.families);
    print_variant_failures (out, &counts.variant[i]);
  }
  groups_make (&groups, records);
  print_skips (out, &groups, CHECK_INDENT);
  print_faults (out, records, CHECK_INDENT);
  groups_free (&groups);
  free (counts.variant);
  map_free (&counts.numbers);
  pool_free (&counts.keys);
}
