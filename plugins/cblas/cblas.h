/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The CPU's own library, opened at run time through CBLAS, the C interface that
 * all of them have: a plugin that offers it as a peer need not be built against
 * one, and without one only that variant is skipped.
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

/* Of no use but to be cast to what it is. */
typedef void cblas_any (void);

/* The most functions that one user asks for. */
enum { CBLAS_MOST = 2 };

/* For prepare: opens the first library that has all of these functions, a list
 * ended by NULL.  GK_SKIP, with the reason told, where there is none. */
int cblas_open (const gk_host *host, const char *const *functions,
                struct cblas **blas);

/* Number i of those functions. */
cblas_any *cblas_function (const struct cblas *blas, int i);

/* A library for variants whose state is a struct cblas: its name and version,
 * or the name of its file. */
const char *cblas_library (const gk_host *host, void *state);

/* A release for variants whose state is a struct cblas. */
void cblas_close (const gk_host *host, void *state);

#endif
