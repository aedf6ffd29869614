/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Orders and claims: the protocol between the judge and the timing worker.  The
 * judge sends one order at a time; the worker executes it and answers with a
 * claim.  The judge believes a claim as far as it can check it: outputs by the
 * family, times by a clock of its own.
 *
 * Poison: a byte that fills the outputs before a launch, so that elements that
 * no launch wrote are found.  Decoys: a second set of buffers that gets the
 * changes and the poison instead, as a control.  Show: copy the outputs to
 * memory that the judge maps (bench/window.h).  Held stream: one that waits on
 * a flag of the host.
 *
 * Invariants: an order has a random nonce, which its claim repeats.  A claim
 * without an order, of another kind, or with a negative time ends the case.
 * Nothing in an order may distinguish a sample that counts from one that does
 * not, since a variant could use that to cheat.
 *
 * To add an order: an enumerator here, what it needs in struct order and struct
 * claim, a row of the table in bench/run-order.c, and the side
 * of the judge, which sends it by trial_order.  Judge and worker are one
 * program, so there are no versions.  Don't claim what the judge can find out
 * by itself.
 */
#ifndef ORDERS_H
#define ORDERS_H

#include <stdbool.h>
#include <stdint.h>

#include <gkhost/plugin.h>

#include "plugin/wrong-class.h"

enum order_kind {
  ORDER_BEGIN,   /* open all that the case needs */
  ORDER_PREPARE, /* prepare the variant; release it first if it is prepared */
  ORDER_LOAD,    /* load the inputs of order.data */
  ORDER_FIRST,   /* launch for the first time; capture a graph if the mode needs
                    one */
  ORDER_WARM_UP, /* launch order.launches times, for at most order.seconds */
  ORDER_RUN,     /* launch once on poisoned outputs, and show them */
  ORDER_REPEAT,  /* launch again on the inputs and outputs of the launch before,
                    until an answer differs from that one, order.launches times
                    at most and once at least, for order.seconds; show the last
                  */
  ORDER_SAMPLE,  /* time order.launches launches */
  ORDER_SHOW,    /* show the outputs of the last sample */
  ORDER_CHECK,   /* show pieces of them again, which must be as they were, and
                    check that guard zones and inputs are intact */
  ORDER_HELD_LAUNCH, /* launch on a stream that is held for order.seconds:
                        outputs must not change till then */
  ORDER_END,         /* read what ran, and release what the case allocated */
  N_ORDERS
};

/* What the worker does right before the launches of a sample, after it has
 * changed the inputs and poisoned the outputs. */
enum before {
  BEFORE_NOTHING, /* one untimed launch: hot caches; in front of the changes
                     where buffers are in-out */
  BEFORE_EVICTED, /* cold caches */
  BEFORE_FRESH,   /* nothing more: the inputs and outputs of each launch are new
                   */
  BEFORE_DECOYS /* changes and poison go to decoys, so the launch finds what the
                   last one left */
};

/* Outputs of so many bytes at most are shown after each sample on the CPU, and
 * a verdict on them takes next to no time.  To copy larger ones takes about as
 * long as to write them: they are shown when the judge orders it. */
enum { SMALL_OUTPUTS = 1 << 20 };

struct order {
  uint64_t nonce; /* repeated by its claim */
  uint32_t kind;
  gk_data data;
  uint64_t version; /* identifies the contents of the inputs */
  uint32_t before;
  uint8_t poison;     /* fills the outputs before the launch */
  bool empty;         /* launch an empty kernel instead of the variant */
  bool repeat;        /* show or load again, even if nothing changed */
  bool poison_pieces; /* SAMPLE: also poison a piece of the outputs right before
                         the last launch */
  bool constants;     /* LOAD: them alone */
  bool thorough;      /* check all of the inputs, too, not only guard zones;
                         CHECK: once no other thread computes */
  uint64_t held;      /* BEGIN: bytes that the judge has for the case already */
  uint64_t launches;
  uint64_t samples; /* SAMPLE: samples in a row; 0: one */
  /* RUN, REPEAT, CHECK: of large outputs the pieces that are shown again, as
   * the window's walk derives them, have so many bytes. */
  uint64_t choice, piece;
  double pause_s; /* SAMPLE: between the untimed launch and the timed ones */
  double seconds; /* WARM_UP, REPEAT, HELD_LAUNCH: how long; SAMPLE: of an empty
                     launch */
  uint64_t taken[GK_MAX_PATHS]; /* END: launches of samples that took each path
                                 */
  uint64_t n_ranges; /* of inputs that changed since the last order */
  gk_range range[GK_MAX_RANGES];
};

/* The reason of outputs that do not stay as they were shown. */
#define CHANGED_LATE                                                           \
  "its output changed when the launch was over: the work goes on elsewhere, "  \
  "in a thread or on another stream"

/* Where the timer is in a sample, in a word that the judge may watch: it counts
 * begin and end, so that a mark of the plugin's would make a third. */
enum mark { MARK_NONE, MARK_BEGUN, MARK_ENDED };

enum { LIBRARY_BYTES = 128, LIBRARY_SETTINGS_BYTES = 256, PATH_BYTES = 512 };

struct claim {
  uint64_t nonce;
  uint32_t kind;
  int32_t status;               /* GK_OK, or as of a callback */
  enum wrong_class wrong_class; /* of GK_WRONG */
  double seconds;               /* of one launch; REPEAT: of all */
  double busy_s; /* the part in which its kernels run, if the timer reports it;
                    else 0 */
  double enqueue_s; /* of enqueueing a sample, if that is not a part of its
                       time; else 0 */
  double ops;       /* END: operations, by the variant */
  gk_op_class op_class;
  uint64_t workspace;           /* PREPARE: bytes that the variant allocated */
  bool untouched;               /* SAMPLE: an output seems to be poison still */
  uint32_t taken[GK_MAX_PATHS]; /* SAMPLE: launches that took each path */
  uint32_t most;                /* FIRST: the most launches of a sample */
  bool can_hold;                /* FIRST: the stream can be held */
  bool decoys;                  /* FIRST: there is memory for decoys */
  bool compares;                /* FIRST: the device can compare answers */
  uint64_t repeats;             /* REPEAT: launches */
  char reason[1400];            /* unless GK_OK */
  /* END: the library that computes for the variant, and its settings; "":
   * none. */
  char library[LIBRARY_BYTES];
  char library_settings[LIBRARY_SETTINGS_BYTES];
  char path[PATH_BYTES]; /* END: what the timed launches took; "": unknown */
};

#endif
