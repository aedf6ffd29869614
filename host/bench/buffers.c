/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "base/units.h"
#include "base/xalloc.h"
#include "bench/buffers.h"
#include "device/host-memory.h"

/* Bytes compared at a time. */
enum { PIECE = 8 << 20 };

/* A piece small enough to be filled in no noticeable time. */
enum { LINE = 64 };

static bool
is_filled (const struct buffers *b, size_t i)
{
  return serves_as (&b->problem->setup.buffers[i], GK_INPUT);
}

static bool
is_written (const struct buffers *b, size_t i)
{
  return serves_as (&b->problem->setup.buffers[i], GK_OUTPUT);
}

static bool
is_restored (const struct buffers *b, size_t i)
{
  return b->problem->setup.buffers[i].role == GK_INOUT;
}

static size_t
count_buffers (const struct buffers *b)
{
  return b->problem->setup.n_buffers;
}

static uint64_t
buffer_bytes (const struct buffers *b, size_t i)
{
  return b->problem->setup.buffers[i].bytes;
}

/* Stores the address of a buffer in the problem. */
static void
set_slot (struct buffers *b, size_t i)
{
  void *address = b->on_device[i].payload;

  /* memcpy, since the slot's type may be a pointer to const. */
  memcpy ((char *)b->problem->bytes + b->problem->setup.buffers[i].slot,
          &address, sizeof address);
}

/* Adds with saturation. */
static uint64_t
add_capped (uint64_t a, uint64_t b)
{
  return a + b < a ? UINT64_MAX : a + b;
}

/* Bytes that are still to be allocated on the device. */
static uint64_t
bytes_on_device (const struct buffers *b)
{
  uint64_t sum = 0;

  for (size_t i = 0; i < count_buffers (b); i++)
    if (b->on_device[i].payload == NULL) {
      sum = add_capped (sum, guarded_room (b->device, buffer_bytes (b, i)));
      if (is_restored (b, i))
        sum = add_capped (sum, buffer_bytes (b, i));
    }
  return sum;
}

/* Bytes in host memory: the inputs, of one kind of data at a time, the copy of
 * the outputs that is judged and the window in which it is shown, and pinned
 * copies for transfers. */
static uint64_t
bytes_on_host (const struct buffers *b, enum scope scope)
{
  const gk_setup *setup = &b->problem->setup;
  uint64_t inputs = views_bytes (setup, GK_INPUT);
  uint64_t outputs = views_bytes (setup, GK_OUTPUT);
  uint64_t sum = add_capped (
      add_capped (outputs, window_bytes (setup, window_slot_bytes (setup))),
      inputs);

  if (scope == SCOPE_TRANSFER && b->staging[0] == NULL)
    sum = add_capped (sum, add_capped (inputs, outputs));
  return sum;
}

static int
report_too_large (uint64_t need, uint64_t have, const char *where, char **why)
{
  char need_text[UNITS_MAX], have_text[UNITS_MAX];

  *why = xasprintf ("the problem needs %s of memory and %s has %s free",
                    units_bytes (need_text, (double)need), where,
                    units_bytes (have_text, (double)have));
  return GK_SKIP;
}

/* Fewer bytes fit wherever this process runs.  To find how many are free takes
 * longer than to allocate them: the files of several control groups are read.
 */
enum { TRIFLE_BYTES = 1 << 20 };

static bool
fits_on_host (uint64_t need, uint64_t *have)
{
  *have = need <= TRIFLE_BYTES ? need : host_memory_available ();
  return need <= *have;
}

int
buffers_fit (const struct buffers *b, enum scope scope, uint64_t held,
             char **why)
{
  struct device *d = b->device;
  bool shared = d->in_host || b->kind == MEMORY_MAPPED;
  uint64_t need = bytes_on_device (b), copies = bytes_on_host (b, scope);
  uint64_t have = 0;

  copies -= held < copies ? held : copies;
  /* If shared, buffers and copies come from the same memory. */
  if (shared)
    need = add_capped (need, copies);
  if (shared && need <= TRIFLE_BYTES)
    return GK_OK;
  if (!d->ops->available (d, b->kind, &have)) {
    *why = xstrdup (d->error);
    return GK_FAIL;
  }
  if (need > have)
    return report_too_large (need, have, d->info.name, why);
  if (!shared && !fits_on_host (copies, &have))
    return report_too_large (copies, have, "the host", why);
  return GK_OK;
}

/* Allocates what buffers are restored from. */
static bool
alloc_initial (struct buffers *b)
{
  struct device *d = b->device;

  for (size_t i = 0; i < count_buffers (b); i++)
    if (is_restored (b, i)
        && !d->ops->alloc (d, b->kind, buffer_bytes (b, i), &b->initial[i])) {
      b->initial[i] = NULL;
      return false;
    }
  return true;
}

int
buffers_open (struct buffers *b, struct device *d,
              const struct problem_copy *problem, struct mode mode,
              uint64_t held, char **why)
{
  size_t problem_bytes = problem->setup.problem_bytes;
  uint64_t bytes[GK_MAX_BUFFERS];
  int result;

  *b = (struct buffers){
    .device = d, .problem = problem, .kind = mode.memory, .pages = mode.pages
  };
  result = buffers_fit (b, mode.scope, held, why);
  if (result != GK_OK)
    return result;
  for (size_t i = 0; i < count_buffers (b); i++)
    bytes[i] = buffer_bytes (b, i);
  if (!guarded_alloc (b->on_device, count_buffers (b), d, b->kind, bytes, 0)
      || !alloc_initial (b)) {
    *why = xasprintf ("%s: %s", d->info.name, d->error);
    buffers_close (b);
    /* Free memory may be fragmented, or allocated by others meanwhile. */
    return d->needs_restart ? GK_FAIL : GK_SKIP;
  }
  for (size_t i = 0; i < count_buffers (b); i++)
    set_slot (b, i);
  b->saved_problem = xmalloc (problem_bytes);
  memcpy (b->saved_problem, problem->bytes, problem_bytes);
  return GK_OK;
}

void
buffers_close (struct buffers *b)
{
  struct device *d = b->device;

  for (size_t i = 0; i < GK_MAX_BUFFERS && d != NULL; i++) {
    guarded_free (&b->on_device[i], d);
    if (b->staging[i] != NULL)
      d->ops->free_host (d, b->staging[i]);
    if (b->output_copy[i] != NULL)
      d->ops->free (d, b->kind, b->output_copy[i]);
    if (b->initial[i] != NULL)
      d->ops->free (d, b->kind, b->initial[i]);
  }
  if (b->piece != NULL)
    d->ops->free_host (d, b->piece);
  free (b->saved_problem);
  *b = (struct buffers){ 0 };
}

bool
buffers_stage (struct buffers *b)
{
  struct device *d = b->device;

  for (size_t i = 0; i < count_buffers (b); i++)
    if (b->staging[i] == NULL
        && !d->ops->alloc_host (d, buffer_bytes (b, i), &b->staging[i])) {
      b->staging[i] = NULL;
      return false;
    }
  return true;
}

void
buffers_alloc_copies (struct buffers *b)
{
  struct device *d = b->device;

  if (b->has_output_copies)
    return;
  b->has_output_copies = true;
  for (size_t i = 0; i < count_buffers (b); i++)
    if (is_written (b, i) && b->output_copy[i] == NULL
        && !d->ops->alloc (d, b->kind, buffer_bytes (b, i),
                           &b->output_copy[i])) {
      b->output_copy[i] = NULL;
      b->has_output_copies = false;
    }
}

/* Returns where a buffer's inputs are loaded to: what is restored has a copy.
 */
static char *
find_inputs (const struct buffers *b, size_t i)
{
  return is_restored (b, i) ? b->initial[i] : b->on_device[i].payload;
}

static bool
load_buffer (struct buffers *b, size_t i)
{
  const void *input = b->views->input[i];
  struct device *d = b->device;

  /* With scope = transfer, each launch uploads these. */
  if (b->staging[i] != NULL)
    parallel_copy (b->staging[i], input, buffer_bytes (b, i));
  return d->ops->upload (d, find_inputs (b, i), input, buffer_bytes (b, i));
}

bool
buffers_load (struct buffers *b, gk_data data, uint64_t version)
{
  if (b->loaded && b->data == data && b->version == version)
    return true;
  b->loaded = false;
  for (size_t i = 0; i < count_buffers (b); i++)
    if (is_filled (b, i) && !load_buffer (b, i))
      return false;
  b->data = data;
  b->version = version;
  b->loaded = true;
  return true;
}

bool
buffers_load_constants (struct buffers *b)
{
  b->loaded = false;
  for (size_t i = 0; i < count_buffers (b); i++)
    if (b->problem->setup.buffers[i].role == GK_CONSTANT && !load_buffer (b, i))
      return false;
  return true;
}

/* Returns where to write a change of an input instead: in the copy of an
 * output. */
static void *
find_decoy (const struct buffers *b, const gk_range *range)
{
  for (size_t i = 0; i < count_buffers (b); i++)
    if (b->output_copy[i] != NULL && buffer_bytes (b, i) >= range->bytes)
      return (char *)b->output_copy[i]
             + range->offset % (buffer_bytes (b, i) - range->bytes + 1);
  return NULL;
}

bool
buffers_change (struct buffers *b, const struct order *order, bool decoys)
{
  const gk_range *range = order->range;
  struct device *d = b->device;

  if (order->n_ranges > 0 && !decoys)
    b->version = order->version;
  for (size_t r = 0; r < order->n_ranges; r++) {
    size_t i = range[r].buffer, bytes = range[r].bytes;
    const char *from = (const char *)b->views->input[i] + range[r].offset;
    /* On the CPU the same bytes are written again. */
    void *to = decoys && !d->in_host ? find_decoy (b, &range[r])
                                     : find_inputs (b, i) + range[r].offset;

    if (!decoys && b->staging[i] != NULL)
      memcpy ((char *)b->staging[i] + range[r].offset, from, bytes);
    if (to != NULL && !d->ops->copy (d, to, from, bytes))
      return false;
  }
  return true;
}

/* Writes back the same bytes, which moves the lines to this core's cache as a
 * fill would: the next core that writes to them has to fetch them from here,
 * which takes twice as long. */
static void
rewrite_lines (void *memory, size_t bytes)
{
  volatile char *at = memory;

  for (size_t i = 0; i < bytes; i += LINE)
    at[i] = at[i];
}

static bool
poison_buffer (struct buffers *b, size_t i, uint8_t byte, bool decoys)
{
  struct device *d = b->device;
  void *to = decoys ? b->output_copy[i] : b->on_device[i].payload;

  if (decoys && d->in_host) {
    rewrite_lines (b->on_device[i].payload, buffer_bytes (b, i));
    return true;
  }
  return to == NULL || d->ops->fill (d, to, byte, buffer_bytes (b, i));
}

static bool
restore_buffer (struct buffers *b, size_t i)
{
  struct device *d = b->device;

  /* A launch with scope = transfer has downloaded its result to these. */
  if (b->staging[i] != NULL)
    memcpy (b->staging[i], b->views->input[i], buffer_bytes (b, i));
  return d->ops->copy (d, b->on_device[i].payload, b->initial[i],
                       buffer_bytes (b, i));
}

bool
buffers_restore (struct buffers *b)
{
  for (size_t i = 0; i < count_buffers (b); i++)
    if (is_restored (b, i) && !restore_buffer (b, i))
      return false;
  return true;
}

bool
buffers_poison (struct buffers *b, uint8_t byte, bool decoys)
{
  for (size_t i = 0; i < count_buffers (b); i++)
    if (is_written (b, i) && !is_restored (b, i)
        && !poison_buffer (b, i, byte, decoys))
      return false;
  return buffers_restore (b);
}

void
buffers_draw_pieces (const struct buffers *b, struct pieces *pieces)
{
  pieces->n = 0;
  for (size_t i = 0; i < count_buffers (b); i++)
    if (is_written (b, i) && !is_restored (b, i))
      pieces->piece[pieces->n++] = guarded_draw_piece (&b->on_device[i], LINE);
}

bool
buffers_poison_pieces (struct buffers *b, const struct pieces *pieces,
                       uint8_t byte)
{
  struct device *d = b->device;

  for (size_t i = 0; i < pieces->n; i++)
    if (!d->ops->fill (d, pieces->piece[i].address, byte,
                       pieces->piece[i].bytes))
      return false;
  return true;
}

bool
buffers_snapshot (struct buffers *b)
{
  struct device *d = b->device;

  for (size_t i = 0; i < count_buffers (b); i++)
    if (b->output_copy[i] != NULL
        && !d->ops->copy (d, b->output_copy[i], b->on_device[i].payload,
                          buffer_bytes (b, i)))
      return false;
  return true;
}

bool
buffers_match_snapshot (struct buffers *b, bool *same)
{
  struct device *d = b->device;

  *same = true;
  for (size_t i = 0; i < count_buffers (b) && *same; i++)
    if (b->output_copy[i] != NULL
        && !d->ops->compare (d, b->output_copy[i], b->on_device[i].payload,
                             buffer_bytes (b, i), same))
      return false;
  return true;
}

bool
buffers_show (struct buffers *b, const struct shown_piece *piece, void *to,
              bool spare)
{
  const size_t i = piece->buffer;
  const char *from = spare ? b->output_copy[i] : b->on_device[i].payload;

  return b->device->ops->download (b->device, to, from + piece->offset,
                                   piece->bytes);
}

/* True if n <= PIECE bytes on the device equal a copy in host memory. */
static bool
is_equal_piece (struct buffers *b, const char *at, const char *want, size_t n,
                bool *failed)
{
  struct device *d = b->device;

  if (d->in_host)
    return parallel_equal (at, want, n);
  if (b->piece == NULL && !d->ops->alloc_host (d, PIECE, &b->piece))
    b->piece = NULL;
  *failed = b->piece == NULL || !d->ops->copy (d, b->piece, at, n)
            || !d->ops->sync (d);
  return *failed || parallel_equal (b->piece, want, n);
}

/* True if a buffer on the device equals a copy in host memory.  Compares
 * pieces, so that no second copy is needed, unless the device can. */
static bool
is_copy (struct buffers *b, size_t i, const char *want, bool *failed)
{
  const char *payload = b->on_device[i].payload;
  const size_t bytes = b->on_device[i].bytes;
  struct device *d = b->device;
  bool equal = true;

  if (b->compares && d->ops->reads (d, want)) {
    *failed = !d->ops->compare (d, payload, want, bytes, &equal);
    return *failed || equal;
  }
  for (size_t at = 0; at < bytes && equal && !*failed; at += PIECE)
    equal = is_equal_piece (b, payload + at, want + at,
                            bytes - at < PIECE ? bytes - at : PIECE, failed);
  return equal;
}

/* True if the variant changed the problem; restores it for the variants to
 * come. */
static bool
problem_changed (struct buffers *b)
{
  size_t bytes = b->problem->setup.problem_bytes;

  if (memcmp (b->problem->bytes, b->saved_problem, bytes) == 0)
    return false;
  memcpy (b->problem->bytes, b->saved_problem, bytes);
  return true;
}

char *
buffers_find_damage (struct buffers *b, bool inputs, enum wrong_class *seen,
                     bool *failed)
{
  *failed = false;
  *seen = WRONG_INPUTS;
  if (problem_changed (b))
    return xstrdup ("changed the problem that it was given");
  *seen = WRONG_OUTSIDE;
  for (size_t i = 0; i < count_buffers (b); i++) {
    const char *name = b->problem->setup.buffers[i].name;
    char *where, *text;

    if (guarded_is_replaced (&b->on_device[i]))
      return xasprintf ("replaced the memory of '%s'", name);
    if (!guarded_is_intact (&b->on_device[i], b->device, &where)) {
      *failed = where == NULL;
      if (*failed)
        return NULL;
      text = xasprintf ("wrote outside of '%s', %s", name, where);
      free (where);
      return text;
    }
    if (inputs && !is_written (b, i) && b->loaded
        && !is_copy (b, i, b->views->input[i], failed)) {
      b->loaded = false;
      *seen = WRONG_INPUTS;
      return xasprintf ("changed its input '%s'", name);
    }
    if (*failed)
      return NULL;
  }
  return NULL;
}

/* A constant was there before prepare. */
static bool
is_moved (const struct buffers *b, size_t i, gk_role role)
{
  const gk_buffer *buffer = &b->problem->setup.buffers[i];

  return serves_as (buffer, role) && buffer->role != GK_CONSTANT;
}

bool
buffers_transfer (struct buffers *b, gk_role role)
{
  const bool up = role == GK_INPUT;
  struct device *d = b->device;

  for (size_t i = 0; i < count_buffers (b); i++) {
    void *there = b->on_device[i].payload, *here = b->staging[i];

    if (is_moved (b, i, role)
        && !d->ops->copy (d, up ? there : here, up ? here : there,
                          buffer_bytes (b, i)))
      return false;
  }
  return true;
}
