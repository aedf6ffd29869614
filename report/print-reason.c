/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/printable.h"
#include "base/xalloc.h"
#include "report/report.h"

#define MARGIN "    "
enum { INDENT = sizeof MARGIN - 1 };

void
print_reason (FILE *out, const struct case_record *record)
{
  const char *reason = text_or_empty (record->result.reason);
  const char *output = text_or_empty (record->output);

  if (case_passes (record))
    return;
  wrap_print (out, MARGIN, INDENT,
              reason[0] != '\0' ? reason : "no reason was given");
  if (output[0] == '\0')
    return;
  wrap_print (out, MARGIN, INDENT, "it printed:");
  while (*output != '\0') {
    size_t n = strcspn (output, "\n");
    char *line = xstrndup (output, n);

    wrap_print (out, MARGIN "  ", INDENT + 4, line);
    free (line);
    output += n + (output[n] == '\n');
  }
}
