/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Products of f64 through integers that are represented by their remainders
 * (residues), which are bytes, and which tensor cores multiply exactly (K.
 * Ozaki, Y. Uchino and T. Imamura, "Ozaki scheme II", 2025).
 *
 * Rows of A and columns of B are scaled by powers of two, and rounded to
 * integers.  For each of several pairwise coprime moduli m, A and B modulo m
 * are planes of bytes.  The engine multiplies these planes, and stores each
 * product modulo m, a byte an element.  By the Chinese remainder theorem these
 * determine the sum X of integers, as long as it is within +-M / 2, M being the
 * product of all m: with w = (M / m) times its inverse modulo m, X is the sum
 * of w times the residues, up to multiples of M.
 *
 * |X| is at most the product of the lines' norms: so each line is scaled to a
 * norm of sqrt (M / 2) at most.  So the rounding error is near 2^-54 of the
 * norm, whatever a line's numbers are; but if their magnitudes differ much,
 * those that matter may be small.
 */
#ifndef MATMUL_RESIDUES_H
#define MATMUL_RESIDUES_H

#include "split.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  /* With 13 products are less exact than f64's, with 15 not more exact. */
  residues_moduli = 14,
  /* Sums of up to so many products are within 30 bits. */
  residues_longest = 1 << 16
};

/* The n-th. */
int residues_modulus (int n);

/* The most bits of a norm. */
double residues_bits (void);

/* The constants that reduce integers: the modulus, its inverse, and 2^16 modulo
 * it, the remainder nearest to 0. */
struct residues_modulus {
  float modulus, inverse;
  int power;
};

struct residues_modulus residues_modulus_of (int n);

/* The weights that combine residues to an integer, in parts of 41 bits, so that
 * doubles add and multiply them without rounding: w, and M. */
enum { residues_parts = 3 };
struct residues_weights {
  double w[residues_moduli][residues_parts]; /* from the highest part on */
  double product[residues_parts], inverse;
};

struct residues_weights residues_weights_of (void);

/* Where the engine stores the product modulo each m: planes one below the
 * other, of so many rows of so many bytes, in which each 16 columns are
 * permuted. */
struct residues_planes {
  uint8_t *at;
  int64_t rows, pitch;
};

/* For prepare: a launch that splits both operands, like digits_split_make. */
int residues_split_make (const gk_host *host,
                         const struct split_matrix matrices[2],
                         unsigned *nonzero, bool early, void **state);

/* For prepare: a launch that combines the planes to C, row-major, of rows x
 * cols elements; it does nothing if *unsplittable is not 0.  Scales: those of
 * A's lines and of B's. */
int residues_combine_make (const gk_host *host,
                           const struct residues_planes *planes,
                           const struct split_matrix matrices[2],
                           const unsigned *unsplittable, double *c, int64_t ldc,
                           void **state);

#ifdef __cplusplus
}
#endif

#endif /* MATMUL_RESIDUES_H */
