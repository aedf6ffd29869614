/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The problem of the family @FAMILY@, for the authors of variants:
 * dst[i] = by * src[i] modulo 2^32, for i < n.
 */
#ifndef @GUARD@_H
#define @GUARD@_H

#include <gkhost/plugin.h>

typedef struct @IDENT@_problem {
  uint32_t size;      /* sizeof (@IDENT@_problem) in the family */
  int32_t by;
  int64_t n;          /* at least 1 */
  const int32_t *src; /* device addresses, set by the host */
  int32_t *dst;       /* a variant writes every element */
} @IDENT@_problem;

#endif /* @GUARD@_H */
