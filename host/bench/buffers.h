/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The buffers of one problem on the device, with guard zones, and the copies
 * between them and the views that the judge reads and writes.  The host
 * allocates all of them; a family only states what it needs.
 */
#ifndef BUFFERS_H
#define BUFFERS_H

#include <stdbool.h>
#include <stddef.h>

#include <gkhost/plugin.h>

#include "bench/guarded.h"
#include "bench/problem-copy.h"
#include "bench/orders.h"
#include "device/device.h"

struct buffers {
  struct device *device;
  const struct problem_copy *problem;
  const struct views *views; /* of the case; set before anything is copied */
  enum memory kind;
  enum pages pages;
  struct guarded on_device[GK_MAX_BUFFERS];
  bool loaded;         /* the device holds inputs: */
  gk_data data;        /* their kind */
  uint64_t version;    /* the judge's number of their contents */
  void *saved_problem; /* the problem's bytes, which variants must not change */
  void *staging[GK_MAX_BUFFERS]; /* pinned copies, for scope = transfer */
  /* On the device, for each output: a copy of what a launch left, also used as
   * a decoy, which is poisoned instead of the output. */
  void *output_copy[GK_MAX_BUFFERS];
  bool has_output_copies;
  void *piece; /* pinned room to compare a piece; NULL: not yet */
};

enum buffers_result { BUFFERS_OK, BUFFERS_SKIP, BUFFERS_FAIL };

/* Allocates the buffers in the memory of the mode and stores their addresses in
 * the problem's bytes.  SKIP and FAIL: a reason in *why, to be freed, and
 * nothing allocated. */
enum buffers_result buffers_open (struct buffers *b, struct device *d,
                                  const struct problem_copy *problem,
                                  struct mode mode, char **why);
/* Checks that device and host have memory for what a case of that scope needs
 * beyond what is allocated.  SKIP with both figures, or FAIL, in *why, to be
 * freed. */
enum buffers_result buffers_fit (const struct buffers *b, enum scope scope,
                                 char **why);
void buffers_close (struct buffers *b);

/* The rest return false with the device's error. */

/* Allocates pinned copies of all buffers, for scope = transfer. */
bool buffers_stage (struct buffers *b);
/* Allocates the copies of outputs, if there is memory for them. */
void buffers_alloc_copies (struct buffers *b);

/* Copies the inputs of that data to the device, whole, unless it has that
 * version already. */
bool buffers_load (struct buffers *b, gk_data data, uint64_t version);
/* Enqueues an order's changes of the inputs, which give a new version.  With
 * decoys, enqueues the same copies where they change nothing. */
bool buffers_change (struct buffers *b, const struct order *order, bool decoys);
/* Enqueues a fill of the outputs; with decoys, a fill that takes as long and
 * does not change them. */
bool buffers_poison (struct buffers *b, uint8_t byte, bool decoys);

/* Draws a small piece of each output.  Returns how many. */
size_t buffers_draw_pieces (const struct buffers *b, struct range *pieces);
/* Enqueues fills of such pieces. */
bool buffers_poison_pieces (struct buffers *b, const struct range *pieces,
                            size_t n, uint8_t byte);

/* Enqueues copies of the outputs on the device. */
bool buffers_snapshot (struct buffers *b);
/* Copies the outputs, or with spare their copies, to the views. */
bool buffers_copy_to_views (struct buffers *b, bool spare);
/* True if the outputs equal the views, large ones at some offsets only; *failed
 * if the device failed. */
bool buffers_match_views (struct buffers *b, bool *failed);

/* Returns NULL if the guard zones are intact, the problem is unchanged, and so
 * are the inputs, of which at most `pieces` pieces each are compared; else what
 * was hit, to be freed.  *failed if the device failed. */
char *buffers_find_damage (struct buffers *b, size_t pieces, bool *failed);

/* Stores the address range of each buffer, for evictions.  Returns how many. */
size_t buffers_get_ranges (const struct buffers *b, struct range *ranges);

/* Enqueue the copies of all inputs, or of all outputs. */
bool buffers_upload_staged (struct buffers *b);
bool buffers_download_staged (struct buffers *b);

#endif
