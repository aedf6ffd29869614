/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "fill-shape.h"
#include "matmul/batch.h"
#include "matmul/scales.h"
#include "update.h"
#include "varied.h"

enum { OF_A, OF_B, OF_PRODUCT };

/* Word 0 selects the line; each change uses two more. */
enum { VARIED_WORDS = 1 + 2 * CHANGES };

/* most: changes. */
static struct varied_line
line_of (const gk_host *host, uint64_t seed, uint64_t generation,
         uint32_t which, int64_t lines, int64_t length, int most)
{
  struct varied_line v = { .line = -1 };
  uint64_t words[VARIED_WORDS];

  if (generation == 0)
    return v;
  changes_random (host, seed, generation, which, words, VARIED_WORDS);
  v.line = (int64_t)(words[0] % (uint64_t)lines);
  v.n = length < most ? (int)length : most;
  for (int t = 0; t < v.n; t++) {
    v.place[t] = (int64_t)changes_index (words[1 + 2 * t], (uint64_t)t,
                                         (uint64_t)v.n, (uint64_t)length);
    v.word[t] = words[2 + 2 * t];
  }
  return v;
}

/* Has a change be of the line's outlier, in place of another in its part.
 * line: of all lines. */
static void
change_outlier (struct varied_line *v, uint64_t shape, bool is_b, int64_t line,
                int64_t inner)
{
  if (v->line >= 0) {
    const int64_t place = fill_shape_outlier (shape, is_b, line, inner);

    v->place[changes_place ((uint64_t)place, (uint64_t)v->n, (uint64_t)inner)]
        = place;
  }
}

/* Returns the group that has a line. */
static int64_t
find_group (const gk_matmul *p, int64_t line)
{
  int64_t first = 0, end = p->groups;

  while (end - first > 1) {
    const int64_t middle = first + (end - first) / 2;

    if (p->group_lines[middle] <= line)
      first = middle;
    else
      end = middle;
  }
  return first;
}

int64_t
varied_planted (const gk_host *host, uint64_t seed, uint64_t generation,
                const gk_matmul *problem)
{
  const uint64_t choices
      = (uint64_t)(problem->groups > 0 ? problem->group_lines[problem->groups]
                                       : problem->batch);
  uint64_t word;

  changes_random (host, seed, generation, OF_PRODUCT, &word, 1);
  return problem->groups > 0 ? find_group (problem, (int64_t)(word % choices))
                             : (int64_t)(word % choices);
}

/* Scales take a range of each input, and what is added takes some, too. */
static int
most_changes (const gk_matmul *p)
{
  return p->scales != GK_SCALES_NONE
             ? CHANGES - 1
             : update_changes (matmul_is_updated (p, p->bias != NULL));
}

struct product_inputs
varied_inputs (uint64_t seed, const gk_matmul *problem, int64_t z)
{
  const bool grouped = problem->groups > 0;
  const uint64_t own = product_seed (seed, z);

  return (struct product_inputs){ .seed = own,
                                  .shape = grouped ? seed : own,
                                  .first_line
                                  = grouped ? problem->group_lines[z] : 0,
                                  .most = most_changes (problem) };
}

struct varied
varied_of (const gk_host *host, gk_data data, const struct product_inputs *from,
           uint64_t generation, const struct matrix *a, const struct matrix *b,
           bool swapped)
{
  struct varied v = {
    line_of (host, from->seed, generation, OF_A, a->rows, a->cols, from->most),
    line_of (host, from->seed, generation, OF_B, b->cols, b->rows, from->most)
  };

  if (data == GK_DATA_HEAVY) {
    change_outlier (&v.a, from->shape, swapped, from->first_line + v.a.line,
                    a->cols);
    change_outlier (&v.b, from->shape, !swapped, v.b.line, b->rows);
  }
  if (data == GK_DATA_ZERO)
    memcpy (v.b.place, v.a.place, sizeof v.b.place);
  return v;
}

int
varied_rows (const struct varied_line *from, const struct varied_line *to,
             int64_t rows[2 * CHANGES])
{
  const struct varied_line *const both[] = { from, to };
  int n = 0;

  for (int i = 0; i < 2; i++)
    for (int t = 0; t < both[i]->n; t++) {
      int at = 0;

      while (at < n && rows[at] != both[i]->place[t])
        at++;
      rows[at] = both[i]->place[t];
      n += at == n;
    }
  return n;
}
