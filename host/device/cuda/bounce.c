/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "base/parallel.h"
#include "device/cuda/cuda.h"

/* A part is large enough for several cores; the driver copies less than two
 * parts. */
enum { HALF = 16 << 20 };

/* Allocates the buffers.  False if there is no pinned memory, or too little to
 * copy: then the driver copies, slower. */
static bool
make_halves (struct cuda_bounce *b, const struct cuda_driver *cu, size_t bytes)
{
  if (bytes < 2 * HALF)
    return false;
  for (int i = 0; i < 2; i++) {
    void *half;

    if (b->half[i] != NULL)
      continue;
    if (b->free[i] == NULL && cu->event_create (&b->free[i], 0) != 0) {
      b->free[i] = NULL;
      return false;
    }
    if (cu->mem_alloc_host (&half, HALF, CU_HOST_PORTABLE) != 0)
      return false;
    b->half[i] = half;
  }
  return true;
}

static cu_result
copy_directly (const struct cuda_driver *cu, cu_stream stream, cu_pointer to,
               cu_pointer from, size_t bytes)
{
  cu_result error = cu->copy_async (to, from, bytes, stream);

  return error != 0 ? error : cu->stream_sync (stream);
}

static size_t
part_bytes (size_t at, size_t bytes)
{
  return bytes - at < HALF ? bytes - at : HALF;
}

/* Enqueues a copy between a half and the device. */
static cu_result
enqueue_half (struct cuda_bounce *b, const struct cuda_driver *cu,
              cu_stream stream, int i, cu_pointer to, cu_pointer from, size_t n)
{
  cu_result error = cu->copy_async (to, from, n, stream);

  return error != 0 ? error : cu->event_record (b->free[i], stream);
}

cu_result
bounce_upload (struct cuda_bounce *b, const struct cuda_driver *cu,
               cu_stream stream, cu_pointer to, const void *from, size_t bytes)
{
  cu_result error = 0;
  int i = 0;

  if (!make_halves (b, cu, bytes))
    return copy_directly (cu, stream, to, (cu_pointer)(uintptr_t)from, bytes);
  for (size_t at = 0; at < bytes && error == 0; at += HALF, i = !i) {
    size_t n = part_bytes (at, bytes);

    if (at >= 2 * HALF)
      error = cu->event_sync (b->free[i]);
    if (error != 0)
      return error;
    parallel_copy (b->half[i], (const char *)from + at, n);
    error = enqueue_half (b, cu, stream, i, to + at,
                          (cu_pointer)(uintptr_t)b->half[i], n);
  }
  return error != 0 ? error : cu->stream_sync (stream);
}

cu_result
bounce_download (struct cuda_bounce *b, const struct cuda_driver *cu,
                 cu_stream stream, void *to, cu_pointer from, size_t bytes)
{
  cu_result error = 0;
  int i = 0;

  if (!make_halves (b, cu, bytes))
    return copy_directly (cu, stream, (cu_pointer)(uintptr_t)to, from, bytes);
  /* One more turn than parts, to empty the last half. */
  for (size_t at = 0; at < bytes + HALF && error == 0; at += HALF, i = !i) {
    size_t before = at - HALF;

    if (at < bytes)
      error = enqueue_half (b, cu, stream, i, (cu_pointer)(uintptr_t)b->half[i],
                            from + at, part_bytes (at, bytes));
    if (at == 0 || error != 0)
      continue;
    error = cu->event_sync (b->free[!i]);
    if (error == 0)
      parallel_copy ((char *)to + before, b->half[!i],
                     part_bytes (before, bytes));
  }
  return error;
}

void
bounce_close (struct cuda_bounce *b, const struct cuda_driver *cu)
{
  for (int i = 0; i < 2; i++) {
    if (b->free[i] != NULL)
      cu->event_destroy (b->free[i]);
    if (b->half[i] != NULL)
      cu->mem_free_host (b->half[i]);
  }
  *b = (struct cuda_bounce){ 0 };
}
