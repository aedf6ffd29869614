/* SPDX-License-Identifier: BSD-3-Clause
 *
 * For kernels that read their operands in one layout: those of another layout
 * are repacked (repack.h) in front of each launch.
 */
#ifndef MATMUL_REPACKED_H
#define MATMUL_REPACKED_H

#include <gkhost/matmul.h>

#include "repack.h"

/* The operands to repack. */
struct repacked {
  struct repack_matrix matrices[2];
  int n;
};

/* For prepare, of a problem whose C is row-major (row-major.h): allocates
 * workspace for those of A and B that do not have this layout, and redirects
 * the problem to it.  Elements of up to 4 bytes.  aligned: of one product of
 * elements of 4 bytes also those whose rows or columns do not begin at
 * multiples of 16 bytes, as they do then. */
int repacked_redirect (const gk_host *host, gk_matmul *p, gk_layout a,
                       gk_layout b, bool aligned, struct repacked *r);

/* Likewise of f64, for a kernel that reads any layout, but rows that begin at
 * multiples of 16 bytes: those of A and B that do not are moved to such rows.
 * r is zeroed, and some matrix has to be moved. */
int repacked_align (const gk_host *host, gk_matmul *p, struct repacked *r);

/* Makes the launch that repacks, for prepared_shape's `before`: NULL if there
 * is nothing to repack.  only_if: as for repack_make. */
int repacked_make (const gk_host *host, const gk_matmul *p,
                   const struct repacked *r, const unsigned *only_if,
                   void **before);

#endif /* MATMUL_REPACKED_H */
