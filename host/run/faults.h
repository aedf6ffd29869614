/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Faults: what fails between cases, and so is charged to none.
 */
#ifndef FAULTS_H
#define FAULTS_H

#include <stddef.h>

#include "base/pool.h"
#include "record/records.h"

/* Zeroed: none yet. */
struct faults {
  struct pool pool; /* of the records and their texts */
  struct fault_record **fault;
  size_t n;
};

/* Appends one, which is in the pool. */
void faults_add (struct faults *faults, struct fault_record *fault);
void faults_free (struct faults *faults);

#endif
