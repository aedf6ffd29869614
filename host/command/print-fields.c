/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/text.h"
#include "base/printable.h"
#include "command/commands.h"
#include "command/print-jsonl.h"
#include "report/compare/change-record.h"
#include "record/records.h"

enum { MARGIN = 4, WIDTH = 17 };

/* Returns "(real, s) median of the samples, for one launch; CSV: median_s" */
static char *
field_text (const struct field *field)
{
  struct text text = { 0 };

  text_add (&text, "(%s", field_type_name (field->type));
  if (field->of != NULL)
    text_add (&text, " of %s", field->of->name);
  if (field->unit != NULL)
    text_add (&text, ", %s", field->unit);
  text_add (&text, ") %s", field->help);
  if (field->column != NULL)
    text_add (&text, "; CSV: %s", field->column);
  return text.data;
}

static void
print_table_jsonl (FILE *out, const struct fields *fields)
{
  for (size_t i = 0; i < fields->n; i++)
    print_field_jsonl (out, fields->name, &fields->field[i]);
}

static void
print_table (FILE *out, const struct fields *fields)
{
  fprintf (out, "%s record\n", fields->name);
  for (size_t i = 0; i < fields->n; i++) {
    char *text = field_text (&fields->field[i]);

    wrap_item (out, MARGIN, WIDTH, fields->field[i].path, text);
    free (text);
  }
}

void
print_fields (FILE *out, bool jsonl)
{
  static const struct fields *const tables[]
      = { &run_fields, &device_fields,     &plugin_fields,
          &job_fields, &case_fields,       &fault_fields,
          &end_fields, &comparison_fields, &change_fields };

  for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
    if (jsonl)
      print_table_jsonl (out, tables[i]);
    else {
      if (i > 0)
        putc ('\n', out);
      print_table (out, tables[i]);
    }
  }
}
