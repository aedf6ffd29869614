/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The step after cpu-naive: the techniques of fast CPU libraries (after Goto
 * and van de Geijn, "Anatomy of high-performance matrix multiplication", 2008).
 *
 * - Packing: parts of A and B that fit the last-level cache are copied into
 *   panels, which the loops below read contiguously.  Panels have one format
 *   for all layouts and types: floats of 8 and 16 bits become 32 bits, and
 *   integers of 8 bits are grouped by two or four.
 * - Cache blocking: a block of C is computed from panels of A that together
 *   stay in the second-level cache, and one panel of B after the other.
 * - Register tiling: two panels make a tile of C, with the sums in vector
 *   registers (cpu-threads-tile.h), in the shape that suits the CPU
 *   (cpu-threads-widths.h).
 * - Threads: all cores pack, then take blocks of C dynamically.  A thread that
 *   finds no more blocks packs for the next step: there are two sets of panels,
 *   and one barrier between steps.  A small product uses one thread.
 *
 * Of a batch, and of groups, all cores compute one product after the other
 * where each is large enough; else each thread computes whole products, in
 * panels of its own.
 *
 * Floats of 8 bits are multiplied by their scales in the panels.
 *
 * Where C has floats of 16 bits, or is not A B alone, sums are kept in a buffer
 * of their own, and rounded once.
 */
#include <config.h>

#include <limits.h>
#include <stdbool.h>
#include <string.h>

#include "cpu-threads.h"
#include "cpu.h"
#include "cpu/parts.h"
#include "matmul/batch.h"
#include "matmul/number.h"
#include "matmul/row-major.h"
#include "matmul/forms.h"
#include "matmul/scales.h"

enum {
  SIDE_BYTES = 16384, /* of a row of B that is packed at a time; of A as many
                         rows are packed as that has elements */
  BLOCK_ROWS = 12,    /* most tiles of a block of C */
  BLOCK_COLS = 8,
  /* Bytes of the panels of A for a block: what fits the second-level caches of
   * CPUs with 64-byte vectors, which have 512 KiB at least, and of others,
   * which have 256 KiB. */
  WIDE_BLOCK_BYTES = 384 << 10,
  BLOCK_BYTES = 160 << 10,
  SHARED = 1 << 19, /* multiplications; with fewer, threads don't pay */
  ALONE = 1 << 24,  /* with fewer, each thread computes products of a batch */
  CORE_BLOCKS = 8,  /* blocks of a step for each core, where C has enough */
  LINE_BYTES = 64   /* bytes of a cache line */
};

struct panel_buffers {
  const struct cpu_threads_kernel *kernel;
  const struct cpu_threads_kernel *of_b; /* packs B, of whose type it is */
  int64_t rows, cols;         /* of C, for what is packed at a time */
  int block_rows, block_cols; /* of a block, in tiles */
  size_t panel_a, panel_b;    /* bytes of a panel */
  char *a[2], *b[2];          /* panels of even and odd steps */
  bool shared;                /* computed by all cores */
  char *sums; /* these rows and columns of C; NULL: sums are kept in C */
  int64_t ld_sums;
};

/* A step: the contribution of a part of the inner dimension to some rows and
 * columns of C. */
struct step {
  int64_t i, j, l;
  int64_t tiles_down, tiles_across;
  int inner; /* elements */
};

static int64_t
divide_up (int64_t whole, int64_t part)
{
  return (whole + part - 1) / part;
}

static int64_t
smaller (int64_t a, int64_t b)
{
  return a < b ? a : b;
}

static void *
element_address (const void *matrix, gk_dtype dtype, int64_t index)
{
  return (char *)matrix + index * number_bytes (dtype);
}

/* Steps along the inner dimension. */
static int64_t
count_deep (const gk_matmul *p, const struct panel_buffers *room)
{
  return divide_up (p->n, (int64_t)INNER * room->kernel->group);
}

static int64_t
count_steps (const gk_matmul *p, const struct panel_buffers *room)
{
  return divide_up (p->m, room->rows) * divide_up (p->k, room->cols)
         * count_deep (p, room);
}

static struct step
find_step (const gk_matmul *p, const struct panel_buffers *room, int64_t number)
{
  const int64_t deep = count_deep (p, room),
                across = divide_up (p->k, room->cols);
  const int64_t begin = number % deep * p->n / deep;
  const int64_t end = (number % deep + 1) * p->n / deep;
  const int64_t i = number / deep / across * room->rows;
  const int64_t j = number / deep % across * room->cols;

  return (struct step){
    .i = i,
    .j = j,
    .l = begin,
    .tiles_down
    = divide_up (smaller (p->m - i, room->rows), room->kernel->rows),
    .tiles_across
    = divide_up (smaller (p->k - j, room->cols), room->kernel->cols),
    .inner = (int)(end - begin),
  };
}

/* Rows of A from row i on. */
static struct cpu_threads_lines
rows_of_a (const gk_matmul *p, int64_t i, const struct step *s)
{
  const bool by_rows = p->layout_a == GK_ROW_MAJOR;
  const int64_t line = by_rows ? p->lda : 1, step = by_rows ? 1 : p->lda;

  return (struct cpu_threads_lines){
    .from = element_address (p->a, p->dtype, i * line + s->l * step),
    .line = line,
    .step = step,
    .lines = (int)smaller (p->m - i, INT_MAX),
    .inner = s->inner,
  };
}

/* Columns of B from column j on. */
static struct cpu_threads_lines
columns_of_b (const gk_matmul *p, int64_t j, const struct step *s)
{
  const bool by_rows = p->layout_b == GK_ROW_MAJOR;
  const int64_t line = by_rows ? 1 : p->ldb, step = by_rows ? p->ldb : 1;

  return (struct cpu_threads_lines){
    .from = element_address (p->b, p->dtype_b, j * line + s->l * step),
    .line = line,
    .step = step,
    .lines = (int)smaller (p->k - j, INT_MAX),
    .inner = s->inner,
  };
}

/* Scales a packed panel of `width` lines, from this one and this element on. */
static void
scale_panel (const struct matmul_scales *scales, int64_t line, int width,
             const struct cpu_threads_lines *packed, int64_t first,
             float *panel)
{
  const int lines = scales->at == NULL      ? 0
                    : packed->lines < width ? packed->lines
                                            : width;

  for (int i = 0; i < lines; i++) {
    const float *of_line
        = scales->at + (line + i) / scales->lines * scales->line;

    for (int l = 0; l < packed->inner;) {
      const int64_t block = (first + l) / scales->inner;
      const int end
          = (int)smaller (packed->inner, (block + 1) * scales->inner - first);

      for (; l < end; l++)
        panel[l * width + i] *= of_line[block * scales->step];
    }
  }
}

/* Each thread packs its share, and waits for the others: afterwards the panels
 * of this step are complete, and no thread reads those of the step before. */
static void
pack_panels (const gk_matmul *p, const struct panel_buffers *room,
             int64_t number)
{
  const struct cpu_threads_kernel *kernel = room->kernel;
  const struct step s = find_step (p, room, number);
  const struct matmul_scales of_a = matmul_scales_of (p, false);
  const struct matmul_scales of_b = matmul_scales_of (p, true);
  char *a = room->a[number % 2], *b = room->b[number % 2];

#pragma omp for schedule(dynamic) nowait
  for (int64_t t = 0; t < s.tiles_down; t++) {
    const int64_t i = s.i + t * kernel->rows;
    const struct cpu_threads_lines lines = rows_of_a (p, i, &s);
    void *panel = a + (size_t)t * room->panel_a;

    kernel->pack_a (&lines, panel);
    scale_panel (&of_a, i, kernel->rows, &lines, s.l, panel);
  }
#pragma omp for schedule(dynamic)
  for (int64_t t = 0; t < s.tiles_across; t++) {
    const int64_t j = s.j + t * kernel->cols;
    const struct cpu_threads_lines lines = columns_of_b (p, j, &s);
    void *panel = b + (size_t)t * room->panel_b;

    room->of_b->pack_b (&lines, panel);
    scale_panel (&of_b, j, kernel->cols, &lines, s.l, panel);
  }
}

/* The sum of an element of these rows and columns. */
static char *
sum_address (const struct panel_buffers *room, int64_t i, int64_t j)
{
  return room->sums + (i * room->ld_sums + j) * room->kernel->word;
}

/* Returns the tile of C at row i and column j.  In the buffer of sums all tiles
 * are whole. */
static struct cpu_threads_tile
find_tile (const gk_matmul *p, const struct panel_buffers *room,
           const struct step *s, int64_t i, int64_t j)
{
  const struct cpu_threads_kernel *kernel = room->kernel;

  if (room->sums != NULL)
    return (struct cpu_threads_tile){
      .c = sum_address (room, i - s->i, j - s->j),
      .ldc = room->ld_sums,
      .rows = kernel->rows,
      .cols = kernel->cols,
      .first = s->l == 0,
    };
  return (struct cpu_threads_tile){
    .c = (char *)p->c + (i * p->ldc + j) * kernel->word,
    .ldc = p->ldc,
    .rows = (int)smaller (p->m - i, kernel->rows),
    .cols = (int)smaller (p->k - j, kernel->cols),
    .first = s->l == 0,
  };
}

/* Makes rows and columns of C of sums. */
static void
store_sums (const gk_matmul *p, const struct panel_buffers *room,
            const struct step *s, int64_t i, int64_t rows, int64_t j,
            int64_t cols)
{
  const int64_t end = smaller (p->m, i + rows);

  for (; i < end; i++)
    matmul_cpu_store (p, sum_address (room, i - s->i, j - s->j), i, j,
                      (int)smaller (p->k - j, cols));
}

static void
multiply_block (const gk_matmul *p, const struct panel_buffers *room,
                int64_t number, int64_t down, int64_t across)
{
  const struct cpu_threads_kernel *kernel = room->kernel;
  const struct step s = find_step (p, room, number);
  const int steps = (int)divide_up (s.inner, kernel->group);
  const char *a = room->a[number % 2], *b = room->b[number % 2];
  const int64_t end_down = smaller (s.tiles_down, down + room->block_rows);
  const int64_t end_across
      = smaller (s.tiles_across, across + room->block_cols);

  for (int64_t u = across; u < end_across; u++)
    for (int64_t t = down; t < end_down; t++) {
      const struct cpu_threads_tile tile = find_tile (
          p, room, &s, s.i + t * kernel->rows, s.j + u * kernel->cols);

      kernel->multiply (steps, a + (size_t)t * room->panel_a,
                        b + (size_t)u * room->panel_b, &tile);
    }
  if (room->sums != NULL && s.l + s.inner == p->n)
    store_sums (p, room, &s, s.i + down * kernel->rows,
                (end_down - down) * kernel->rows, s.j + across * kernel->cols,
                (end_across - across) * kernel->cols);
}

/* Each thread takes blocks until none are left. */
static void
multiply_step (const gk_matmul *p, const struct panel_buffers *room,
               int64_t number)
{
  const struct step s = find_step (p, room, number);

#pragma omp for collapse(2) schedule(dynamic) nowait
  for (int64_t across = 0; across < s.tiles_across; across += room->block_cols)
    for (int64_t down = 0; down < s.tiles_down; down += room->block_rows)
      multiply_block (p, room, number, down, across);
}

/* A prepared problem. */
struct cpu_threads {
  bool by_product; /* each thread computes products of its own */
  int n; /* panels: of one product, or of as many as there are threads;
            those have as many at most */
  struct panel_buffers room[];
};

/* Opens a team, of one thread where they do not share it. */
static void
multiply_product (const gk_matmul *p, const struct panel_buffers *room)
{
  const int64_t steps = count_steps (p, room);

#pragma omp parallel if (room->shared)
  {
    pack_panels (p, room, 0);
    for (int64_t number = 0; number < steps; number++) {
      multiply_step (p, room, number);
      if (number + 1 < steps)
        pack_panels (p, room, number + 1);
    }
  }
}

static void
multiply_products (const gk_matmul *p, const struct panel_buffers *room,
                   int64_t first, int64_t end)
{
  for (int64_t z = first; z < end; z++) {
    const gk_matmul one = matmul_product (p, z);

    multiply_product (&one, room);
  }
}

/* Threads that share a product are a team of their own: one within another
 * team, be that of one thread, would be made anew in each launch. */
int
matmul_cpu_threads (const gk_host *host, const void *problem, void *state,
                    void *stream)
{
  const gk_matmul p = matmul_row_major (problem);
  const struct cpu_threads *t = state;
  const int64_t products = matmul_products (&p);

  (void)host;
  (void)stream;
  if (!t->by_product) {
    multiply_products (&p, t->room, 0, products);
    return GK_OK;
  }
#pragma omp parallel for num_threads(t->n) schedule(static)
  for (int64_t part = 0; part < t->n; part++)
    multiply_products (&p, &t->room[part], part * products / t->n,
                       (part + 1) * products / t->n);
  return GK_OK;
}

enum cpu_threads_width
cpu_threads_widest (void)
{
#if CPU_THREADS_X86
  /* All CPUs have both, except Intel's Knights, which use the AVX2 tile. */
  if (__builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512bw"))
    return __builtin_cpu_supports ("avx512vnni") ? WIDTH_VNNI : WIDTH_AVX512;
  if (__builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma"))
    return WIDTH_AVX2;
#endif
  return WIDTH_ANY;
}

static const struct cpu_threads_kernel *
find_kernel (gk_dtype dtype, enum cpu_threads_width width)
{
  switch (dtype) {
  case GK_I8:
    return cpu_threads_i8 (width);
  case GK_U8:
    return cpu_threads_u8 (width);
  case GK_I32:
    return cpu_threads_i32 (width);
  case GK_F16:
    return cpu_threads_f16 (width);
  case GK_BF16:
    return cpu_threads_bf16 (width);
  case GK_F8_E4M3:
    return cpu_threads_e4m3 (width);
  case GK_F8_E5M2:
    return cpu_threads_e5m2 (width);
  case GK_F64:
    return cpu_threads_f64 (width);
  default:
    return cpu_threads_f32 (width);
  }
}

/* Returns all of the rows or columns of C, or an even share where they exceed
 * SIDE_BYTES by far; whole tiles. */
static int64_t
block_length (int64_t all, int tile, int word)
{
  const int64_t most = SIDE_BYTES / word;
  const int64_t shares = all < most ? 1 : (all + most / 2) / most;

  return divide_up (divide_up (all, shares), tile) * tile;
}

/* Chooses blocks small enough that no core waits long for the others at the
 * end. */
static void
choose_block (struct panel_buffers *room, unsigned cores)
{
  const int64_t down = divide_up (room->rows, room->kernel->rows);
  const int64_t across = divide_up (room->cols, room->kernel->cols);
  const int bytes = room->kernel->vector < 64 ? BLOCK_BYTES : WIDE_BLOCK_BYTES;
  int rows = (int)smaller (BLOCK_ROWS, bytes / (int64_t)room->panel_a);
  int cols = BLOCK_COLS;

  while (rows * cols > 1
         && divide_up (down, rows) * divide_up (across, cols)
                < (int64_t)cores * CORE_BLOCKS)
    if (rows > cols)
      rows = (rows + 1) / 2;
    else
      cols = (cols + 1) / 2;
  room->block_rows = rows;
  room->block_cols = cols;
}

static size_t
panel_bytes (const struct cpu_threads_kernel *kernel, int lines, int more)
{
  const size_t words = (size_t)INNER * (size_t)lines + (size_t)more;

  return (words * (size_t)kernel->word + LINE_BYTES - 1) / LINE_BYTES
         * LINE_BYTES;
}

static bool
get_memory (const gk_host *host, const gk_matmul *p, struct panel_buffers *room)
{
  const size_t a = (size_t)(room->rows / room->kernel->rows) * room->panel_a;
  const size_t b = (size_t)(room->cols / room->kernel->cols) * room->panel_b;

  char *memory = host->alloc (host, 2 * (a + b));

  if (memory == NULL)
    return false;
  for (int i = 0; i < 2; i++) {
    room->a[i] = memory + (size_t)i * a;
    room->b[i] = memory + 2 * a + (size_t)i * b;
  }
  if (number_bytes (p->dtype_c) == (unsigned)room->kernel->word
      && !matmul_is_updated (p, p->bias != NULL))
    return true;
  room->sums = host->alloc (host, (size_t)(room->rows * room->ld_sums)
                                      * (size_t)room->kernel->word);
  return room->sums != NULL;
}

static bool
prepare_room (const gk_host *host, const gk_matmul *p,
              enum cpu_threads_width width, unsigned cores, bool shared,
              struct panel_buffers *room)
{
  const struct cpu_threads_kernel *kernel = find_kernel (p->dtype, width);

  *room = (struct panel_buffers){
    .kernel = kernel,
    .of_b = find_kernel (p->dtype_b, width),
    .rows = block_length (p->m, kernel->rows, kernel->word),
    .cols = block_length (p->k, kernel->cols, kernel->word),
    .panel_a = panel_bytes (kernel, kernel->rows, kernel->more),
    .panel_b = panel_bytes (kernel, kernel->cols, 0),
    .shared = shared,
  };
  /* The extra line lets rows begin in different sets of a cache. */
  room->ld_sums = room->cols + LINE_BYTES / kernel->word;
  choose_block (room, cores);
  return get_memory (host, p, room);
}

/* Returns the largest product, row-major. */
static gk_matmul
largest_product (const gk_matmul *problem)
{
  const gk_matmul all = matmul_row_major (problem);
  gk_matmul largest = matmul_product (&all, 0);

  for (int64_t z = 1; z < all.groups; z++) {
    const gk_matmul p = matmul_product (&all, z);

    largest = p.m > largest.m ? p : largest;
  }
  return largest;
}

int
cpu_threads_prepare (const gk_host *host, const gk_matmul *problem,
                     enum cpu_threads_width width, unsigned cores, void **state)
{
  const int64_t count = matmul_products (problem);
  const gk_matmul p = largest_product (problem);
  const double products = (double)p.m * (double)p.n * (double)p.k;
  const bool by_product = count > 1 && products < ALONE;
  const int n = by_product ? (int)smaller (
                    count_parts (products * (double)count >= SHARED), count)
                           : 1;
  const size_t bytes
      = sizeof (struct cpu_threads) + (size_t)n * sizeof (struct panel_buffers);
  struct cpu_threads *t = host->alloc (host, bytes);

  if (t == NULL)
    return GK_FAIL;
  memset (t, 0, bytes);
  t->by_product = n > 1;
  t->n = n;
  *state = t;
  for (int i = 0; i < n; i++)
    if (!prepare_room (host, &p, width, by_product ? 1 : cores,
                       !by_product && products >= SHARED, &t->room[i])) {
      matmul_cpu_threads_release (host, t);
      return GK_FAIL;
    }
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
  struct cpu_threads *t = state;

  for (int i = 0; i < t->n; i++) {
    host->free (host, t->room[i].sums);
    host->free (host, t->room[i].a[0]);
  }
  host->free (host, t);
}
