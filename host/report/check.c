/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/wrap.h"
#include "base/xalloc.h"
#include "report/check.h"
#include "report/describe.h"
#include "report/print-reason.h"

/* Of a variant that fails on every size, the first few cases tell enough. */
enum { SHOWN = 3, INDENT = 8 };

/* One variant's cases. */
struct tally {
  const char *family, *variant;
  size_t count[N_STATUS], unverified;
};

struct tallies {
  struct tally *tally;
  size_t n;
  bool families; /* there are several: variants are named with theirs */
};

static bool
is_of (const json_t *record, const struct tally *t)
{
  return record_is_case (record)
         && strcmp (record_text (record, NULL, "variant"), t->variant) == 0
         && strcmp (record_text (record, NULL, "family"), t->family) == 0;
}

static struct tally *
tally_of (struct tallies *tallies, const json_t *record)
{
  struct tally *t;

  for (size_t i = 0; i < tallies->n; i++)
    if (is_of (record, &tallies->tally[i]))
      return &tallies->tally[i];
  tallies->tally = xgrow (tallies->tally, tallies->n, sizeof *t);
  t = &tallies->tally[tallies->n++];
  *t = (struct tally){ .family = record_text (record, NULL, "family"),
                       .variant = record_text (record, NULL, "variant") };
  tallies->families |= strcmp (t->family, tallies->tally[0].family) != 0;
  return t;
}

static void
add_records (struct tallies *tallies, const json_t *records)
{
  const json_t *record;
  size_t i;

  json_array_foreach (records, i, record)
  {
    enum status status = record_status (record);
    struct tally *t;

    if (!record_is_case (record))
      continue;
    t = tally_of (tallies, record);
    if (status == STATUS_OK && !record_true (record, "verify", "done"))
      t->unverified++;
    else
      t->count[status]++;
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
print_tally (FILE *out, const struct tally *t, bool with_family)
{
  struct text text = { 0 };
  char *lead = xasprintf ("%s%s%s: ", with_family ? t->family : "",
                          with_family ? "/" : "", t->variant);

  add_count (&text, t->count[STATUS_OK], "right");
  add_count (&text, t->unverified, "not verified");
  for (int i = STATUS_OK + 1; i < N_STATUS; i++)
    add_count (&text, t->count[i], status_name[i]);
  wrap_print (out, lead, INDENT, text.data);
  free (text.data);
  free (lead);
}

static void
print_failures (FILE *out, const struct tally *t, const json_t *records)
{
  const json_t *record;
  size_t i, n = 0;

  json_array_foreach (records, i, record)
  {
    enum status status = record_status (record);
    char *lead, *text;

    if (status == STATUS_OK || status == STATUS_SKIPPED || !is_of (record, t)
        || n++ >= SHOWN)
      continue;
    lead = xasprintf ("  %s: ", status_name[status]);
    text = describe_case (record);
    wrap_print (out, lead, INDENT, text);
    print_reason (out, record);
    free (lead);
    free (text);
  }
  if (n > SHOWN)
    fprintf (out, "  and %zu more; --format table shows all\n", n - SHOWN);
}

static void
print_skips (FILE *out, const json_t *records)
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

void
report_check (FILE *out, const json_t *records)
{
  struct tallies tallies = { 0 };

  add_records (&tallies, records);
  for (size_t i = 0; i < tallies.n; i++) {
    print_tally (out, &tallies.tally[i], tallies.families);
    print_failures (out, &tallies.tally[i], records);
  }
  print_skips (out, records);
  free (tallies.tally);
}
