/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The buffers of one problem: on the device, with guard zones, and as copies in
 * host memory.  The host owns all of them; a family says what it needs.
 */
#ifndef BUFFERS_H
#define BUFFERS_H

#include <stdbool.h>
#include <stddef.h>

#include <gkhost/plugin.h>

#include "bench/guarded.h"
#include "device/device.h"
#include "plugin/services.h"

struct buffers {
  struct device *device;
  const gk_setup *setup;
  enum memory kind;
  struct guarded on_device[GK_MAX_BUFFERS];
  void *host[2][GK_MAX_BUFFERS]; /* inputs, by gk_data random and exact (others
                                    share the latter's place); outputs: the
                                    copy that is verified, in [0] */
  bool made[2];                  /* the inputs of that data are in host[] */
  gk_data in_place[2];           /* which data host[] holds */
  bool loaded;                   /* the device holds inputs */
  gk_data loaded_data;
  void *problem; /* what variants are handed, its slots set; the caller's */
  void *right;   /* the problem as they are to find it and leave it */
  void *staging[GK_MAX_BUFFERS]; /* pinned copies, for scope = transfer */
};

enum buffers_result { BUFFERS_OK, BUFFERS_SKIP, BUFFERS_FAIL };

/* Allocates on the device, in the memory of the mode, and sets the slots in
 * problem, a copy of the family's own, which the caller keeps.  SKIP and FAIL
 * leave a reason in *why, to be freed, and nothing allocated. */
enum buffers_result buffers_open (struct buffers *b, struct device *d,
                                  const gk_setup *setup, void *problem,
                                  struct mode mode, char **why);
/* Whether there is room, on the device and on the host, for what a case of that
 * scope needs beside what is allocated by now.  SKIP with both figures, or
 * FAIL, in *why, to be freed. */
enum buffers_result buffers_fit (const struct buffers *b, enum scope scope,
                                 char **why);
void buffers_close (struct buffers *b);

/* Brings inputs of that data onto the device; makes them first where needed.
 * FAIL with *why. */
enum buffers_result buffers_load (struct buffers *b, struct services *services,
                                  const gk_family *family, gk_data data,
                                  uint64_t seed, char **why);

/* Fills the outputs with a byte. */
bool buffers_poison (struct buffers *b, uint8_t byte);
/* Copies the outputs to the host. */
bool buffers_fetch (struct buffers *b);
/* Host copies as gk_check wants them. */
void buffers_of_check (const struct buffers *b, const void *list[]);

/* NULL when guard zones are intact, and inputs and problem unchanged; else what
 * was hit, to be freed; *failed where the device failed instead. */
char *buffers_damage (struct buffers *b, bool *failed);

/* What eviction needs. Returns how many. */
size_t buffers_ranges (const struct buffers *b, struct range *ranges);

/* Pinned copies of inputs and room for outputs, for scope = transfer. */
bool buffers_stage (struct buffers *b);
/* Enqueues the copies of all inputs, or of all outputs. */
bool buffers_upload_staged (struct buffers *b);
bool buffers_download_staged (struct buffers *b);

#endif
