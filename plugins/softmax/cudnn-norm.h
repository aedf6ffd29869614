/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A layernorm by cuDNN's graphs.
 */
#ifndef SOFTMAX_CUDNN_NORM_H
#define SOFTMAX_CUDNN_NORM_H

#include <gkhost/softmax.h>

#include "cudnn-library.h"

/* What a plan is made of; the tensors come first, and a tensor's number is its
 * place here plus one. */
enum norm_part {
  NORM_X,
  NORM_SCALE,
  NORM_BIAS,
  NORM_EPSILON,
  NORM_Y,
  N_NORM_TENSORS,
  NORM_OPERATION = N_NORM_TENSORS,
  NORM_GRAPH,
  NORM_HEURISTIC,
  NORM_PLAN,
  NORM_PACK,
  NORM_CONFIG, /* the first of N_NORM_CONFIGS */
};
enum { N_NORM_CONFIGS = 8, N_NORM_PARTS = NORM_CONFIG + N_NORM_CONFIGS };

struct norm {
  const struct cudnn *cudnn;
  void *parts[N_NORM_PARTS];
  float epsilon;
  int status; /* of the first call that failed; 0: of none */
};

/* Makes the plan for a problem, in prepare: it enqueues work in the handle's
 * stream.  GK_SKIP, after a message, where cuDNN has none, or too little memory
 * is left.  In any case call norm_free behind it. */
int norm_make (const gk_host *host, const struct cudnn *cudnn,
               const gk_softmax *p, struct norm *norm);
void norm_free (struct norm *norm);

#endif /* SOFTMAX_CUDNN_NORM_H */
