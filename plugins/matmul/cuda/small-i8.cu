/* SPDX-License-Identifier: BSD-3-Clause */
#include "small-kernels.cuh"

struct small_kernel
small_find_i8 (const struct small_choice &choice)
{
  return small_kernel_of<MMA_S8> (choice);
}
