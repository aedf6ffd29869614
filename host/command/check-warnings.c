/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "base/wrap.h"
#include "base/xalloc.h"
#include "command/check-warnings.h"
#include "plugin/abi-names.h"

/* More operations than a device does in the time that any run has. */
#define MOST_OPS 1e30

/* What was told by now: of many cases of a family each would tell the same. */
struct printed_warnings {
  char **line;
  size_t n;
};

/* Takes over text. */
static void
print_once (FILE *out, struct printed_warnings *told, char *text)
{
  for (size_t i = 0; i < told->n; i++)
    if (strcmp (told->line[i], text) == 0) {
      free (text);
      return;
    }
  wrap_print (out, "warning: ", strlen ("warning: "), text);
  told->line = xgrow (told->line, told->n, sizeof *told->line);
  told->line[told->n++] = text;
}

/* The element types that any problem of the family has. */
static uint64_t
dtypes_of (const struct family_desc *family)
{
  uint64_t all = 0;

  for (size_t i = 0; i < family->options.n; i++)
    if (family->options.option[i].type == GK_DTYPE)
      all |= family->options.option[i].allowed;
  return all;
}

static char *
names_in (uint64_t mask)
{
  char *list = NULL;

  for (size_t i = 0; i < dtype_names.n; i++)
    if ((mask & GK_BIT (i)) != 0)
      list = list_append (list, dtype_names.name[i]);
  return list;
}

/* A mask that is the number of a type that the family has, and as a set has
 * types that the family has not. */
static char *
find_mask_mistake (const struct family_desc *family,
                   const struct variant_desc *v)
{
  uint64_t all = dtypes_of (family);
  char name[16] = "", *set, *text;

  if (v->dtypes == 0 || v->dtypes >= dtype_names.n || all == 0
      || (v->dtypes & ~all) == 0 || (all & GK_BIT (v->dtypes)) == 0)
    return NULL;
  for (size_t i = 0; dtype_names.name[v->dtypes][i] != '\0'; i++)
    name[i] = (char)toupper ((unsigned char)dtype_names.name[v->dtypes][i]);
  set = names_in (v->dtypes);
  text = xasprintf ("variant %s takes the set %s, not all of which %s has: "
                    ".dtypes = GK_%s is no set; write GK_BIT (GK_%s)",
                    v->name, set, family->name, name, name);
  free (set);
  return text;
}

/* Of a case that ran: what its family or its variant says that it costs. */
static char *
find_cost_mistake (const struct case_record *r)
{
  if (r->result.status != STATUS_OK)
    return NULL;
  if (r->result.work.bytes == 0 && r->result.work.ops == 0)
    return xasprintf ("family %s says that its problems take no bytes and no "
                      "operations, so that there is no rate: set work in "
                      "setup",
                      r->family);
  if (r->result.work.ops > MOST_OPS)
    return xasprintf ("family %s says that a problem takes over %g "
                      "operations, which no run ends: look at work in setup",
                      r->family, MOST_OPS);
  if (r->result.variant_work.ops > MOST_OPS)
    return xasprintf ("variant %s says that a problem takes over %g "
                      "operations, which no run ends: look at its work",
                      r->variant, MOST_OPS);
  if (r->result.work.buffers > 0
      && r->result.work.bytes > r->result.work.buffers)
    return xasprintf ("family %s says that more bytes must move than all of "
                      "its buffers have: count each once in work",
                      r->family);
  return NULL;
}

void
check_warnings_print (FILE *out, const struct catalog *catalog,
                      const struct plugin_desc *plugin,
                      const struct records *records)
{
  struct printed_warnings told = { 0 };

  for (size_t i = 0; i < catalog->n_variants; i++) {
    const struct variant_desc *v = catalog->variant[i];
    const struct family_desc *family = catalog_find_family (catalog, v->family);
    char *doubt = v->plugin == plugin && family != NULL
                      ? find_mask_mistake (family, v)
                      : NULL;

    if (doubt != NULL)
      print_once (out, &told, doubt);
  }
  for (size_t i = 0; i < records->n; i++) {
    const struct case_record *r = records_case (records, i);
    char *doubt = r != NULL ? find_cost_mistake (r) : NULL;

    if (doubt != NULL)
      print_once (out, &told, doubt);
  }
  for (size_t i = 0; i < told.n; i++)
    free (told.line[i]);
  free (told.line);
}
