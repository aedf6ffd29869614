/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the module for MPI has for the host, which links no MPI: a shared object
 * of its own, made by one MPI's compiler, that exports one of these.  All is
 * called in one thread of the MPI helper's process.
 */
#ifndef MPI_MODULE_H
#define MPI_MODULE_H

#include <stdbool.h>
#include <stdint.h>

/* Both sides are of one version of gkhost. */
#define MPI_MODULE_ABI 1
#define MPI_MODULE_SYMBOL "gkhost_mpi_module"

struct mpi_module {
  int64_t abi;
  /* Joins the other ranks.  NULL, or why it can't. */
  const char *(*begin) (int *rank, int *ranks);
  /* Begins to find the least of what all ranks say; they all call it as often.
   */
  const char *(*start) (int64_t mine);
  /* Whether all have said it, without waiting; *done, and then *least. */
  const char *(*look) (bool *done, int64_t *least);
  void (*end) (void);
};

#endif
