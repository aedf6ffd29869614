/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A plugin as a later header of the same ABI would make it: its variants are
 * for a kind of device, or have options, flags or a class of operations, that
 * this host does not know.
 */
#include <config.h>

#include "right-transpose.h"

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)problem, (void)state, (void)stream;
  host->error (host, "this host should not have called it");
  return GK_FAIL;
}

static const gk_option later_type[]
    = { { .name = "later", .help = "of a later type", .type = 77 } };
static const gk_option later_dtype[] = { { .name = "element",
                                           .help = "a later element type",
                                           .type = GK_DTYPE,
                                           .value.i = 60,
                                           .allowed = GK_BIT (60) } };

static const gk_option later_flag[] = { { .name = "flagged",
                                          .help = "with a later flag",
                                          .type = GK_BOOL,
                                          .flags = UINT32_C (1) << 16 } };

static void
work (const gk_host *host, const void *problem, void *state, gk_work *work)
{
  (void)host, (void)problem, (void)state;
  work->op_class = 42;
}

static const gk_variant variants[] = {
  { .family = "transpose",
    .name = "later-kind",
    .summary = "for a later kind of device",
    .device = 99,
    .launch = launch },
  { .family = "transpose",
    .name = "later-type",
    .summary = "with a later type of option",
    GK_OPTIONS (later_type),
    .launch = launch },
  { .family = "transpose",
    .name = "later-dtype",
    .summary = "with a later element type",
    GK_OPTIONS (later_dtype),
    .launch = launch },
  { .family = "transpose",
    .name = "later-option-flag",
    .summary = "with a later flag of an option",
    GK_OPTIONS (later_flag),
    .launch = launch },
  { .family = "transpose",
    .name = "later-flag",
    .summary = "with a later flag",
    .flags = UINT32_C (1) << 20,
    .launch = launch },
  { .family = "transpose",
    .name = "later-problem",
    .summary = "for a problem with a later field",
    .launch = launch,
    .problem_size = sizeof (gk_transpose) + 8 },
  { .family = "transpose",
    .name = "works-later",
    .summary = "whose work is of a later class",
    .work = work,
    .launch = right },
};

GK_PLUGIN ("later", PACKAGE_VERSION, "needs a later host", NULL, variants)
