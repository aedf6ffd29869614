/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The tunables of the variants that have several: their places in the array of
 * values, and what the choices among them stand for.
 */
#ifndef COPY_TUNABLES_H
#define COPY_TUNABLES_H

enum {
  COPY_HINTED_WORDS,   /* 1, 2, 4, 8 */
  COPY_HINTED_THREADS, /* 128, 256, 512, 1024 */
  COPY_HINTED_LOAD,    /* enum copy_policy */
  COPY_HINTED_STORE,
  COPY_HINTED_N
};

enum {
  COPY_BULK_STAGE, /* 1024, 2048, ... 65536 */
  COPY_BULK_STAGES,
  COPY_BULK_BLOCKS,
  COPY_BULK_ORDER, /* interleaved, contiguous */
  COPY_BULK_LOAD,  /* enum copy_policy */
  COPY_BULK_STORE,
  COPY_BULK_N
};

enum {
  COPY_STRAIGHT_WORDS,   /* 1, 2, 4 */
  COPY_STRAIGHT_THREADS, /* 128, 256, 512 */
  COPY_STRAIGHT_N
};

#define COPY_MOST_TUNABLES COPY_BULK_N

#endif /* COPY_TUNABLES_H */
