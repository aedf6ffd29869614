/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include <commit.h>

#include "base/clock.h"
#include "base/cpu-time.h"
#include "base/machine.h"
#include "base/processors.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "plan/tunings.h"
#include "plugin/file-identity.h"
#include "record/run-record.h"

/* ---- What gkhost was built from ---- */

#ifdef __clang__
#define COMPILER __VERSION__
#else
#define COMPILER "gcc " __VERSION__
#endif

const struct build_info gkhost_build = {
  .commit = sizeof GKHOST_COMMIT > 1 ? GKHOST_COMMIT : NULL,
  .compiler = COMPILER,
  .flags = GKHOST_CFLAGS,
};

/* ---- The run ---- */

#define PLUGIN(path, help)                                                     \
  FIELD_ROW (TEXT, plugin_record, BY_HOST, path, NULL, NULL, help, NULL)

static const struct field plugin_rows[] = {
  PLUGIN (name, "name of the plugin"),
  PLUGIN (path, "path of its file"),
  PLUGIN (version, "version of the plugin, as it reports it"),
  PLUGIN (identity, "identity of the file: device, inode, bytes, time of the "
                    "last change in seconds and build-id, with colons "
                    "between; of a script then that of its bridge, and the "
                    "bridge's path, with blanks between"),
  PLUGIN (build, "hash of the file's content, 16 hexadecimal digits; absent "
                 "where no case that runs needs the plugin"),
  PLUGIN (hash, "SHA-256 of the file's content, sha256: and 64 hexadecimal "
                "digits; absent where build is"),
  PLUGIN (family, "family that the plugin brings; absent where it brings none, "
                  "or that of another plugin is used"),
  FIELD_ROW (BOOL, plugin_record, BY_HOST, own, NULL, NULL,
             "whether the file is one of gkhost's own plugins, by its place",
             NULL),
};

const struct fields plugin_fields
    = FIELDS_OF ("plugin", plugin_rows, plugin_record);

#define JOB(type, member, help)                                                \
  FIELD_ROW (type, job_record, BY_HOST, member, NULL, NULL, help, NULL)

static const struct field job_rows[] = {
  JOB (TEXT, name, "section of the suite"),
  JOB (
      TEXT, note,
      "text that reports print above the job; absent where the suite has none"),
  JOB (TEXT, search,
       "rule that selects combinations of tunables, as in random 50; absent "
       "where all run"),
  JOB (INTEGER, search_seed,
       "seed of a random search; absent for other searches"),
  JOB (PAIRS, combinations,
       "number of combinations of each variant that has several; absent where "
       "all run"),
};

const struct fields job_fields = FIELDS_OF ("job", job_rows, job_record);

#define ROW(type, path, unit, of, help)                                        \
  FIELD_ROW (type, run_record, BY_HOST, path, unit, NULL, help, of)

static const struct field rows[] = {
  ROW (TEXT, type, NULL, NULL, "kind of the record: run"),
  ROW (INTEGER, format, NULL, NULL,
       "version of the format, which is 2; a change of meaning raises it, and "
       "a new field does not; format 1 can still be read"),
  ROW (TEXT, gkhost, NULL, NULL, "version of gkhost that wrote the record"),
  ROW (TEXT, started, NULL, NULL,
       "start of the run in UTC, as in 2026-11-20T10:00:00Z"),
  ROW (TEXT, host.name, NULL, NULL, "name of the machine"),
  ROW (TEXT, host.os, NULL, NULL,
       "kernel's name and release, and the machine's type"),
  ROW (TEXT, host.cpu, NULL, NULL, "model of the processor"),
  ROW (INTEGER, host.cores, NULL, NULL, "cores that the process may use"),
  ROW (INTEGER, host.memory, "bytes", NULL, "size of the memory"),
  ROW (REAL, host.load, NULL, NULL,
       "average load of the last minute when the run began"),
  ROW (TEXT, host.governor, NULL, NULL,
       "policy that sets the first core's clock; absent where the system does "
       "not report it"),
  ROW (TEXT, host.huge_pages, NULL, NULL,
       "memory that the system backs with huge pages: always (all), madvise "
       "(on request) or never"),
  ROW (INTEGER, rank, NULL, NULL,
       "number of this process among those of the launcher, from 0; absent "
       "without a launcher"),
  ROW (INTEGER, ranks, NULL, NULL,
       "number of processes of the launcher; absent where no launcher reports "
       "it"),
  ROW (TEXT, launcher, NULL, NULL,
       "launcher of the ranks: slurm, openmpi, mpich, pmix, torchrun or "
       "kubernetes; absent without one"),
  ROW (TEXT, made.commit, NULL, NULL,
       "commit that gkhost was built from, with a + where files had changed; "
       "absent where it is unknown"),
  ROW (TEXT, made.compiler, NULL, NULL, "compiler that built gkhost"),
  ROW (TEXT, made.flags, NULL, NULL, "flags of that compiler"),
  ROW (LIST, devices, NULL, &device_fields, "devices that were present"),
#define ABSENT(enumerator, kind)                                               \
  DEVICE_ABSENT_ROW (run_record, enumerator, kind, BY_HOST)
  DEVICE_KINDS (ABSENT)
#undef ABSENT
      ROW (TEXT, judge, NULL, NULL,
           "where the judge ran: apart, readable (its memory could not be "
           "closed to the timing worker) or in-process"),
  ROW (TEXT, suite.path, NULL, NULL, "path of the suite"),
  ROW (INTEGER, suite.bytes, "bytes", NULL, "size of the suite"),
  ROW (TEXT, suite.hash, NULL, NULL,
       "hash of the suite, fnv1a: and 16 hexadecimal digits"),
  ROW (TEXTS, command, NULL, NULL, "arguments of the command line"),
  ROW (TEXTS, sides, NULL, NULL,
       "names of the two builds; only with --compare"),
  ROW (LIST, plugins, NULL, &plugin_fields, "plugins that were found"),
  ROW (INTEGER, resumed.cases, NULL, NULL,
       "number of results that this part takes over from the parts before it; "
       "only in a run that was resumed"),
  ROW (TEXTS, resumed.without, NULL, NULL,
       "numbers of earlier cases that no longer count, as in 8 or 0-5; only in "
       "a run that was resumed"),
  ROW (TEXTS, rebuilt, NULL, NULL,
       "plugins that were rebuilt since the part before; only in a run that "
       "was resumed"),
  ROW (TEXTS, host.nodes, NULL, NULL,
       "processors of each NUMA node, as in 0-31,64-95"),
  ROW (TEXTS, host.siblings, NULL, NULL,
       "processors of each core that has several threads"),
  ROW (LIST, jobs, NULL, &job_fields, "jobs that have a note or a search"),
  ROW (PAIRS, usual, NULL, NULL,
       "defaults of the families' options but types and sizes over 0: a "
       "report's headings leave them out, and a cold cache; absent in older "
       "records"),
  ROW (
      TEXTS, hosts, NULL, NULL,
      "other hosts that ran earlier parts; only in a run that was resumed with "
      "--across"),
};

const struct fields run_fields = FIELDS_OF ("run", rows, run_record);

/* Repairs text that is not UTF-8. */
static const char *
pool_utf8 (struct pool *pool, const char *text)
{
  return pool_made (pool, utf8_repair (text));
}

/* Describes the machine, and takes the processor from the first device. */
static void
set_host (struct run_record *r, struct pool *pool)
{
  const struct device_record *cpu = r->devices.item;
  struct utsname u;
  cpu_set_t usable;

  uname (&u);
  processors_get_usable (&usable);
  r->host.name = pool_made (pool, machine_name ());
  r->host.os = pool_made (
      pool, xasprintf ("%s %s %s", u.sysname, u.release, u.machine));
  if (r->devices.n > 0) {
    r->host.cpu = cpu->description;
    r->host.cores = cpu->cores;
    r->host.memory = cpu->memory;
  }
  r->host.load = cpu_load ();
  r->host.governor = pool_made (pool, machine_governor ());
  r->host.huge_pages = pool_made (pool, machine_huge_pages ());
  r->host.nodes = topology_nodes ("", pool);
  r->host.siblings = topology_core_threads ("", &usable, pool);
}

static void
set_rank (struct run_record *r, const struct rank *rank)
{
  if (rank == NULL)
    return;
  r->rank = rank->rank;
  r->ranks = rank->ranks;
  r->launcher = rank->launcher;
}

static const char *
hash_text (struct pool *pool, uint64_t hash)
{
  return pool_made (pool, xasprintf ("fnv1a:%016" PRIx64, hash));
}

static void
set_suite (struct run_record *r, struct pool *pool, const struct suite *suite)
{
  r->suite.path = pool_utf8 (pool, suite->path);
  r->suite.bytes = (int64_t)suite->text_bytes;
  r->suite.hash = hash_text (pool, fnv1a_hash (suite->text, suite->text_bytes));
}

static struct texts
command_of (struct pool *pool, int argc, char **argv)
{
  struct texts command = { .n = (size_t)argc };

  command.text = pool_alloc (pool, (command.n + 1) * sizeof *command.text);
  for (size_t i = 0; i < command.n; i++)
    command.text[i] = pool_utf8 (pool, argv[i]);
  return command;
}

/* True where a case that runs needs the plugin.  Hashing all would delay the
 * start: plugins for many GPUs are megabytes. */
static bool
is_used (const struct cases *cases, const struct plugin_desc *p)
{
  for (size_t i = 0; i < cases->n; i++) {
    const struct case_ *c = &cases->case_[i];

    if (c->skip == NULL
        && (c->variant->plugin == p || c->problem->job->family->plugin == p))
      return true;
  }
  return false;
}

/* The family of the plugin that cases are judged by. */
static const char *
family_of (const struct catalog *catalog, const struct plugin_desc *p)
{
  for (size_t i = 0; i < catalog->n_families; i++)
    if (catalog->family[i]->plugin == p)
      return catalog->family[i]->name;
  return NULL;
}

static struct plugin_record
plugin_record_of (struct pool *pool, const struct plugin_desc *p,
                  const struct run_facts *facts)
{
  struct plugin_record record;
  struct sha256 content;
  uint64_t hash;

  fields_clear (&plugin_fields, &record);
  record.name = pool_text (pool, p->name);
  record.path = pool_utf8 (pool, p->path);
  record.version = pool_text (pool, p->version);
  record.identity = pool_text (pool, p->identity);
  record.family = pool_text (pool, family_of (facts->catalog, p));
  record.own = plugin_file_is_own (p->path) ? FLAG_YES : FLAG_NO;
  sha256_begin (&content);
  if (is_used (facts->cases, p)
      && plugin_hash_build (p->path, &hash, &content)) {
    record.build = pool_made (pool, xasprintf ("%016" PRIx64, hash));
    record.hash = pool_made (pool, sha256_text (&content));
  }
  return record;
}

static struct items
plugins_of (struct pool *pool, const struct run_facts *facts)
{
  const struct catalog *catalog = facts->catalog;
  struct items items = { .n = catalog->n_plugins };
  struct plugin_record *record
      = pool_alloc (pool, (items.n + 1) * sizeof *record);

  for (size_t i = 0; i < items.n; i++)
    record[i] = plugin_record_of (pool, catalog->plugin[i], facts);
  if (facts->other != NULL)
    record[items.n++] = plugin_record_of (pool, facts->other, facts);
  items.item = record;
  return items;
}

/* Returns the number of combinations of each variant that has several; NULL
 * where all of them run. */
static const struct pairs *
count_combinations (struct pool *pool, const struct job *job)
{
  struct option_list list
      = { .option = xcalloc (job->n_variants, sizeof *list.option) };
  gk_value *value = xcalloc (job->n_variants, sizeof *value);
  const struct pairs *pairs = NULL;
  bool part = false;

  for (size_t i = 0; i < job->n_variants; i++) {
    const struct job_variant *v = &job->variant[i];
    const uint64_t all = tunings_of_variant (v);

    if (all < 2)
      continue;
    part |= tunings_count_searched (job, v) < all;
    value[list.n].i = (int64_t)all;
    list.option[list.n++]
        = (gk_option){ .name = v->variant->name, .type = GK_INT };
  }
  if (part)
    pairs = pairs_of_options (pool, &list, value, NULL);
  free (list.option);
  free (value);
  return pairs;
}

/* False where there is nothing to report of the job. */
static bool
set_record (struct job_record *record, struct pool *pool, const struct job *job)
{
  fields_clear (&job_fields, record);
  record->name = pool_text (pool, job->name);
  record->note = pool_text (pool, job->note);
  record->combinations = count_combinations (pool, job);
  if (record->combinations != NULL) {
    record->search = pool_made (pool, search_text (&job->search));
    if (job->search.kind == SEARCH_RANDOM)
      record->search_seed = job->search.seed;
  }
  return record->note != NULL || record->search != NULL;
}

static struct items
job_records_of (struct pool *pool, const struct jobs *jobs)
{
  struct items items = { 0 };
  struct job_record *record = pool_alloc (pool, (jobs->n + 1) * sizeof *record);

  for (size_t i = 0; i < jobs->n; i++)
    items.n += set_record (&record[items.n], pool, &jobs->job[i]);
  if (items.n > 0)
    items.item = record;
  return items;
}

/* True where each family that has an option of this name has it with the same
 * default. */
static bool
is_shared (const struct jobs *jobs, const gk_option *option)
{
  for (size_t i = 0; i < jobs->n; i++) {
    const struct option_list *list = &jobs->job[i].family->options;

    for (size_t j = 0; j < list->n; j++)
      if (strcmp (list->option[j].name, option->name) == 0
          && (list->option[j].type != option->type
              || list->option[j].value.i != option->value.i))
        return false;
  }
  return true;
}

/* The defaults that headings leave out: types are always told, and so are
 * sizes, but one that is 0, such as the padding. */
static const struct pairs *
usual_of (struct pool *pool, const struct jobs *jobs)
{
  struct option_list list = { 0 };
  gk_value *value = NULL;
  const struct pairs *usual;

  for (size_t i = 0; i < jobs->n; i++) {
    const struct option_list *all = &jobs->job[i].family->options;

    for (size_t j = 0; j < all->n; j++) {
      const gk_option *option = &all->option[j];

      if (((option->flags & GK_OPTION_SIZE) && option->value.i != 0)
          || option->type == GK_DTYPE || option_find (&list, option->name) >= 0
          || !is_shared (jobs, option))
        continue;
      value = xgrow (value, list.n, sizeof *value);
      value[list.n] = option->value;
      XAPPEND (list.option, list.n) = *option;
    }
  }
  usual = pairs_of_options (pool, &list, value, NULL);
  free (list.option);
  free (value);
  return usual;
}

bool
job_records_same (const struct items *a, const struct items *b)
{
  const struct job_record *x = a->item, *y = b->item;

  if (a->n != b->n)
    return false;
  for (size_t i = 0; i < a->n; i++)
    if (strcmp (text_or_empty (x[i].name), text_or_empty (y[i].name)) != 0
        || strcmp (text_or_empty (x[i].note), text_or_empty (y[i].note)) != 0
        || strcmp (text_or_empty (x[i].search), text_or_empty (y[i].search))
               != 0
        || x[i].search_seed != y[i].search_seed)
      return false;
  return true;
}

const struct plugin_record *
plugin_record_find (const struct run_record *run, const char *name)
{
  const struct plugin_record *plugin = run->plugins.item;

  for (size_t i = 0; i < run->plugins.n; i++)
    if (strcmp (text_or_empty (plugin[i].name), name) == 0)
      return &plugin[i];
  return NULL;
}

bool
plugin_is_foreign (const struct run_record *run, const char *name)
{
  const struct plugin_record *plugin = run != NULL ? run->plugins.item : NULL;

  /* Two plugins may have one name. */
  for (size_t i = 0; run != NULL && i < run->plugins.n; i++)
    if (plugin[i].own == FLAG_NO
        && strcmp (text_or_empty (plugin[i].name), text_or_empty (name)) == 0)
      return true;
  return false;
}

struct run_record *
run_record_new (struct pool *pool, const struct run_facts *facts)
{
  struct run_record *r = pool_alloc (pool, sizeof *r);

  fields_clear (&run_fields, r);
  r->type = run_fields.name;
  r->format = RECORD_FORMAT;
  r->gkhost = PACKAGE_VERSION;
  r->made = gkhost_build;
  r->started = pool_made (pool, clock_date ());
  r->devices = facts->devices->devices;
  memcpy (r->absent, facts->devices->absent, sizeof r->absent);
  r->judge = facts->devices->judge;
  set_host (r, pool);
  set_rank (r, facts->rank);
  set_suite (r, pool, facts->suite);
  r->command = command_of (pool, facts->argc, facts->argv);
  r->plugins = plugins_of (pool, facts);
  r->jobs = job_records_of (pool, facts->jobs);
  r->usual = usual_of (pool, facts->jobs);
  for (int i = 0; facts->sides != NULL && i < 2; i++)
    texts_add (pool, &r->sides, facts->sides[i]);
  return r;
}
