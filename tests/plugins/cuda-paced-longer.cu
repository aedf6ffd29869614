/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The second build of it, 2 % slower.
 */
#define LONGER 2
#include "cuda-paced.cu"
