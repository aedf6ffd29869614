/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Sizes of memory for a reader: "8.1 GiB".
 */
#ifndef SIZE_TEXT_H
#define SIZE_TEXT_H

#include <stddef.h>
#include <stdint.h>

void size_text (char *text, size_t room, uint64_t bytes);

#endif
