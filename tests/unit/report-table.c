/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The table, made from tests/sample-run.jsonl: invented figures that show each
 * thing a table can have.  Then what each format makes of a few records.
 */
#include <config.h>

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/unit/unit.h"
#include "base/printable.h"
#include "record/runs.h"
#include "report/report.h"
#include "sample-records.h"

/* In a wanted text: any text within a line, and any text at all. */
#define ANY "\a"
#define LATER "\f"

/* Whether the text begins as wanted. */
static bool
begins (const char *text, const char *want)
{
  for (; *want != '\0' && *want != *ANY && *want != *LATER; want++)
    if (*text++ != *want)
      return false;
  if (*want == '\0')
    return true;
  do
    if (begins (text, want + 1))
      return true;
  while (*text != '\0' && (*text++ != '\n' || *want == *LATER));
  return false;
}

static bool
has (const char *text, const char *want)
{
  while (!begins (text, want))
    if (*text++ == '\0')
      return false;
  return true;
}

/* JSON that has single quotes; to be freed. */
static char *
with_quotes (const char *text)
{
  char *json = strdup (text);

  assert_non_null (json);
  for (char *c = json; *c != '\0'; c++)
    *c = *c == '\'' ? '"' : *c;
  return json;
}

/* The report of records, as JSON with single quotes; to be freed. */
static char *
report (const char *format, const char *text)
{
  char *quoted = with_quotes (text), *got;
  struct records records;
  json_t *json;

  json = json_loads (quoted, 0, NULL);
  assert_non_null (json);
  records = records_of (json);
  got = report_text (format, &records);
  records_free (&records);
  json_decref (json);
  free (quoted);
  return got;
}

/* ---- The table of the sample ---- */

TEST (shows_the_sample)
{
  static const char *const wanted[] = {
    "gkhost 0.1.0, 2026-01-02 03:04:05 UTC, sample.ini\n"
    "cpu     Sample CPU, 2 cores\n"
    "cuda:0  Sample GPU, compute capability 9.0, 140 GiB, "
    "4810 GB/s\n",
    /* The CPU's rows stand in the first block of their cache; failures say why
     * below their row and have no figures. */
    "transpose-small (transpose): rows=1000 cols=3000 dtype=i32, cold "
    "cache\n"
    "variant        device     time spread GB/s of limit      speed-up "
    "verified\n"
    "cpu-naive      cpu    12.3 ms    0.3% 1.95     4.9%      baseline "
    "yes\n"
    "direct         cuda:0 50.8 us    0.3%  472     9.8%      baseline "
    "yes\n"
    "shared tile=32 cuda:0 17.8 us    0.3% 1347    28.0% 2.83 to 2.87x "
    "yes\n"
    "shared tile=64 cuda:0 19.0 us    0.3% 1263    26.3% 2.66 to 2.69x "
    "yes\n"
    "racy           cuda:0       -       -    -        -             - "
    "WRONG\n"
    "    the element in row 17, column 4 is 0xdeadbeef and should be "
    "0x00000011\n"
    "    (poison: it was never written); 12 of 3000000 elements are wrong\n"
    "wild           cuda:0       -       -    -        -             - "
    "CRASHED\n"
    "    the worker was killed by signal 11 (Segmentation fault)\n"
    "    it printed:\n"
    "      about to launch\n"
    "      with \\u001b[31mcolour\n"
    "cublas*        cuda:0 11.7 us<   0.3% 2060    42.8% 4.34 to 4.38x "
    "yes\n"
    "unchecked      cuda:0 15.0 us    0.3% 1600    33.3% 3.37 to 3.41x no\n"
    "best on cuda:0 (unchecked, 15.0 us, not verified) is 815 to 825x as "
    "fast as best\n"
    "    on cpu (cpu-naive, 12.3 ms)\n",
    "direct         cuda:0 49.5 us    0.3%  485        -      baseline yes, "
    "cached\n",
    "\ncached  fits in a cache",
    "cold cache, graph,\n    on cuda:0\n"
    "variant             time  spread",
    "shared tile=32  17.0 us<    5.2%  1412     29.4%  2.92 to 2.96x  "
    "yes\n",
    "shared-rect tile=64 unroll=4 prefetch=next-tile\n"
    "           cuda:0  750 us<    0.3%     6.87     20.0%  baseline  "
    "yes\n",
    "skipped 1 CUDA case (cublas): cuBLAS multiplies no i32 matrices\n"
    "skipped 8 CUDA cases (simple, tiled, tiled-shared, memcpy): there is no "
    "device\n"
    "    cuda:1: this machine has cuda:0 only, so name that one or auto\n"
    "24 cases: 13 ok, 1 wrong, 9 skipped, 1 crashed\n"
    "wrong: transpose-small/racy ",
  };
  const char *top = getenv ("top_srcdir");
  struct runs runs;
  char path[4096], *table;

  snprintf (path, sizeof path, "%s/tests/sample-run.jsonl", top ? top : ".");
  assert_true (runs_read (&runs, path));
  table = report_text ("table", &runs.run[0]);
  for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
    if (!has (table, wanted[i]))
      fail_msg ("wanted:\n%s\nin:\n%s", wanted[i], table);
  for (const char *line = table; *line != '\0';) {
    size_t n = strcspn (line, "\n");

    if (printable_columns (line, n) > 80 || (n > 0 && line[n - 1] == ' '))
      fail_msg ("too long, or blanks at its end: '%.*s'", (int)n, line);
    line += n + (line[n] == '\n');
  }
  free (table);
  runs_free (&runs);
}

/* ---- Its width and colours ---- */

/* One row, right or not: of a name that is cut off without room. */
#define ROW_OF(status)                                                         \
  "[{'type':'case','job':'copy','family':'copy','device':'cpu','status':"      \
  "'" status                                                                   \
  "','variant':'a-name-of-thirty-two-characters-1','verify':{'done':true},"    \
  "'time':{'median_s':1e-3,'spread':0.01,'samples':9}}]"

/* What is printed to a terminal; false: there are none. */
static bool
print_to_terminal (const char *json, char *got, size_t room)
{
  int master = posix_openpt (O_RDWR | O_NOCTTY);
  struct records records;
  json_t *array = json_loads (json, JSON_DECODE_ANY, NULL);
  size_t all = 0;
  ssize_t n;
  FILE *out;

  if (master < 0 || grantpt (master) < 0 || unlockpt (master) < 0
      || (out = fopen (ptsname (master), "w")) == NULL)
    return false;
  records = records_of (array);
  format_find ("table")->print_run (out, &records);
  fclose (out);
  fcntl (master, F_SETFL, O_NONBLOCK);
  while ((n = read (master, got + all, room - 1 - all)) > 0)
    all += (size_t)n;
  got[all] = '\0';
  close (master);
  records_free (&records);
  json_decref (array);
  return true;
}

TEST (is_as_wide_and_as_coloured_as_the_terminal)
{
  static const struct {
    const char *columns, *no_color, *row, *has, *lacks;
  } looks[] = {
    { "80", "", "ok", "-1  1.00 ms    1.0%", "\033[31m" },
    { "80", "", "ok", "\033[32myes\033[0m", "\033[31m" },
    { "80", "", "wrong", "\033[31mWRONG\033[0m", "\033[32m" },
    { "80", "1", "ok", "  yes", "\033" },
    /* The spread goes before the name breaks. */
    { "66", "", "ok", "-1 1.00 ms    - baseline ", "spread" },
    { "40", "", "ok", "-1\r\n", "spread" },
  };

  setenv ("TERM", "xterm", 1);
  for (size_t i = 0; i < sizeof looks / sizeof looks[0]; i++) {
    char got[4096];
    char *json = with_quotes (
        strcmp (looks[i].row, "ok") == 0 ? ROW_OF ("ok") : ROW_OF ("wrong"));

    setenv ("COLUMNS", looks[i].columns, 1);
    setenv ("NO_COLOR", looks[i].no_color, 1);
    if (!print_to_terminal (json, got, sizeof got))
      skip ();
    if (strstr (got, looks[i].has) == NULL
        || strstr (got, looks[i].lacks) != NULL)
      fail_msg ("row %zu: wanted '%s', and no '%s', in:\n%s", i, looks[i].has,
                looks[i].lacks, got);
    free (json);
  }
  unsetenv ("COLUMNS");
}

/* ---- Reports of a few records ---- */

#define CASE(rest) "{'type':'case','status':'ok'," rest "}"
#define TIMED_BY(baseline, number, device, variant, seconds)                   \
  CASE ("'case':" number ",'device':'" device "','variant':'" variant          \
        "'," baseline "'verify':{'done':true},'time':{'median_s':" seconds     \
        "}")
#define TIMED(number, device, variant, seconds)                                \
  TIMED_BY ("", number, device, variant, seconds)
/* Of a CPU and a GPU in one block. */
#define ON_TWO(baseline)                                                       \
  "[" TIMED_BY (baseline, "0", "cpu", "loop", "8") "," TIMED_BY (              \
      baseline, "1", "cpu", "wide",                                            \
      "2") "," TIMED_BY (baseline, "2", "cuda:0", "plain",                     \
                         "0.5") "," TIMED_BY (baseline, "3", "cuda:0",         \
                                              "tiled", "0.25") "]"
#define SPEEDUPS(loop, wide, plain, tiled)                                     \
  "\nloop " ANY loop LATER "\nwide " ANY wide LATER "\nplain " ANY plain LATER \
  "\ntiled " ANY tiled
#define BEST                                                                   \
  "best on cuda:0 (tiled, 250 ms) is 8.00x as fast as best on cpu (wide, "     \
  "2.00 s)"
#define PEER                                                                   \
  CASE ("'case':2,'device':'cuda:0','variant':'library','peer':true,"          \
        "'time':{'median_s':1}")
#define UNSETTLED(samples, error, settings)                                    \
  "[" CASE ("'settings':{" settings "},'time':{'median_s':2,'spread':0.0004,"  \
            "'settled':false,'samples':" samples ",'error':" error "}") "]"
#define NOISE "'noise':0.005"
#define RATE(unit, rate)                                                       \
  CASE ("'time':{'median_s':1},'work':{'bytes':100,'ops':3000},"               \
        "'rate':{'unit':'" unit "','value':" rate "}")
#define PROBLEM(number, job)                                                   \
  CASE ("'case':" number ",'problem':" number ",'job':'" job                   \
        "','family':'f','variant':'v'")
#define NOTED(note)                                                            \
  "[{'type':'run','jobs':[{'name':'gone','note':'of none'},{'name':'b',"       \
  "'note':'" note                                                              \
  "'},{'name':'a'},{'note':'?'}]}," PROBLEM ("0", "a") "," PROBLEM (           \
      "1", "b") "," PROBLEM ("2", "a") "," PROBLEM ("3", "b") "]"
#define POOR                                                                   \
  "[{'type':'case'},{'type':'case','status':'ok'},{'type':'case','status':"    \
  "'skipped'},{'type':'later'},{}," CASE ("'time':3,'mode':[],'settings':{'"   \
                                          "seed':'x'},'log':[7],'params':"     \
                                          "null") "]"

/* A row of CUDA device 0 at a clock, and one at its highest. */
#define LIMITED(number, by, clock)                                             \
  CASE ("'case':" number ",'device':'cuda:0','variant':'v" number              \
        "','verify':{'done':true},'time':{'median_s':2},'of_limit':0.6,"       \
        "'limit':{'by':'" by "'},'telemetry':{'clock_sm_most':2e9,"            \
        "'clock_sm':" clock ",'clock_memory':1e9}")
#define AT_CLOCK                                                               \
  "[" LIMITED ("0", "f32", "1.5e9") "," LIMITED ("1", "f32", "2e9") "]"

static const struct {
  const char *format, *records, *want;
  const char *lack; /* what must not be there; NULL: nothing */
} reports[] = {
  /* Gaps become narrow, and the head of the limit brief, before a name gets a
   * line of its own. */
  { "table",
    "[" CASE ("'device':'cpu','variant':'a-name-of-many-words-for-a-variant',"
              "'verdicts':['noisy'],'of_limit':0.5,'verify':{'done':true},"
              "'rate':{'unit':'B/s','value':2e9},'time':{'median_s':2,"
              "'spread':0.01,'samples':9,'settled':true}") "]",
    " GB/s limit speed-up verified\na-name-of-many-words-for-a-variant "
    "2.00 s  ",
    NULL },
  /* Whatever is absent does not bring a report down. */
  { "table", POOR, "", NULL },
  { "markdown", POOR, "", NULL },
  { "csv", POOR, "", NULL },
  { "jsonl", POOR, "", NULL },
  { "junit", POOR, "", NULL },
  { "html", POOR, "", NULL },
  /* A baseline without a time is reported. */
  { "table",
    "[" CASE ("'variant':'a','baseline':'gone','time':{'median_s':2}") "," CASE (
        "'case':1,'variant':'b','time':{'median_s':1}") "]",
    "2.00x" LATER "speed-up over a (the named baseline, gone, has no time)",
    NULL },
  /* Of several rows of the baseline's name the first counts. */
  { "table",
    "[" CASE ("'variant':'a','baseline':'b','time':{'median_s':2}") "," CASE (
        "'case':1,'variant':'b','time':{'median_s':6}") "," CASE ("'case':2,'"
                                                                  "variant':'b'"
                                                                  ",'time':{'"
                                                                  "median_s':"
                                                                  "8}") "]",
    "3.00x" LATER "0.750x", NULL },
  /* Each device has a baseline. */
  { "table", ON_TWO (""), SPEEDUPS ("baseline", "4.00x", "baseline", "2.00x"),
    "named baseline" },
  { "table", ON_TWO ("'baseline':'tiled',"),
    SPEEDUPS ("baseline", "4.00x", "0.500x", "baseline"), "named baseline" },
  /* Of a list the first that a device has counts there. */
  { "table", ON_TWO ("'baseline':'gone, tiled, plain, wide',"),
    SPEEDUPS ("0.250x", "baseline", "0.500x", "baseline"), "named baseline" },
  { "table", ON_TWO ("'baseline':'gone',"),
    "\nspeed-up over plain on cuda:0, loop on cpu (the named baseline, gone, "
    "has no",
    NULL },
  /* The named one failed on the GPU, though the CPU has its own. */
  { "table",
    "[" TIMED_BY ("'baseline':'loop, tiled',", "0", "cpu", "loop",
                  "8") "," TIMED_BY ("'baseline':'loop, tiled',", "1", "cuda:0",
                                     "plain",
                                     "2") ",{'type':'case','case':2,'device':"
                                          "'cuda:0','variant':'tiled',"
                                          "'status':'wrong'}]",
    "\nloop " ANY "baseline" LATER "\nplain " ANY "baseline" LATER
    "\nspeed-up over plain on cuda:0 (the named baseline, tiled, has no",
    NULL },
  /* The best of two devices are compared; the picture has the GPU's
   * baseline. */
  { "table", ON_TWO (""), BEST, NULL },
  { "markdown", ON_TWO (""), BEST, NULL },
  { "html", ON_TWO (""), BEST, NULL },
  { "html", ON_TWO (""), "baseline: plain", NULL },
  /* A peer and a suspect row are no best, one device has none, and the CPU may
   * lead. */
  { "table",
    "[" TIMED ("0", "cpu", "loop", "2") "," TIMED (
        "1", "cuda:0", "plain",
        "4") "," PEER
             "," CASE ("'case':3,'device':'cuda:0','variant':'liar',"
                       "'verdicts':['suspect'],'time':{'median_s':0.1}") "]",
    "\nbest on cpu (loop, 2.00 s) is 2.00x as fast as best on cuda:0 (plain, "
    "4.00 s)\n",
    NULL },
  { "table", "[" TIMED ("0", "cpu", "loop", "2") "," PEER "]", "", "best on" },
  /* One sample has no spread. */
  { "table",
    "[" CASE ("'variant':'a','device':'cpu','time':{'median_s':2,'spread':0,"
              "'samples':1}") "]",
    "a        2.00 s       -     -  baseline" LATER
    "\n-  one sample: no spread",
    NULL },
  /* The caveat names what fell short: the noise, or only the samples. */
  { "table", UNSETTLED ("4", "0.001", NOISE),
    "  no, few\n" LATER "\nfew  too few samples: ", NULL },
  { "table", UNSETTLED ("4", "0.1", NOISE),
    "  no, noisy\n" LATER "\nnoisy  error far over the key noise: ", NULL },
  { "table", UNSETTLED ("40", "0.1", NOISE), "  no, noisy\n", NULL },
  /* The first format did not tell how many were asked for. */
  { "table", UNSETTLED ("4", "0.001", ""), "  no\n", NULL },
  { "table", UNSETTLED ("4", "0.1", ""), "  no, noisy\n", NULL },
  /* One sample says nothing of noise; it is too few. */
  { "table", UNSETTLED ("1", "0.1", ""), "  no, few\n", NULL },
  /* A share at a lower clock has a column only where a row needs it. */
  { "table", AT_CLOCK,
    "  of limit  at clock  speed-up  verified\nv0 " ANY "    60.0%     80.0%  "
    "baseline  yes\nv1 " ANY "    60.0%         -  " LATER
    "\nat clock  share of the limit at the lower clock",
    NULL },
  { "markdown", AT_CLOCK,
    "| of limit | at clock | speed-up |" LATER "| 60.0% | 80.0% | baseline |",
    NULL },
  { "html", AT_CLOCK,
    "60.0% of limit, 80.0% at its clock" LATER ">at clock<" LATER ">80.0%<",
    NULL },
  { "table", "[" LIMITED ("0", "f32", "1.95e9") "]", "  of limit  speed-up",
    "at clock" },
  { "table", "[" LIMITED ("0", "memory", "1e9") "]", "  of limit  speed-up",
    "at clock" },
  { "table", "[{'type':'run','host':{'cores':2,'load':3.58}}]",
    "load 3.6 on 2 cores: CPU times may be disturbed\n", NULL },
  /* One unit a block: the smaller one where no rate reaches the larger. */
  { "table", "[" RATE ("FLOP/s", "2.5e9") "," RATE ("FLOP/s", "3e11") "]",
    " GFLOP/s" LATER " 2.50 ", NULL },
  { "table", "[" RATE ("FLOP/s", "2.5e9") "," RATE ("FLOP/s", "3e12") "]",
    " TFLOP/s" LATER " 0.00250 ", NULL },
  /* Where the memory holds up one row, and the units another. */
  { "table", "[" RATE ("B/s", "1e9") "," RATE ("B/s", "2e9") "]", " GB/s",
    NULL },
  { "table", "[" RATE ("B/s", "1e9") "," RATE ("FLOP/s", "7e9") "]",
    " GFLOP/s" LATER " 30.0 ", NULL },
  { "table", "[" RATE ("FLOP/s", "7e9") "," RATE ("B/s", "1e9") "]", " 30.0 ",
    NULL },
  { "table", "[{'type':'case','status':'skipped'}]",
    "1 case: 1 skipped; nothing ran\n", NULL },
  /* Records come in the order in which workers end cases. */
  { "table",
    "[" CASE ("'case':2,'problem':1,'job':'late'") "," CASE (
        "'case':1,'job':'early','variant':'b'") "," CASE ("'job':'early',"
                                                          "'variant':'a'") "]",
    "early" LATER "\na " LATER "\nb " LATER "late", NULL },
  /* A note stands above the first block of its job, also where blocks of a job
   * lie apart. */
  { "table", NOTED ("what it is"),
    "\n\nwhat it is\n\nb (f): ", "\nb (f): " LATER "what it is" },
  { "table", NOTED ("what it is"), "", "\nb (f): " LATER "\n\nwhat it is" },
  { "table", NOTED ("what it is"), "", "of none" },
  { "table", NOTED ("what it is"), "", "?" },
  /* A list, a rule or a block of code would be what Markdown makes of these. */
  { "markdown", NOTED ("a *b* c"), "\n\na \\*b\\* c\n\n### b (f)", NULL },
  { "markdown", NOTED ("a\\n\\n# b"), "\n\na  \\# b\n\n### b (f)", NULL },
  { "markdown", NOTED ("- a - b"), "\n\n\\- a - b\n\n### b (f)", NULL },
  { "markdown", NOTED ("     + a"), "\n\n\\+ a\n\n### b (f)", NULL },
  { "markdown", NOTED ("12. a"), "\n\n12\\. a\n\n### b (f)", NULL },
  { "markdown", NOTED ("1) a"), "\n\n1\\) a\n\n### b (f)", NULL },
  { "markdown", NOTED ("16 x 16"), "\n\n16 x 16\n\n### b (f)", NULL },
  { "markdown", NOTED ("2 - 1"), "\n\n2 - 1\n\n### b (f)", NULL },
  /* A row of values a case, quoted. */
  { "csv",
    "[{'type':'run'},{'type':'case','case':7,'job':'a','params':{'rows':2,"
    "'dtype':'i32'},'reason':'say \\u0022no\\u0022, or\\nyes',"
    "'time':{'median_s':1.7820000000000001e-05}},{'type':'end'}]",
    "case,job,problem," ANY "\n7,a,," ANY ",rows=2 dtype=i32," ANY
    ",\"say \"\"no\"\", or\nyes\"," LATER ",1.782e-5,",
    NULL },
};

TEST (shows_records)
{
  for (size_t i = 0; i < sizeof reports / sizeof reports[0]; i++) {
    char *text = report (reports[i].format, reports[i].records);

    if (!has (text, reports[i].want))
      fail_msg ("%zu: wanted:\n%s\nin:\n%s", i, reports[i].want, text);
    if (reports[i].lack != NULL && has (text, reports[i].lack))
      fail_msg ("%zu: not wanted:\n%s\nin:\n%s", i, reports[i].lack, text);
    free (text);
  }
}

/* ---- The columns of --columns ---- */

#define WITH_METRICS(number, variant, rest)                                    \
  CASE ("'case':" number ",'device':'cpu','variant':'" variant                 \
        "','verify':{'done':true},'time':{'median_s':1}," rest)

TEST (appends_columns_of_one_source)
{
  static const char records_text[] = "[" WITH_METRICS (
      "0", "a",
      "'prepare_s':0.0025,'metrics':{'steps':7.0,'variant/steps':12.0,"
      "'variant/bytes':2048,'variant/why':'?'},'metric_units':{"
      "'variant/bytes':'B'}") "," WITH_METRICS ("1", "b",
                                                "'metrics':{'variant/steps':"
                                                "9.0}") "]";
  char *item[] = { "steps", "variant/steps", "bytes", "why", "prepare_s" };
  const struct list columns = { item, sizeof item / sizeof item[0] };
  char *quoted = with_quotes (records_text), *got;
  json_t *json = json_loads (quoted, 0, NULL);
  struct records records = records_of (json);
  size_t n;
  FILE *out = open_memstream (&got, &n);

  assert_non_null (out);
  format_find ("markdown")->print_columns (out, &records, &columns);
  fclose (out);
  /* Row b has no steps of the family, whose column this is. */
  if (!has (got,
            "| verified | steps | steps | bytes | why | prepare\\_s |" LATER
            "| yes | 7 | 12 | 2.00 KiB | - | 2.50 ms |" LATER
            "| yes | - | 9 | - | - | - |" LATER "no row has why; "))
    fail_msg ("%s", got);
  free (got);
  records_free (&records);
  json_decref (json);
  free (quoted);
}

TEST (formats_have_names)
{
  char *all = format_names ();

  assert_null (format_find ("tables"));
  assert_non_null (strstr (all, "markdown"));
  free (all);
}
