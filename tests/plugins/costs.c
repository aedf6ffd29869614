/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A family that counts what the host asks of it, and ten variants that have the
 * stand-in for CUDA's driver copy.  When a problem is over, the file COSTS gets
 * a line for each kind of data: how often it was filled, how many references
 * were made for it, and how many answers were compared; and how many fills got
 * other memory than the last fill of such data.  When a case is over, how many
 * bytes of it were copied to the device.
 */
#include <config.h>

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gkhost/plugin.h>

#include "fake-driver.h"

enum { BYTES = 1 << 16, KINDS = GK_DATA_NORMAL + 1 };

struct problem {
  const unsigned char *in;
  unsigned char *out;
};

struct count {
  int fills, references, compared;
  uint64_t seed, choice_seed; /* of the last reference */
};

static const struct problem problem;
static struct count counts[KINDS];
static const void *filled[KINDS]; /* the last memory */
static int moves;
static size_t bytes_before;

static int
setup (const gk_host *host, const gk_value *values, gk_setup *setup)
{
  (void)host, (void)values;
  setup->problem = &problem;
  setup->problem_bytes = sizeof problem;
  setup->n_buffers = 2;
  setup->buffers[0] = (gk_buffer){ .name = "in",
                                   .role = GK_INPUT,
                                   .bytes = BYTES,
                                   .slot = offsetof (struct problem, in) };
  setup->buffers[1] = (gk_buffer){ .name = "out",
                                   .role = GK_OUTPUT,
                                   .bytes = BYTES,
                                   .slot = offsetof (struct problem, out) };
  setup->verify_data = GK_BIT (GK_DATA_RANDOM) | GK_BIT (GK_DATA_EXACT)
                       | GK_BIT (GK_DATA_NORMAL);
  memset (counts, 0, sizeof counts);
  return GK_OK;
}

static int
fill (const gk_host *host, void *state, gk_data data, uint64_t seed,
      void *const *buffers)
{
  (void)state;
  counts[data].fills++;
  moves += buffers[0] != filled[data];
  filled[data] = buffers[0];
  host->random (host, buffers[0], BYTES, seed + data);
  return GK_OK;
}

static int
vary (const gk_host *host, void *state, gk_vary *vary)
{
  unsigned char *in = vary->buffers[0];

  (void)host, (void)state;
  memcpy (in, &vary->generation, sizeof vary->generation);
  vary->ranges[0] = (gk_range){ .buffer = 0, .bytes = sizeof vary->generation };
  vary->n_ranges = 1;
  return GK_OK;
}

static int
verify (const gk_host *host, void *state, gk_check *check)
{
  struct count *c = &counts[check->data];

  (void)state;
  if (c->compared++ == 0 || c->seed != check->seed
      || c->choice_seed != check->choice_seed)
    c->references++;
  c->seed = check->seed;
  c->choice_seed = check->choice_seed;
  if (memcmp (check->buffers[0], check->buffers[1], BYTES) == 0)
    return GK_OK;
  host->error (host, "the copy differs");
  return GK_WRONG;
}

static void
report (const char *what, const int *number, int n)
{
  const char *path = getenv ("COSTS");
  FILE *file = path != NULL ? fopen (path, "a") : NULL;

  if (file == NULL)
    return;
  fputs (what, file);
  for (int i = 0; i < n; i++)
    fprintf (file, " %d", number[i]);
  fputc ('\n', file);
  fclose (file);
}

static void
teardown (const gk_host *host, void *state)
{
  static const char *const names[KINDS] = { [GK_DATA_RANDOM] = "random",
                                            [GK_DATA_EXACT] = "exact",
                                            [GK_DATA_NORMAL] = "normal" };

  (void)host, (void)state;
  for (int data = 0; data < KINDS; data++)
    if (names[data] != NULL)
      report (names[data],
              (const int[]){ counts[data].fills, counts[data].references,
                             counts[data].compared },
              3);
  report ("moves", &moves, 1);
}

static void *
driver_symbol (const char *name)
{
  return dlsym (dlopen ("libcuda.so.1", RTLD_NOW), name);
}

static size_t
bytes_into (void)
{
  return ((struct fake_counts *)driver_symbol ("fake_counts"))->bytes_into;
}

static int
prepare (const gk_host *host, const gk_device *device, const void *problem_,
         const gk_value *values, void **state)
{
  (void)host, (void)device, (void)problem_, (void)values, (void)state;
  bytes_before = bytes_into ();
  return GK_OK;
}

static int
launch (const gk_host *host, const void *problem_, void *state, void *stream)
{
  const struct problem *p = problem_;
  union {
    void *object;
    int (*function) (uint64_t, uint64_t, size_t, void *);
  } copy = { driver_symbol ("cuMemcpyAsync") };

  (void)host, (void)state;
  return copy.function ((uintptr_t)p->out, (uintptr_t)p->in, BYTES, stream) == 0
             ? GK_OK
             : GK_FAIL;
}

static void
release (const gk_host *host, void *state)
{
  const int whole = (int)((bytes_into () - bytes_before) / BYTES);

  (void)host, (void)state;
  report ("uploads", &whole, 1);
}

static const gk_family family = {
  .name = "costs",
  .summary = "a copy that counts",
  .setup = setup,
  .fill = fill,
  .vary = vary,
  .verify = verify,
  .teardown = teardown,
};

#define VARIANT(n)                                                             \
  {                                                                            \
    .name = n, .summary = "the driver's copy", .device = GK_CUDA,              \
    .prepare = prepare, .launch = launch, .release = release                   \
  }

static const gk_variant variants[] = {
  VARIANT ("a"), VARIANT ("b"), VARIANT ("c"), VARIANT ("d"), VARIANT ("e"),
  VARIANT ("f"), VARIANT ("g"), VARIANT ("h"), VARIANT ("i"), VARIANT ("j"),
};

GK_PLUGIN ("costs", PACKAGE_VERSION, "counts", &family, variants)
