/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Variants of transpose for the tests, each with one fault.
 */
#include <config.h>

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "right-transpose.h"

static int
crashes (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)host, (void)problem, (void)state, (void)stream;
  /* Whatever handler a sanitizer set is not what is tested. */
  signal (SIGSEGV, SIG_DFL);
  raise (SIGSEGV);
  return GK_OK;
}

static int
hangs (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)host, (void)problem, (void)state, (void)stream;
  while (pause () == -1)
    ;
  return GK_OK;
}

static int
leaves (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)host, (void)problem, (void)state, (void)stream;
  _exit (0);
}

static int
closes (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)host, (void)problem, (void)state, (void)stream;
  for (int fd = 3; fd < 1024; fd++)
    close (fd);
  return GK_OK;
}

/* Leaves a process behind that holds all of the worker's descriptors. */
static void
leave_child (void)
{
  if (fork () == 0) {
    for (int i = 0; i < 30; i++)
      sleep (1);
    _exit (0);
  }
}

static int
forks (const gk_host *host, const void *problem, void *state, void *stream)
{
  static int calls;

  if (calls++ == 0)
    leave_child ();
  return right (host, problem, state, stream);
}

static int
forks_and_crashes (const gk_host *host, const void *problem, void *state,
                   void *stream)
{
  leave_child ();
  return crashes (host, problem, state, stream);
}

/* Several processes print without end, so that one reader never sees an empty
 * pipe. */
static int
floods (const gk_host *host, const void *problem, void *state, void *stream)
{
  static char text[65536];

  (void)host, (void)problem, (void)state, (void)stream;
  for (int i = 0; i < 3; i++)
    if (fork () == 0)
      break;
  /* As fast as it can, and once 64 MB are out slower, for other tests' sake. */
  for (int n = 0; write (STDOUT_FILENO, text, sizeof text) > 0; n++)
    if (n > 1000)
      usleep (2000);
  _exit (0);
}

static int
wrong (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_transpose *p = problem;
  uint32_t *dst = p->dst;

  right (host, problem, state, stream);
  dst[(p->cols - 1) * p->dst_pitch + p->rows - 1] ^= 1;
  return GK_OK;
}

static int
leaves_out (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_transpose *p = problem;
  uint32_t *dst = p->dst, *last = dst + (p->cols - 1) * p->dst_pitch;
  uint32_t kept = last[p->rows - 1];

  right (host, problem, state, stream);
  last[p->rows - 1] = kept;
  return GK_OK;
}

static int
writes_past (const gk_host *host, const void *problem, void *state,
             void *stream)
{
  const gk_transpose *p = problem;
  uint32_t *dst = p->dst;

  right (host, problem, state, stream);
  dst[p->cols * p->dst_pitch] = 0;
  return GK_OK;
}

/* What a tile at the edge does that has no guard: it moves what lies behind the
 * input to behind the output. */
static int
copies_past (const gk_host *host, const void *problem, void *state,
             void *stream)
{
  const gk_transpose *p = problem;
  const uint32_t *src = p->src;
  uint32_t *dst = p->dst;

  right (host, problem, state, stream);
  memcpy (dst + p->cols * p->dst_pitch, src + p->rows * p->src_pitch, 64);
  return GK_OK;
}

static int
writes_before (const gk_host *host, const void *problem, void *state,
               void *stream)
{
  const gk_transpose *p = problem;
  uint32_t *dst = p->dst;

  right (host, problem, state, stream);
  dst[-1] = 0;
  return GK_OK;
}

static int
spoils_input (const gk_host *host, const void *problem, void *state,
              void *stream)
{
  const gk_transpose *p = problem;

  right (host, problem, state, stream);
  ++*(uint32_t *)(uintptr_t)p->src;
  return GK_OK;
}

/* Right until it has been called often enough to be in the timed launches. */
static int
tires (const gk_host *host, const void *problem, void *state, void *stream)
{
  static int calls;

  return ++calls > 4 ? wrong (host, problem, state, stream)
                     : right (host, problem, state, stream);
}

/* Writes a whole frame into whatever descriptors there are. */
static int
forges (const gk_host *host, const void *problem, void *state, void *stream)
{
  static const char frame[] = "\x0f\0\0\0{\"status\":\"ok\"}";
  static int calls;

  for (int fd = 3; calls == 0 && fd <= 100; fd++)
    if (write (fd, frame, sizeof frame - 1) < 0)
      continue;
  calls++;
  return wrong (host, problem, state, stream);
}

/* Knows a verified launch by its poison, and leaves the others out. */
static int
skips_timed (const gk_host *host, const void *problem, void *state,
             void *stream)
{
  const gk_transpose *p = problem;
  const unsigned char *d = p->dst;

  if ((d[0] == 0xff && d[1] == 0xff) || (d[0] == 0x7f && d[1] == 0x7f))
    return right (host, problem, state, stream);
  return GK_OK;
}

static int
fails (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)problem, (void)state, (void)stream;
  host->error (host, "this variant always fails; leave it out");
  return GK_FAIL;
}

static int
fails_in_latin (const gk_host *host, const void *problem, void *state,
                void *stream)
{
  (void)problem, (void)state, (void)stream;
  host->error (host, "the caf\xe9 is closed");
  return GK_FAIL;
}

static int
says_nothing (const gk_host *host, const void *problem, void *state,
              void *stream)
{
  (void)host, (void)problem, (void)state, (void)stream;
  return GK_FAIL;
}

static int
strays (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)host, (void)problem, (void)state, (void)stream;
  return 7;
}

static int
declines (const gk_host *host, const gk_device *device, const void *problem,
          const gk_value *values, void **state)
{
  (void)device, (void)problem, (void)values, (void)state;
  host->error (host, "this machine has no such library");
  return GK_SKIP;
}

static int
take_workspace (const gk_host *host, const gk_device *device,
                const void *problem, const gk_value *values, void **state)
{
  (void)device, (void)problem, (void)values;
  *state = host->workspace (host, 1000);
  return *state != NULL ? GK_OK : GK_SKIP;
}

static int
take_too_much (const gk_host *host, const gk_device *device,
               const void *problem, const gk_value *values, void **state)
{
  (void)device, (void)problem, (void)values;
  *state = host->workspace (host, (size_t)-100);
  return *state != NULL ? GK_OK : GK_SKIP;
}

static int
spills (const gk_host *host, const void *problem, void *state, void *stream)
{
  memset (state, 1, 1001);
  return right (host, problem, NULL, stream);
}

/* Says in prepare what it may not say again. */
static int
grumbles (const gk_host *host, const gk_device *device, const void *problem,
          const gk_value *values, void **state)
{
  (void)device, (void)problem, (void)values, (void)state;
  host->error (host, "an old reason");
  return GK_OK;
}

static int
takes_late (const gk_host *host, const void *problem, void *state, void *stream)
{
  if (host->workspace (host, 64) == NULL)
    return GK_FAIL;
  return right (host, problem, state, stream);
}

static int
crashes_in_prepare (const gk_host *host, const gk_device *device,
                    const void *problem, const gk_value *values, void **state)
{
  (void)device, (void)values, (void)state;
  return crashes (host, problem, NULL, NULL);
}

static void
crashes_in_work (const gk_host *host, const void *problem, void *state,
                 gk_work *work)
{
  (void)work;
  crashes (host, problem, state, NULL);
}

static void
crashes_in_release (const gk_host *host, void *state)
{
  crashes (host, NULL, state, NULL);
}

/* Past the guard zone as well, to where the last page of it ends. */
static int
runs_over (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_transpose *p = problem;

  right (host, problem, state, stream);
  memset ((uint32_t *)p->dst + p->cols * p->dst_pitch, 0, 4096 + 16);
  return GK_OK;
}

/* Past the guard zone and all that belongs to it. */
static int
writes_far (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_transpose *p = problem;
  char *end = (char *)((uint32_t *)p->dst + p->cols * p->dst_pitch);

  right (host, problem, state, stream);
  /* Whatever handler a sanitizer set is not what is tested. */
  signal (SIGSEGV, SIG_DFL);
  memset (end + (40 << 10), 0, 8);
  return GK_OK;
}

/* Shared memory in the place of the output's pages, with the same bytes. */
static int
maps_over (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_transpose *p = problem;
  const size_t page = (size_t)sysconf (_SC_PAGESIZE);
  const size_t bytes = (size_t)(p->cols * p->dst_pitch) * sizeof (uint32_t);
  const size_t whole = (bytes + page - 1) / page * page;
  char *kept = malloc (whole);

  if (kept == NULL)
    return GK_FAIL;
  memcpy (kept, p->dst, whole);
  mmap (p->dst, whole, PROT_READ | PROT_WRITE,
        MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  memcpy (p->dst, kept, whole);
  free (kept);
  return right (host, problem, state, stream);
}

/* Prints what looks like a frame and like a record, and bytes that are no
 * text. */
static int
prints (const gk_host *host, const void *problem, void *state, void *stream)
{
  static const char frame[]
      = "\x02\x00\x00\x00{}{\"type\":\"case\",\"status\":\"ok\"}\xff\n";

  fwrite (frame, 1, sizeof frame - 1, stdout);
  fputs ("a word on stderr\n", stderr);
  return right (host, problem, state, stream);
}

/* What follows the texts are members of it. */
#define ANY_TYPE(n, s, ...)                                                    \
  {                                                                            \
    .family = "transpose", .name = n, .summary = s, .device = GK_CPU,          \
    __VA_ARGS__                                                                \
  }
#define VARIANT(n, s, ...)                                                     \
  ANY_TYPE (n, s, .dtypes = GK_BIT (GK_I32) | GK_BIT (GK_F32), __VA_ARGS__)

static const gk_variant variants[] = {
  VARIANT ("right", "is right", .launch = right),
  VARIANT ("crashes", "raises SIGSEGV", .launch = crashes),
  VARIANT ("hangs", "never returns", .launch = hangs),
  VARIANT ("leaves", "calls _exit", .launch = leaves),
  VARIANT ("closes", "closes what it did not open", .launch = closes),
  VARIANT ("forks", "leaves a process behind", .launch = forks),
  VARIANT ("forks-and-crashes", "leaves a process behind and raises SIGSEGV",
           .launch = forks_and_crashes),
  VARIANT ("floods", "prints without end", .launch = floods),
  VARIANT ("wrong", "flips one bit", .launch = wrong),
  VARIANT ("leaves-out", "does not write the last element",
           .launch = leaves_out),
  VARIANT ("writes-past", "writes past the output's end",
           .launch = writes_past),
  VARIANT ("copies-past", "copies from past its input to past its output",
           .launch = copies_past),
  VARIANT ("writes-before", "writes before the output",
           .launch = writes_before),
  VARIANT ("spoils-input", "changes its input", .launch = spoils_input),
  VARIANT ("tires", "is wrong from the fifth launch on", .launch = tires),
  VARIANT ("forges", "writes an answer of its own", .launch = forges),
  VARIANT ("skips-timed", "computes when it sees poison only",
           .launch = skips_timed),
  VARIANT ("fails", "returns GK_FAIL", .launch = fails),
  VARIANT ("fails-in-latin", "gives a reason that is not UTF-8",
           .launch = fails_in_latin),
  VARIANT ("says-nothing", "returns GK_FAIL without a reason",
           .launch = says_nothing),
  VARIANT ("strays", "returns what is not a status", .launch = strays),
  ANY_TYPE ("declines", "skips in prepare", .prepare = declines,
            .launch = right),
  VARIANT ("declines-two", "has two types, and skips in prepare",
           .prepare = declines, .launch = right),
  ANY_TYPE ("crashes-in-prepare", "raises SIGSEGV in prepare",
            .prepare = crashes_in_prepare, .launch = right),
  ANY_TYPE ("crashes-in-work", "raises SIGSEGV in work",
            .work = crashes_in_work, .launch = right),
  ANY_TYPE ("crashes-in-release", "raises SIGSEGV in release", .launch = right,
            .release = crashes_in_release),
  VARIANT ("prints", "prints on both streams", .launch = prints),
  VARIANT ("takes-late", "takes workspace in launch", .launch = takes_late),
  VARIANT ("runs-over", "writes past the guard zone", .launch = runs_over),
  VARIANT ("writes-far", "writes 40 KiB past the output's end",
           .launch = writes_far),
  VARIANT ("maps-over", "maps shared memory over the output",
           .launch = maps_over),
  ANY_TYPE ("grumbles", "fails without a reason, having given one before",
            .prepare = grumbles, .launch = says_nothing),
  ANY_TYPE ("spills", "writes past its workspace", .prepare = take_workspace,
            .launch = spills),
  ANY_TYPE ("takes-too-much",
            "asks for more workspace than there are addresses",
            .prepare = take_too_much, .launch = right),
};

GK_PLUGIN ("faults", PACKAGE_VERSION, "variants with one fault each", NULL,
           variants)
