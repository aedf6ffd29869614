/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A cost model that chooses the tile and the cluster, and the tiles that
 * clusters share, with figures measured on an H200; what L2 delivers, and what
 * it costs to share the inner dimension of each tile (split_cycles), on an
 * H100.
 *
 * For 16 bits, whose lines begin at 128 bytes, tiles of one wave and shares of
 * the inner dimension were fitted on an H200 to 24 products of small or thin C,
 * by some 80 tiles, clusters and shares each.
 */
#include <config.h>

#include <math.h>

#include "engine-groups.h"
#include "engine-parts.h"
#include "engine-rank.h"

struct engine_candidate {
  int tile; /* enum engine_tile_choice */
  int schedule;
  int rows, cols;
  int step;     /* cycles: of the wgmmas, or of L2 to deliver the operands */
  int in_wave;  /* where all tiles are one wave, before L2 is the limit; 0:
                   the same */
  int blocks;   /* that share the tile; 0: one */
  bool exceeds; /* L2 does not hold both operands */
  bool even_halves; /* of 16 bits, and their lines begin at 128 bytes */
  bool by_threads;  /* some of a tile's columns fill no box of C, and threads
                       store them (engine-fitted.cuh) */
};

static const struct engine_candidate candidates[] = {
  { ENGINE_128x256, ENGINE_COOPERATIVE, 128, 256, .step = 1040 },
  { ENGINE_128x192, ENGINE_COOPERATIVE, 128, 192, .step = 800 },
  { ENGINE_128x160, ENGINE_COOPERATIVE, 128, 160, .step = 670 },
  { ENGINE_128x128, ENGINE_COOPERATIVE, 128, 128, .step = 540 },
  { ENGINE_128x64, ENGINE_COOPERATIVE, 128, 64, .step = 370, .in_wave = 480 },
  { ENGINE_64x256, ENGINE_COOPERATIVE, 64, 256, .step = 675, .in_wave = 510 },
  { ENGINE_64x128, ENGINE_COOPERATIVE, 64, 128, .step = 405, .in_wave = 270 },
  { ENGINE_64x64, ENGINE_COOPERATIVE, 64, 64, .step = 300, .in_wave = 240 },
  { ENGINE_64x32, ENGINE_COOPERATIVE, 64, 32, .step = 232 },
  { ENGINE_64x16, ENGINE_COOPERATIVE, 64, 16, .step = 210 },
  { ENGINE_128x128, ENGINE_PING_PONG, 128, 128, .step = 575 },
};

/* Of tiles that are fitted to the problem.  Of narrow ones of 128 rows L2 is
 * the limit; one consumer multiplies narrow ones of 64 no faster. */
static struct engine_candidate
fitted_candidate (int tile, int schedule, int cols)
{
  struct engine_candidate c = { .tile = tile,
                                .schedule = schedule,
                                .rows = tile == ENGINE_128xN ? 128 : 64,
                                .cols = cols };

  if (tile == ENGINE_128xN) {
    c.in_wave = cols * 41 / 10 + 25;
    c.step = cols < 128 ? 450 + cols - 64 : c.in_wave;
  } else {
    c.in_wave = cols > 110 ? cols * 19 / 10 + 30 : 240;
    c.step = cols * 21 / 10 + 135;
  }
  return c;
}

/* All those of the table, then the fitted ones. */
enum {
  of_fitted = (engine_most_columns - engine_fewest_columns) / 8 + 1,
  all_candidates = GK_COUNT (candidates) + 3 * of_fitted
};

static struct engine_candidate
candidate_at (size_t i)
{
  const int n = (int)(i - GK_COUNT (candidates));

  if (i < GK_COUNT (candidates))
    return candidates[i];
  return fitted_candidate (n < of_fitted ? ENGINE_128xN : ENGINE_64xN,
                           n < 2 * of_fitted ? ENGINE_COOPERATIVE
                                             : ENGINE_PING_PONG,
                           engine_fewest_columns + n % of_fitted * 8);
}

void
engine_fit_columns (struct engine_kernel *kernel, int columns)
{
  if (!kernel->fitted)
    return;
  kernel->cols = columns;
  kernel->stage = (kernel->rows + columns) * 128;
}

/* Cycles until one cluster sees what another has stored; elements of partial
 * sums that are stored or added per cycle; bytes per cycle that arrive for the
 * first stage, and that leave for the last tiles. */
static const int of_partial = 7500, exchanged = 16, moved = 20;

/* Cycles until the code for a fitted tile's width has come from memory. */
static const int of_fitted_code = 700;

/* Cycles that runs of more than a tile cost: clusters are then at different
 * steps, and do not find in L2 what others have just read.  Where L2 does not
 * hold both operands, each step of single blocks takes so many times as long;
 * two that multicast read less. */
static const int of_mixing = 10000;
static const double mixed = 1.8;

/* Cycles a tile by which blocks of a cluster wait for each other. */
static const int of_cluster = 1400;

/* Bytes of L2, of an H100 and an H200. */
static const double cache = 50e6;

/* With fewer steps, another cluster does not pay. */
static const int least_steps = 4;

/* With more steps, consumers that alternate tiles do not pay. */
static const int most_steps_of_turns = 12;

/* Of blocks that share a tile's inner dimension.  Cycles: of the cluster's
 * barrier and the code behind it, also of narrow tiles, and until a cluster of
 * the next wave has begun.  Bytes of sums that a block sends a cycle: articles
 * measured some 3.3 TB/s of DSMEM for all multiprocessors.  Steps of a block,
 * at least.  A split has to be so many times as fast: of 90 products on an H100
 * those that looked a little faster were up to 1.5 times as slow.  Those of 16
 * bits that were fitted take longer instead. */
static const int of_parts = 4500, of_narrow_parts = 3000, of_even_parts = 5500;
static const int of_next_wave = 3000, sent = 14;
static const int least_steps_of_part = 3;
static const double split_margin = 1.25;

/* Tiles for few columns.  Beside each other they read the same rows again,
 * which pays where a third of the multiprocessors or less would read them else:
 * of 64 x 4288 x 64 a tile of 64 x 64, which does not share its inner
 * dimension, takes 12.7 us, four of 64 x 16 that do 7.2 (bf16, H200). */
static const int few_cols = 32, most_cols_of_narrow = 128;

static bool
is_narrow (const struct engine_candidate *c)
{
  return c->cols <= few_cols;
}

/* Elements of a block's part of a tile. */
static double
elements_of (const struct engine_candidate *c)
{
  return (double)c->rows * c->cols / (c->blocks > 0 ? c->blocks : 1);
}

/* Cycles by which tiles of C take longer than those of its transpose where
 * columns fill no box.  H200, bf16 `tn`, before and after the model knew of
 * them, by tiles of C and by as wide ones of its transpose: 4952 x 280 x 784
 * 14.1 and 13.8 us (128 x 136), 2352 x 1608 x 272 14.8 and 13.8 (64 x 96).  It
 * is not that threads store these columns: by TMA that took as long
 * (results/h200-short.txt). */
static const int of_rest = 1000;

/* To store a tile.  Tiles of 32-bit results have fewer buffers to leave
 * through, and all multiprocessors store at about the same time. */
static double
store_cycles (const struct engine_candidate *c, int element_c)
{
  const double bytes = elements_of (c) * element_c;

  /* Residues are bytes, but each takes some ten instructions to reduce. */
  return (c->by_threads ? of_rest : 0)
         + (element_c == 1   ? 300 + bytes / 10
            : element_c == 2 ? 300 + bytes / 47
                             : bytes / 24);
}

/* A tile that is not a block's last. */
static double
tile_cycles (const struct engine_candidate *c, const struct stream_k *s,
             int element_c)
{
  return (double)s->steps * c->step + (c->blocks > 1 ? of_cluster : 0)
         + (c->schedule == ENGINE_PING_PONG ? 0 : store_cycles (c, element_c));
}

/* Before the first step, and after the last. */
static double
startup_cycles (const struct engine_candidate *c, int element_c)
{
  /* For 32-bit results store_cycles includes the wait of the last tiles. */
  return (engine_is_fitted (c->tile) ? of_fitted_code : 0)
         + ((c->rows + c->cols) * 128.0 + elements_of (c) * 2) / moved
         + (c->schedule == ENGINE_PING_PONG ? store_cycles (c, element_c) : 0);
}

static double
waves_cycles (const struct engine_candidate *c, const struct stream_k *s,
              int clusters, int element_c)
{
  return tiles_over (stream_k_tiles (s), clusters)
             * tile_cycles (c, s, element_c)
         + startup_cycles (c, element_c);
}

static double
tile_runs_cycles (const struct engine_candidate *c, const struct stream_k *s,
                  int clusters, int element_c)
{
  const double busy = s->sharers < clusters ? s->sharers : clusters;
  const double tiles = stream_k_tiles (s) / busy;
  /* Each cluster stores one partial and adds another's; where each has a single
   * part, it does one of the two. */
  const double partials
      = (double)s->sharers / s->shared + (s->sharers % s->shared == 0 ? 0 : 1);

  return tiles * s->steps * c->step
             * (tiles > 1 && c->exceeds && c->blocks < 2 ? mixed : 1)
         + (tiles > 1 ? tiles : 1) * store_cycles (c, element_c)
         + startup_cycles (c, element_c) + (tiles > 1 ? of_mixing : 0)
         + partials * (of_partial + elements_of (c) / exchanged);
}

/* Clusters of four and more leave some multiprocessors idle: with tiles of 128
 * x 192, 28 of four blocks took two waves on an H200, by their time, and 24
 * one. */
static int
count_split_clusters (const struct engine_candidate *c, int units,
                      int splits_log2)
{
  const int some = c->even_halves ? units * 3 / 4 : units * 7 / 8;
  const int clusters = (splits_log2 < 2 ? units : some) >> splits_log2;

  return clusters > 0 ? clusters : 1;
}

static int
parts_cycles (const struct engine_candidate *c)
{
  return is_narrow (c)    ? of_narrow_parts
         : c->even_halves ? of_even_parts
                          : of_parts;
}

/* The cycles of all tiles if so many blocks share each; they do not stay for
 * another one. */
static double
split_cycles (const struct engine_candidate *c, const struct stream_k *s,
              int units, int splits_log2, int element_c)
{
  const int waves = tiles_over (stream_k_tiles (s),
                                count_split_clusters (c, units, splits_log2));
  const int steps = tiles_over (s->steps, 1 << splits_log2);
  const double bytes = elements_of (c) * 4 * ((1 << splits_log2) - 1);

  return (c->even_halves ? 1 : split_margin)
         * (waves
                * ((double)steps * c->step + parts_cycles (c) + bytes / sent
                   + store_cycles (c, element_c)
                   + startup_cycles (c, element_c))
            + (waves - 1) * of_next_wave);
}

/* The cycles of all tiles; sets how they are distributed. */
static double
assign_tiles (const struct engine_candidate *c, struct stream_k *s,
              int clusters, int share, int element_c)
{
  struct stream_k shared = *s;
  const double waves = waves_cycles (c, s, clusters, element_c);
  double sharing;

  stream_k_share_last (&shared, clusters, least_steps);
  if (share == ENGINE_SHARE_NONE || shared.shared == 0
      || engine_is_fitted (c->tile))
    return waves;
  sharing = tile_runs_cycles (c, &shared, clusters, element_c);
  if (share == ENGINE_SHARE_AUTO && waves <= sharing)
    return waves;
  *s = shared;
  return sharing;
}

/* Whether half of this tile or more is outside of C, so that a smaller one does
 * as well, or it is too narrow. */
static bool
is_wasted (const struct engine_candidate *c, const struct engine_task *p,
           int units)
{
  return (is_narrow (c)
          && (p->cols > most_cols_of_narrow
              || (c->cols < p->cols
                  && tiles_over (p->rows, c->rows) > units / 3)))
         || (c->rows > 64 && p->rows <= c->rows / 2)
         || (c->cols > 64 && p->cols <= c->cols / 2);
}

static bool
has_kernel (const struct engine_candidate *c,
            const struct engine_kernels *kernels, bool splits)
{
  struct engine_traits traits = kernels->traits;
  struct engine_kernel kernel;

  traits.ping_pong = c->schedule == ENGINE_PING_PONG;
  kernel = kernels->find (c->tile, traits);
  return kernel.kernel && kernel.ping_pong == traits.ping_pong
         && (kernel.splits || !splits);
}

/* Whether the suite requests another, or there is no such kernel. */
static bool
is_excluded (const struct engine_candidate *c, const struct engine_task *p,
             const struct engine_kernels *kernels, int units,
             const struct engine_settings *s)
{
  return (s->tile != ENGINE_AUTO && s->tile != c->tile)
         || (s->share == ENGINE_SHARE_LAST && engine_is_fitted (c->tile))
         || (s->columns > 0 && s->columns != c->cols)
         || (s->schedule != ENGINE_SCHEDULE_AUTO && s->schedule != c->schedule)
         || !has_kernel (c, kernels, false)
         || (s->tile == ENGINE_AUTO && is_wasted (c, p, units));
}

/* Bytes a cycle that L2 delivers to all multiprocessors together, of lines that
 * begin at so many bytes: 128-byte lines and 32-byte sectors of which TMA needs
 * a part are read whole. */
static double
delivered_at (int64_t pitch)
{
  return pitch % 128 == 0 ? 5500 : pitch % 32 == 0 ? 4300 : 3300;
}

/* Likewise of whole lines of 16 bits, in one wave. */
static const double delivered_in_wave = 7600;

/* How much longer that takes where L2 does not hold both operands. */
static const double beyond_cache = 1.5;

/* Whether operands are loaded as they are, not as planes, which are packed. */
static bool
is_whole (const struct engine_task *p)
{
  return p->digits.planes == 0 && p->element_c > 1;
}

/* Whether L2 does not hold both operands, nor the smaller one beside what
 * passes of the other. */
static bool
exceeds_cache (const struct engine_task *p)
{
  const double line = p->tiles.steps * 128.0;
  const int less = p->rows < p->cols ? p->rows : p->cols;

  return is_whole (p) && ((double)p->rows + p->cols) * line > cache
         && less * line > cache / 5;
}

/* Whether it matters how many blocks load an operand: its lines begin within
 * 128 bytes, or L2 does not hold both. */
static bool
is_bound_by_loads (const struct engine_task *p)
{
  return is_whole (p)
         && (p->a_at.pitch % 128 != 0 || p->b_at.pitch % 128 != 0
             || exceeds_cache (p));
}

/* Cycles by which a step is longer that loads A of tf32 through registers. */
static int
through_registers (const struct engine_candidate *c)
{
  return c->rows == 128 && c->cols <= 128 ? 370 : 235;
}

/* Cycles by which a step is longer where two consumers move sums to f32 (fp8):
 * 128 rows of 1536, 24576 columns took 18.0 us with tiles of 128 x 128, 16.0
 * with 64 x 128; no record of these is kept.  With 128 x 192 8192^3 took 741
 * us, with 128 x 128 767; 4096^3, whose last wave of the wide ones is a third
 * full, 106 and 103 (h200-low-checks.txt). */
static int
through_sums (const struct engine_candidate *c)
{
  return c->rows * c->cols == 128 * 192   ? 90
         : c->rows * c->cols == 128 * 128 ? 60
                                          : 0;
}

/* The blocks of a cluster, in tiles; or, of one tile, those that share its
 * inner dimension. */
struct engine_cluster {
  int rows, cols;
  int splits_log2;
};

static const struct engine_cluster clusters_to_try[] = {
  { 1, 1, 0 }, { 2, 1, 0 }, { 1, 2, 0 }, { 2, 2, 0 }, { 4, 1, 0 }, { 1, 4, 0 },
  { 4, 2, 0 }, { 2, 4, 0 }, { 1, 1, 1 }, { 1, 1, 2 }, { 1, 1, 3 },
};

/* A candidate with such clusters, as one large tile. */
struct engine_choice {
  struct engine_candidate of_cluster;
  struct engine_cluster cluster;
  int share; /* as in the settings */
};

/* Planes of digits exceed the near part of L2, whatever the size: this many
 * bytes a cycle reach all multiprocessors together.  What blocks of a cluster
 * share is delivered once. */
static const double delivered = 5000;

static struct engine_choice
with_clusters (const struct engine_candidate *c, const struct engine_task *p,
               int units, int share, const struct engine_cluster *cluster)
{
  const int rows = cluster->rows, cols = cluster->cols;
  const int parts = 1 << cluster->splits_log2;
  const double tiles = (double)tiles_over (p->rows, c->rows * rows)
                       * tiles_over (p->cols, c->cols * cols) * rows * cols;
  /* Blocks that load at a time: two per tile if tiles are shared. */
  const double blocks = parts > 1                    ? parts * tiles
                        : share == ENGINE_SHARE_NONE ? tiles
                                                     : 2 * tiles;
  const double loading = blocks < units ? blocks : units;
  const double bytes = (c->rows / cols + c->cols / rows) * 128 * loading;
  const bool wave = c->even_halves && parts == 1 && tiles <= units;
  const double by_a = wave ? delivered_in_wave : delivered_at (p->a_at.pitch);
  const double by_b = wave ? delivered_in_wave : delivered_at (p->b_at.pitch);
  const double loads
      = (c->rows * 128 / cols / by_a + c->cols * 128 / rows / by_b) * loading
        * (exceeds_cache (p) ? beyond_cache : 1);
  struct engine_choice choice = { *c, *cluster, share };

  /* Of bytes, 64 columns take longer to read from shared memory than to
   * multiply. */
  if (p->digits.planes > 0 && c->cols == 64)
    choice.of_cluster.step = c->step * 7 / 5;
  choice.of_cluster.rows *= rows;
  choice.of_cluster.cols *= cols;
  if (p->digits.planes > 0 && choice.of_cluster.step < bytes / delivered)
    choice.of_cluster.step = (int)(bytes / delivered);
  if (wave && c->in_wave > 0)
    choice.of_cluster.step = c->in_wave;
  /* Blocks that share a tile's inner dimension share no load. */
  if ((wave || parts > 1 || is_bound_by_loads (p))
      && choice.of_cluster.step < loads)
    choice.of_cluster.step = (int)loads;
  if (p->digits.planes == 0)
    choice.of_cluster.blocks = rows * cols * parts;
  return choice;
}

/* The cost; sets how tiles are distributed. */
static double
choice_cycles (const struct engine_choice *choice, const struct engine_task *p,
               int units, int share, struct stream_k *s)
{
  const struct engine_cluster *const n = &choice->cluster;

  s->steps = p->tiles.steps;
  s->again = p->tiles.again;
  s->bands.down = tiles_over (p->rows, choice->of_cluster.rows);
  s->bands.across = tiles_over (p->cols, choice->of_cluster.cols);
  if (n->splits_log2 > 0)
    return split_cycles (&choice->of_cluster, s, units, n->splits_log2,
                         p->element_c);
  return assign_tiles (&choice->of_cluster, s, units / (n->rows * n->cols),
                       share, p->element_c);
}

/* Whether blocks may share the inner dimension so. */
static bool
can_split (const struct engine_candidate *c, const struct engine_task *p,
           const struct engine_kernels *kernels,
           const struct engine_settings *s, int splits_log2)
{
  const bool others
      = s->share == ENGINE_SHARE_LAST || s->cluster_rows * s->cluster_cols > 1;

  if (!is_whole (p) || !has_kernel (c, kernels, true))
    return false;
  return s->splits == 1 << splits_log2
         || (s->splits == 0 && !others
             && p->tiles.steps >> splits_log2 >= least_steps_of_part);
}

/* Whether tiles may have such clusters.  Where several settings are timed, all
 * are tried in one wave that have no more blocks than there are tiles either
 * way: the model does not know when they are faster (bf16 `row`, 88 x 1968 x
 * 3200, tiles of 64 x 64: 2 x 4 9.7, 1 x 1 11.8 us).  What is chosen by the
 * model has two blocks at most, unless a suite requests more, as a device has
 * multiprocessors that can't hold four.  In one wave it is better to share the
 * smaller operand (i32 1024: 30.4 against 32.1 us), but for fitted tiles the
 * one that leaves less to load (bf16, 560 x 5808 x 2600: 33.1 against 42.4 us);
 * of 16 bits whose lines begin at 128 bytes clusters gained nothing and took up
 * to 1.7 times as long, when one warp loaded both operands.  For all others but
 * those bound by loads, engine_choose decides by the bytes that are loaded. */
static bool
can_cluster (const struct engine_candidate *c, const struct engine_task *p,
             int units, const struct engine_settings *s,
             const struct engine_cluster *n, bool timed)
{
  const int rows = n->rows, cols = n->cols;
  const int down = tiles_over (p->rows, c->rows);
  const int across = tiles_over (p->cols, c->cols);
  const bool wave = down * across <= units;

  if (timed && wave && !is_narrow (c) && s->cluster_rows == 0)
    return rows <= down && cols <= across;
  if (p->digits.planes == 0 && !is_bound_by_loads (p))
    return rows * cols == 1;
  if (s->cluster_rows > 0)
    return rows == s->cluster_rows && cols == s->cluster_cols;
  if (rows * cols != 2 || (wave && c->even_halves))
    return rows * cols == 1;
  return !wave || engine_is_fitted (c->tile)
         || (rows == 2 ? c->cols <= c->rows : c->rows <= c->cols);
}

/* Whether all blocks of a column load as many of the tile's columns: those of
 * the suite's clusters, if it requests them. */
static bool
is_divided (const struct engine_candidate *c, const struct engine_settings *s,
            const struct engine_cluster *n)
{
  const int rows = s->cluster_rows > 0 ? s->cluster_rows : n->rows;

  return !engine_is_fitted (c->tile)
         || engine_lines_of_block (c->cols, rows) * rows == c->cols;
}

/* Whether a fitted tile of 64 rows may have its schedule.  One consumer has all
 * of its rows: where sums are short, another that stores the tile before takes
 * 4 to 10 % off; where they are long it gains nothing, and its buffers take a
 * stage's place (results/h200-short.txt).  The model, which does not know all
 * that, is asked for ping-pong only where the ways are timed. */
static bool
has_schedule (const struct engine_candidate *c, const struct engine_task *p,
              const struct engine_settings *s, bool timed)
{
  const bool alternates = timed && p->tiles.steps <= most_steps_of_turns;

  return c->tile != ENGINE_64xN || s->schedule != ENGINE_SCHEDULE_AUTO
         || (c->schedule == ENGINE_PING_PONG) == alternates;
}

/* Whether the candidate may have such clusters; timed: as one of several, of
 * which the fastest is found by timing them. */
static bool
may_use (const struct engine_candidate *c, const struct engine_task *p,
         const struct engine_kernels *kernels, int units,
         const struct engine_settings *s, const struct engine_cluster *n,
         bool timed)
{
  if (n->splits_log2 > 0)
    return can_split (c, p, kernels, s, n->splits_log2);
  return has_schedule (c, p, s, timed) && s->splits < 2
         && n->rows * n->cols <= units && can_cluster (c, p, units, s, n, timed)
         && (timed || s->columns > 0 || is_divided (c, s, n));
}

/* Choices, the cheapest first, and their cycles. */
struct engine_ranking {
  struct engine_choice *of;
  double *cycles;
  int n, most;
};

/* Whether both are the same but for the columns of a fitted tile. */
static bool
is_alike (const struct engine_choice *a, const struct engine_choice *b)
{
  return a->of_cluster.tile == b->of_cluster.tile
         && a->of_cluster.schedule == b->of_cluster.schedule
         && a->cluster.rows == b->cluster.rows
         && a->cluster.cols == b->cluster.cols
         && a->cluster.splits_log2 == b->cluster.splits_log2
         && a->share == b->share;
}

/* The most widths of a fitted tile that are ranked with each cluster, of which
 * there are up to nine, and where blocks have several tiles, for which only
 * single blocks are ranked in most cases. */
static const int most_alike = 3, most_alike_of_several = 8;

/* Keeps a choice if it is among the cheapest, and among the cheapest of those
 * that are alike. */
static void
rank_choice (struct engine_ranking *r, const struct engine_choice *choice,
             int most_of_these, double cycles)
{
  int alike = 0, last = 0, i;

  for (i = 0; i < r->n; i++)
    if (is_alike (&r->of[i], choice)) {
      alike++;
      last = i;
    }
  if (alike < most_of_these && r->n < r->most)
    r->cycles[r->n++] = INFINITY;
  i = alike < most_of_these ? r->n - 1 : last;
  if (cycles >= r->cycles[i])
    return;
  for (; i > 0 && cycles < r->cycles[i - 1]; i--) {
    r->of[i] = r->of[i - 1];
    r->cycles[i] = r->cycles[i - 1];
  }
  r->of[i] = *choice;
  r->cycles[i] = cycles;
}

/* Ranks the candidate with a cluster.  Returns whether tiles are shared. */
static bool
rank_share (const struct engine_candidate *c, const struct engine_task *p,
            int units, int share, const struct engine_cluster *cluster,
            struct engine_ranking *ranking)
{
  struct stream_k s = { 0 };
  const struct engine_choice choice
      = with_clusters (c, p, units, share, cluster);
  const double cycles = choice_cycles (&choice, p, units, share, &s);
  const bool several
      = stream_k_tiles (&s) > units / (cluster->rows * cluster->cols);

  rank_choice (ranking, &choice, several ? most_alike_of_several : most_alike,
               cycles);
  return s.shared > 0;
}

/* Ranks the candidate with each cluster that it may have; besides, where it is
 * one of several, with no tile shared where some would be. */
static void
rank_clusters (const struct engine_candidate *c, const struct engine_task *p,
               const struct engine_kernels *kernels, int units,
               const struct engine_settings *settings,
               struct engine_ranking *ranking)
{
  for (size_t j = 0; j < GK_COUNT (clusters_to_try); j++) {
    const struct engine_cluster *const n = &clusters_to_try[j];
    const bool timed = ranking->most > 1;
    bool shares;

    if (!may_use (c, p, kernels, units, settings, n, timed))
      continue;
    shares = rank_share (c, p, units, settings->share, n, ranking);
    if (shares && timed && settings->share == ENGINE_SHARE_AUTO)
      rank_share (c, p, units, ENGINE_SHARE_NONE, n, ranking);
  }
}

/* Fitted tiles whose columns are fewer are tried where several are timed: their
 * cycles are not known well enough to choose one by them. */
static const int fewest_known = 72;

static bool
is_guessed (const struct engine_candidate *c, const struct engine_settings *s)
{
  return engine_is_fitted (c->tile) && c->cols < fewest_known
         && s->columns == 0;
}

/* Ranks the candidates that are not excluded. */
static void
rank_candidates (const struct engine_task *p,
                 const struct engine_kernels *kernels, int units,
                 const struct engine_settings *settings,
                 struct engine_ranking *ranking)
{
  const bool by_registers
      = kernels->find == engine_find_tf32 && kernels->traits.mn_major_a;
  const bool even_halves
      = (kernels->find == engine_find_bf16 || kernels->find == engine_find_f16)
        && p->a_at.pitch % 128 == 0 && p->b_at.pitch % 128 == 0 && is_whole (p);

  for (size_t i = 0; i < all_candidates; i++) {
    struct engine_candidate c = candidate_at (i);

    if (is_excluded (&c, p, kernels, units, settings)
        || (ranking->most == 1 && is_guessed (&c, settings)))
      continue;
    c.step += by_registers ? through_registers (&c) : 0;
    c.step += kernels->traits.moved ? through_sums (&c) : 0;
    c.exceeds = exceeds_cache (p);
    c.even_halves = even_halves;
    c.by_threads = engine_is_fitted (c.tile) && !kernels->traits.transposed
                   && c.cols % 64 != 0;
    rank_clusters (&c, p, kernels, units, settings, ranking);
  }
}

/* The cheapest candidate that is not excluded, and its cycles; the first and 0
 * if all are, as a suite may request a combination that is not among them. */
static struct engine_choice
choose_candidate (const struct engine_task *p,
                  const struct engine_kernels *kernels, int units,
                  const struct engine_settings *settings, double *cycles)
{
  struct engine_choice chosen
      = { candidates[0], clusters_to_try[0], settings->share };
  struct engine_ranking ranking = { &chosen, cycles, .most = 1 };

  rank_candidates (p, kernels, units, settings, &ranking);
  if (ranking.n == 0)
    *cycles = 0;
  return chosen;
}

double
engine_cycles (const struct engine_task *p,
               const struct engine_kernels *kernels, const gk_device *device,
               const struct engine_settings *settings)
{
  double cycles;

  choose_candidate (p, kernels, (int)device->units, settings, &cycles);
  return cycles;
}

/* The requested splits, as far as the task, the tile and the schedule have
 * them. */
static int
limit_splits (const struct engine_task *p, const struct engine_kernels *kernels,
              const struct engine_settings *s)
{
  int splits = s->splits;

  if (!is_whole (p) || s->schedule == ENGINE_PING_PONG
      || (s->tile != ENGINE_AUTO
          && !kernels->find (s->tile, kernels->traits).splits))
    return 1;
  while (splits > p->tiles.steps)
    splits /= 2;
  return splits;
}

/* Columns are most of a wide tile's load: two blocks share them, where there
 * are many tiles and that needs no further wave. */
static bool
has_pairs (const struct engine_task *p, int units)
{
  const int across = tiles_over (p->cols, 256);
  const int tiles = tiles_over (p->rows, 128) * across;
  const int pairs = tiles_over (p->rows, 256) * across;

  return tiles > units
         && tiles_over (pairs, units / 2) <= tiles_over (tiles, units);
}

/* Sets what is 0 as it is in the choice. */
static void
complete_settings (const struct engine_task *p, const struct engine_choice *c,
                   int units, struct engine_settings *s)
{
  if (s->tile == ENGINE_AUTO)
    s->tile = c->of_cluster.tile;
  s->columns
      = engine_is_fitted (s->tile) ? c->of_cluster.cols / c->cluster.cols : 0;
  if (s->schedule == ENGINE_SCHEDULE_AUTO)
    s->schedule = c->of_cluster.schedule;
  s->splits = 1 << c->cluster.splits_log2;
  if (s->splits > 1) {
    s->cluster_rows = s->cluster_cols = 1;
  } else if (s->cluster_rows == 0
             && (p->digits.planes > 0 || is_bound_by_loads (p)
                 || c->cluster.rows * c->cluster.cols > 1)) {
    s->cluster_rows = c->cluster.rows;
    s->cluster_cols = c->cluster.cols;
  } else if (s->cluster_rows == 0) {
    s->cluster_rows = s->tile == ENGINE_128x256 && has_pairs (p, units) ? 2 : 1;
    s->cluster_cols = 1;
  }
}

void
engine_choose (const struct engine_task *p,
               const struct engine_kernels *kernels, const gk_device *device,
               struct engine_settings *s)
{
  const int units = (int)device->units;
  struct engine_choice c;
  double cycles;

  s->splits = limit_splits (p, kernels, s);
  c = choose_candidate (p, kernels, units, s, &cycles);
  complete_settings (p, &c, units, s);
  if (s->band == 0)
    s->band = s->schedule == ENGINE_PING_PONG ? 4 : 8;
}

int
engine_rank (const struct engine_task *p, const struct engine_kernels *kernels,
             const gk_device *device, const struct engine_settings *s,
             struct engine_ranked *ranked, int most)
{
  struct engine_choice of[engine_most_ranked];
  double cycles[engine_most_ranked];
  struct engine_ranking ranking = { of, cycles, .most = most };

  rank_candidates (p, kernels, (int)device->units, s, &ranking);
  for (int i = 0; i < ranking.n; i++) {
    ranked[i].settings = *s;
    complete_settings (p, &of[i], (int)device->units, &ranked[i].settings);
    ranked[i].settings.share = of[i].share;
    ranked[i].cycles = cycles[i];
  }
  return ranking.n;
}

/* Clusters of two tiles down share B where that adds few tiles without rows.
 * Others share the last wave where that looks faster: measured on an H200, with
 * 8 groups of 8192 lines, tiles of 256 columns took 380 us so and 398 not,
 * those of 128 columns 462 and 400. */
static const double most_idle = 1.05;

void
engine_choose_for_groups (const struct engine_task *p,
                          const struct engine_kernels *kernels,
                          const gk_device *device, const int32_t *lines,
                          int64_t groups, struct engine_settings *s)
{
  const int units = (int)device->units;
  const struct engine_candidate *chosen = NULL;
  double least = 0;
  int tiles = 0;
  bool shares = false;

  for (size_t i = 0; i < GK_COUNT (candidates); i++) {
    struct engine_candidate c = candidates[i];
    struct stream_k tiled = { .steps = p->tiles.steps };
    double cost;

    if (is_excluded (&c, p, kernels, units, s))
      continue;
    tiled.bands.down = engine_group_tiles (lines, groups, c.rows, 1, NULL);
    tiled.bands.across = tiles_over (p->cols, c.cols);
    c.exceeds = exceeds_cache (p) && c.cols < 256;
    cost = assign_tiles (&c, &tiled, units, s->share, p->element_c);
    if (chosen != NULL && cost >= least)
      continue;
    chosen = &candidates[i];
    least = cost;
    tiles = tiled.bands.down;
    shares = tiled.shared > 0;
  }
  if (chosen == NULL)
    return;
  s->tile = chosen->tile;
  s->schedule = chosen->schedule;
  if (s->cluster_rows == 0) {
    const int pairs = engine_group_tiles (lines, groups, chosen->rows, 2, NULL);

    s->cluster_rows = s->tile == ENGINE_128x256 && pairs <= most_idle * tiles
                              && tiles * tiles_over (p->cols, 256) > units
                          ? 2
                          : 1;
    s->cluster_cols = 1;
  }
  if (s->share == ENGINE_SHARE_AUTO && shares && s->cluster_rows == 1)
    s->share = ENGINE_SHARE_LAST;
}

void
engine_assign_tiles (struct engine_task *task,
                     const struct engine_kernels *kernels, int clusters,
                     const struct engine_settings *settings)
{
  const int tiles = stream_k_tiles (&task->tiles);
  struct engine_choice c;
  double cycles;

  task->tiles.blocks = tiles;
  if (task->splits_log2 > 0)
    return;
  c = choose_candidate (task, kernels,
                        clusters * task->cluster_rows * task->cluster_cols,
                        settings, &cycles);
  assign_tiles (&c.of_cluster, &task->tiles, clusters, settings->share,
                task->element_c);
  task->tiles.blocks = tiles < clusters ? tiles : clusters;
}
