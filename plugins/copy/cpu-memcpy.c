/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cpu-memcpy, a peer: the C library's memcpy on one core, in one call where no
 * row has padding, else in one call per row.
 */
#include <config.h>

#include <stdio.h>
#include <string.h>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

#include "variants.h"

const char *
copy_cpu_memcpy_library (const gk_host *host, void *state)
{
  (void)host, (void)state;
#ifdef __GLIBC__
  static char name[32];

  snprintf (name, sizeof name, "glibc %s", gnu_get_libc_version ());
  return name;
#else
  return NULL;
#endif
}

int
copy_cpu_memcpy (const gk_host *host, const void *problem, void *state,
                 void *stream)
{
  const gk_copy *p = problem;
  const size_t element = p->element;
  const size_t row = (size_t)p->cols * element;
  const unsigned char *src = p->src;
  unsigned char *dst = p->dst;

  (void)host, (void)state, (void)stream;
  if (p->src_pitch == p->cols && p->dst_pitch == p->cols) {
    memcpy (dst, src, (size_t)p->rows * row);
    return GK_OK;
  }
  for (int64_t i = 0; i < p->rows; i++) {
    memcpy (dst, src, row);
    src += (size_t)p->src_pitch * element;
    dst += (size_t)p->dst_pitch * element;
  }
  return GK_OK;
}
