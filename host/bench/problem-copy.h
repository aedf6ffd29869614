/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A copy of a problem that a family set up, as it is passed to variants: plain
 * bytes, the buffers it needs, and its amount of work.
 */
#ifndef BENCH_PROBLEM_COPY_H
#define BENCH_PROBLEM_COPY_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include <gkhost/plugin.h>

struct problem_copy {
  gk_setup
      setup;   /* state is NULL outside of the judge; problem points to bytes */
  void *bytes; /* setup.problem_bytes bytes */
  char *name[GK_MAX_BUFFERS]; /* the strings of setup.buffers[].name */
};

/* Copies what a family set up, without its state. */
struct problem_copy problem_copy_make (const gk_setup *setup);
void problem_copy_free (struct problem_copy *problem);

/* Returns what is wrong with a family's setup; NULL: nothing that can be
 * checked. */
const char *problem_copy_fault (const gk_setup *setup);
/* Returns what in it only a later host knows, so that the problem is skipped,
 * to be freed; NULL: nothing.  Call it before problem_copy_fault. */
char *problem_copy_later (const gk_setup *setup);
/* The same of the work alone, which a variant may set, too. */
const char *work_fault (const gk_work *work);
const char *work_later (const gk_work *work);

/* A problem as JSON, which the judge sends by way of the supervisor to the
 * timing worker. */

/* Returns a new reference. */
json_t *problem_copy_to_json (const struct problem_copy *problem);
/* False when json is not what problem_copy_to_json writes. */
bool problem_copy_from_json (struct problem_copy *problem, const json_t *json);

/* Views: memory that the judge and the timing worker share.  The judge writes
 * the inputs, of one kind of data at a time, and the worker shows outputs in
 * the window. */

enum { N_DATA = GK_DATA_PERMUTATION + 1 };

struct views {
  void *input[GK_MAX_BUFFERS]; /* NULL for GK_OUTPUT */
  struct output_window *window;
  uint32_t *mark; /* an enum mark, set by the timer; NULL: none */
};

/* True for a buffer that serves as GK_INPUT, which the family fills, or as
 * GK_OUTPUT, which launches write: other roles are one of these or both. */
bool serves_as (const gk_buffer *buffer, gk_role role);
/* True for a buffer that vary changes. */
bool is_varied (const gk_buffer *buffer);
/* True if a buffer of the problem has exactly this role. */
bool has_role (const gk_setup *setup, gk_role role);

/* Returns the bytes of all buffers that serve as a role, each on pages of its
 * own, inputs between two zones that stay zero; UINT64_MAX if there are too
 * many. */
uint64_t views_bytes (const gk_setup *setup, gk_role role);
/* Stores where each buffer begins in that memory. */
void views_set_addresses (const gk_setup *setup, gk_role role, void *memory,
                          void *view[GK_MAX_BUFFERS]);
/* Returns on which side of an input's view something was written ("before",
 * "behind the end of"), and makes its zones zero again; NULL: on none. */
const char *view_find_damage (const gk_buffer *buffer, void *view);

#endif
