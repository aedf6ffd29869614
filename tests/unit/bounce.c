/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Large copies by way of two pinned halves, on a device that is as late as it
 * may be: it copies only when somebody waits for it.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "device/cuda/cuda.h"
#include "tests/unit/unit.h"

enum { MIB = 1 << 20, MOST_QUEUED = 64, ANOTHER_ERROR = 999 };

/* Copies and, where `event` is set, marks, in order. */
struct queued {
  cu_pointer to, from;
  size_t bytes;
  cu_event event;
};

static struct {
  struct queued queue[MOST_QUEUED];
  size_t n, done;
  int events, pinned; /* that there are */
  int copies_until_refused, pinned_until_refused;
} late;

static void
catch_up (size_t until)
{
  for (; late.done < until; late.done++) {
    const struct queued *q = &late.queue[late.done];

    if (q->event == NULL)
      memcpy ((void *)(uintptr_t)q->to, (const void *)(uintptr_t)q->from,
              q->bytes);
  }
}

static cu_result
copy_async (cu_pointer to, cu_pointer from, size_t bytes, cu_stream stream)
{
  (void)stream;
  if (late.copies_until_refused-- == 0)
    return ANOTHER_ERROR;
  assert_true (late.n < MOST_QUEUED);
  late.queue[late.n++]
      = (struct queued){ .to = to, .from = from, .bytes = bytes };
  return 0;
}

static cu_result
stream_sync (cu_stream stream)
{
  (void)stream;
  catch_up (late.n);
  return 0;
}

static cu_result
event_create (cu_event *event, unsigned flags)
{
  (void)flags;
  *event = malloc (1);
  late.events++;
  return 0;
}

static cu_result
event_destroy (cu_event event)
{
  free (event);
  late.events--;
  return 0;
}

static cu_result
event_record (cu_event event, cu_stream stream)
{
  (void)stream;
  assert_true (late.n < MOST_QUEUED);
  late.queue[late.n++] = (struct queued){ .event = event };
  return 0;
}

static cu_result
event_sync (cu_event event)
{
  size_t i = late.n;

  while (i > 0 && late.queue[i - 1].event != event)
    i--;
  assert_true (i > 0);
  catch_up (i);
  return 0;
}

static cu_result
mem_alloc_host (void **memory, size_t bytes, unsigned flags)
{
  (void)flags;
  if (late.pinned_until_refused-- == 0)
    return CU_OUT_OF_MEMORY;
  *memory = malloc (bytes);
  late.pinned++;
  return 0;
}

static cu_result
mem_free_host (void *memory)
{
  free (memory);
  late.pinned--;
  return 0;
}

static const struct cuda_driver driver = { .copy_async = copy_async,
                                           .stream_sync = stream_sync,
                                           .event_create = event_create,
                                           .event_destroy = event_destroy,
                                           .event_record = event_record,
                                           .event_sync = event_sync,
                                           .mem_alloc_host = mem_alloc_host,
                                           .mem_free_host = mem_free_host };

/* No two places hold the same. */
static uint32_t *
filled (size_t bytes)
{
  uint32_t *words = xmalloc (bytes + sizeof *words);

  for (size_t i = 0; i <= bytes / sizeof *words; i++)
    words[i] = (uint32_t)(i * 2654435761u);
  return words;
}

/* There and back, where nothing is as it was. */
static void
expect_copies (struct cuda_bounce *b, size_t bytes)
{
  uint32_t *want = filled (bytes);
  char *device = calloc (1, bytes), *back = calloc (1, bytes);
  cu_pointer at = (cu_pointer)(uintptr_t)device;

  late.n = late.done = 0;
  assert_int_equal (bounce_upload (b, &driver, NULL, at, want, bytes), 0);
  assert_memory_equal (device, want, bytes);
  late.n = late.done = 0;
  assert_int_equal (bounce_download (b, &driver, NULL, back, at, bytes), 0);
  assert_memory_equal (back, want, bytes);
  free (want);
  free (device);
  free (back);
}

static void
begin (void)
{
  memset (&late, 0, sizeof late);
  late.copies_until_refused = late.pinned_until_refused = -1;
}

TEST (of_all_sizes)
{
  static const size_t sizes[]
      = { 1,        1000,         32 * MIB - 1, 32 * MIB, 32 * MIB + 1,
          48 * MIB, 80 * MIB - 5, 96 * MIB + 4 };
  struct cuda_bounce b = { 0 };

  begin ();
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    expect_copies (&b, sizes[i]);
  assert_int_equal (late.pinned, 2);
  bounce_close (&b, &driver);
  assert_int_equal (late.pinned, 0);
  assert_int_equal (late.events, 0);
}

TEST (without_pinned_memory)
{
  for (int had = 0; had < 2; had++) {
    struct cuda_bounce b = { 0 };

    begin ();
    late.pinned_until_refused = had;
    expect_copies (&b, 40 * MIB);
    bounce_close (&b, &driver);
    assert_int_equal (late.pinned, 0);
    assert_int_equal (late.events, 0);
  }
}

TEST (refused)
{
  const size_t bytes = 64 * MIB;
  char *one = calloc (1, bytes), *other = calloc (1, bytes);
  struct cuda_bounce b = { 0 };

  for (int copies = 0; copies < 4; copies++) {
    begin ();
    late.copies_until_refused = copies;
    assert_int_equal (bounce_upload (&b, &driver, NULL,
                                     (cu_pointer)(uintptr_t)one, other, bytes),
                      ANOTHER_ERROR);
    begin ();
    late.copies_until_refused = copies;
    assert_int_equal (bounce_download (&b, &driver, NULL, one,
                                       (cu_pointer)(uintptr_t)other, bytes),
                      ANOTHER_ERROR);
  }
  bounce_close (&b, &driver);
  free (one);
  free (other);
}
