/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A family that counts what the host asks of it, and ten variants that have the
 * stand-in for CUDA's driver copy.  When a problem is over, the file COSTS gets
 * a line for each kind of data: how often it was filled, how many references
 * were made for it, and how many answers were compared; and how many fills got
 * other memory than the last fill of such data; and how many percent of the
 * bytes of its inputs and outputs the judge's memory grew at most, if these are
 * large. When a case is over, how many bytes of it were copied to the device.
 */
#include <config.h>

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <gkhost/plugin.h>

#include "fake-driver.h"

enum { LARGE = 1 << 20, KINDS = GK_DATA_NORMAL + 1 };

struct problem {
  const unsigned char *in;
  unsigned char *out;
  size_t bytes; /* of each */
};

struct count {
  int fills, references, compared;
  uint64_t seed, choice_seed; /* of the last reference */
};

static struct problem problem;
static struct count counts[KINDS];
static const void *filled[KINDS]; /* the last memory */
static int moves;
static size_t bytes, bytes_before;
static long kib_before, kib_most; /* of the judge's memory */

/* Returns the memory of this process in KiB: what is its own, and each file
 * that it made to share, once, however often it is mapped. */
static long
memory_kib (void)
{
  FILE *file = fopen ("/proc/self/status", "r");
  char line[256];
  long kib = 0;

  while (file != NULL && fgets (line, sizeof line, file) != NULL
         && sscanf (line, "RssAnon: %ld", &kib) != 1)
    continue;
  if (file != NULL)
    fclose (file);
  for (int fd = 3; fd < 256; fd++) {
    struct stat status;

    if (fstat (fd, &status) == 0 && S_ISREG (status.st_mode)
        && status.st_nlink == 0)
      kib += (long)(status.st_blocks / 2);
  }
  return kib;
}

static int
setup (const gk_host *host, const gk_value *values, gk_setup *setup)
{
  (void)host;
  bytes = (size_t)values[0].i;
  kib_before = memory_kib ();
  kib_most = 0;
  problem.bytes = bytes;
  setup->problem = &problem;
  setup->problem_bytes = sizeof problem;
  setup->n_buffers = 2;
  setup->buffers[0] = (gk_buffer){ .name = "in",
                                   .role = GK_INPUT,
                                   .bytes = bytes,
                                   .slot = offsetof (struct problem, in) };
  setup->buffers[1] = (gk_buffer){ .name = "out",
                                   .role = GK_OUTPUT,
                                   .bytes = bytes,
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
  host->random (host, buffers[0], bytes, seed + data);
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

  const long kib = memory_kib () - kib_before;

  (void)state;
  kib_most = kib > kib_most ? kib : kib_most;
  if (c->compared++ == 0 || c->seed != check->seed
      || c->choice_seed != check->choice_seed)
    c->references++;
  c->seed = check->seed;
  c->choice_seed = check->choice_seed;
  if (memcmp (check->buffers[0], check->buffers[1], bytes) == 0)
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
  int percent;

  (void)host, (void)state;
  for (int data = 0; data < KINDS; data++)
    if (names[data] != NULL)
      report (names[data],
              (const int[]){ counts[data].fills, counts[data].references,
                             counts[data].compared },
              3);
  report ("moves", &moves, 1);
  percent = (int)(kib_most * 1024 * 100 / (long)(2 * bytes));
  if (bytes >= LARGE)
    report ("memory", &percent, 1);
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
  (void)host, (void)device, (void)values, (void)state;
  bytes = ((const struct problem *)problem_)->bytes;
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
  return copy.function ((uintptr_t)p->out, (uintptr_t)p->in, p->bytes, stream)
                 == 0
             ? GK_OK
             : GK_FAIL;
}

static void
release (const gk_host *host, void *state)
{
  const int whole = (int)((bytes_into () - bytes_before) / bytes);

  (void)host, (void)state;
  report ("uploads", &whole, 1);
}

static int
launch_on_cpu (const gk_host *host, const void *problem_, void *state,
               void *stream)
{
  const struct problem *p = problem_;

  (void)host, (void)state, (void)stream;
  memcpy (p->out, p->in, p->bytes);
  return GK_OK;
}

static const gk_option options[] = { { .name = "bytes",
                                       .help = "bytes of each buffer",
                                       .type = GK_INT,
                                       .value.i = 1 << 16,
                                       .min = 8,
                                       .max = 1 << 30 } };

static const gk_family family = {
  .name = "costs",
  .summary = "a copy that counts",
  GK_OPTIONS (options),
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
  { .name = "cpu", .summary = "the C library's copy", .launch = launch_on_cpu },
  VARIANT ("a"),
  VARIANT ("b"),
  VARIANT ("c"),
  VARIANT ("d"),
  VARIANT ("e"),
  VARIANT ("f"),
  VARIANT ("g"),
  VARIANT ("h"),
  VARIANT ("i"),
  VARIANT ("j"),
};

GK_PLUGIN ("costs", PACKAGE_VERSION, "counts", &family, variants)
