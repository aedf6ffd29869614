/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/names.h"
#include "base/text.h"
#include "base/printable.h"
#include "base/xalloc.h"
#include "report/describe.h"
#include "report/report.h"

/* A variant may fail on every size: its first few failures are printed. */
enum { SHOWN = 3, INDENT = 8 };

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
  counts->variant = xgrow (counts->variant, counts->n, sizeof *t);
  t = &counts->variant[counts->n++];
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
  wrap_print (out, lead, INDENT, text.data);
  free (text.data);
  free (lead);
}

static void
print_failures (FILE *out, const struct variant_counts *t)
{
  for (size_t i = 0; i < t->n_failures && i < SHOWN; i++) {
    const struct case_record *record = t->failure[i];
    char *lead = xasprintf ("  %s: ", case_outcome (record));
    char *text = describe_case (record);

    wrap_print (out, lead, INDENT, text);
    print_reason (out, record);
    free (lead);
    free (text);
  }
  if (t->n_failures > SHOWN)
    fprintf (out, "  and %zu more; --format table shows all\n",
             t->n_failures - SHOWN);
}

static void
print_skips (FILE *out, const struct records *records)
{
  struct groups groups;

  groups_make (&groups, records);
  for (size_t i = 0; i < groups.n_skips; i++) {
    char *text = describe_skip (&groups.skip[i]);

    wrap_print (out, "", INDENT, text);
    free (text);
  }
  groups_free (&groups);
}

/* Faults of families, which are not charged to a variant. */
static void
print_faults (FILE *out, const struct records *records)
{
  for (size_t i = 0; i < records->n; i++) {
    const struct fault_record *fault = records_fault_at (records, i);

    if (fault != NULL) {
      char *text = describe_fault (fault);

      wrap_print (out, "", INDENT, text);
      free (text);
    }
  }
}

void
report_check (FILE *out, const struct records *records)
{
  struct verdict_counts counts = { 0 };

  add_records (&counts, records);
  for (size_t i = 0; i < counts.n; i++) {
    print_counts (out, &counts.variant[i], counts.families);
    print_failures (out, &counts.variant[i]);
  }
  print_skips (out, records);
  print_faults (out, records);
  free (counts.variant);
  map_free (&counts.numbers);
  pool_free (&counts.keys);
}
