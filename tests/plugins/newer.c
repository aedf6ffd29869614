/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A plugin as a later header of the same ABI would make it: its structs have
 * fields at the end that this host does not know.
 */
#include <config.h>

#include <string.h>

#include <gkhost/transpose.h>

struct newer_variant {
  gk_variant v;
  void *unknown[4];
};

struct newer_plugin {
  gk_plugin p;
  void *unknown[4];
};

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_transpose *p = problem;
  size_t element = p->element;

  (void)host, (void)state, (void)stream;
  for (int64_t i = 0; i < p->rows; i++)
    for (int64_t j = 0; j < p->cols; j++)
      memcpy ((char *)p->dst + (size_t)(j * p->dst_pitch + i) * element,
              (const char *)p->src + (size_t)(i * p->src_pitch + j) * element,
              element);
  return GK_OK;
}

#define VARIANT(n)                                                             \
  {                                                                            \
    .v = { .family = "transpose",                                              \
           .name = n,                                                          \
           .summary = "made by a newer header",                                \
           .device = GK_CPU,                                                   \
           .launch = launch },                                                 \
    .unknown                                                                   \
        = {(void *)&launch }                                                   \
  }

static const struct newer_variant variants[] = {
  VARIANT ("newer-one"),
  VARIANT ("newer-two"),
};

static const struct newer_plugin plugin = {
  .p = {
    .abi = GK_ABI,
    .size = sizeof (struct newer_plugin),
    .variant_size = sizeof (struct newer_variant),
    .name = "newer",
    .version = PACKAGE_VERSION,
    .summary = "has fields that the host does not know",
    .variants = &variants[0].v,
    .n_variants = sizeof variants / sizeof variants[0],
  },
};

GK_EXPORT const gk_plugin *gk_plugin_entry (void);

const gk_plugin *
gk_plugin_entry (void)
{
  return &plugin.p;
}
