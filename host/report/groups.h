/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a reader compares: the case records of a run put into blocks, each of
 * them one problem in one mode on one device.  The CPU knows no modes but the
 * cache's, so its rows stand in the first block of their problem.
 */
#ifndef GROUPS_H
#define GROUPS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "device/kinds.h"
#include "record/record.h"

struct block {
  const json_t *head;    /* the record whose mode and problem it shows */
  const json_t **record; /* borrowed from the run; none is skipped */
  size_t n;
  const json_t *baseline; /* what speed-ups are over; NULL: nothing timed */
  bool own_baseline;      /* it is a row of this block */
  const char *missing;    /* the baseline asked for that has no time; NULL */
};

/* Cases that were skipped for the same reason. */
struct skip {
  const char *reason;
  const char *plugin; /* of the first */
  char *plugins; /* of all, a list, where their reasons differ in the name of
                    the plugin; else NULL */
  size_t n, of_kind[N_DEVICE_KINDS];
  const char **variant; /* each once */
  size_t n_variants;
};

struct groups {
  const json_t *run, *end; /* NULL: not there */
  struct block *block;
  size_t n_blocks;
  struct skip *skip;
  size_t n_skips;
  size_t n_cases, count[N_STATUS];
};

/* The records must outlive the groups. */
void groups_make (struct groups *groups, const json_t *records);
void groups_free (struct groups *groups);

#endif
