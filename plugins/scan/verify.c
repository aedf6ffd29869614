/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Verifies a scan.  gkhost/family.h would have one core compute all of it, in
 * memory four times as large as the problem; here all cores work, on pieces.
 * They add the pieces, and then each piece is scanned from what came before it
 * and compared as it goes.  Each element is compared each time.
 *
 * Sums of f32 are computed in double, and those of pieces in long double.  The
 * bounds are family.h's, of as many terms as a piece's last element has, and
 * relative to the sum of the magnitudes up to the element.
 */
#include <config.h>

#include <math.h>
#include <stdbool.h>

#include <gkhost/scan.h>

#include "matmul/clones.h"
#include "verify.h"

/* Elements that one core takes at a time. */
enum { PIECE = 1 << 16 };

struct piece {
  double value, scale; /* floats: of all before it, after add_pieces */
  uint64_t integer;    /* integers: likewise */
  int64_t wrong;       /* the first wrong element; -1: none */
  double right;        /* floats: what it should be */
  uint64_t right_integer;
  gk_finding found;
};

static int64_t
piece_end (const gk_scan *p, int64_t at)
{
  return p->n - at < PIECE ? p->n : at + PIECE;
}

/* ---- What came before a piece ---- */

static void
add_floats (const float *src, int64_t begin, int64_t end, struct piece *piece)
{
  double sum = 0, scale = 0;

#pragma omp simd reduction(+ : sum, scale)
  for (int64_t i = begin; i < end; i++) {
    const double x = (double)src[i];

    sum += x;
    scale += gk_magnitude (x);
  }
  piece->value = sum;
  piece->scale = scale;
}

static void
add_integers (gk_dtype dtype, const void *src, int64_t begin, int64_t end,
              struct piece *piece)
{
  uint64_t sum = 0;

  if (dtype == GK_I64)
    for (int64_t i = begin; i < end; i++)
      sum += ((const uint64_t *)src)[i];
  else
    for (int64_t i = begin; i < end; i++)
      sum += ((const uint32_t *)src)[i];
  piece->integer = sum;
}

/* Sets what each piece adds to what all before it do. */
static void
add_pieces (struct piece *piece, int64_t pieces)
{
  long double value = 0, scale = 0;
  uint64_t integer = 0;

  for (int64_t k = 0; k < pieces; k++) {
    const struct piece own = piece[k];

    piece[k].value = (double)value;
    piece[k].scale = (double)scale;
    piece[k].integer = integer;
    value += (long double)own.value;
    scale += (long double)own.scale;
    integer += own.integer;
  }
}

/* ---- Comparison ---- */

/* Elements whose sums are computed before they are compared: the sums one after
 * the other, the comparisons by vectors. */
enum { RUN = 512 };

struct run_sums {
  double value[RUN], scale[RUN]; /* of each element */
};

/* Scans n elements from what came before them, which is in `piece`. */
static void
scan_run (gk_scan_form form, const float *src, int64_t n, struct piece *piece,
          struct run_sums *run)
{
  const bool exclusive = form == GK_SCAN_EXCLUSIVE;
  double value = piece->value, scale = piece->scale;

  for (int64_t i = 0; i < n; i++) {
    const double x = (double)src[i];
    const double next = value + x, next_scale = scale + fabs (x);

    run->value[i] = exclusive ? value : next;
    run->scale[i] = exclusive ? scale : next_scale;
    value = next;
    scale = next_scale;
  }
  piece->value = value;
  piece->scale = scale;
}

/* An element's error, relative to its scale; NaN stays. */
static inline double
error_of (const struct run_sums *run, int64_t i, float is, double below)
{
  const double over = fabs ((double)is - run->value[i]) - below;
  const double error = over / run->scale[i];

  return over <= 0 ? 0 : error;
}

/* Returns how many elements are wrong. */
MATMUL_CLONES static int64_t
compare_run (const struct run_sums *run, const float *dst, int64_t n,
             gk_finding *found)
{
  const double bound = found->bound, below = bound > 0 ? found->below : 0;
  double most = found->error, squares = 0;
  int64_t wrong = 0;

#pragma omp simd reduction(max : most) reduction(+ : squares, wrong)
  for (int64_t i = 0; i < n; i++) {
    const double error = error_of (run, i, dst[i], below);

    wrong += error <= bound ? 0 : 1;
    squares += error * error;
    most = error > most ? error : most;
  }
  found->error = most;
  found->squares += squares;
  return wrong;
}

static void
judge_floats (const gk_scan *p, const float *src, const float *dst,
              int64_t begin, int64_t end, struct piece *piece)
{
  gk_finding *f = &piece->found;
  const double below = f->bound > 0 ? f->below : 0;
  struct run_sums run;

  for (int64_t at = begin; at < end; at += RUN) {
    const int64_t n = end - at < RUN ? end - at : RUN;
    int64_t i = 0;

    scan_run (p->form, src + at, n, piece, &run);
    if (compare_run (&run, dst + at, n, f) == 0)
      continue;
    while (error_of (&run, i, dst[at + i], below) <= f->bound)
      i++;
    piece->wrong = at + i;
    piece->right = run.value[i];
    f->off = fabs ((double)dst[at + i] - run.value[i]);
    f->right = fabs (run.value[i]);
    return;
  }
}

/* A function for each type of integers. */
#define JUDGE(type)                                                            \
  static void judge_##type (const gk_scan *p, const type *src,                 \
                            const type *dst, int64_t begin, int64_t end,       \
                            struct piece *piece)                               \
  {                                                                            \
    type sum = (type)piece->integer;                                           \
                                                                               \
    for (int64_t i = begin; i < end; i++) {                                    \
      const type next = sum + src[i];                                          \
      const type right = p->form == GK_SCAN_EXCLUSIVE ? sum : next;            \
                                                                               \
      if (dst[i] != right) {                                                   \
        piece->wrong = i;                                                      \
        piece->right_integer = right;                                          \
        return;                                                                \
      }                                                                        \
      sum = next;                                                              \
    }                                                                          \
  }

JUDGE (uint32_t)
JUDGE (uint64_t)

static void
judge_piece (const gk_instance *in, const gk_check *check, int64_t begin,
             int64_t end, struct piece *piece)
{
  const gk_scan *p = in->problem;
  const void *src = check->buffers[SCAN_SRC], *dst = check->buffers[SCAN_DST];
  gk_instance of_piece = *in;

  of_piece.terms = (double)end;
  memset (&piece->found, 0, sizeof piece->found);
  gk_set_bound (&of_piece, check, p->dtype, &piece->found);
  piece->wrong = -1;
  if (p->dtype == GK_F32)
    judge_floats (p, src, dst, begin, end, piece);
  else if (p->dtype == GK_I64)
    judge_uint64_t (p, src, dst, begin, end, piece);
  else
    judge_uint32_t (p, src, dst, begin, end, piece);
}

static int
report_wrong (const gk_instance *in, gk_check *check, struct piece *piece)
{
  const int unwritten = gk_is_poison (in, check, SCAN_DST, piece->wrong);
  const gk_line line = { .output = SCAN_DST,
                         .line = piece->wrong,
                         .length = 1,
                         .value = &piece->right,
                         .integer = &piece->right_integer };

  check->flags |= unwritten ? GK_UNWRITTEN : 0;
  gk_report_element (in, check, &line, 0, unwritten);
  return GK_WRONG;
}

/* Sets what was found of all: for the record, the piece that is nearest to its
 * bound. */
static int
join_pieces (const gk_instance *in, gk_check *check, struct piece *piece,
             int64_t pieces)
{
  double squares = 0, off = 0, right = 0;
  struct piece *wrong = NULL;

  for (int64_t k = 0; k < pieces; k++) {
    const gk_finding *f = &piece[k].found;

    if (f->bound > 0 && !(f->error * check->bound < check->error * f->bound)) {
      check->error = f->error;
      check->bound = f->bound;
    }
    squares += f->squares;
    off += f->off;
    right += f->right;
    if (wrong == NULL && piece[k].wrong >= 0)
      wrong = &piece[k];
  }
  if (wrong != NULL && check->bound == 0 && off > 0)
    check->error = off / right;
  if (wrong != NULL)
    return report_wrong (in, check, wrong);
  check->rms_error = gk_square_root (squares / (double)check->checked);
  check->rms_bound = check->bound;
  return GK_OK;
}

int
scan_verify (const gk_host *host, void *state, gk_check *check)
{
  const gk_instance *in = state;
  const gk_scan *p = in->problem;
  const void *src = check->buffers[SCAN_SRC];
  const int64_t pieces = (p->n + PIECE - 1) / PIECE;
  struct piece *piece = host->alloc (host, (size_t)pieces * sizeof *piece);
  int status;

  if (piece == NULL)
    return GK_FAIL;
  check->method = "each element";
  check->checked = (uint64_t)p->n;
#pragma omp parallel for if (pieces > 1) schedule(static)
  for (int64_t k = 0; k < pieces; k++) {
    const int64_t end = piece_end (p, k * PIECE);

    piece[k] = (struct piece){ 0 };
    if (p->dtype == GK_F32)
      add_floats (src, k * PIECE, end, &piece[k]);
    else
      add_integers (p->dtype, src, k * PIECE, end, &piece[k]);
  }
  add_pieces (piece, pieces);
#pragma omp parallel for if (pieces > 1) schedule(static)
  for (int64_t k = 0; k < pieces; k++)
    judge_piece (in, check, k * PIECE, piece_end (p, k * PIECE), &piece[k]);
  status = join_pieces (in, check, piece, pieces);
  host->free (host, piece);
  return status;
}
