/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The buffers of one problem on the device, with guard zones, and the copies
 * between them and the views that the judge reads and writes.  The host
 * allocates all of them; a family only states what it needs.
 */
#ifndef BUFFERS_H
#define BUFFERS_H

#include <gkhost/plugin.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/orders.h"
#include "bench/problem-copy.h"
#include "bench/window.h"
#include "device/device.h"

/* Device memory with guard zones on both sides, which reveal kernels that write
 * outside of their buffers.
 *
 * On a device all buffers share one allocation, and all between their payloads
 * is guard zone, at least 64 KiB.  On the CPU each buffer has its own
 * allocation and a zone is a page, plus the rest of the payload's last page;
 * beyond it are addresses that crash a worker (device/cpu/fenced.c).  The zones
 * of each buffer hold a byte value of their own. */

/* A part of an allocation: all from begin to end that is not payload is guard
 * zone. */
struct guarded {
  enum memory kind;
  void *base; /* to be freed; NULL in the other parts of an allocation */
  char *begin, *end;
  void *payload; /* has at least device->guard_bytes on both sides */
  size_t bytes;  /* of the payload */
  uint8_t byte;  /* value of the guard zones */
  bool private;  /* fenced_is_private, where the host's memory can tell */
};

/* Returns the most bytes that a part takes with its zones; UINT64_MAX: more
 * than any machine has. */
uint64_t guarded_room (const struct device *d, uint64_t bytes);

/* Allocates n parts of so many bytes each and fills their guard zones.  The
 * parts share one allocation on a device; in host memory each has its own,
 * since nothing beyond its zones may be touched.  False with the device's
 * error, and nothing allocated.  number: of the first part; each buffer and
 * workspace of a case has a number of its own, under 32, which selects the
 * value of its zones. */
bool guarded_alloc (struct guarded *g, size_t n, struct device *d,
                    enum memory kind, const uint64_t *bytes, size_t number);
/* Frees one part; the first part of an allocation frees all of it. */
void guarded_free (struct guarded *g, struct device *d);

/* Returns a random range of the payload, of so many bytes or all. */
struct range guarded_draw_piece (const struct guarded *g, size_t bytes);

/* True if all n >= 1 bytes have this value. */
bool guarded_all_equal (const uint8_t *piece, size_t n, uint8_t byte);

/* True if something else was mapped in its place. */
bool guarded_is_replaced (const struct guarded *g);
/* True if both zones are as they were filled.  If not, *where describes the hit
 * byte that is nearest to the payload ("right before its start", "8 bytes past
 * its end"), to be freed.  False with *where NULL: the device failed. */
bool guarded_is_intact (const struct guarded *g, struct device *d,
                        char **where);

/* The workspaces that a variant allocates in prepare: device memory with guard
 * zones, freed when the case ends. */

struct workspaces {
  struct device *device;
  enum memory kind;
  struct guarded workspace[GK_MAX_WORKSPACES];
  size_t n;
};

/* Begins a case without workspaces. */
void workspaces_open (struct workspaces *w, struct device *device,
                      enum memory kind);
/* Allocates one; NULL with *why, to be freed, on failure.  A
 * services_workspace: workspaces points to the struct. */
void *workspaces_alloc (void *workspaces, size_t bytes, char **why);
/* Returns the bytes of all workspaces. */
uint64_t workspaces_bytes (const struct workspaces *w);
/* Frees all of them. */
void workspaces_close (struct workspaces *w);

/* Returns NULL if all guard zones are intact; else which was hit, to be freed.
 * *failed if the device failed. */
char *workspaces_find_damage (const struct workspaces *w, bool *failed);

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
  bool compares; /* the device compares outputs with them */
  /* On the device, for each GK_INOUT: what it is restored from. */
  void *initial[GK_MAX_BUFFERS];
  void *piece; /* pinned room to compare a piece; NULL: not yet */
};

/* Allocates the buffers in the memory of the mode and stores their addresses in
 * the problem's bytes.  held: bytes of the host's memory that the judge has for
 * the case already.  Returns GK_OK; GK_SKIP or GK_FAIL with a reason in
 * *why, to be freed, and nothing allocated. */
int buffers_open (struct buffers *b, struct device *d,
                  const struct problem_copy *problem, struct mode mode,
                  uint64_t held, char **why);
/* Checks that device and host have memory for what a case of that scope needs
 * beyond what is allocated.  Returns GK_OK; GK_SKIP with both figures, or
 * GK_FAIL, in *why, to be freed. */
int buffers_fit (const struct buffers *b, enum scope scope, uint64_t held,
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
/* Copies the constants alone; all else stays as it was, and is not loaded any
 * more. */
bool buffers_load_constants (struct buffers *b);
/* Enqueues an order's changes of the inputs, which give a new version.  With
 * decoys, enqueues the same copies where they change nothing. */
bool buffers_change (struct buffers *b, const struct order *order, bool decoys);
/* Enqueues copies to each GK_INOUT of what it holds when a launch begins. */
bool buffers_restore (struct buffers *b);
/* Enqueues a fill of the outputs, or restores them; with decoys, a fill that
 * takes as long and does not change them. */
bool buffers_poison (struct buffers *b, uint8_t byte, bool decoys);

/* A small piece of each output that is not restored. */
struct pieces {
  struct range piece[GK_MAX_BUFFERS];
  size_t n;
};

void buffers_draw_pieces (const struct buffers *b, struct pieces *pieces);
/* Enqueues fills of such pieces. */
bool buffers_poison_pieces (struct buffers *b, const struct pieces *pieces,
                            uint8_t byte);

/* Enqueues copies of the outputs on the device. */
bool buffers_snapshot (struct buffers *b);
/* Copies a piece of the outputs, or with spare of their copies, to host memory.
 */
bool buffers_show (struct buffers *b, const struct shown_piece *piece, void *to,
                   bool spare);
/* Stores whether the outputs equal those copies, by the device's comparison. */
bool buffers_match_snapshot (struct buffers *b, bool *same);

/* Returns NULL if the guard zones are intact and the problem is unchanged, and
 * with inputs, if these are, too; else what was hit, to be freed, with *seen.
 * *failed if the device failed. */
char *buffers_find_damage (struct buffers *b, bool inputs,
                           enum wrong_class *seen, bool *failed);

/* Enqueues the copies between device and staging: of all inputs but constants
 * to the device, or of all outputs from it. */
bool buffers_transfer (struct buffers *b, gk_role role);

#endif
