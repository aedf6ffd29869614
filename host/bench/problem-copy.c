/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <float.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "bench/problem-copy.h"

struct problem_copy
problem_copy_make (const gk_setup *setup)
{
  struct problem_copy p = { .setup = *setup };

  p.bytes = xmalloc (setup->problem_bytes);
  memcpy (p.bytes, setup->problem, setup->problem_bytes);
  p.setup.problem = p.bytes;
  p.setup.state = NULL;
  for (size_t i = 0; i < setup->n_buffers; i++)
    p.setup.buffers[i].name = p.name[i] = xstrdup (setup->buffers[i].name);
  return p;
}

void
problem_copy_free (struct problem_copy *problem)
{
  for (size_t i = 0; i < GK_MAX_BUFFERS; i++)
    free (problem->name[i]);
  free (problem->bytes);
  *problem = (struct problem_copy){ 0 };
}

/* True if an earlier buffer has the same slot. */
static bool
is_slot_shared (const gk_setup *setup, size_t i)
{
  for (size_t j = 0; j < i; j++)
    if (setup->buffers[j].slot == setup->buffers[i].slot)
      return true;
  return false;
}

static const char *
find_buffer_fault (const gk_setup *setup, size_t i)
{
  const gk_buffer *b = &setup->buffers[i];

  if (b->name == NULL || (b->role != GK_INPUT && b->role != GK_OUTPUT))
    return "a buffer has no name, or is neither input nor output";
  /* Names are sent to the worker, and stored in records, as JSON. */
  if (utf8_count_valid (b->name, strlen (b->name)) != strlen (b->name))
    return "the name of a buffer is not UTF-8";
  if (b->bytes == 0)
    return "the family requests a buffer of 0 bytes";
  if (setup->problem_bytes < sizeof (void *)
      || b->slot > setup->problem_bytes - sizeof (void *)
      || b->slot % sizeof (void *) != 0)
    return "the slot of a buffer is not a pointer in the problem; set "
           "problem_bytes, and slot with offsetof";
  if (is_slot_shared (setup, i))
    return "two buffers share a slot; give each a pointer of its own in the "
           "problem";
  return NULL;
}

const char *
problem_copy_fault (const gk_setup *setup)
{
  const uint64_t data = GK_BIT (GK_DATA_RANDOM) | GK_BIT (GK_DATA_EXACT)
                        | GK_BIT (GK_DATA_ZERO) | GK_BIT (GK_DATA_WIDE);
  const uint64_t judged = setup->verify_data & ~GK_BIT (GK_DATA_ZERO);
  bool output = false;

  if (setup->problem == NULL || setup->n_buffers == 0
      || setup->n_buffers > GK_MAX_BUFFERS)
    return "the family did not set a problem and 1 to 16 buffers";
  for (size_t i = 0; i < setup->n_buffers; i++) {
    const char *fault = find_buffer_fault (setup, i);

    if (fault != NULL)
      return fault;
    output |= setup->buffers[i].role == GK_OUTPUT;
  }
  if (!output)
    return "the family has no output, so there is nothing to verify";
  if (judged == 0 || (setup->verify_data & ~data) != 0)
    return "verify_data must be one or more of random, exact and wide";
  /* JSON has no infinity, and no time is negative. */
  if (!(setup->work.ops >= 0 && setup->work.ops <= DBL_MAX))
    return "the family set work.ops to a value that is not a number of "
           "operations";
  return NULL;
}
