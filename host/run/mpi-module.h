/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The interface of the module for MPI.  The host links no MPI: the module is a
 * shared object, made by one MPI's compiler, that exports one of these
 * structures.  All is called in one thread of the MPI helper.
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
  /* Joins the other ranks.  NULL, or why it failed. */
  const char *(*begin) (int *rank, int *ranks);
  /* Begins a reduction to the least of all ranks' numbers, which all call
   * equally often. */
  const char *(*start) (int64_t mine);
  /* Sets *done when it is over, without waiting, and then *least. */
  const char *(*look) (bool *done, int64_t *least);
  void (*end) (void);
};

#endif
