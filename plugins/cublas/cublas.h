/* SPDX-License-Identifier: BSD-3-Clause
 *
 * NVIDIA's cuBLAS, loaded at run time: a plugin that offers it as a peer needs
 * neither its headers nor its library to be built or loaded; without the
 * library only that variant is skipped.
 */
#ifndef CUBLAS_H
#define CUBLAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gkhost/plugin.h>

#include "product.h"

typedef struct cublas cublas;

/* For prepare: loads the library and makes a handle in the current context.
 * GK_SKIP, after a message, if that fails. */
int cublas_open (const gk_host *host, cublas **blas);

/* The bytes that the library's manual recommends for each generation. */
size_t cublas_workspace_of (const gk_device *device);

/* For prepare, before cublas_matmul: takes workspace from the host.  With the
 * caller's workspace the library allocates nothing at a launch, so that a
 * captured graph stays valid. */
int cublas_allocate_workspace (const gk_host *host, size_t bytes, cublas *blas);

/* Returns that workspace. */
void *cublas_workspace (const cublas *blas, size_t *bytes);

/* Looks up further functions of the library, or of those that it loads: their
 * names, and the offsets in a table where their addresses are stored.  False,
 * after a message, if one is missing. */
struct cublas_symbol {
  const char *name;
  size_t slot;
};
bool cublas_find (const gk_host *host, const cublas *blas,
                  const struct cublas_symbol *wanted, size_t n, void *table);

/* The library's handle, which cuBLASLt accepts as its own. */
void *cublas_handle (const cublas *blas);

/* For launch, before each call of such a function. */
int cublas_use_stream (const gk_host *host, const cublas *blas, void *stream);

/* Sets what cublas_library returns besides the version. */
void cublas_set_settings (cublas *blas, const char *math,
                          const char *algorithm);

/* A `library` callback for variants whose state is a cublas. */
const char *cublas_library (const gk_host *host, void *state);

/* For release.  blas may be NULL. */
void cublas_close (const gk_host *host, cublas *blas);

/* For prepare: GK_OK if cublas_transpose supports such a matrix, else GK_SKIP
 * after a message.  The library has no elements of 1 or 2 bytes and counts in
 * int. */
int cublas_transpose_fits (const gk_host *host, gk_dtype dtype, int64_t rows,
                           int64_t cols, int64_t src_pitch, int64_t dst_pitch);

/* For launch: dst[j][i] = src[i][j], row-major, pitches in elements. */
int cublas_transpose (const gk_host *host, cublas *blas, void *stream,
                      gk_dtype dtype, int64_t rows, int64_t cols,
                      const void *src, int64_t src_pitch, void *dst,
                      int64_t dst_pitch);

/* For launch: the product, or all of a batch. */
int cublas_matmul (const gk_host *host, cublas *blas, void *stream,
                   const struct cublas_product *product);

#endif
