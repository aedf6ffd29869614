/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The first record of a run: what ran, where, and with which suite.  The tables
 * in run-record.c describe each member.
 */
#ifndef RECORD_RUN_RECORD_H
#define RECORD_RUN_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/optional.h"
#include "base/pool.h"
#include "base/rank.h"
#include "plan/cases.h"
#include "plugin/catalog.h"
#include "record/device-record.h"
#include "record/fields.h"
#include "record/pairs.h"
#include "suite/job.h"
#include "suite/suite.h"

/* The commit, the compiler and the flags that gkhost was built from, for
 * records and for --version. */

struct build_info {
  const char *commit; /* ends in + where files had changed; NULL: unknown */
  const char *compiler, *flags;
};

extern const struct build_info gkhost_build;

/* The format of records.  A change of meaning raises it; a new field does not.
 */
#define RECORD_FORMAT 2

struct plugin_record {
  const char *name, *path, *version, *identity, *build, *hash, *family;
  enum flag own;
};

/* A job that has a note, or a search that ran a part of its combinations.  It
 * is in the run record, and not in each case, because it is for readers and no
 * part of a case's identity. */
struct job_record {
  const char *name, *note, *search;
  int64_t search_seed;
  const struct pairs *combinations; /* of tunables, by variant */
};

/* Where the judge ran, as seen from the timing worker. */
#define JUDGE_APART "apart"       /* another process, memory closed */
#define JUDGE_READABLE "readable" /* another process, memory readable */
#define JUDGE_HERE "in-process"   /* the same process */

struct run_record {
  const char *type;
  int64_t format;
  const char *gkhost, *started;
  struct {
    const char *name, *os, *cpu;
    int64_t cores, memory;
    double load;
    const char *governor, *huge_pages;
    struct texts nodes, siblings; /* lists of processors: base/processors.h */
  } host;
  int64_t rank, ranks;  /* absent: unknown */
  const char *launcher; /* NULL: none */
  struct build_info made;
  struct items devices;               /* struct device_record */
  const char *absent[N_DEVICE_KINDS]; /* why a kind has none */
  const char *judge; /* JUDGE_APART, JUDGE_READABLE or JUDGE_HERE */
  struct {
    const char *path;
    int64_t bytes;
    const char *hash;
  } suite;
  struct texts command;
  struct texts sides;   /* names of the two builds, the old one first */
  struct items plugins; /* struct plugin_record */
  struct {
    int64_t cases; /* absent: the first part */
    struct texts without;
  } resumed;
  struct texts rebuilt;
  struct texts hosts;
  struct items jobs;         /* struct job_record */
  const struct pairs *usual; /* NULL: in records of older programs */
  /* Of the file that it was read from or is written to; no fields. */
  struct {
    struct texts
        hash;     /* of each part, as end_record has it, and what to know */
    bool changed; /* the end record of one has another */
  } parts;
};

extern const struct fields run_fields, plugin_fields, job_fields;

/* What run_record_new is made from. */
struct run_facts {
  int argc; /* the command line */
  char **argv;
  const struct suite *suite;
  const struct jobs *jobs;
  const struct catalog *catalog;
  const struct plugin_desc *other; /* a further plugin; NULL */
  const char *const *sides;        /* names of the two builds; NULL */
  const struct cases *cases;
  const struct device_records *devices;
  const struct rank *rank; /* NULL: no launcher */
};

/* Returns the plugin of that name; NULL: there is none. */
const struct plugin_record *plugin_record_find (const struct run_record *run,
                                                const char *name);

/* True where a plugin of that name is known not to be gkhost's own.  run and
 * name may be NULL. */
bool plugin_is_foreign (const struct run_record *run, const char *name);

/* True where two lists of job records are the same. */
bool job_records_same (const struct items *a, const struct items *b);

/* Returns a record in the pool, which borrows the devices. */
struct run_record *run_record_new (struct pool *pool,
                                   const struct run_facts *facts);

#endif
