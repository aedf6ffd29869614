/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The kernels that variants share.
 */
#ifndef SCAN_MAKE_H
#define SCAN_MAKE_H

#include "cuda/variant.h"
#include "type.cuh"

/* Words that a thread of one-block holds, and the most threads. */
enum { ONE_BLOCK_WORDS = 4, ONE_BLOCK_THREADS = 1024 };

/* One block scans an array tile by tile; src and dst may be the same. */
void (*scan_one_block_kernel (gk_dtype dtype)) (scan_task);
/* Returns its threads for so many bytes. */
unsigned scan_one_block_threads (int64_t bytes);

/* Prepares look-back, or returns GK_SKIP after a message.  words: 2, 4 or 8. */
int scan_look_back_make (const gk_host *host, const gk_device *device,
                         const gk_scan *p, int threads, int words,
                         void **state);

/* True where bulk can run: on sm_90, and where its code was compiled for that.
 */
bool scan_has_bulk (const gk_device *device);
/* Prepares bulk, or returns GK_SKIP after a message.  words: 4 or 8; stages: 2
 * to 12. */
int scan_bulk_make (const gk_host *host, const gk_device *device,
                    const gk_scan *p, int words, int stages, void **state);

#endif /* SCAN_MAKE_H */
