/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/units.h"
#include "base/xalloc.h"
#include "bench/buffers.h"
#include "device/host-memory.h"

static bool
is_input (const struct buffers *b, size_t i)
{
  return b->setup->buffers[i].role == GK_INPUT;
}

/* Which of the two places host copies of that data have. */
static int
copy_index (gk_data data)
{
  return data == GK_DATA_RANDOM ? 0 : 1;
}

/* Tells the problem where its buffer lies. */
static void
set_slot (struct buffers *b, size_t i)
{
  void *address = b->on_device[i].payload;

  /* memcpy, since the slot's type may be a pointer to const. */
  memcpy ((char *)b->problem + b->setup->buffers[i].slot, &address,
          sizeof address);
}

/* A sum that stops at the largest number. */
static uint64_t
plus (uint64_t a, uint64_t b)
{
  return a + b < a ? UINT64_MAX : a + b;
}

/* What the buffers take where the device works on them. */
static uint64_t
bytes_on_device (const struct buffers *b)
{
  uint64_t sum = 0;

  for (size_t i = 0; i < b->setup->n_buffers; i++)
    if (b->on_device[i].payload == NULL)
      sum = plus (sum, guarded_room (b->device, b->setup->buffers[i].bytes));
  return sum;
}

/* What a copy of each takes that is not in list yet. */
static uint64_t
bytes_of_copies (const struct buffers *b, void *const *list, bool inputs_only)
{
  uint64_t sum = 0;

  for (size_t i = 0; i < b->setup->n_buffers; i++)
    if (list[i] == NULL && (is_input (b, i) || !inputs_only))
      sum = plus (sum, b->setup->buffers[i].bytes);
  return sum;
}

/* What they take in the host's memory: for the family, of inputs a copy for
 * each kind of data, of outputs one; and what transfers go to and from. */
static uint64_t
bytes_on_host (const struct buffers *b, enum scope scope)
{
  uint64_t sum = bytes_of_copies (b, b->host[0], false);

  if (b->setup->verify_data != GK_BIT (GK_DATA_RANDOM))
    sum = plus (sum, bytes_of_copies (b, b->host[1], true));
  if (scope == SCOPE_TRANSFER)
    sum = plus (sum, bytes_of_copies (b, b->staging, false));
  return sum;
}

static enum buffers_result
too_large (uint64_t need, uint64_t have, const char *where, char **why)
{
  char need_text[UNITS_MAX], have_text[UNITS_MAX];

  *why = xasprintf ("the problem needs %s of memory and %s has %s free",
                    units_bytes (need_text, (double)need), where,
                    units_bytes (have_text, (double)have));
  return BUFFERS_SKIP;
}

enum buffers_result
buffers_fit (const struct buffers *b, enum scope scope, char **why)
{
  struct device *d = b->device;
  bool shared = d->in_host || b->kind == MEMORY_MAPPED;
  uint64_t need = bytes_on_device (b), copies = bytes_on_host (b, scope);
  uint64_t have = 0, on_host = host_memory_available ();

  if (!d->ops->available (d, b->kind, &have)) {
    *why = xstrdup (d->error);
    return BUFFERS_FAIL;
  }
  /* The device's own memory and the copies come from the same memory. */
  if (shared)
    need = plus (need, copies);
  if (need > have)
    return too_large (need, have, d->info.name, why);
  if (!shared && copies > on_host)
    return too_large (copies, on_host, "the host", why);
  return BUFFERS_OK;
}

enum buffers_result
buffers_open (struct buffers *b, struct device *d, const gk_setup *setup,
              void *problem, struct mode mode, char **why)
{
  uint64_t bytes[GK_MAX_BUFFERS];
  enum buffers_result result;

  *b = (struct buffers){
    .device = d, .setup = setup, .problem = problem, .kind = mode.memory
  };
  result = buffers_fit (b, mode.scope, why);
  if (result != BUFFERS_OK)
    return result;
  for (size_t i = 0; i < setup->n_buffers; i++)
    bytes[i] = setup->buffers[i].bytes;
  if (!guarded_alloc (b->on_device, setup->n_buffers, d, b->kind, bytes, 0)) {
    *why = xasprintf ("%s: %s", d->info.name, d->error);
    buffers_close (b);
    /* Free memory may be in pieces, or be taken in between. */
    return d->needs_restart ? BUFFERS_FAIL : BUFFERS_SKIP;
  }
  for (size_t i = 0; i < setup->n_buffers; i++)
    set_slot (b, i);
  b->right = xmalloc (setup->problem_bytes);
  memcpy (b->right, problem, setup->problem_bytes);
  return BUFFERS_OK;
}

void
buffers_close (struct buffers *b)
{
  for (size_t i = 0; i < GK_MAX_BUFFERS; i++) {
    if (b->device != NULL)
      guarded_free (&b->on_device[i], b->device);
    if (b->staging[i] != NULL)
      b->device->ops->free_host (b->device, b->staging[i]);
    free (b->host[0][i]);
    free (b->host[1][i]);
  }
  free (b->right);
  *b = (struct buffers){ 0 };
}

static bool
make_host (struct buffers *b, int at, size_t i, char **why)
{
  size_t bytes = (size_t)b->setup->buffers[i].bytes;

  if (b->host[at][i] != NULL)
    return true;
  if (posix_memalign (&b->host[at][i], 4096, bytes) == 0)
    return true;
  b->host[at][i] = NULL;
  *why = xasprintf ("can't allocate %zu bytes of host memory for '%s'", bytes,
                    b->setup->buffers[i].name);
  return false;
}

/* Has the family make the inputs in host memory. */
static bool
make_inputs (struct buffers *b, struct services *services,
             const gk_family *family, gk_data data, uint64_t seed, char **why)
{
  void *list[GK_MAX_BUFFERS] = { NULL };
  int at = copy_index (data), status;

  for (size_t i = 0; i < b->setup->n_buffers; i++) {
    if (!is_input (b, i))
      continue;
    if (!make_host (b, at, i, why))
      return false;
    list[i] = b->host[at][i];
  }
  services_clear (services);
  status = family->fill (&services->host, b->setup->state, data, seed, list);
  if (status != GK_OK) {
    services_status (services, "fill", status);
    *why = xasprintf ("making inputs: %s", services_reason (services));
    return false;
  }
  b->made[at] = true;
  b->in_place[at] = data;
  return true;
}

enum buffers_result
buffers_load (struct buffers *b, struct services *services,
              const gk_family *family, gk_data data, uint64_t seed, char **why)
{
  struct device *d = b->device;
  int at = copy_index (data);

  if (b->loaded && b->loaded_data == data)
    return BUFFERS_OK;
  if (!(b->made[at] && b->in_place[at] == data)
      && !make_inputs (b, services, family, data, seed, why))
    return BUFFERS_FAIL;
  b->loaded = false;
  for (size_t i = 0; i < b->setup->n_buffers; i++)
    if (is_input (b, i)
        && !d->ops->copy (d, b->on_device[i].payload, b->host[at][i],
                          b->on_device[i].bytes)) {
      *why = xstrdup (d->error);
      return BUFFERS_FAIL;
    }
  if (!d->ops->sync (d)) {
    *why = xstrdup (d->error);
    return BUFFERS_FAIL;
  }
  b->loaded = true;
  b->loaded_data = data;
  return BUFFERS_OK;
}

bool
buffers_poison (struct buffers *b, uint8_t byte)
{
  struct device *d = b->device;

  for (size_t i = 0; i < b->setup->n_buffers; i++)
    if (!is_input (b, i)
        && !d->ops->fill (d, b->on_device[i].payload, byte,
                          b->on_device[i].bytes))
      return false;
  return d->ops->sync (d);
}

bool
buffers_fetch (struct buffers *b)
{
  struct device *d = b->device;
  char *why;

  for (size_t i = 0; i < b->setup->n_buffers; i++) {
    if (is_input (b, i))
      continue;
    if (!make_host (b, 0, i, &why)) {
      device_fail (d, "%s", why);
      free (why);
      return false;
    }
    if (!d->ops->copy (d, b->host[0][i], b->on_device[i].payload,
                       b->on_device[i].bytes))
      return false;
  }
  return d->ops->sync (d);
}

void
buffers_of_check (const struct buffers *b, const void *list[])
{
  for (size_t i = 0; i < b->setup->n_buffers; i++)
    list[i] = is_input (b, i) ? b->host[copy_index (b->loaded_data)][i]
                              : b->host[0][i];
}

/* Compares an input on the device with its host copy, a piece at a time so that
 * no second copy of it is needed. */
static bool
input_changed (struct buffers *b, size_t i, bool *failed)
{
  enum { PIECE = 8 << 20 };
  struct device *d = b->device;
  const char *want = b->host[copy_index (b->loaded_data)][i];
  const char *at = b->on_device[i].payload;
  size_t left = b->on_device[i].bytes;
  char *piece;
  bool changed = false;

  if (d->in_host)
    return memcmp (at, want, left) != 0;
  piece = xmalloc (left < PIECE ? left : PIECE);
  while (left > 0 && !changed && !*failed) {
    size_t n = left < PIECE ? left : PIECE;
    *failed = !d->ops->copy (d, piece, at, n) || !d->ops->sync (d);
    changed = !*failed && memcmp (piece, want, n) != 0;
    at += n;
    want += n;
    left -= n;
  }
  free (piece);
  return changed;
}

/* Whether the problem is not as it was; makes it so again, for the variants to
 * come. */
static bool
problem_changed (struct buffers *b)
{
  size_t bytes = b->setup->problem_bytes;

  if (memcmp (b->problem, b->right, bytes) == 0)
    return false;
  memcpy (b->problem, b->right, bytes);
  return true;
}

char *
buffers_damage (struct buffers *b, bool *failed)
{
  *failed = false;
  if (problem_changed (b))
    return xstrdup ("changed the problem that it was handed");
  for (size_t i = 0; i < b->setup->n_buffers; i++) {
    const char *name = b->setup->buffers[i].name;
    char *where, *text;

    if (!guarded_intact (&b->on_device[i], b->device, &where)) {
      *failed = where == NULL;
      if (*failed)
        return NULL;
      text = xasprintf ("wrote outside of '%s', %s", name, where);
      free (where);
      return text;
    }
    if (is_input (b, i) && input_changed (b, i, failed)) {
      b->loaded = false;
      return xasprintf ("changed its input '%s'", name);
    }
    if (*failed)
      return NULL;
  }
  return NULL;
}

size_t
buffers_ranges (const struct buffers *b, struct range *ranges)
{
  for (size_t i = 0; i < b->setup->n_buffers; i++)
    ranges[i] = (struct range){ .address = b->on_device[i].payload,
                                .bytes = b->on_device[i].bytes };
  return b->setup->n_buffers;
}

bool
buffers_stage (struct buffers *b)
{
  struct device *d = b->device;

  for (size_t i = 0; i < b->setup->n_buffers; i++) {
    size_t bytes = b->on_device[i].bytes;
    if (b->staging[i] == NULL
        && !d->ops->alloc_host (d, bytes, &b->staging[i])) {
      b->staging[i] = NULL;
      return false;
    }
    if (is_input (b, i))
      memcpy (b->staging[i], b->host[copy_index (b->loaded_data)][i], bytes);
  }
  return true;
}

bool
buffers_upload_staged (struct buffers *b)
{
  for (size_t i = 0; i < b->setup->n_buffers; i++)
    if (is_input (b, i)
        && !b->device->ops->copy (b->device, b->on_device[i].payload,
                                  b->staging[i], b->on_device[i].bytes))
      return false;
  return true;
}

bool
buffers_download_staged (struct buffers *b)
{
  for (size_t i = 0; i < b->setup->n_buffers; i++)
    if (!is_input (b, i)
        && !b->device->ops->copy (b->device, b->staging[i],
                                  b->on_device[i].payload,
                                  b->on_device[i].bytes))
      return false;
  return true;
}
