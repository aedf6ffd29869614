/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A trial of a toy: a family that adds one to each of eight numbers, and a
 * timer that does it in this process and notes its orders.  A test sets what
 * either is to do wrongly.
 */
#ifndef TOY_TRIAL_H
#define TOY_TRIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "judge/judge.h"
#include "judge/run-case.h"

enum { TOY_NUMBERS = 8 };

struct toy {
  struct timer timer; /* first */
  struct judge *judge;
  struct settings settings;

  /* Called behind what an order does; false: the timer is gone. */
  bool (*meddle) (struct toy *toy, const struct order *order,
                  struct claim *claim);
  bool stale;            /* launches do nothing any more */
  double claims;         /* seconds, of each launch */
  bool decoys, compares; /* what ORDER_FIRST claims */
  bool at_once;          /* what the judge knows of the device */
  pid_t worker;          /* likewise; 0: whose time it does not know */
  struct replay replay;  /* what it is asked for, and how that went */
  int fill, vary;        /* what these return */
  gk_range varied; /* what vary says that it changed, if bytes are not 0 */
  bool uniform_only;

  /* Of the device. */
  uint64_t in[TOY_NUMBERS], out[TOY_NUMBERS + 1]; /* one that is not judged */
  /* What came. */
  struct order *order;
  size_t n_orders, order_room;
  gk_check *check; /* what verify was handed */
  size_t n_verdicts;
  uint32_t flags;   /* of the last generation */
  size_t n_planted; /* generations */

  /* What came of it. */
  struct pool pool;
  struct result result;
  bool kept; /* the timer was not lost */
};

/* With ten samples, cold, in the same process. */
void toy_open (struct toy *toy, uint64_t verify_data);
/* Likewise, with an output of so many bytes, of which the last are zeros. */
void toy_open_large (struct toy *toy, uint64_t verify_data,
                     uint64_t output_bytes);
void toy_conduct (struct toy *toy);
void toy_close (struct toy *toy);

/* The n-th order of a kind, from 0; NULL: there were fewer. */
const struct order *toy_order (const struct toy *toy, enum order_kind kind,
                               size_t n);
/* Shows what an order shows; to be called again where a test changes out. */
void toy_show (struct toy *toy, const struct order *order);
size_t toy_count (const struct toy *toy, enum order_kind kind);

#endif
