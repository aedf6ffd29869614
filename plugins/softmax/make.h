/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The variants that `best` selects from.  Each function prepares a launch, or
 * returns GK_SKIP after a message; all but softmax_online_make prepare it for
 * cuda/prepared.h.
 */
#ifndef SOFTMAX_MAKE_H
#define SOFTMAX_MAKE_H

#include <stdbool.h>

#include <gkhost/softmax.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The longest row of each, in bytes. */
enum { SOFTMAX_WARP_BYTES = 4 << 10, SOFTMAX_REGISTERS_BYTES = 128 << 10 };

/* lanes, threads or blocks: 0: chosen by the row's length. */
int softmax_warp_make (const gk_host *host, const gk_device *device,
                       const gk_softmax *p, int lanes, void **state);
int softmax_registers_make (const gk_host *host, const gk_softmax *p,
                            int threads, void **state);
int softmax_cluster_make (const gk_host *host, const gk_device *device,
                          const gk_softmax *p, int blocks, void **state);
/* True where a cluster of the most blocks can hold a row. */
bool softmax_cluster_fits (const gk_device *device, const gk_softmax *p);

int softmax_row_blocks_make (const gk_host *host, const gk_device *device,
                             const gk_softmax *p, int threads, void **state);
/* True where so many blocks of a row run at a time. */
bool softmax_row_blocks_fit (const gk_device *device, const gk_softmax *p,
                             int threads);

/* Two launches, or one: see online.cu. */
int softmax_online_make (const gk_host *host, const gk_device *device,
                         const gk_softmax *p, int threads, void **state);

#ifdef __cplusplus
}
#endif

static inline int
softmax_element_bytes (const gk_softmax *p)
{
  return p->dtype == GK_BF16 ? 2 : 4;
}

/* Words of 16 bytes of a row, at most, wherever it begins. */
static inline int64_t
softmax_row_words (const gk_softmax *p)
{
  return p->cols / (16 / softmax_element_bytes (p));
}

#endif /* SOFTMAX_MAKE_H */
