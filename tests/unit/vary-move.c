/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A varied source: what was moved from one generation is wrong for the next.
 */
#include <config.h>

#include "tests/unit/unit.h"
#include "fake-host.h"
#include "move/fill.h"
#include "move/options.h"
#include "move/vary.h"
#include "move/verify.h"

enum { GENERATIONS = 12 };

/* A copy of a source and its destination. */
struct copied {
  struct fake_host fake;
  struct move_shape shape;
  gk_data data;
  unsigned char *src, *dst;
  gk_vary vary;
  gk_range ranges[GK_MAX_RANGES];
};

static void
make (struct copied *c, int64_t rows, int64_t cols, gk_dtype dtype,
      gk_data data)
{
  const gk_value values[MOVE_N_OPTIONS] = {
    [MOVE_ROWS].i = rows,
    [MOVE_COLS].i = cols,
    [MOVE_DTYPE].i = dtype,
    [MOVE_PAD].i = 2,
  };

  fake_host_init (&c->fake);
  assert_int_equal (move_shape_make (&c->fake.host, values, false, &c->shape),
                    GK_OK);
  c->src = fake_host_memory (c->shape.src_bytes);
  c->dst = fake_host_memory (c->shape.dst_bytes);
  c->vary.generation = 0;
  c->data = data;
  move_fill (&c->fake.host, &c->shape, data, 77, c->src);
}

static void
clean (struct copied *c)
{
  free (c->src);
  free (c->dst);
}

static void
vary (struct copied *c)
{
  void *const buffers[] = { c->src, NULL };

  c->vary = (gk_vary){ .size = sizeof c->vary,
                       .ranges = c->ranges,
                       .data = c->data,
                       .seed = 77,
                       .generation = c->vary.generation + 1,
                       .buffers = buffers };
  move_vary (&c->fake.host, &c->shape, &c->vary);
}

static void
copy (struct copied *c)
{
  const size_t row = (size_t)c->shape.cols * c->shape.element;

  memset (c->dst, 0xa5, c->shape.dst_bytes);
  for (int64_t i = 0; i < c->shape.rows; i++)
    memcpy (c->dst + (size_t)(i * c->shape.dst_pitch) * c->shape.element,
            c->src + (size_t)(i * c->shape.src_pitch) * c->shape.element, row);
}

static int
judge (struct copied *c)
{
  const void *const buffers[] = { c->src, c->dst };
  gk_check check = { .size = sizeof check,
                     .data = c->data,
                     .seed = 77,
                     .generation = c->vary.generation,
                     .buffers = buffers };

  memset (check.poison, 0xa5, sizeof check.poison);
  return move_verify (&c->fake.host, &c->shape, &check);
}

static void
each_shape (void (*test) (struct copied *c))
{
  static const gk_dtype dtypes[] = { GK_I8, GK_BF16, GK_F32, GK_F64, GK_C128 };
  static const int64_t shapes[][2]
      = { { 1, 1 }, { 1, 17 }, { 15, 1 }, { 31, 67 } };
  static const gk_data data[] = { GK_DATA_RANDOM, GK_DATA_ZERO };
  struct copied c;

  for (size_t i = 0; i < sizeof dtypes / sizeof dtypes[0]; i++)
    for (size_t j = 0; j < sizeof shapes / sizeof shapes[0]; j++)
      for (int k = 0; k < 2; k++) {
        make (&c, shapes[j][0], shapes[j][1], dtypes[i], data[k]);
        test (&c);
        clean (&c);
      }
}

static void
kept (struct copied *c)
{
  copy (c);
  for (int g = 0; g < GENERATIONS; g++) {
    assert_int_equal (judge (c), GK_OK);
    vary (c);
    assert_int_equal (judge (c), GK_WRONG);
    copy (c);
  }
}

TEST (a_kept_copy_is_wrong)
{
  each_shape (kept);
}

/* Changes what it tells, padding apart, and nothing else. */
static void
ranges (struct copied *c)
{
  unsigned char *old = fake_host_memory (c->shape.src_bytes);

  for (int g = 0; g < GENERATIONS; g++) {
    memcpy (old, c->src, c->shape.src_bytes);
    vary (c);
    assert_in_range (c->vary.n_ranges, 1, GK_MAX_RANGES);
    for (uint64_t i = 0; i < c->vary.n_ranges; i++) {
      const gk_range *r = &c->vary.ranges[i];

      assert_int_equal (r->buffer, 0);
      assert_true (r->offset / c->shape.element % (uint64_t)c->shape.src_pitch
                   < (uint64_t)c->shape.cols);
      memcpy (old + r->offset, c->src + r->offset, r->bytes);
      for (uint64_t j = 0; j < i; j++)
        assert_int_not_equal (r->offset, c->vary.ranges[j].offset);
    }
    assert_memory_equal (old, c->src, c->shape.src_bytes);
  }
  free (old);
}

TEST (all_that_changes_is_told)
{
  each_shape (ranges);
}

/* Elements that are not as they were. */
static int64_t
differing (const struct copied *c, const unsigned char *first)
{
  const uint32_t element = c->shape.element;
  int64_t n = 0;

  for (uint64_t at = 0; at < c->shape.src_bytes; at += element)
    n += memcmp (c->src + at, first + at, element) != 0;
  return n;
}

TEST (a_generation_follows_from_its_number)
{
  struct copied a, b;
  unsigned char *first;

  make (&a, 31, 67, GK_F32, GK_DATA_RANDOM);
  make (&b, 31, 67, GK_F32, GK_DATA_RANDOM);
  first = fake_host_memory (a.shape.src_bytes);
  memcpy (first, a.src, a.shape.src_bytes);
  for (int g = 0; g < GENERATIONS; g++) {
    vary (&a);
    vary (&b);
    assert_memory_equal (a.src, b.src, a.shape.src_bytes);
    assert_memory_not_equal (a.src, first, a.shape.src_bytes);
    assert_in_range (differing (&a, first), 1, 16);
  }
  clean (&a);
  clean (&b);
  free (first);
}
