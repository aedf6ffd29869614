/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Queries: requests that each are answered by a new worker, several workers at
 * a time, so that one that hangs or crashes costs the others no time.
 */
#ifndef QUERIES_H
#define QUERIES_H

#include <jansson.h>
#include <stddef.h>

struct query {
  json_t *request; /* owned */
  json_t *reply;   /* NULL: none came */
  char *why;       /* why there is none; NULL, too, when, after a message, no
                    * worker could be started */
  char *printed;   /* where there is no reply: the last line that the worker
                    * printed, or all where it did not answer in time; NULL:
                    * none */
};

/* Answers n queries, each within so many seconds.  behind: once one has a
 * reply, each other gets at most that many seconds more; 0: no such limit.
 * After an interrupt those without a reply are given up. */
void queries_answer (struct query *query, size_t n, double seconds,
                     double behind);
/* Frees what the queries own, not the array. */
void queries_free (struct query *query, size_t n);

#endif
