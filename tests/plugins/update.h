/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A family whose output begins with what fill wrote, beside a constant that
 * prepare may read: y += w * x, of uint32.
 */
#ifndef UPDATE_H
#define UPDATE_H

#include <inttypes.h>
#include <stddef.h>

#include <gkhost/plugin.h>

typedef struct update {
  uint64_t n;
  const uint32_t *w, *x; /* n elements each; w is a constant */
  uint32_t *y;           /* n elements, in-out */
} update;

enum { W, X, Y, BUFFERS };

static const gk_option update_options[] = {
  { .name = "n",
    .help = "elements",
    .type = GK_INT,
    .flags = GK_OPTION_SIZE,
    .value = { .i = 1000 },
    .min = 1,
    .max = 1 << 26 },
};

static inline int
update_setup (const gk_host *host, const gk_value *values, gk_setup *setup)
{
  static const struct {
    const char *name;
    gk_role role;
    size_t slot;
  } rows[BUFFERS] = { { "w", GK_CONSTANT, offsetof (update, w) },
                      { "x", GK_INPUT, offsetof (update, x) },
                      { "y", GK_INOUT, offsetof (update, y) } };
  static update problem;

  (void)host;
  problem.n = (uint64_t)values[0].i;
  setup->problem = &problem;
  setup->problem_bytes = sizeof problem;
  setup->verify_data = GK_BIT (GK_DATA_RANDOM) | GK_BIT (GK_DATA_EXACT);
  setup->n_buffers = BUFFERS;
  for (int i = 0; i < BUFFERS; i++) {
    setup->buffers[i].name = rows[i].name;
    setup->buffers[i].role = rows[i].role;
    setup->buffers[i].slot = rows[i].slot;
    setup->buffers[i].bytes = 4 * problem.n;
  }
  setup->state = &problem;
  setup->work.bytes_read = 12 * problem.n;
  setup->work.bytes_written = 4 * problem.n;
  return GK_OK;
}

static inline int
update_fill (const gk_host *host, void *state, gk_data data, uint64_t seed,
             void *const *buffers)
{
  const update *p = (const update *)state;

  for (unsigned i = 0; i < BUFFERS; i++)
    host->random (host, buffers[i], 4 * p->n, seed * 32 + data * BUFFERS + i);
  return GK_OK;
}

static inline int
update_vary (const gk_host *host, void *state, gk_vary *vary)
{
  const update *p = (const update *)state;
  uint64_t bits[2 * BUFFERS];

  host->random (host, bits, sizeof bits, vary->seed ^ (vary->generation << 40));
  for (unsigned i = X; i <= Y; i++) {
    uint32_t *to = (uint32_t *)vary->buffers[i];
    const uint64_t at = bits[2 * i] % p->n;

    to[at] += (uint32_t)bits[2 * i + 1] | 1;
    vary->ranges[vary->n_ranges].buffer = i;
    vary->ranges[vary->n_ranges].offset = 4 * at;
    vary->ranges[vary->n_ranges++].bytes = 4;
  }
  return GK_OK;
}

static inline int
update_verify (const gk_host *host, void *state, gk_check *check)
{
  const update *p = (const update *)state;
  const uint32_t *w = (const uint32_t *)check->buffers[W];
  const uint32_t *x = (const uint32_t *)check->buffers[X];
  const uint32_t *y = (const uint32_t *)check->buffers[Y];
  const uint32_t *before = (const uint32_t *)check->before[Y];

  check->method = "bit for bit";
  check->checked = p->n;
  for (uint64_t i = 0; i < p->n; i++) {
    const uint32_t right = before[i] + w[i] * x[i];

    if (y[i] == right)
      continue;
    host->error (host, "y[%" PRIu64 "] is %" PRIu32 ", not %" PRIu32, i, y[i],
                 right);
    return GK_WRONG;
  }
  return GK_OK;
}

static inline void
update_teardown (const gk_host *host, void *state)
{
  (void)host, (void)state;
}

static const gk_family update_family = {
  .name = "update",
  .summary = "y += w * x",
  .options = update_options,
  .n_options = GK_COUNT (update_options),
  .setup = update_setup,
  .fill = update_fill,
  .vary = update_vary,
  .verify = update_verify,
  .teardown = update_teardown,
};

#endif
