/* SPDX-License-Identifier: BSD-3-Clause
 *
 * SHA-256 (FIPS 180-4), for what must not be forged or guessed: the running
 * hash of a file of records, and commitments to seeds.
 */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

/* The hash of what was added so far; it may be copied. */
struct sha256 {
  uint32_t state[8];
  uint64_t n; /* bytes added */
  uint8_t block[64];
};

void sha256_begin (struct sha256 *hash);
void sha256_add (struct sha256 *hash, const void *data, size_t bytes);
/* Returns "sha256:" and 64 hexadecimal digits, to be freed.  More can be added
 * afterwards. */
char *sha256_text (const struct sha256 *hash);

#endif
