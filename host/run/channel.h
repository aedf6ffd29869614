/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The channel between judge and timing worker: a socket of a case's own.
 * Orders go one way, claims the other.
 *
 * Before the first load the judge sends descriptors of the memory that both
 * map: inputs (judge/judge.h), sealed so that the worker can only read them,
 * and the window in which the worker shows outputs (bench/window.h).  While the
 * worker carries out an order, both sides send a byte for each slot of that:
 * it is full, and it was read.  Each blocks until the other's byte or the end
 * of the channel comes, so that neither waits for a process that is gone.  A
 * word of shared memory has the mark of a sample (enum mark), which the judge
 * may watch while it waits for the claim.
 *
 * A claim is believed only as far as it can be checked.  An order has a random
 * nonce that its claim repeats.  A claim without an order, of another kind, or
 * with a time below zero ends the case.
 */
#ifndef CHANNEL_H
#define CHANNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/shared.h"
#include "bench/bench.h"
#include "bench/problem-copy.h"
#include "judge/judge.h"
#include "judge/trial.h"
#include "run/frame.h"

/* The judge's end. */
struct channel {
  struct timer timer; /* first */
  struct inputs *inputs;
  int fd;
  struct looks *looks; /* for claims */
  bool memory_sent;    /* the descriptors of its memory were sent */
  bool garbled;        /* what was received is no claim to the order */
};

/* Makes the judge's end of a socket, which the caller keeps, as it does looks,
 * from case to case. */
void channel_open (struct channel *channel, int fd, struct inputs *inputs,
                   struct looks *looks);

/* True when a claim answers an order, with possible numbers. */
bool channel_accepts_claim (const struct order *order,
                            const struct claim *claim);

/* What the judge announces before it sends the descriptors. */
struct judge_memory_offer {
  uint64_t inputs_bytes, window_bytes, slot_bytes;
};

/* The judge's memory as a timing worker maps it.  It stays mapped while it
 * serves, since mapping and pinning it take as long as a few launches. */
struct judge_memory {
  struct judge_memory_part {
    struct shared shared;
    uint64_t device, inode; /* identify it when it is sent again */
  } set, window, mark;
  struct views views;
  struct output_window shown;
  int fd;             /* the channel of the case */
  size_t unread;      /* slots that were announced, and not answered yet */
  struct looks looks; /* for orders */
};

void judge_memory_begin (struct judge_memory *memory);
/* bench: whose devices may have pinned it. */
void judge_memory_unmap (struct judge_memory *memory, struct bench *bench);
/* Unmaps what can't serve for another problem. */
void judge_memory_keep (struct judge_memory *memory, struct bench *bench,
                        const gk_setup *setup);

/* The timing worker's end: carries out orders until ORDER_END, or until the
 * judge is gone. */
void channel_serve (int fd, struct bench *bench, struct judge_memory *memory,
                    const struct run_request *request,
                    const struct problem_copy *problem);

#endif
