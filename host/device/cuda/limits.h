/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a CUDA device can do at the most, from its data sheet figures.
 */
#ifndef CUDA_LIMITS_H
#define CUDA_LIMITS_H

#include <gkhost/plugin.h>

/* Operations (a multiplication and its addition are two) that one
 * multiprocessor ends in one clock; 0: not known. */
unsigned cuda_ops_per_clock (unsigned capability, gk_op_class op_class);

#endif
