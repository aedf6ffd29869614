/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Into how many parts a CPU variant divides its work, one for each core.
 */
#ifndef CPU_PARTS_H
#define CPU_PARTS_H

#include <stdbool.h>

#ifdef _OPENMP
#include <omp.h>
#endif

/* At most: what each part gives is in an array on the stack. */
enum { MOST_PARTS = 256 };

/* One where the work is not worth waking other cores for. */
static inline int
count_parts (bool worth)
{
#ifdef _OPENMP
  const int cores = omp_get_max_threads ();
#else
  const int cores = 1;
#endif

  if (!worth)
    return 1;
  return cores < MOST_PARTS ? cores : MOST_PARTS;
}

#endif
