/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Remarks: what the heading of a report says of the run besides where and when
 * it was, each in a sentence, and only where a reader has to know it: what may
 * have disturbed times, who judged them, and what happened to the records.
 */
#include <config.h>

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "report/describe.h"

/* Each returns a remark, to be freed; NULL: none. */
typedef char *remark_fn (const struct groups *groups);

static char *
remark_load (const struct groups *groups)
{
  const double load = groups->run->host.load;
  const int64_t cores = groups->run->host.cores;

  if (isnan (load) || cores == INTEGER_ABSENT || load <= (double)cores / 2)
    return NULL;
  return xasprintf ("load %.1f on %" PRId64 " %s: CPU times may be disturbed",
                    load, cores, cores == 1 ? "core" : "cores");
}

static char *
remark_judge (const struct groups *groups)
{
  const char *judge = text_or_empty (groups->run->judge);

  if (strcmp (judge, JUDGE_HERE) == 0)
    return xstrdup ("in one process: cases are neither isolated nor audited");
  return strcmp (judge, JUDGE_READABLE) != 0
             ? NULL
             : xstrdup ("the timer could have read the judge's memory; run "
                        "without CAP_SYS_PTRACE");
}

static char *
remark_rebuilt (const struct groups *groups)
{
  char *list = NULL, *text;

  for (size_t i = 0; i < groups->run->rebuilt.n; i++)
    list = list_append (list, groups->run->rebuilt.text[i]);
  if (list == NULL)
    return NULL;
  text = xasprintf ("rebuilt before the run was resumed: %s; cases of the "
                    "earlier build were run again",
                    list);
  free (list);
  return text;
}

static char *
remark_hosts (const struct groups *groups)
{
  const struct run_record *run = groups->run;
  char *list = NULL, *text;

  for (size_t i = 0; i < run->hosts.n; i++)
    list = list_append (list, run->hosts.text[i]);
  if (list == NULL)
    return NULL;
  text = xasprintf ("parts of the run ran on other hosts: %s; the last on %s",
                    list, text_or_empty (run->host.name));
  free (list);
  return text;
}

static bool
has_family (const struct groups *groups, const char *family)
{
  for (size_t i = 0; i < groups->n_blocks; i++)
    if (strcmp (text_or_empty (groups->block[i].head->family), family) == 0)
      return true;
  return false;
}

/* A family decides what is right. */
static char *
remark_families (const struct groups *groups)
{
  const struct plugin_record *plugin = groups->run->plugins.item;
  char *list = NULL, *text;

  for (size_t i = 0; i < groups->run->plugins.n; i++) {
    char *family;

    if (plugin[i].own != FLAG_NO || plugin[i].family == NULL
        || !has_family (groups, plugin[i].family))
      continue;
    family = xasprintf ("%s (%s)", plugin[i].family,
                        text_or_empty (plugin[i].path));
    list = list_append (list, family);
    free (family);
  }
  if (list == NULL)
    return NULL;
  text = xasprintf ("judged by families that are not gkhost's own: %s", list);
  free (list);
  return text;
}

static char *
remark_changed (const struct groups *groups)
{
  return !groups->run->parts.changed
             ? NULL
             : xstrdup ("records were changed after the run wrote them: they "
                        "do not have the hash in the end record");
}

/* A time without samples is not computed again. */
static bool
is_unsampled (const struct case_record *record)
{
  return case_time_shown (record) > 0 && record->result.time.values == NULL;
}

/* The names that are printed. */
enum { NAMES_MOST = 3 };

static char *
remark_unsampled (const struct groups *groups)
{
  char *list = NULL, *text;
  size_t n = 0;

  for (size_t i = 0; i < groups->n_blocks; i++)
    for (size_t j = 0; j < groups->block[i].n; j++) {
      const struct case_record *record = groups->block[i].record[j];
      char *name;

      if (!is_unsampled (record) || n++ >= NAMES_MOST)
        continue;
      name = xasprintf ("%s/%s", text_or_empty (record->job),
                        text_or_empty (record->variant));
      list = list_append (list, name);
      free (name);
    }
  if (list == NULL)
    return NULL;
  text = n <= NAMES_MOST
             ? xasprintf ("times without samples, which can't be checked: %s",
                          list)
             : xasprintf ("times without samples, which can't be checked: %s "
                          "and %zu more",
                          list, n - NAMES_MOST);
  free (list);
  return text;
}

char *
describe_remark (const struct groups *groups, size_t i)
{
  static remark_fn *const remarks[]
      = { remark_load,  remark_judge,   remark_families, remark_rebuilt,
          remark_hosts, remark_changed, remark_unsampled };

  for (size_t j = 0;
       groups->run != NULL && j < sizeof remarks / sizeof remarks[0]; j++) {
    char *text = remarks[j](groups);

    if (text != NULL && i-- == 0)
      return text;
    free (text);
  }
  return NULL;
}
