/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The moduli, and the weights that combine residues.
 */
#include <config.h>

#include <math.h>

#include "residues.h"

/* Pairwise coprime, and as large as possible. */
static const int moduli[residues_moduli]
    = { 256, 255, 253, 251, 247, 241, 239, 233, 229, 227, 223, 217, 211, 199 };

int
residues_modulus (int n)
{
  return moduli[n];
}

double
residues_bits (void)
{
  double bits = -1;

  for (int i = 0; i < residues_moduli; i++)
    bits += log2 (moduli[i]);
  /* Rounding adds less than this to a norm. */
  return (bits - 0x1p-6) / 2;
}

struct residues_modulus
residues_modulus_of (int n)
{
  const int m = moduli[n], power = 65536 % m;
  const struct residues_modulus modulus
      = { .modulus = (float)m,
          .inverse = 1.0F / (float)m,
          .power = power > m / 2 ? power - m : power };

  return modulus;
}

/* CUDA's hosts have integers of 128 bits; other machines, which run the tests,
 * do without the rest. */
#ifdef __SIZEOF_INT128__
/* Of up to 111 bits. */
__extension__ typedef unsigned __int128 whole;

/* The inverse of x modulo m. */
static int
inverse_of (int x, int m)
{
  int i = 1;

  while (x * i % m != 1)
    i++;
  return i;
}

static int
bits_of (whole x)
{
  int bits = 0;

  for (; x > 0; x >>= 1)
    bits++;
  return bits;
}

/* Splits a number of so many bits into parts of 41 bits. */
static void
set_parts (whole x, int bits, double parts[residues_parts])
{
  for (int i = 0; i < residues_parts; i++) {
    const int below = bits - 41 * (i + 1) > 0 ? bits - 41 * (i + 1) : 0;
    const whole part = x >> below;

    parts[i] = ldexp ((double)(uint64_t)part, below);
    x -= part << below;
  }
}

struct residues_weights
residues_weights_of (void)
{
  struct residues_weights w;
  whole product = 1;
  int bits;

  for (int i = 0; i < residues_moduli; i++)
    product *= (whole)moduli[i];
  bits = bits_of (product);
  set_parts (product, bits, w.product);
  w.inverse = 1 / (w.product[0] + w.product[1]);
  for (int i = 0; i < residues_moduli; i++) {
    const int m = moduli[i];
    const whole rest = product / (whole)m;

    set_parts (rest * (whole)inverse_of ((int)(rest % (whole)m), m), bits,
               w.w[i]);
  }
  return w;
}
#endif
