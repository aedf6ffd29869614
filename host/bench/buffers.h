/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The buffers of one problem on the device, with guard zones, and the ways
 * between them and the views that the judge looks at.  The host owns all of
 * them; a family says what it needs.
 */
#ifndef BUFFERS_H
#define BUFFERS_H

#include <stdbool.h>
#include <stddef.h>

#include <gkhost/plugin.h>

#include "bench/guarded.h"
#include "bench/problem-copy.h"
#include "bench/orders.h"
#include "bench/views.h"
#include "device/device.h"

struct buffers {
  struct device *device;
  const struct problem_copy *problem;
  const struct views *views; /* of the case: set before anything is copied */
  enum memory kind;
  enum pages pages;
  struct guarded on_device[GK_MAX_BUFFERS];
  bool loaded;         /* the device holds inputs */
  gk_data data;        /* of that kind */
  uint64_t version;    /* and as the judge numbers them */
  void *saved_problem; /* the problem as variants are to find it and leave it */
  void *staging[GK_MAX_BUFFERS]; /* pinned copies, for scope = transfer */
  /* Of outputs, on the device: what a launch left, taken right behind it; and
   * what is filled in place of an output where that is to stay. */
  void *output_copy[GK_MAX_BUFFERS];
  bool has_output_copies;
  void *piece; /* pinned: a piece of a buffer that is compared; NULL: not yet */
};

enum buffers_result { BUFFERS_OK, BUFFERS_SKIP, BUFFERS_FAIL };

/* Allocates on the device, in the memory of the mode, and sets the slots in the
 * problem's bytes.  SKIP and FAIL leave a reason in *why, to be freed, and
 * nothing allocated. */
enum buffers_result buffers_open (struct buffers *b, struct device *d,
                                  const struct problem_copy *handed,
                                  struct mode mode, char **why);
/* Whether there is room, on the device and on the host, for what a case of that
 * scope needs beside what is allocated by now.  SKIP with both figures, or
 * FAIL, in *why, to be freed. */
enum buffers_result buffers_fit (const struct buffers *b, enum scope scope,
                                 char **why);
void buffers_close (struct buffers *b);

/* The rest: false with the device's error. */

/* Makes pinned copies of inputs and room for outputs, for scope = transfer. */
bool buffers_stage (struct buffers *b);
/* Makes the spare outputs, where there is room for them. */
void buffers_alloc_copies (struct buffers *b);

/* Brings the inputs of that data onto the device, whole, unless it has that
 * version of them. */
bool buffers_load (struct buffers *b, gk_data data, uint64_t version);
/* Enqueues the changes of inputs that an order has, which make another version
 * of them.  With decoys, the same copies go where they change nothing. */
bool buffers_change (struct buffers *b, const struct order *order, bool decoys);
/* Enqueues a fill of the outputs; with decoys, what takes as much and leaves
 * them as they are. */
bool buffers_poison (struct buffers *b, uint8_t byte, bool decoys);

/* Draws a small piece of each output, and enqueues fills of them.  Returns how
 * many. */
size_t buffers_draw_pieces (const struct buffers *b, struct range *pieces);
bool buffers_poison_pieces (struct buffers *b, const struct range *pieces,
                            size_t n, uint8_t byte);

/* Enqueues copies of the outputs to the spare ones. */
bool buffers_snapshot (struct buffers *b);
/* Copies the outputs, or the spare ones, to the views. */
bool buffers_copy_to_views (struct buffers *b, bool spare);
/* Whether the outputs are what the views show, of large ones at some places;
 * *failed where the device failed
 * instead. */
bool buffers_match_views (struct buffers *b, bool *failed);

/* NULL when guard zones are intact and the problem unchanged, and the inputs
 * too, of each so many pieces at the most; else what was hit, to be freed;
 * *failed where the device failed instead. */
char *buffers_find_damage (struct buffers *b, size_t pieces, bool *failed);

/* What eviction needs. Returns how many. */
size_t buffers_get_ranges (const struct buffers *b, struct range *ranges);

/* Enqueues the copies of all inputs, or of all outputs. */
bool buffers_upload_staged (struct buffers *b);
bool buffers_download_staged (struct buffers *b);

#endif
