/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The operands of a product as the engine multiplies them: as they lie,
 * repacked (repack.h), or split into bytes (split.h).
 */
#ifndef MATMUL_ENGINE_OPERANDS_H
#define MATMUL_ENGINE_OPERANDS_H

#include "engine.h"
#include "operand.h"
#include "repack.h"

/* The product as it is computed: C, or its transpose, B^T A^T. */
struct engine_product {
  struct operand a, b;
  bool transposed;
  bool from_registers;              /* a, which lies across */
  struct repack_matrix matrices[2]; /* what is repacked */
  int n;
  struct split_matrix split[2]; /* or split, both */
  int planes;                   /* of these; 0: they are not */
  struct digits digits;
  int moduli; /* 0: no residues */
  struct residues_planes residues;
  struct split_signals *signals;
  bool one_wave; /* no block has two tiles */
};

/* As the settings have it; nothing is made ready yet. */
struct engine_product
engine_product_of (const gk_matmul *row_major,
                   const struct engine_settings *settings);

/* For prepare: takes workspace for those operands that must be made ready, and
 * has the product find them there. */
int engine_product_allocate (const gk_host *host, const gk_device *device,
                             const gk_matmul *row_major,
                             struct engine_product *product);

/* For prepare: the launches that make them ready, states of prepared.h, two at
 * the most; n is counted on. */
int engine_product_launches (const gk_host *host,
                             const struct engine_product *product,
                             void *launches[], int *n);

#endif /* MATMUL_ENGINE_OPERANDS_H */
