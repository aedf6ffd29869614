/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Opens the CPU's BLAS library at run time, through CBLAS, the C interface that
 * all of them have.  So a plugin with a BLAS peer is built without any library,
 * and where none is installed only that variant is skipped.
 */
#ifndef CBLAS_H
#define CBLAS_H

#include <gkhost/plugin.h>

/* CBLAS's enumerators. */
enum {
  CBLAS_ROW_MAJOR = 101,
  CBLAS_COL_MAJOR = 102,
  CBLAS_NO_TRANSPOSE = 111,
  CBLAS_TRANSPOSE = 112
};

struct cblas;

/* Callers cast this to the function's real type. */
typedef void cblas_any (void);

/* The most functions that a caller can open. */
enum { CBLAS_MOST = 2 };

/* For prepare: opens the first library that has all of these functions, a list
 * ended by NULL, or the one that GKHOST_CBLAS names.  GK_SKIP, after a message,
 * when there is none. */
int cblas_open (const gk_host *host, const char *const *functions,
                struct cblas **blas);

/* Returns function i of that list. */
cblas_any *cblas_function (const struct cblas *blas, int i);

/* The callback library of variants whose state is a struct cblas: the library's
 * name and version, or its file's name. */
const char *cblas_library (const gk_host *host, void *state);

/* The callback release of variants whose state is a struct cblas. */
void cblas_close (const gk_host *host, void *state);

#endif
