/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The judge of grouped products: each group is judged in each launch.  A result
 * in which a single group is wrong, whichever it is, is wrong.
 */
#include <config.h>

#include <string.h>

#include "tests/unit/unit.h"
#include "judged-product.h"
#include "trials.h"
#include "matmul/batch.h"
#include "matmul/options.h"

static const gk_dtype dtypes[]
    = { GK_F32,     GK_BF16,    GK_I8,  GK_F64, GK_TF32,
        GK_F8_E4M3, GK_F8_E5M2, GK_I32, GK_F16 };
static const gk_layout layouts[]
    = { GK_ROW_MAJOR, GK_COL_MAJOR, GK_TN, GK_NT, GK_TT };
static const gk_data kinds[]
    = { GK_DATA_RANDOM, GK_DATA_EXACT,       GK_DATA_WIDE,
        GK_DATA_NORMAL, GK_DATA_SPARSE,      GK_DATA_HEAVY,
        GK_DATA_GRADED, GK_DATA_PERMUTATION, GK_DATA_ZERO };
/* Few groups and many; some without lines. */
static const struct matmul_sizes shapes[]
    = { { .m = 66, .n = 16, .k = 71, .batch = 1, .groups = 5 },
        { .m = 93, .n = 33, .k = 84, .batch = 1, .groups = 30 },
        { .m = 70, .n = 40, .k = 75, .batch = 1, .groups = 1 },
        { .m = 64, .n = 9, .k = 64, .batch = 1, .groups = 100 } };
enum { DTYPES = 9, LAYOUTS = 5, KINDS = 9, SHAPES = 4 };

static void
make_of (struct product *p, int shape, gk_dtype dtype, gk_layout layout)
{
  struct matmul_sizes sizes = shapes[shape];

  sizes.group_multiple = 1;
  sizes.group_sizes = GROUPS_RANDOM;
  product_make_batch (p, &sizes, dtype, layout);
}

/* Computes these inputs, and keeps the result. */
static void
make_right (struct product *p)
{
  product_compute (p, p->problem->a, p->problem->b);
  memcpy (p->right, p->problem->c, product_bytes (p));
}

/* Random data that changed once. */
static void
make (struct product *p, int i)
{
  make_of (p, i / DTYPES, dtypes[i % DTYPES], layouts[i % LAYOUTS]);
  product_fill (p, GK_DATA_RANDOM);
  product_vary (p);
  make_right (p);
}

static int64_t
first_line (const struct product *p, int64_t group)
{
  return p->problem->group_lines[group];
}

static bool
is_empty (const struct product *p, int64_t group)
{
  return first_line (p, group) == first_line (p, group + 1);
}

/* Bytes of C's lines in memory, all with their padding. */
static size_t
line_bytes (const struct product *p, int64_t lines)
{
  return (size_t)(lines * p->problem->ldc) * product_element (p);
}

static char *
line_of (const struct product *p, const void *c, int64_t line)
{
  return (char *)(uintptr_t)c + line_bytes (p, line);
}

static void
is_wrong_in (struct product *p, int64_t group, const char *what)
{
  char name[40];

  snprintf (name, sizeof name, "in group %lld, ", (long long)group);
  product_is_wrong (p, 0, name, what, NULL);
}

/* What is right but for this group, which q computed. */
static void
take_group (struct product *p, gk_matmul *q, int64_t group)
{
  char *other = fake_host_memory (product_bytes (p));
  const int64_t first = first_line (p, group);
  const int64_t lines = first_line (p, group + 1) - first;

  q->c = other;
  memset (other, PRODUCT_POISON, product_bytes (p));
  product_launch (p, q);
  memcpy (line_of (p, p->problem->c, first), line_of (p, other, first),
          line_bytes (p, lines));
  free (other);
}

TEST (right_groups_pass_on_all_data)
{
  struct product p;

  for (int i = 0; i < DTYPES * KINDS * SHAPES; i += trial_stride (5)) {
    const gk_data data = kinds[i / DTYPES % KINDS];

    make_of (&p, i / DTYPES / KINDS, dtypes[i % DTYPES], layouts[i % LAYOUTS]);
    if ((p.setup.verify_data & GK_BIT (data)) != 0)
      product_generations_are_right (&p, data);
    product_free (&p);
  }
}

TEST (a_group_that_was_not_computed_is_found)
{
  struct product p;

  for (int i = 0; i < DTYPES * SHAPES; i++) {
    make (&p, i);
    for (int64_t g = 0; g < p.problem->groups; g++) {
      const int64_t first = first_line (&p, g);
      char name[40];

      if (is_empty (&p, g))
        continue;
      memset (line_of (&p, p.problem->c, first), PRODUCT_POISON,
              line_bytes (&p, first_line (&p, g + 1) - first));
      snprintf (name, sizeof name,
                p.problem->layout_c == GK_ROW_MAJOR ? "c[%lld][0] was never"
                                                    : "c[0][%lld] was never",
                (long long)first);
      is_wrong_in (&p, g, name);
      assert_true ((p.check.flags & GK_UNWRITTEN) != 0);
    }
    product_free (&p);
  }
}

TEST (the_matrix_of_a_neighbour_is_found)
{
  struct product p;

  for (int i = 0; i < DTYPES * SHAPES; i++) {
    make (&p, i);
    for (int64_t g = 0; g < p.problem->groups && p.problem->groups > 1;
         g += trial_stride (7)) {
      const int64_t by = g > 0 ? -1 : 1;
      gk_matmul q = *p.problem;

      if (is_empty (&p, g))
        continue;
      /* Its matrix multiplies all lines, of which this group's are kept. */
      const int32_t all[] = { 0, p.problem->group_lines[q.groups] };

      q.groups = 1;
      q.group_lines = all;
      if (matmul_b_is_grouped (&q))
        q.a = matmul_matrix (q.a, q.dtype, q.stride_a, g + by);
      else
        q.b = matmul_matrix (q.b, q.dtype_b, q.stride_b, g + by);
      take_group (&p, &q, g);
      is_wrong_in (&p, g, "");
    }
    product_free (&p);
  }
}

/* A line that its neighbour's matrix computed, at both sides of a border. */
TEST (a_border_that_is_off_by_a_line_is_found)
{
  struct product p;

  for (int i = 0; i < DTYPES * SHAPES; i++) {
    make (&p, i);
    for (int64_t g = 1; g < p.problem->groups; g += trial_stride (7))
      for (int by = -1; by <= 1; by += 2) {
        const int64_t wrong = by > 0 ? g : g - 1;
        const size_t bytes = p.setup.buffers[MATMUL_GROUP_LINES].bytes;
        gk_matmul q = *p.problem;
        int32_t *lines = fake_host_memory (bytes);

        memcpy (lines, q.group_lines, bytes);
        lines[g] += by;
        q.group_lines = lines;
        if (!is_empty (&p, wrong)) {
          take_group (&p, &q, wrong);
          is_wrong_in (&p, wrong, "");
        }
        free (lines);
      }
    product_free (&p);
  }
}

TEST (a_group_of_an_earlier_launch_is_found)
{
  struct product p;

  for (int i = 0; i < DTYPES * KINDS * SHAPES; i += trial_stride (5)) {
    const gk_data data = kinds[i / DTYPES % KINDS];

    make_of (&p, i / DTYPES / KINDS, dtypes[i % DTYPES], layouts[i % LAYOUTS]);
    if ((p.setup.verify_data & GK_BIT (data)) != 0) {
      char *earlier = fake_host_memory (product_bytes (&p));

      product_fill (&p, data);
      memcpy (earlier, p.right, product_bytes (&p));
      product_vary (&p);
      make_right (&p);
      for (int64_t g = 0; g < p.problem->groups; g++) {
        const int64_t first = first_line (&p, g);

        if (is_empty (&p, g))
          continue;
        memcpy (line_of (&p, p.problem->c, first), line_of (&p, earlier, first),
                line_bytes (&p, first_line (&p, g + 1) - first));
        is_wrong_in (&p, g, "");
      }
      free (earlier);
    }
    product_free (&p);
  }
}

TEST (padding_of_each_line_is_judged)
{
  struct product p;

  for (int i = 0; i < DTYPES * SHAPES; i++) {
    make (&p, i);
    for (int64_t g = 0; g < p.problem->groups; g++)
      if (!is_empty (&p, g)) {
        line_of (&p, p.problem->c, first_line (&p, g + 1))[-1] ^= 1;
        is_wrong_in (&p, g, "was written: that is padding");
        assert_true ((p.check.flags & GK_OUTSIDE) != 0);
      }
    product_free (&p);
  }
}

/* Elements that a repeated launch changed are compared in their group. */
TEST (elements_that_differ_are_compared)
{
  const struct matmul_sizes sizes = { .m = 120,
                                      .n = 300,
                                      .k = 300,
                                      .batch = 1,
                                      .groups = 3,
                                      .group_multiple = 1,
                                      .group_sizes = GROUPS_EVEN };
  struct product p;
  int passed = 0;

  product_make_batch (&p, &sizes, GK_F32, GK_ROW_MAJOR);
  product_fill (&p, GK_DATA_RANDOM);
  for (int64_t column = 0; column < sizes.k; column += 7) {
    float *element = product_at (&p, 100, column);

    *element += 0.0005F;
    passed += product_passes (&p, 0);
    p.differing = (gk_range){ .buffer = MATMUL_C,
                              .offset = (uint64_t)((char *)element
                                                   - (char *)p.problem->c),
                              .bytes = sizeof *element };
    is_wrong_in (&p, 2, "c[100]");
    p.differing.bytes = 0;
  }
  assert_true (passed > 0);
  product_free (&p);
}

/* Which sizes there are, of so many lines. */
static void
divide (enum group_sizes sizes, int64_t lines, int64_t groups, int64_t multiple,
        uint64_t seed, int32_t *first)
{
  const struct group_division d = { lines, groups, multiple, sizes, seed };
  struct fake_host fake;

  fake_host_init (&fake);
  assert_true (groups_divide (&fake.host, &d, first));
  assert_int_equal (fake.live, 0);
  assert_int_equal (first[0], 0);
  assert_int_equal (first[groups], lines);
  for (int64_t g = 0; g < groups; g++) {
    assert_true (first[g] <= first[g + 1]);
    assert_int_equal (first[g] % multiple, 0);
  }
}

enum { MOST = 65536 };

static int64_t
largest (const int32_t *first, int64_t groups)
{
  int64_t most = 0;

  for (int64_t g = 0; g < groups; g++)
    most = first[g + 1] - first[g] > most ? first[g + 1] - first[g] : most;
  return most;
}

TEST (lines_are_divided_as_the_option_says)
{
  static int32_t first[MOST + 1], other[MOST + 1];
  int empty = 0;

  divide (GROUPS_EVEN, 1003, 10, 1, 0, first);
  for (int g = 0; g < 10; g++)
    assert_in_range (first[g + 1] - first[g], 100, 101);
  divide (GROUPS_RANDOM, 8192, 64, 1, 0, first);
  for (int g = 0; g < 64; g++)
    empty += first[g + 1] == first[g];
  assert_in_range (empty, 1, 30);
  assert_in_range (largest (first, 64), 129, 1000);
  divide (GROUPS_RANDOM, 8192, 64, 1, 1, other);
  assert_memory_not_equal (first, other, 65 * sizeof *first);
  divide (GROUPS_SKEWED, 8192, 64, 1, 0, first);
  assert_true (largest (first, 64) > 8192 / 16);
  for (int sizes = GROUPS_RANDOM; sizes <= GROUPS_SKEWED; sizes++) {
    divide ((enum group_sizes)sizes, 1000, 7, 128, 3, first);
    divide ((enum group_sizes)sizes, 1, MOST, 1, 3, first);
    divide ((enum group_sizes)sizes, INT32_MAX, MOST, 1, 3, first);
    divide ((enum group_sizes)sizes, INT32_MAX, 1, 65536, 3, first);
  }
}

static void
is_refused (struct matmul_sizes sizes, gk_layout layout, int status,
            const char *why)
{
  const gk_value options[MATMUL_N_OPTIONS] = {
    [MATMUL_DTYPE].i = GK_F32, [MATMUL_LAYOUT].i = layout, [MATMUL_ALPHA].f = 1
  };
  struct product p = { .setup.size = sizeof (gk_setup) };

  sizes.group_multiple = 1;
  fake_host_init (&p.fake);
  assert_int_equal (matmul_setup (&p.fake.host, &sizes, options, &p.setup),
                    status);
  assert_non_null (strstr (p.fake.said, why));
  assert_int_equal (p.fake.live, 0);
}

TEST (what_does_not_go_together_is_refused)
{
  const struct matmul_sizes both
      = { .m = 9, .n = 9, .k = 9, .batch = 2, .groups = 2 };
  struct matmul_sizes many
      = { .m = INT64_C (1) << 31, .n = 1, .k = 1, .batch = 1, .groups = 2 };

  is_refused (both, GK_TN, GK_SKIP, "leave one of them out");
  is_refused (many, GK_ROW_MAJOR, GK_FAIL, "make m smaller");
  many.k = many.m;
  many.m = 1;
  is_refused (many, GK_TN, GK_FAIL, "make k smaller");
}
