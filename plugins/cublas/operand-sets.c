/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Allocates and fills sets of operands.
 */
#include <config.h>

#include <stdbool.h>

#include "operand-sets.h"

enum { ALIGNMENT = 256 };

/* The CPU makes so much; the rest is copies of it. */
enum { PATTERN_BYTES = 8 << 20 };

static size_t
align_up (size_t bytes)
{
  return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static size_t
bytes_of (int64_t cols, int64_t ld, int type)
{
  return align_up ((size_t)cols * (size_t)ld * cublas_element (type));
}

static void
set_layout (const struct cublas_product *p, uint64_t l2, struct operand_sets *r)
{
  r->b = bytes_of (p->a.cols, p->a.ld, p->type);
  r->c = r->b + bytes_of (p->b.cols, p->b.ld, p->type);
  r->set = r->c + bytes_of (p->cols, p->ldc, p->type_c);
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
  };

  for (size_t k = 0; k < sizeof bits / sizeof bits[0]; k++)
    for (size_t i = 0; bits[k].type == type && i < n; i++)
      words[i] = (words[i] & ~bits[k].exponent) | bits[k].half;
}

/* Copies the pattern, then repeatedly all that is there, behind it. */
static bool
fill_with_pattern (const struct driver *driver, const void *pattern, char *base,
                   size_t bytes, void *stream)
{
  size_t done = bytes < PATTERN_BYTES ? bytes : PATTERN_BYTES;
  bool ok
      = driver->copy ((uintptr_t)base, (uintptr_t)pattern, done, stream) == 0;

  while (ok && done < bytes) {
    const size_t more = done < bytes - done ? done : bytes - done;

    ok = driver->copy ((uintptr_t)(base + done), (uintptr_t)base, more, stream)
         == 0;
    done += more;
  }
  return ok && driver->synchronize (stream) == 0;
}

int
operand_sets_make (const gk_host *host, const gk_device *device,
                   const struct driver *driver,
                   const struct cublas_product *product, struct operand_sets *r)
{
  uint64_t *pattern;
  bool ok;

  set_layout (product, device->l2, r);
  r->base = host->workspace (host, (size_t)r->sets * r->set);
  if (r->base == NULL)
    return GK_SKIP;
  pattern = host->alloc (host, PATTERN_BYTES);
  if (pattern == NULL)
    return GK_FAIL;
  host->random (host, pattern, PATTERN_BYTES, 1);
  shape_words (pattern, PATTERN_BYTES / sizeof *pattern, product->type);
  ok = fill_with_pattern (driver, pattern, r->base, (size_t)r->sets * r->set,
                          device->stream);
  host->free (host, pattern);
  if (ok)
    return GK_OK;
  host->error (host,
               "CUDA's driver can't fill the memory to try algorithms on");
  return GK_FAIL;
}

static struct operand_set
set_at (const struct operand_sets *r, int i)
{
  char *const at = r->base + (size_t)i * r->set;
  const struct operand_set set = { .a = at, .b = at + r->b, .c = at + r->c };

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
