/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/xalloc.h"
#include "report/page/html-page.h"
#include "report/page/html-text.h"
#include "report/page/style.h"

void
html_page_begin (FILE *out, char *title)
{
  fputs ("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
         "<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width,"
         "initial-scale=1\">\n"
         /* The last defence: text that escaped quoting loads nothing. */
         "<meta http-equiv=\"Content-Security-Policy\" content=\""
         "default-src 'none';style-src 'unsafe-inline';"
         "script-src 'unsafe-inline';img-src data:\">\n"
         "<link rel=\"icon\" href=\"data:,\">\n",
         out);
  html_print_and_free (out, "<title>",
                       title != NULL ? title : xstrdup ("gkhost"),
                       "</title>\n<style>\n");
  style_print_page (out);
  fputs ("</style>\n</head>\n<body>\n", out);
}

void
html_page_end (FILE *out)
{
  fputs ("<script>\n", out);
  style_print_script (out);
  fputs ("</script>\n</body>\n</html>\n", out);
}

void
html_print_marks (FILE *out, const struct marks *marks)
{
  char *line;
  size_t i = 0;

  for (; (line = marks_line_at (marks, i)) != NULL; i++) {
    fputs (i == 0 ? "<p class=\"soft\">" : "<br>\n", out);
    html_print_and_free (out, "", line, "");
  }
  if (i > 0)
    fputs ("</p>\n", out);
}
