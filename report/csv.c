/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Comma-separated values, quoted as in RFC 4180, figures in SI units to their
 * full precision.  A text that would be a formula has an apostrophe before it.
 * Columns never move: new ones are appended to those of fields, and columns of
 * settings come last.
 */
#include <config.h>

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/names.h"
#include "base/optional.h"
#include "base/printable.h"
#include "base/text.h"
#include "record/case-record.h"
#include "report/compare/change-record.h"
#include "report/describe.h"
#include "report/report.h"
#include "suite/settings.h"

/* True for a text that a spreadsheet would run as a formula. */
static bool
is_formula (const char *text)
{
  char *end;

  if (*text == '\0' || strchr ("=+-@\t", *text) == NULL)
    return false;
  strtod (text, &end);
  return *end != '\0';
}

/* Line ends and tabs are printed as they are, in quotes. */
static void
print_quoted (FILE *out, const char *text)
{
  const char *guard = is_formula (text) ? "'" : "";

  if (strpbrk (text, ",\"\n\t") == NULL) {
    fputs (guard, out);
    print_text (out, text, strlen (text));
    return;
  }
  fprintf (out, "\"%s", guard);
  for (size_t n; *text != '\0'; text += n) {
    n = strcspn (text, "\"\n\t");
    print_text (out, text, n);
    if (text[n] == '"')
      putc ('"', out);
    if (text[n] != '\0')
      putc (text[n++], out);
  }
  putc ('"', out);
}

/* As in records: fifteen digits, with a point or an exponent. */
static void
print_real (FILE *out, double value)
{
  json_t *real = isfinite (value) ? json_real (value) : NULL;

  if (real != NULL)
    json_dumpf (real, out, JSON_ENCODE_ANY | JSON_REAL_PRECISION (15));
  json_decref (real);
}

static void
print_and_free (FILE *out, char *text)
{
  print_quoted (out, text);
  free (text);
}

static void
print_texts (FILE *out, const struct texts *texts)
{
  struct text all = { 0 };

  for (size_t i = 0; i < texts->n; i++)
    text_add (&all, "%s%s", i > 0 ? " " : "", texts->text[i]);
  if (all.data != NULL)
    print_and_free (out, all.data);
}

static void
print_setting (FILE *out, const struct setting *s, gk_value value)
{
  if (s->option.type == GK_BOOL || (s->was_switch && value.i <= 1))
    fputs (value.i != 0 ? "true" : "false", out);
  else
    print_and_free (out, value_text (&s->option, value));
}

/* The settings that a field stands for, each a column of its own name.  The
 * mode's four came first and keep their place; the others have the second
 * field. */
static uint64_t
columns_of (const struct field *field)
{
  static const char *const first[] = { "cache", "launch", "memory", "scope" };
  uint64_t set = 0;

  if (field->type != FIELD_MODE && field->type != FIELD_SETTINGS)
    return 0;
  for (size_t i = 0; i < sizeof first / sizeof first[0]; i++)
    set |= UINT64_C (1) << setting_find (first[i]);
  return field->type == FIELD_MODE ? set : settings_held () & ~set;
}

/* Prints the names of a set of settings, or the values that the record has. */
static void
print_settings (FILE *out, uint64_t set, bool names,
                const struct case_settings *settings)
{
  const struct setting *s;

  for (size_t i = 0, n = 0; (s = setting_at (i)) != NULL; i++) {
    uint64_t bit = UINT64_C (1) << i;

    if ((set & bit) == 0)
      continue;
    if (n++ > 0)
      putc (',', out);
    if (names)
      fputs (s->option.name, out);
    else if (case_settings_there (settings, bit) != 0)
      print_setting (out, s, setting_get (s, &settings->value));
  }
}

static void
print_member (FILE *out, const struct field *field, const void *member)
{
  switch (field->type) {
  case FIELD_TEXT:
    if (*(const char *const *)member != NULL)
      print_quoted (out, *(const char *const *)member);
    break;
  case FIELD_INTEGER:
    if (*(const int64_t *)member != INTEGER_ABSENT)
      fprintf (out, "%" PRId64, *(const int64_t *)member);
    break;
  case FIELD_REAL:
    print_real (out, *(const double *)member);
    break;
  case FIELD_BOOL:
    if (*(const enum flag *)member != FLAG_ABSENT)
      fputs (*(const enum flag *)member == FLAG_YES ? "true" : "false", out);
    break;
  case FIELD_STATUS:
    if (*(const enum status *)member != STATUS_ABSENT)
      fputs (names_at (&status_names, *(const enum status *)member), out);
    break;
  case FIELD_PAIRS:
    if (*(const struct pairs *const *)member != NULL)
      print_and_free (out,
                      describe_pairs (*(const struct pairs *const *)member));
    break;
  case FIELD_TEXTS:
    print_texts (out, member);
    break;
  case FIELD_MODE:
  case FIELD_SETTINGS:
  case FIELD_LIST:
    break;
  }
}

/* Prints the column or columns of a field; without a record, their heads. */
static void
print_column (FILE *out, const struct field *field, const void *record)
{
  uint64_t settings = columns_of (field);
  const void *member = record != NULL ? field_at (field, record) : NULL;

  if (settings != 0)
    print_settings (
        out, settings, record == NULL,
        record != NULL ? *(const struct case_settings *const *)member : NULL);
  else if (record != NULL)
    print_member (out, field, member);
  else
    fputs (field->column, out);
}

/* Prints the values of a record, or without one the heads. */
static void
print_row (FILE *out, const struct fields *fields, const void *record)
{
  for (size_t i = 0, n = 0; i < fields->n; i++) {
    const struct field *field = &fields->field[i];

    if (field->column == NULL && columns_of (field) == 0)
      continue;
    if (n++ > 0)
      putc (',', out);
    print_column (out, field, record);
  }
  putc ('\n', out);
}

/* The heads are printed for the first record, which is that of a run or of a
 * comparison. */
void
report_csv_record (FILE *out, const struct record *record)
{
  if (record->fields == &run_fields)
    print_row (out, &case_fields, NULL);
  else if (record->fields == &comparison_fields)
    print_row (out, &change_fields, NULL);
  else if (record->fields == &case_fields || record->fields == &change_fields)
    print_row (out, record->fields, record->of);
}

void
report_csv (FILE *out, const struct records *records)
{
  for (size_t i = 0; i < records->n; i++)
    report_csv_record (out, &records->record[i]);
}
