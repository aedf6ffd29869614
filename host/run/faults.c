/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/xalloc.h"
#include "run/faults.h"

void
faults_add (struct faults *faults, struct fault_record *fault)
{
  faults->fault = xgrow (faults->fault, faults->n, sizeof faults->fault[0]);
  faults->fault[faults->n++] = fault;
}

void
faults_free (struct faults *faults)
{
  free (faults->fault);
  pool_free (&faults->pool);
}
