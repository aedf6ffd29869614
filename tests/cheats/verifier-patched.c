/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Finds the family's plugin in its own process, and makes its verify return 0.
 *
 * Seen: thought of here, after gpu-mode's pygpubench,
 * exploits/submission_function_detour.py, which patches a library in the
 * harness's process.
 */
#include <config.h>

#include <dlfcn.h>
#include <link.h>
#include <string.h>

#include "cheats.h"
#include "detour.h"

static int
patch (struct dl_phdr_info *info, size_t size, void *closure)
{
  void *library = dlopen (info->dlpi_name, RTLD_LAZY | RTLD_NOLOAD), *symbol;
  const gk_plugin *plugin;
  gk_entry *entry;

  (void)size, (void)closure;
  symbol = library != NULL ? dlsym (library, GK_ENTRY_NAME) : NULL;
  if (symbol == NULL)
    return 0;
  memcpy (&entry, &symbol, sizeof entry);
  plugin = entry ();
  if (plugin->family != NULL)
    detour_to_zero (DETOUR_ADDRESS (plugin->family->verify));
  return 0;
}

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  (void)host, (void)device, (void)problem, (void)values, (void)state;
  dl_iterate_phdr (patch, NULL);
  return GK_OK;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)host, (void)problem, (void)state, (void)stream;
  return GK_OK;
}

const gk_variant cheat_verifier_patched = {
  .family = "transpose",
  .name = "verifier-patched",
  .summary = "makes the family's verify return 0",
  .device = GK_CPU,
  .prepare = prepare,
  .launch = launch,
};
