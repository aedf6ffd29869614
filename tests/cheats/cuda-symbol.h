/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Functions of CUDA's driver library, which the host has opened.
 */
#ifndef CHEATS_CUDA_SYMBOL_H
#define CHEATS_CUDA_SYMBOL_H

/* NULL: there is none of that name. */
void *cuda_symbol (const char *name);

#endif
