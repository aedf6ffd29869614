/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The judge of moved data: no bit that differs passes.
 */
#include <config.h>

#include <inttypes.h>
#include <sys/stat.h>

#include "tests/unit/unit.h"
#include "fake-host.h"
#include "move/fill.h"
#include "move/options.h"
#include "move/verify.h"

enum { POISON = 0xa5 };

struct moved {
  struct fake_host fake;
  struct move_shape shape;
  unsigned char *src, *dst, *right;
  gk_check check; /* the last verdict's answers */
};

static unsigned char *
dst_at (const struct moved *m, int64_t row, int64_t col)
{
  return m->dst + (row * m->shape.dst_pitch + col) * m->shape.element;
}

static unsigned char *
src_of (const struct moved *m, int64_t row, int64_t col)
{
  const int64_t i = m->shape.transposed ? col : row;
  const int64_t j = m->shape.transposed ? row : col;

  return m->src + (i * m->shape.src_pitch + j) * m->shape.element;
}

static int64_t
dst_rows (const struct moved *m)
{
  return m->shape.transposed ? m->shape.cols : m->shape.rows;
}

static int64_t
dst_cols (const struct moved *m)
{
  return m->shape.transposed ? m->shape.rows : m->shape.cols;
}

/* What src holds, where it belongs in dst. */
static void
move (struct moved *m)
{
  memset (m->dst, POISON, m->shape.dst_bytes);
  for (int64_t row = 0; row < dst_rows (m); row++)
    for (int64_t col = 0; col < dst_cols (m); col++)
      memcpy (dst_at (m, row, col), src_of (m, row, col), m->shape.element);
  memcpy (m->right, m->dst, m->shape.dst_bytes);
}

static void
make (struct moved *m, int64_t rows, int64_t cols, gk_dtype dtype,
      bool transposed, int64_t pad)
{
  const gk_value values[MOVE_N_OPTIONS] = {
    [MOVE_ROWS].i = rows,
    [MOVE_COLS].i = cols,
    [MOVE_DTYPE].i = dtype,
    [MOVE_PAD].i = pad,
  };

  fake_host_init (&m->fake);
  assert_int_equal (
      move_shape_make (&m->fake.host, values, transposed, &m->shape), GK_OK);
  m->src = fake_host_memory (m->shape.src_bytes);
  m->dst = fake_host_memory (m->shape.dst_bytes);
  m->right = fake_host_memory (m->shape.dst_bytes);
  move_fill (&m->fake.host, &m->shape, GK_DATA_RANDOM, 77, m->src);
  move (m);
}

static void
clean (struct moved *m)
{
  free (m->src);
  free (m->dst);
  free (m->right);
}

static int
judge (struct moved *m, double precision)
{
  const void *const buffers[] = { m->src, m->dst };
  int verdict;

  m->check = (gk_check){
    .size = sizeof (gk_check),
    .data = GK_DATA_RANDOM,
    .buffers = buffers,
    .precision = precision,
  };
  memset (m->check.poison, POISON, sizeof m->check.poison);
  m->fake.said[0] = '\0';
  verdict = move_verify (&m->fake.host, &m->shape, &m->check);
  m->check.buffers = NULL;
  return verdict;
}

static void
is_right (struct moved *m, double precision)
{
  const int verdict = judge (m, precision);

  if (verdict != GK_OK)
    fail_msg ("%d instead of GK_OK: %s", verdict, m->fake.said);
  assert_int_equal (m->check.checked, m->shape.rows * m->shape.cols);
}

/* The place and the text are in the message.  Then dst is made right again. */
static void
is_wrong (struct moved *m, double precision, int64_t row, int64_t col,
          const char *text)
{
  const int verdict = judge (m, precision);
  char place[80];

  snprintf (place, sizeof place, "dst[%" PRId64 "][%" PRId64 "] is 0x", row,
            col);
  if (verdict != GK_WRONG)
    fail_msg ("%d instead of GK_WRONG for %s", verdict, place);
  if (strncmp (m->fake.said, place, strlen (place)) != 0
      || strstr (m->fake.said, text) == NULL)
    fail_msg ("wanted '%s' and '%s' in: %s", place, text, m->fake.said);
  memcpy (m->dst, m->right, m->shape.dst_bytes);
}

/* Does this to matrices of one row, one column, several blocks across and
 * down, with and without padding, copied and transposed. */
static void
each (gk_dtype dtype, void (*check) (struct moved *m))
{
  static const int64_t shapes[][2]
      = { { 130, 70 }, { 3, 4200 }, { 1, 300 }, { 300, 1 }, { 1, 1 } };
  struct moved m;

  for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++)
    for (int transposed = 0; transposed < 2; transposed++)
      for (int64_t pad = 0; pad < 4; pad += 3) {
        make (&m, shapes[s][0], shapes[s][1], dtype, transposed == 1, pad);
        check (&m);
        clean (&m);
      }
}

static void
each_element (void (*check) (struct moved *m))
{
  static const gk_dtype dtypes[] = { GK_I8, GK_F16, GK_F32, GK_F64, GK_C128 };

  for (size_t d = 0; d < sizeof dtypes / sizeof dtypes[0]; d++)
    each (dtypes[d], check);
}

static void
right (struct moved *m)
{
  is_right (m, 0);
  assert_string_equal (m->check.method, "bit for bit");
}

/* None was started, since each of these is smaller than threads are worth. */
TEST (right_data_pass_and_need_no_threads)
{
  struct stat tasks;

  each_element (right);
  if (stat ("/proc/self/task", &tasks) == 0)
    assert_int_equal (tasks.st_nlink, 2 + 1);
}

static void
flipped (struct moved *m, int64_t row, int64_t col)
{
  const unsigned last = 8 * m->shape.element - 1;
  const unsigned bits[] = { 0, last / 2, last };

  for (size_t b = 0; b < sizeof bits / sizeof bits[0]; b++) {
    dst_at (m, row, col)[bits[b] / 8] ^= (unsigned char)(1U << bits[b] % 8);
    is_wrong (m, 0, row, col, ", should be 0x");
  }
}

static void
flipped_somewhere (struct moved *m)
{
  const int64_t rows = dst_rows (m), cols = dst_cols (m);

  flipped (m, 0, 0);
  flipped (m, 0, cols - 1);
  flipped (m, rows / 2, cols / 2);
  flipped (m, rows - 1, 0);
  flipped (m, rows - 1, cols - 1);
}

TEST (a_flipped_bit_is_found)
{
  each_element (flipped_somewhere);
}

/* Whichever is met first, when matrices are gone through in blocks. */
static void
first_of_two (struct moved *m, int64_t row, int64_t col, int64_t other_row,
              int64_t other_col)
{
  *dst_at (m, row, col) ^= 1;
  *dst_at (m, other_row, other_col) ^= 1;
  is_wrong (m, 0, row, col, "");
}

TEST (the_first_fault_is_told)
{
  struct moved m;

  for (int transposed = 0; transposed < 2; transposed++) {
    make (&m, 300, 301, GK_I32, transposed == 1, 3);
    first_of_two (&m, 0, 0, 1, 0);
    first_of_two (&m, 0, 0, 70, 0);
    first_of_two (&m, 0, 0, 0, 290);
    first_of_two (&m, 0, 290, 1, 0);
    first_of_two (&m, 150, 100, dst_rows (&m) - 1, dst_cols (&m) - 1);
    clean (&m);
  }
}

static void
unwritten (struct moved *m)
{
  const int64_t rows = dst_rows (m), cols = dst_cols (m);

  memset (dst_at (m, rows - 1, cols - 1), POISON, m->shape.element);
  is_wrong (m, 0, rows - 1, cols - 1, "(never written)");
  memset (dst_at (m, rows / 2, cols / 2), POISON, m->shape.element);
  is_wrong (m, 0, rows / 2, cols / 2, "(never written)");
}

TEST (an_unwritten_element_is_found)
{
  /* Where an element of the source can't be the poison by chance. */
  each (GK_F64, unwritten);
  each (GK_C128, unwritten);
}

static void
padding (struct moved *m)
{
  const int64_t rows = dst_rows (m), cols = dst_cols (m);

  for (int64_t col = cols; col < m->shape.dst_pitch; col++) {
    dst_at (m, 0, col)[m->shape.element - 1] ^= 0x80;
    is_wrong (m, 0, 0, col, "the padding behind a row");
    dst_at (m, rows / 2, col)[0] ^= 1;
    is_wrong (m, 0, rows / 2, col, "the padding behind a row");
    dst_at (m, rows - 1, col)[m->shape.element / 2] ^= 1;
    is_wrong (m, 0, rows - 1, col, "the padding behind a row");
  }
}

TEST (touched_padding_is_found)
{
  each_element (padding);
}

/* In the order of bytes that the machine has. */
static void
lay (unsigned char *to, uint64_t bits, size_t element)
{
  const uint32_t half = (uint32_t)bits;

  if (element == sizeof half)
    memcpy (to, &half, sizeof half);
  else
    memcpy (to, &bits, sizeof bits);
}

/* The bits of src and of dst at a place, all else being right. */
static void
put (struct moved *m, uint64_t in_src, uint64_t in_dst)
{
  const int64_t row = dst_rows (m) / 2, col = dst_cols (m) / 2;

  lay (src_of (m, row, col), in_src, m->shape.element);
  move (m);
  lay (dst_at (m, row, col), in_dst, m->shape.element);
}

static const struct floats {
  gk_dtype dtype;
  uint64_t nan, other_nan, quiet_nan, zero, minus_zero, number, next;
} floats[] = {
  { GK_F32, 0x7fa00001, 0x7fa00002, 0x7fe00001, 0, 0x80000000, 0x3f800000,
    0x3f800001 },
  { GK_F64, 0x7ff4000000000001, 0x7ff4000000000002, 0x7ffc000000000001, 0,
    0x8000000000000000, 0x3ff0000000000000, 0x3ff0000000000001 },
};

/* Judged bit for bit they differ; by value, as a variant asks for that passes
 * its elements through arithmetic, they do not. */
static void
same_value_only (struct moved *m, uint64_t in_src, uint64_t in_dst)
{
  put (m, in_src, in_dst);
  is_right (m, 0x1p-24);
  assert_string_equal (m->check.method, "by value");
  is_wrong (m, 0, dst_rows (m) / 2, dst_cols (m) / 2, ", should be 0x");
}

/* They differ either way. */
static void
other_value (struct moved *m, uint64_t in_src, uint64_t in_dst)
{
  put (m, in_src, in_dst);
  is_wrong (m, 0x1p-24, dst_rows (m) / 2, dst_cols (m) / 2, ", should be 0x");
  put (m, in_src, in_dst);
  is_wrong (m, 0, dst_rows (m) / 2, dst_cols (m) / 2, ", should be 0x");
}

static void
values (const struct floats *f, bool transposed)
{
  struct moved m;

  make (&m, 67, 71, f->dtype, transposed, 3);
  same_value_only (&m, f->nan, f->other_nan);
  same_value_only (&m, f->nan, f->quiet_nan);
  same_value_only (&m, f->zero, f->minus_zero);
  same_value_only (&m, f->minus_zero, f->zero);
  other_value (&m, f->number, f->next);
  other_value (&m, f->number, f->nan);
  other_value (&m, f->nan, f->number);
  clean (&m);
}

TEST (payloads_and_signs_of_zero_count_unless_by_value)
{
  for (size_t f = 0; f < sizeof floats / sizeof floats[0]; f++) {
    values (&floats[f], false);
    values (&floats[f], true);
  }
}
