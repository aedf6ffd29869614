/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Compares a moved matrix with its source on the CPU: every element, bit by
 * bit, and the padding of the destination with the poison that was there
 * before.  A variant that passes elements through arithmetic declares a
 * precision; its elements are compared by value.  The message names the first
 * wrong element, its bits and the right ones.
 *
 * The destination is compared block by block, by all cores.  For a transpose,
 * the block of expected elements is first gathered from the source, so that
 * both are read a few cache lines at a time.
 */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "element.h"
#include "verify.h"

/* The size of a block, in elements, when elements are gathered and when not. */
#define BLOCK_ROWS 64
#define GATHER_COLS 64
#define TILE_PITCH 68 /* no power of two: rows would share a cache set */
#define COPY_COLS 4096

#define NOTHING_WRONG UINT64_MAX

struct verify_job {
  const struct move_shape *shape;
  const unsigned char *src, *dst;
  bool transposed, by_value;
  const uint8_t *poison; /* 8 bytes, repeated from dst on */
  uint32_t element;
  int64_t rows, cols, src_pitch, dst_pitch; /* rows and cols are those of dst */
};

/* A block, and where its expected elements are. */
struct verify_block {
  int64_t row, col, rows, cols;
  const unsigned char *wanted; /* the first expected element */
  int64_t wanted_stride;       /* bytes from row to row */
};

static struct verify_job
make_job (const struct move_shape *shape, const gk_check *check)
{
  struct verify_job job = {
    .shape = shape,
    .src = check->buffers[0],
    .dst = check->buffers[1],
    .transposed = shape->transposed,
    .by_value = check->precision > 0,
    .poison = check->poison,
    .element = shape->element,
    .rows = shape->transposed ? shape->cols : shape->rows,
    .cols = shape->transposed ? shape->rows : shape->cols,
    .src_pitch = shape->src_pitch,
    .dst_pitch = shape->dst_pitch,
  };

  /* A transposed vector has the same order in memory, so it needs no gathering;
   * and rows without padding are treated as one long row, since comparing short
   * rows costs more than reading them. */
  if (job.transposed
      && ((job.rows == 1 && job.src_pitch == 1)
          || (job.cols == 1 && job.dst_pitch == 1)))
    job.transposed = false;
  if (!job.transposed && job.dst_pitch == job.cols
      && (job.src_pitch == job.cols || shape->transposed)) {
    job.cols *= job.rows;
    job.rows = 1;
    job.src_pitch = job.dst_pitch = job.cols;
  }
  return job;
}

static inline __attribute__ ((always_inline)) void
gather_elements (const struct verify_job *job, const struct verify_block *b,
                 unsigned char *tile, int64_t stride, size_t element)
{
  for (int64_t c = 0; c < b->cols; c++) {
    const unsigned char *from
        = job->src
          + ((b->col + c) * job->src_pitch + b->row) * (int64_t)element;

    /* The next block's rows lie too far apart for the processor to foresee
     * them. */
    const unsigned char *next
        = b->col + c + GATHER_COLS < job->cols
              ? from + GATHER_COLS * job->src_pitch * (int64_t)element
              : from;

    for (int64_t at = 0; at < b->rows * (int64_t)element; at += 64)
      __builtin_prefetch (next + at);
    for (int64_t r = 0; r < b->rows; r++)
      memcpy (tile + r * stride + c * (int64_t)element,
              from + r * (int64_t)element, element);
  }
}

/* The element's size is a constant in each call, so that a copy of it is one
 * instruction. */
static void
gather_block (const struct verify_job *job, const struct verify_block *b,
              unsigned char *tile, int64_t stride)
{
  switch (job->element) {
  case 1:
    gather_elements (job, b, tile, stride, 1);
    break;
  case 2:
    gather_elements (job, b, tile, stride, 2);
    break;
  case 4:
    gather_elements (job, b, tile, stride, 4);
    break;
  case 8:
    gather_elements (job, b, tile, stride, 8);
    break;
  default:
    gather_elements (job, b, tile, stride, 16);
    break;
  }
}

static const unsigned char *
dst_at (const struct verify_job *job, int64_t row, int64_t col)
{
  return job->dst + (row * job->dst_pitch + col) * job->element;
}

/* Returns the first wrong element of a row of the block; cols when there is
 * none. */
static int64_t
first_wrong (const struct verify_job *job, const unsigned char *is,
             const unsigned char *wanted, int64_t cols)
{
  const size_t element = job->element;

  if (memcmp (is, wanted, (size_t)cols * element) == 0)
    return cols;
  for (int64_t c = 0; c < cols; c++, is += element, wanted += element)
    if (memcmp (is, wanted, element) != 0
        && !(job->by_value && move_same_value (job->shape->dtype, is, wanted)))
      return c;
  return cols;
}

/* True when the bytes at an offset into the destination are poison still. */
static bool
is_poison (const unsigned char *dst, uint64_t offset, uint32_t bytes,
           const uint8_t poison[8])
{
  for (uint32_t i = 0; i < bytes; i++)
    if (dst[offset + i] != poison[(offset + i) % 8])
      return false;
  return true;
}

/* Returns the first padding element behind a row that is no longer poison; end
 * when there is none. */
static int64_t
first_touched (const struct verify_job *job, int64_t row, int64_t end)
{
  const uint32_t element = job->element;
  const uint64_t start = (uint64_t)(row * job->dst_pitch + job->cols) * element;
  const uint64_t bytes = (uint64_t)(end - job->cols) * element;
  const unsigned char *p = job->dst + start;

  /* Bytes that begin with the poison and repeat every 8 bytes are all
   * poison. */
  if (bytes <= 8 ? is_poison (job->dst, start, (uint32_t)bytes, job->poison)
                 : is_poison (job->dst, start, 8, job->poison)
                       && memcmp (p, p + 8, bytes - 8) == 0)
    return end;
  for (int64_t col = job->cols; col < end; col++)
    if (!is_poison (job->dst, (uint64_t)(row * job->dst_pitch + col) * element,
                    element, job->poison))
      return col;
  return end;
}

/* Returns the first wrong element of a block, as an index from the start of dst
 * that counts padding. */
static uint64_t
check_block (const struct verify_job *job, const struct verify_block *b)
{
  for (int64_t r = 0; r < b->rows; r++) {
    const int64_t row = b->row + r, end = b->col + b->cols;
    int64_t col = b->col
                  + first_wrong (job, dst_at (job, row, b->col),
                                 b->wanted + r * b->wanted_stride, b->cols);

    if (col == end && end == job->cols) {
      col = first_touched (job, row, job->dst_pitch);
      if (col == job->dst_pitch)
        continue;
    } else if (col == end)
      continue;
    return (uint64_t)(row * job->dst_pitch + col);
  }
  return NOTHING_WRONG;
}

static uint64_t
check_block_at (const struct verify_job *job, int64_t row, int64_t col,
                int64_t cols)
{
  _Alignas(64) unsigned char tile[BLOCK_ROWS * TILE_PITCH * MOVE_MAX_ELEMENT];
  struct verify_block b = {
    .row = row,
    .col = col,
    .rows = job->rows - row < BLOCK_ROWS ? job->rows - row : BLOCK_ROWS,
    .cols = job->cols - col < cols ? job->cols - col : cols,
  };

  if (job->transposed) {
    b.wanted_stride = TILE_PITCH * (int64_t)job->element;
    b.wanted = tile;
    gather_block (job, &b, tile, b.wanted_stride);
  } else {
    b.wanted_stride = job->src_pitch * job->element;
    b.wanted = job->src + (row * job->src_pitch + col) * job->element;
  }
  return check_block (job, &b);
}

/* Returns the first wrong element of all. */
static uint64_t
check_all (const struct verify_job *job)
{
  const int64_t cols = job->transposed ? GATHER_COLS : COPY_COLS;
  const int64_t across = (job->cols + cols - 1) / cols;
  const int64_t down = (job->rows + BLOCK_ROWS - 1) / BLOCK_ROWS;
  uint64_t first = NOTHING_WRONG;

#pragma omp parallel for if (job->rows * job->cols * job->element              \
                             > WORTH_THREADS) reduction(min                    \
                                                        : first)               \
    schedule(static)
  for (int64_t i = 0; i < across * down; i++) {
    const uint64_t wrong = check_block_at (job, i / across * BLOCK_ROWS,
                                           i % across * cols, cols);

    if (wrong < first)
      first = wrong;
  }
  return first;
}

/* Formats an element as one hexadecimal number. */
static void
print_element (char text[2 * MOVE_MAX_ELEMENT + 3], const unsigned char *at,
               uint32_t element)
{
  char *end = text;

  end += sprintf (end, "0x");
  for (uint32_t i = element; i-- > 0;)
    end += sprintf (end, "%02x", at[i]);
}

/* place: as check_block returns it.  It is valid for the shape as well, since
 * only matrices without padding were treated as one row. */
static void
report_mismatch (const gk_host *host, const struct move_shape *shape,
                 gk_check *check, uint64_t place)
{
  const unsigned char *src = check->buffers[0], *dst = check->buffers[1];
  const int64_t row = (int64_t)(place / (uint64_t)shape->dst_pitch);
  const int64_t col = (int64_t)(place % (uint64_t)shape->dst_pitch);
  const int64_t cols = shape->transposed ? shape->rows : shape->cols;
  const unsigned char *is = dst + place * shape->element;
  const unsigned char *right;
  char is_text[2 * MOVE_MAX_ELEMENT + 3], wanted[2 * MOVE_MAX_ELEMENT + 3];

  print_element (is_text, is, shape->element);
  if (col >= cols) {
    check->flags |= GK_OUTSIDE;
    host->error (host,
                 "dst[%" PRId64 "][%" PRId64 "] is %s: the padding behind a "
                 "row of %" PRId64 " elements was written",
                 row, col, is_text, cols);
    return;
  }
  right = src
          + (shape->transposed ? col * shape->src_pitch + row
                               : row * shape->src_pitch + col)
                * (int64_t)shape->element;
  print_element (wanted, right, shape->element);
  check->error = move_error (shape->dtype, is, right);
  if (is_poison (dst, place * shape->element, shape->element, check->poison))
    check->flags |= GK_UNWRITTEN;
  host->error (host, "dst[%" PRId64 "][%" PRId64 "] is %s%s, should be %s", row,
               col, is_text,
               (check->flags & GK_UNWRITTEN) != 0 ? " (never written)" : "",
               wanted);
}

int
move_verify (const gk_host *host, const struct move_shape *shape,
             gk_check *check)
{
  const struct verify_job job = make_job (shape, check);
  const uint64_t wrong = check_all (&job);

  check->method = job.by_value ? "by value" : "bit for bit";
  check->checked = (uint64_t)shape->rows * (uint64_t)shape->cols;
  if (wrong == NOTHING_WRONG)
    return GK_OK;
  report_mismatch (host, shape, check, wrong);
  return GK_WRONG;
}
