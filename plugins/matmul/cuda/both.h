/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What host and device compute alike.
 */
#ifndef MATMUL_BOTH_H
#define MATMUL_BOTH_H

#include <stdint.h>

#ifdef __CUDACC__
#define MATMUL_BOTH __host__ __device__
#else
#define MATMUL_BOTH
#endif

static MATMUL_BOTH inline int64_t
tiles_over (int64_t length, int tile)
{
  return (length + tile - 1) / tile;
}

#endif /* MATMUL_BOTH_H */
