/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stddef.h>

#include "freivalds.h"
#include "modular.h"
#include "product.h"
#include "unwrapped.h"

/* One of these; the others are NULL. */
struct modular {
  uint32_t *product; /* all of it, for small products */
  struct unwrapped *unwrapped;
  struct freivalds *freivalds;
};

/* True where the product costs no more than Freivalds' check of it, or next to
 * nothing. */
static bool
is_small (const struct matrix *a, const struct matrix *b, bool once)
{
  return a->rows <= VECTORS || b->cols <= VECTORS
         || (double)a->rows * (double)a->cols * (double)b->cols
                <= (once ? 0x1p14 : 0x1p24);
}

struct modular *
modular_make (const gk_host *host, const struct matrix *a,
              const struct matrix *b, uint64_t seed, bool once)
{
  struct modular *m = host->alloc (host, sizeof *m);

  if (m == NULL)
    return NULL;
  *m = (struct modular){ NULL, NULL, NULL };
  if (is_small (a, b, once)) {
    m->product = host->alloc (host, (size_t)a->rows * (size_t)b->cols
                                        * sizeof *m->product);
    if (m->product != NULL)
      product_rows (a, b, 0, a->rows, m->product);
  } else if (unwrapped_fits (a))
    m->unwrapped = unwrapped_make (host, a, b, seed);
  else
    m->freivalds = freivalds_make (host, a, b, seed);
  if (m->product == NULL && m->unwrapped == NULL && m->freivalds == NULL) {
    host->free (host, m);
    return NULL;
  }
  return m;
}

bool
modular_move (const gk_host *host, struct modular *modular,
              const struct matrix *a, const struct matrix *b,
              const struct varied *from, const struct varied *to)
{
  const struct varied *const both[] = { from, to };
  uint32_t *product = modular->product;

  if (modular->unwrapped != NULL) {
    unwrapped_move (modular->unwrapped, a, b, from, to);
    return true;
  }
  if (modular->freivalds != NULL) {
    freivalds_move (modular->freivalds, a, b, from, to);
    return true;
  }
  for (int i = 0; i < 2; i++) {
    const int64_t row = both[i]->a.line, column = both[i]->b.line;

    if (row >= 0)
      product_rows (a, b, row, 1, product + row * b->cols);
    if (column >= 0 && !product_column (host, a, b, column, product))
      return false;
  }
  return true;
}

void
modular_free (const gk_host *host, struct modular *modular)
{
  if (modular == NULL)
    return;
  freivalds_free (host, modular->freivalds);
  unwrapped_free (host, modular->unwrapped);
  host->free (host, modular->product);
  host->free (host, modular);
}

const char *
modular_method (const struct modular *modular)
{
  return modular->product == NULL ? "freivalds" : "every element";
}

/* Returns the first column where row i of C differs from right; C's columns
 * when none does. */
static int64_t
first_wrong (const struct matrix *c, int64_t i, const uint32_t *right)
{
  uint32_t room[WORDS];
  const uint32_t *word;
  int64_t j = 0;

  while (j < c->cols && words_of (c, i, j, 1, room, &word) && *word == right[j])
    j++;
  return j;
}

/* Freivalds' check finds a row; the exact product of that row finds the
 * element. */
static int
locate_element (const gk_host *host, const struct modular *modular,
                const struct matrix *a, const struct matrix *b,
                const struct matrix *c, struct modular_fault *fault)
{
  const int64_t i = fault->i;
  uint32_t *made = NULL;
  const uint32_t *right;

  if (modular->product != NULL)
    right = modular->product + i * c->cols;
  else {
    made = host->alloc (host, (size_t)c->cols * sizeof *made);
    if (made == NULL)
      return GK_FAIL;
    product_rows (a, b, i, 1, made);
    right = made;
  }
  fault->j = first_wrong (c, i, right);
  if (fault->j < c->cols)
    fault->right = (int32_t)right[fault->j];
  host->free (host, made);
  if (fault->j < c->cols)
    return GK_WRONG;
  host->error (host, "the inputs are not those that the reference was made of");
  return GK_FAIL;
}

int
modular_check (const gk_host *host, const struct modular *modular,
               const struct matrix *a, const struct matrix *b,
               const struct matrix *c, struct modular_fault *fault)
{
  fault->wrong_rows
      = modular->product != NULL
            ? product_wrong_rows (modular->product, c, &fault->i)
        : modular->unwrapped != NULL
            ? unwrapped_wrong_rows (modular->unwrapped, c, &fault->i)
            : freivalds_wrong_rows (modular->freivalds, c, &fault->i);
  if (fault->wrong_rows == 0)
    return GK_OK;
  return locate_element (host, modular, a, b, c, fault);
}
