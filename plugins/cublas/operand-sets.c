/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Allocates and fills sets of operands.
 */
#include <config.h>

#include <stdbool.h>

#include "operand-sets.h"

enum { ALIGNMENT = 256 };

/* The CPU makes so much; the rest is copies of it.  It is no power of two, as
 * matrices often have one for their bytes: those of a batch would be the same.
 */
enum { PATTERN_BYTES = (8 << 20) - ALIGNMENT };

static size_t
align_up (size_t bytes)
{
  return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* Of the matrices of all products. */
static size_t
bytes_of (const struct cublas_product *p, int64_t cols, int64_t ld,
          int64_t stride, int type)
{
  return align_up ((size_t)((p->batch - 1) * stride + cols * ld)
                   * cublas_element (type));
}

static void
set_layout (const struct cublas_product *p, uint64_t l2, struct operand_sets *r)
{
  r->b = bytes_of (p, p->a.cols, p->a.ld, p->a.stride, p->a.type);
  r->c = r->b + bytes_of (p, p->b.cols, p->b.ld, p->b.stride, p->b.type);
  r->set = r->c + bytes_of (p, p->cols, p->ldc, p->stride_c, p->type_c);
  r->sets = 1 + (int)(2 * l2 / r->set);
  r->next = 0;
}

/* Sets the exponents of floats in random words to that of numbers in [0.5, 1).
 */
static void
shape_words (uint64_t *words, size_t n, int type)
{
  static const struct {
    int type;
    uint64_t exponent, half;
  } bits[] = {
    { CUBLAS_R_16F, 0x7c007c007c007c00, 0x3800380038003800 },
    { CUBLAS_R_16BF, 0x7f807f807f807f80, 0x3f003f003f003f00 },
    { CUBLAS_R_32F, 0x7f8000007f800000, 0x3f0000003f000000 },
    { CUBLAS_R_64F, 0x7ff0000000000000, 0x3fe0000000000000 },
    { CUBLAS_R_8F_E4M3, 0x7878787878787878, 0x3030303030303030 },
    { CUBLAS_R_8F_E5M2, 0x7c7c7c7c7c7c7c7c, 0x3838383838383838 },
  };

  for (size_t k = 0; k < sizeof bits / sizeof bits[0]; k++)
    for (size_t i = 0; bits[k].type == type && i < n; i++)
      words[i] = (words[i] & ~bits[k].exponent) | bits[k].half;
}

struct filler {
  const gk_host *host;
  const struct driver *driver;
  void *stream;
  uint64_t *pattern; /* of PATTERN_BYTES */
};

/* Copies the first bytes of an area, then repeatedly all that is there, behind
 * them. */
static bool
repeat_first (const struct filler *f, char *base, size_t first, size_t bytes)
{
  size_t done = first;
  bool ok = true;

  while (ok && done < bytes) {
    const size_t more = done < bytes - done ? done : bytes - done;

    ok = f->driver->copy ((uintptr_t)(base + done), (uintptr_t)base, more,
                          f->stream)
         == 0;
    done += more;
  }
  return ok;
}

/* Fills one operand of the first set, and waits, as the pattern is used again.
 * Two operands need different seeds: with the same numbers some elements of C
 * would be sums of squares, which are far larger than output-check.c expects.
 */
static bool
fill_operand (const struct filler *f, uint64_t seed, int type, char *base,
              size_t bytes)
{
  const size_t first = bytes < PATTERN_BYTES ? bytes : PATTERN_BYTES;

  f->host->random (f->host, f->pattern, first, seed);
  shape_words (f->pattern, first / sizeof *f->pattern, type);
  return f->driver->copy ((uintptr_t)base, (uintptr_t)f->pattern, first,
                          f->stream)
             == 0
         && repeat_first (f, base, first, bytes)
         && f->driver->synchronize (f->stream) == 0;
}

/* All sets are copies of the first. */
static bool
fill_sets (const struct filler *f, const struct cublas_product *product,
           const struct operand_sets *r)
{
  return fill_operand (f, 1, product->a.type, r->base, r->b)
         && fill_operand (f, 2, product->b.type, r->base + r->b, r->c - r->b)
         && repeat_first (f, r->base, r->set, (size_t)r->sets * r->set)
         && f->driver->synchronize (f->stream) == 0;
}

/* Allocates scales of 1, which both operands use. */
static int
make_ones (const struct filler *f, const struct cublas_product *p,
           struct operand_sets *r)
{
  const int64_t n
      = p->a.n_scales > p->b.n_scales ? p->a.n_scales : p->b.n_scales;
  const size_t bytes = align_up ((size_t)n * sizeof (float));
  const size_t first = bytes < PATTERN_BYTES ? bytes : PATTERN_BYTES;
  float *const ones = (float *)f->pattern;
  char *to;

  r->ones = NULL;
  if (n == 0)
    return GK_OK;
  to = f->host->workspace (f->host, bytes);
  if (to == NULL)
    return GK_SKIP;
  for (size_t i = 0; i < first / sizeof *ones; i++)
    ones[i] = 1;
  r->ones = (const float *)(const void *)to;
  return f->driver->copy ((uintptr_t)to, (uintptr_t)ones, first, f->stream) == 0
                 && repeat_first (f, to, first, bytes)
                 && f->driver->synchronize (f->stream) == 0
             ? GK_OK
             : GK_FAIL;
}

int
operand_sets_make (const gk_host *host, const gk_device *device,
                   const struct driver *driver,
                   const struct cublas_product *product, struct operand_sets *r)
{
  struct filler f
      = { .host = host, .driver = driver, .stream = device->stream };
  int made;

  set_layout (product, device->l2, r);
  r->base = host->workspace (host, (size_t)r->sets * r->set);
  if (r->base == NULL)
    return GK_SKIP;
  f.pattern = host->alloc (host, PATTERN_BYTES);
  if (f.pattern == NULL)
    return GK_FAIL;
  made = fill_sets (&f, product, r) ? make_ones (&f, product, r) : GK_FAIL;
  host->free (host, f.pattern);
  if (made != GK_FAIL)
    return made;
  host->error (host,
               "CUDA's driver can't fill the memory to try algorithms on");
  return GK_FAIL;
}

static struct operand_set
set_at (const struct operand_sets *r, int i)
{
  char *const at = r->base + (size_t)i * r->set;
  const struct operand_set set = { .a = at,
                                   .b = at + r->b,
                                   .scales_a = r->ones,
                                   .scales_b = r->ones,
                                   .c = at + r->c };

  return set;
}

struct operand_set
operand_sets_next (struct operand_sets *r)
{
  const struct operand_set set = set_at (r, r->next);

  r->next = (r->next + 1) % r->sets;
  return set;
}

struct operand_set
operand_sets_first (const struct operand_sets *r)
{
  return set_at (r, 0);
}
