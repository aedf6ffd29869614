/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "cpu.h"
#include "matmul/number.h"

void
matmul_cpu_work (const gk_host *host, const void *problem, void *state,
                 gk_work *work)
{
  const gk_matmul *p = problem;

  (void)host;
  (void)state;
  if (!number_is_integer (p->dtype) && p->dtype != GK_F64)
    work->op_class = GK_OPS_F32;
}
