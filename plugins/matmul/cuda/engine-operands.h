/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The operands of a product as the engine multiplies them: in place, repacked
 * (repack.h), or split into bytes (split.h).
 */
#ifndef MATMUL_ENGINE_OPERANDS_H
#define MATMUL_ENGINE_OPERANDS_H

#include "engine.h"
#include "operand.h"
#include "repack.h"

/* The product that is computed: C, or its transpose, B^T A^T. */
struct engine_product {
  struct operand a, b;
  bool transposed;
  bool from_registers;              /* a, which is MN-major */
  struct repack_matrix matrices[2]; /* the operands to repack */
  int n;
  struct split_matrix split[2]; /* or to split, both */
  int planes;                   /* of the split; 0: not split */
  struct digits digits;         /* at most */
  int products;                 /* of digits' planes: of floats, the fewest */
  int moduli;                   /* 0: no residues */
  struct residues_planes residues;
  struct split_signals *signals;
  bool one_wave;        /* no block has two tiles */
  int32_t *group_lines; /* the problem's, on the host; NULL: no groups */
};

/* Follows the settings; allocates nothing. */
struct engine_product
engine_product_of (const gk_matmul *row_major,
                   const struct engine_settings *settings);

/* An operand that must be repacked as it will be then, without an address. */
struct operand engine_operand_repacked (const struct operand *operand);

/* For prepare: allocates workspace for operands that must be repacked or split,
 * and redirects them to it. */
int engine_product_allocate (const gk_host *host, const gk_device *device,
                             const gk_matmul *row_major,
                             struct engine_product *product);

/* For prepare: the launches that fill the workspace, states of prepared.h, at
 * most two; adds their number to n. */
int engine_product_launches (const gk_host *host,
                             const struct engine_product *product,
                             void *launches[], int *n);

#endif /* MATMUL_ENGINE_OPERANDS_H */
