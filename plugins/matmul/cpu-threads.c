/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The rung above cpu-naive, with the steps of any fast CPU library (after Goto
 * and van de Geijn, "Anatomy of high-performance matrix multiplication", 2008):
 *
 * - Packing: of A and B, as much as the last cache keeps is copied into panels,
 *   which the loops below read straight through.
 * - Cache blocking: a block of C is made of panels of A that together stay in
 *   the second level cache, and of one panel of B after the other, each of
 *   which stays in the first.
 * - Register tiling: two panels make a tile of C, the sums in vector registers
 *   (cpu-threads-tile.h), in the shape that suits the CPU
 *   (cpu-threads-widths.h).
 * - Sharing: all cores pack for all, and take blocks of C as they come. Whoever
 *   finds no more blocks packs for the next step meanwhile: there is room for
 *   two, and one barrier between steps.
 */
#include <config.h>

#include "cpu-threads.h"
#include "cpu.h"
#include "row-major.h"

enum {
  SIDE_BYTES = 16384, /* of a row of what is packed at a time of B; of A it is
                         as many rows as that has elements */
  BLOCK_ROWS = 12,    /* of a block of C, in tiles, at most */
  BLOCK_COLS = 8,
  CORE_BLOCKS = 8 /* that each core is to have of a step, where C has them */
};

struct room {
  const struct cpu_threads_kernel *kernel;
  int64_t rows, cols; /* of C that are made of what is packed at a time */
  int block_rows, block_cols; /* of a block, in tiles */
  size_t panel_a, panel_b;    /* bytes of a panel */
  char *a[2], *b[2];          /* panels: of this step, and of the next */
};

/* A step: the share in some rows and columns of C that some of the inner
 * dimension has. */
struct step {
  int64_t i, j, l;
  int64_t tiles_down, tiles_across;
  int inner;
};

static int64_t
parts (int64_t whole, int64_t part)
{
  return (whole + part - 1) / part;
}

static int64_t
smaller (int64_t a, int64_t b)
{
  return a < b ? a : b;
}

static int64_t
count_steps (const gk_matmul *p, const struct room *room)
{
  return parts (p->m, room->rows) * parts (p->k, room->cols)
         * parts (p->n, INNER);
}

static struct step
find_step (const gk_matmul *p, const struct room *room, int64_t number)
{
  const int64_t deep = parts (p->n, INNER), across = parts (p->k, room->cols);
  const int64_t begin = number % deep * p->n / deep;
  const int64_t end = (number % deep + 1) * p->n / deep;
  const int64_t i = number / deep / across * room->rows;
  const int64_t j = number / deep % across * room->cols;

  return (struct step){
    .i = i,
    .j = j,
    .l = begin,
    .tiles_down = parts (smaller (p->m - i, room->rows), room->kernel->rows),
    .tiles_across = parts (smaller (p->k - j, room->cols), room->kernel->cols),
    .inner = (int)(end - begin),
  };
}

/* Each thread packs its share, and waits for the others: what was packed is
 * whole then, and of the step before nobody reads any more. */
static void
pack (const gk_matmul *p, const struct room *room, int64_t number)
{
  const struct cpu_threads_kernel *kernel = room->kernel;
  const struct step s = find_step (p, room, number);
  char *a = room->a[number % 2], *b = room->b[number % 2];

#pragma omp for schedule(dynamic) nowait
  for (int64_t t = 0; t < s.tiles_down; t++)
    kernel->pack_a (p, s.i + t * kernel->rows, s.l, s.inner,
                    a + (size_t)t * room->panel_a);
#pragma omp for schedule(dynamic)
  for (int64_t t = 0; t < s.tiles_across; t++)
    kernel->pack_b (p, s.j + t * kernel->cols, s.l, s.inner,
                    b + (size_t)t * room->panel_b);
}

static void
multiply_block (const gk_matmul *p, const struct room *room, int64_t number,
                int64_t down, int64_t across)
{
  const struct cpu_threads_kernel *kernel = room->kernel;
  const struct step s = find_step (p, room, number);
  const char *a = room->a[number % 2], *b = room->b[number % 2];
  const int64_t end_down = smaller (s.tiles_down, down + room->block_rows);
  const int64_t end_across
      = smaller (s.tiles_across, across + room->block_cols);

  for (int64_t u = across; u < end_across; u++)
    for (int64_t t = down; t < end_down; t++)
      kernel->multiply (p, s.i + t * kernel->rows, s.j + u * kernel->cols,
                        s.inner, a + (size_t)t * room->panel_a,
                        b + (size_t)u * room->panel_b, s.l == 0);
}

/* Each thread takes blocks till there are none. */
static void
multiply (const gk_matmul *p, const struct room *room, int64_t number)
{
  const struct step s = find_step (p, room, number);

#pragma omp for collapse(2) schedule(dynamic) nowait
  for (int64_t across = 0; across < s.tiles_across; across += room->block_cols)
    for (int64_t down = 0; down < s.tiles_down; down += room->block_rows)
      multiply_block (p, room, number, down, across);
}

int
matmul_cpu_threads (const gk_host *host, const void *problem, void *state,
                    void *stream)
{
  const gk_matmul p = matmul_row_major (problem);
  const struct room *room = state;
  const int64_t steps = count_steps (&p, room);

  (void)host;
  (void)stream;
#pragma omp parallel
  {
    pack (&p, room, 0);
    for (int64_t number = 0; number < steps; number++) {
      multiply (&p, room, number);
      if (number + 1 < steps)
        pack (&p, room, number + 1);
    }
  }
  return GK_OK;
}

enum cpu_threads_width
cpu_threads_widest (void)
{
#if CPU_THREADS_X86
  if (__builtin_cpu_supports ("avx512f"))
    return WIDTH_AVX512;
  if (__builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma"))
    return WIDTH_AVX2;
#endif
  return WIDTH_ANY;
}

static const struct cpu_threads_kernel *
find_kernel (gk_dtype dtype, enum cpu_threads_width width)
{
  return dtype == GK_I32   ? cpu_threads_i32 (width)
         : dtype == GK_F64 ? cpu_threads_f64 (width)
                           : cpu_threads_f32 (width);
}

/* All of the rows or columns of C, or an even share where they take far more
 * than SIDE_BYTES; whole tiles. */
static int64_t
side (int64_t all, int tile, int element)
{
  const int64_t most = SIDE_BYTES / element;
  const int64_t shares = all < most ? 1 : (all + most / 2) / most;

  return parts (parts (all, shares), tile) * tile;
}

/* Blocks so small that no core waits long for the others at the end. */
static void
choose_block (struct room *room, unsigned cores)
{
  const int64_t down = parts (room->rows, room->kernel->rows);
  const int64_t across = parts (room->cols, room->kernel->cols);
  int rows = BLOCK_ROWS, cols = BLOCK_COLS;

  while (rows * cols > 1
         && parts (down, rows) * parts (across, cols)
                < (int64_t)cores * CORE_BLOCKS)
    if (rows > cols)
      rows = (rows + 1) / 2;
    else
      cols = (cols + 1) / 2;
  room->block_rows = rows;
  room->block_cols = cols;
}

int
cpu_threads_prepare (const gk_host *host, const gk_matmul *problem,
                     enum cpu_threads_width width, unsigned cores, void **state)
{
  const gk_matmul p = matmul_row_major (problem);
  const struct cpu_threads_kernel *kernel = find_kernel (p.dtype, width);
  const int64_t rows = side (p.m, kernel->rows, kernel->element);
  const int64_t cols = side (p.k, kernel->cols, kernel->element);
  const size_t step = (size_t)INNER * (size_t)kernel->element;
  const size_t a = (size_t)rows * step, b = (size_t)cols * step;
  struct room *room = host->alloc (host, sizeof *room);
  char *memory = host->alloc (host, 2 * (a + b));

  if (room == NULL || memory == NULL) {
    host->free (host, memory);
    host->free (host, room);
    return GK_FAIL;
  }
  *room = (struct room){
    .kernel = kernel,
    .rows = rows,
    .cols = cols,
    .panel_a = (size_t)kernel->rows * step,
    .panel_b = (size_t)kernel->cols * step,
    .a = { memory, memory + a },
    .b = { memory + 2 * a, memory + 2 * a + b },
  };
  choose_block (room, cores);
  *state = room;
  return GK_OK;
}

int
matmul_cpu_threads_prepare (const gk_host *host, const gk_device *device,
                            const void *problem, const gk_value *values,
                            void **state)
{
  (void)values;
  return cpu_threads_prepare (host, problem, cpu_threads_widest (),
                              device->units, state);
}

void
matmul_cpu_threads_release (const gk_host *host, void *state)
{
  struct room *room = state;

  host->free (host, room->a[0]);
  host->free (host, room);
}
