/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which rows compete for the fastest of a sweep, which of them wins, and what
 * the reports say of it.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "sample-records.h"
#include "tests/unit/unit.h"

#define TITLE "\nfastest tunables of each problem\n"
#define COPY "copy: rows=1000, cold cache"
#define ON_GPU TITLE COPY ", on cuda:0\n    "
#define BULK16 ON_GPU "bulk stage=16: 10.0 us\n"

/* A row on cuda:0, right and verified. */
struct row {
  const char *variant;
  int stage; /* its tunable; 0: it has none */
  double us;
  const char *more; /* members that differ, as JSON with single quotes */
};

#define PEER(us)                                                               \
  {                                                                            \
    "memcpy", 0, us, "'peer':true"                                             \
  }
/* A row that would win, and whose peer would be the fastest, were it of the
 * same problem. */
#define STRANGER(differs)                                                      \
  { "bulk", 8, 1, differs },                                                   \
  {                                                                            \
    "memcpy", 0, 2, "'peer':true," differs                                     \
  }

static const struct {
  const char *what, *end; /* the table's; NULL: no report has a fastest row */
  struct row row[21];     /* ends with an empty one */
} sweeps[] = {
  { "the least time wins",
    BULK16,
    { { "bulk", 8, 12, "" }, { "bulk", 16, 10, "" }, { "bulk", 32, 11, "" } } },
  { "a peer is compared with",
    "bulk stage=16: 10.0 us, speed-up 1.30x over memcpy\n",
    { { "bulk", 8, 12, "" }, { "bulk", 16, 10, "" }, PEER (13) } },
  { "it is the fastest peer",
    "bulk stage=16: 10.0 us, speed-up 0.800x over memcpy\n",
    { { "bulk", 8, 12, "" }, { "bulk", 16, 10, "" }, PEER (13), PEER (8) } },
  { "a variant without tunables may win",
    ON_GPU "simple: 9.00 us\n",
    { { "bulk", 8, 12, "" }, { "bulk", 16, 10, "" }, { "simple", 0, 9, "" } } },
  { "one setting of each is no sweep",
    NULL,
    { { "bulk", 8, 12, "" },
      { "hinted", 4, 11, "" },
      { "bulk", 8, 10, "" },
      PEER (13) } },
  { "what one job sets may be the default",
    NULL,
    { { "bulk", 8, 12, "" }, { "bulk", 8, 10, "'tuned':{}" } } },
  { "records without tunables are no sweep",
    NULL,
    { { "bulk", 0, 12, "'tunables':null" },
      { "bulk", 0, 10, "'tunables':null" } } },
  { "a row that did not pass never wins",
    ON_GPU "bulk stage=8: 12.0 us\n",
    { { "bulk", 8, 12, "" },
      { "bulk", 16, 1, "'status':'wrong'" },
      { "bulk", 16, 1, "'status':'failed'" },
      { "bulk", 16, 1, "'status':'crashed'" },
      { "bulk", 16, 1, "'status':'timeout'" },
      { "memcpy", 0, 1, "'peer':true,'status':'wrong'" } } },
  { "where nothing passed there is none",
    NULL,
    { { "bulk", 8, 1, "'status':'wrong'" },
      { "bulk", 16, 1, "'status':'failed'" },
      PEER (9) } },
  { "of variants that can't run here nothing was swept",
    NULL,
    { { "bulk", 8, 1, "'status':'skipped'" },
      { "bulk", 16, 1, "'status':'skipped'" },
      { "simple", 0, 9, "" } } },
  { "only like competes with like",
    BULK16,
    { { "bulk", 8, 12, "" },
      { "bulk", 16, 10, "" },
      STRANGER ("'device':'cuda:1'"),
      STRANGER ("'device':'cpu'"),
      STRANGER ("'family':'move'"),
      STRANGER ("'data':'zero'"),
      STRANGER ("'params':{'rows':9}"),
      STRANGER ("'mode':{'cache':'hot'}"),
      STRANGER ("'mode':{'cache':'cold','launch':'graph'}"),
      STRANGER ("'mode':{'cache':'cold','memory':'mapped'}"),
      STRANGER ("'mode':{'cache':'cold','scope':'transfer'}") } },
  { "each device has its own",
    BULK16 COPY ", on cuda:1\n    bulk stage=8: 9.00 us\n",
    { { "bulk", 8, 12, "" },
      { "bulk", 16, 10, "" },
      { "bulk", 8, 9, "'device':'cuda:1'" },
      { "bulk", 16, 11, "'device':'cuda:1'" } } },
  { "jobs of one problem compete",
    ON_GPU "bulk stage=16: 10.0 us, speed-up 0.500x over memcpy\n",
    { { "bulk", 8, 12, "" },
      { "bulk", 16, 10, "'problem':1" },
      { "memcpy", 0, 5, "'peer':true,'problem':2" } } },
  { "of a tie the first in the suite wins, in whatever order workers end",
    "bulk stage=8: 10.0 us; 1 other within its spread of 1.0%\n",
    { { "bulk", 16, 10, "'case':2" }, { "bulk", 8, 10, "" } } },
  { "a narrow win is reported",
    "    bulk stage=8: 10.0 us, speed-up 1.00x over memcpy; 2 others within "
    "its\n    spread of 1.0%\n",
    { { "bulk", 8, 10, "" },
      { "bulk", 16, 10.09, "" },
      { "bulk", 32, 10.05, "" },
      { "bulk", 64, 10.2, "" },
      { "bulk", 96, 10, "'status':'wrong'" },
      PEER (10.01) } },
  { "one sample has no spread",
    "    bulk stage=2: 10.0 us\n",
    { { "bulk", 2, 10, "'time':{'median_s':1e-5,'spread':0.01,'samples':1}" },
      { "bulk", 1, 10,
        "'time':{'median_s':1e-5,'spread':0.01,'samples':1}" } } },
  { "what was not verified is marked",
    "    bulk stage=16: 10.0 us, not verified\n",
    { { "bulk", 8, 12, "" }, { "bulk", 16, 10, "'verify':null" } } },
  { "records that lack what the suite set show all tunables",
    "    bulk stage=16 blocks=1: 10.0 us\n",
    { { "bulk", 8, 12, "'tuned':null,'tunables':{'stage':8,'blocks':1}" },
      { "bulk", 16, 10, "'tuned':null,'tunables':{'stage':16,'blocks':1}" } } },
};

static json_t *
row_of (const struct row *row, int number)
{
  char text[1024];
  char tunables[32] = "";
  json_t *json, *more;

  if (row->stage > 0)
    snprintf (tunables, sizeof tunables, "\"stage\":%d", row->stage);
  json = json_pack (
      "{s:s, s:i, s:s, s:s, s:s, s:s, s:{s:i}, s:{s:s}, s:s, s:{s:b},"
      " s:{s:f, s:f}}",
      "type", "case", "case", number, "job", "job", "family", "copy", "variant",
      row->variant, "device", "cuda:0", "params", "rows", 1000, "mode", "cache",
      "cold", "status", "ok", "verify", "done", 1, "time", "median_s",
      row->us * 1e-6, "spread", 0.01);
  snprintf (text, sizeof text, "{\"tuned\":{%s},\"tunables\":{%s}%s%s}",
            tunables, tunables, row->more[0] != '\0' ? "," : "", row->more);
  for (char *c = text; *c != '\0'; c++)
    *c = *c == '\'' ? '"' : *c;
  more = json_loads (text, 0, NULL);
  assert_non_null (json);
  assert_int_equal (json_object_update (json, more), 0);
  json_decref (more);
  return json;
}

static char *
report (const struct row *row, const char *format)
{
  json_t *rows = json_array ();
  struct records records;
  char *text;

  for (int i = 0; row[i].variant != NULL; i++)
    json_array_append_new (rows, row_of (&row[i], i));
  records = records_of (rows);
  text = report_text (format, &records);
  records_free (&records);
  json_decref (rows);
  return text;
}

TEST (the_fastest_is_named)
{
  static const char *const formats[] = { "table", "markdown", "csv", "jsonl" };

  for (size_t i = 0; i < sizeof sweeps / sizeof sweeps[0]; i++) {
    const char *want = sweeps[i].end;

    for (size_t f = 0; f < (want != NULL ? 1 : 4); f++) {
      char *text = report (sweeps[i].row, formats[f]);
      size_t n = strlen (text), wanted = want != NULL ? strlen (want) : 0;

      if (want == NULL ? strstr (text, "\nfastest tunables") != NULL
                       : n < wanted || strcmp (text + n - wanted, want) != 0)
        fail_msg ("%s: wanted at the end:\n%s\nin:\n%s", sweeps[i].what,
                  want != NULL ? want : "none", text);
      free (text);
    }
  }
}

TEST (a_page_has_a_table_of_them)
{
  char *text = report (sweeps[1].row, "markdown");

  assert_non_null (strstr (text, "\n### fastest"));
  assert_string_equal (
      strstr (text, "\n### fastest"),
      "\n### fastest tunables of each problem\n\n"
      "| problem | fastest |\n| --- | --- |\n"
      "| " COPY ", on cuda:0 | bulk stage=16: 10.0 us, speed-up 1.30x over "
      "memcpy |\n");
  free (text);
}
