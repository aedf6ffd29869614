/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Orders and claims: what the judge asks of the process that times, and what
 * that one says of it.  An order is obeyed before the next one is given.  What
 * is claimed is believed only as far as it can be checked: outputs by the
 * family, times by a clock outside.
 */
#ifndef ORDERS_H
#define ORDERS_H

#include <stdbool.h>
#include <stdint.h>

#include <gkhost/plugin.h>

enum order_kind {
  ORDER_BEGIN,   /* open all that the case needs, and prepare */
  ORDER_LOAD,    /* bring the inputs of order.data onto the device */
  ORDER_FIRST,   /* launch for the first time, and capture where asked for */
  ORDER_WARM_UP, /* launch order.launches times, for order.seconds at the most
                  */
  ORDER_RUN,     /* launch once on poisoned outputs, and show what came */
  ORDER_SAMPLE,  /* time order.launches launches */
  ORDER_SHOW,    /* show what the last sample left */
  ORDER_CHECK,    /* see whether that is all, and nothing else was hit */
  ORDER_HELD_LAUNCH,   /* launch on a held stream, which is let go later: nothing may
                    happen till then */
  ORDER_END,     /* release what the case took */
  N_ORDERS
};

/* What comes right before the launches of a sample, behind the changes of the
 * inputs and the poison. */
enum before {
  BEFORE_NOTHING, /* and one launch that is not timed: hot caches */
  BEFORE_EVICTED, /* cold caches */
  BEFORE_FRESH,   /* of each launch, changes and poison */
  BEFORE_DECOYS   /* the same of decoys: it finds all as the last launch left
                     it */
};

struct order {
  uint64_t nonce; /* which its claim repeats */
  uint32_t kind;
  gk_data data;
  uint64_t version; /* of the inputs, by which they are known again */
  uint32_t before;
  uint8_t poison; /* each byte of the outputs before the launch */
  bool empty;     /* launch nothing in place of the variant */
  bool repeat;     /* show what was shown, or load what is loaded, once more */
  bool poison_pieces;  /* SAMPLE: poison a piece of the outputs before the last of the
                    launches, too, with nothing else between them */
  bool thorough; /* look for damage in the inputs, too, not only around */
  bool brief; /* LOOK: not at outputs, but around and at some of the inputs */
  uint64_t launches;
  uint64_t samples;  /* SAMPLE: so many in a row; 0: one */
  double seconds;    /* WARM_UP, WATCH: how long; SAMPLE: of an empty launch */
  uint64_t n_ranges; /* of the inputs that changed since the last order */
  gk_range range[GK_MAX_RANGES];
};

enum { LIBRARY_BYTES = 128, LIBRARY_SETTINGS_BYTES = 256 };

struct claim {
  uint64_t nonce;
  uint32_t kind;
  int32_t status;   /* of the order: GK_OK, or as a callback's */
  double seconds;   /* of one launch */
  double busy_s;    /* of that, what its kernels take by themselves, where the
                       timer tells; else 0 */
  double enqueue_s; /* what a sample took to enqueue, where that is not a part
                       of the launches' time; else 0 */
  double ops;       /* BEGIN: what the variant says of its work */
  gk_op_class op_class;
  uint64_t workspace; /* BEGIN: bytes that the variant took */
  bool untouched;    /* SAMPLE: the outputs look as before the launch */
  uint32_t most;     /* FIRST: launches in a sample, at the most */
  bool can_hold;    /* FIRST: the stream can be held */
  bool decoys;       /* FIRST: there is room for them */
  char reason[1400]; /* unless GK_OK */
  /* BEGIN: the library that the variant says it has compute, and how; "":
   * none. */
  char library[LIBRARY_BYTES];
  char library_settings[LIBRARY_SETTINGS_BYTES];
};

#endif
