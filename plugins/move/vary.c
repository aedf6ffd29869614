/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "vary.h"
#include "vary/changes.h"

enum { SOURCE = 0 };

static uint64_t
offset_of (const struct move_shape *shape, uint64_t element)
{
  const uint64_t cols = (uint64_t)shape->cols;

  return (element / cols * (uint64_t)shape->src_pitch + element % cols)
         * shape->element;
}

/* Applies a generation's changes, or undoes them: flipping the same bits twice
 * restores them. */
static void
flip_bits (const gk_host *host, const struct move_shape *shape, gk_vary *vary,
           uint64_t generation)
{
  const uint64_t n = (uint64_t)shape->rows * (uint64_t)shape->cols;
  const uint64_t places = n < CHANGES ? n : CHANGES;
  unsigned char *src = vary->buffers[SOURCE];
  uint64_t words[2 * CHANGES];

  changes_random (host, vary->seed, generation, SOURCE, words, 2 * CHANGES);
  for (uint64_t t = 0; t < places; t++) {
    const uint64_t element = changes_index (words[2 * t], t, places, n);
    const uint64_t offset = offset_of (shape, element);
    /* One byte suffices to differ from the neighbouring generations. */
    const uint64_t low = changes_shift (words[2 * t + 1], generation, 256);
    const uint64_t bits = (words[2 * t + 1] & ~UINT64_C (0xff)) | low;

    for (uint32_t i = 0; i < shape->element; i++)
      src[offset + i] ^= (unsigned char)(bits >> (8 * (i % 8)));
    changes_note (vary, SOURCE, offset, shape->element);
  }
}

void
move_vary (const gk_host *host, const struct move_shape *shape, gk_vary *vary)
{
  if (vary->generation > 1)
    flip_bits (host, shape, vary, vary->generation - 1);
  flip_bits (host, shape, vary, vary->generation);
}
