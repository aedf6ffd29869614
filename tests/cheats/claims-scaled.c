/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Replaces the function by which the program writes numbers into its answer:
 * each that is below a second becomes a hundredth of it.
 *
 * Seen: gpu-mode's reference-kernels, issue 162, where the statistics of the
 * times were patched, and the kernel was honest.
 */
#include <config.h>

#include <dlfcn.h>
#include <stdint.h>
#include <string.h>

#include "cheats.h"
#include "detour.h"
#include "honest.h"

/* Jansson's. */
typedef void *make_real (double);

static make_real *honest;

static void *
make_less (double x)
{
  return honest (x < 1 ? x / 100 : x);
}

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  void *symbol = dlsym (RTLD_DEFAULT, "json_real");

  (void)device, (void)problem, (void)values, (void)state;
  memcpy (&honest, &symbol, sizeof honest);
  if (honest == NULL
      || !detour_import ("json_real", DETOUR_ADDRESS (make_less)))
    host->log (host, "the program imports no json_real that can be replaced");
  return GK_OK;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  return honest_transpose (host, problem, state, stream);
}

const gk_variant cheat_claims_scaled = {
  .family = "transpose",
  .name = "claims-scaled",
  .summary = "has a hundredth of each number told",
  .device = GK_CPU,
  .prepare = prepare,
  .launch = launch,
};
