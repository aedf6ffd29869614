/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/xalloc.h"
#include "run/faults.h"

void
faults_add (struct faults *faults, struct fault_record *fault)
{
  XAPPEND (faults->fault, faults->n) = fault;
}

void
faults_free (struct faults *faults)
{
  free (faults->fault);
  pool_free (&faults->pool);
}
