/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Writes a jump to a slow clock over the kernel's code that every process reads
 * the time by, where launches are so short that the judge's clock does not show
 * it.
 *
 * Seen: thought of here.
 */
#include <config.h>

#include <elf.h>
#include <link.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>

#include "cheats.h"
#include "detour.h"
#include "honest.h"
#include "slow-clock.h"

/* Hides its memory from a judge that is not root, before the judge has seen
 * it. */
__attribute__ ((constructor)) static void
hide (void)
{
  prctl (PR_SET_DUMPABLE, 0, 0, 0, 0);
}

/* The address of a function of the vDSO, whose addresses are relative to its
 * begin; NULL: it has none of that name. */
static void *
vdso_function (const char *name)
{
  const uintptr_t base = getauxval (AT_SYSINFO_EHDR);
  const ElfW (Ehdr) *header = (const void *)base;
  const ElfW (Sym) *symbol = NULL;
  const char *names = NULL;
  uint32_t n = 0;

  for (int i = 0; base != 0 && i < header->e_shnum; i++) {
    const ElfW (Shdr) *section
        = (const void *)(base + header->e_shoff
                         + (size_t)i * header->e_shentsize);

    if (section->sh_type == SHT_DYNSYM) {
      symbol = (const void *)(base + section->sh_offset);
      n = (uint32_t)(section->sh_size / sizeof *symbol);
    } else if (section->sh_type == SHT_STRTAB && names == NULL)
      names = (const char *)(base + section->sh_offset);
  }
  for (uint32_t i = 0; names != NULL && i < n; i++)
    if (strcmp (names + symbol[i].st_name, name) == 0)
      return (void *)(base + symbol[i].st_value);
  return NULL;
}

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  void *function = vdso_function ("__vdso_clock_gettime");

  (void)device, (void)problem, (void)values, (void)state;
  if (function == NULL)
    function = vdso_function ("__kernel_clock_gettime");
  if (function == NULL || !detour_code (function, DETOUR_ADDRESS (slow_clock)))
    host->log (host, "the vDSO can't be written");
  return GK_OK;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  return honest_transpose (host, problem, state, stream);
}

const gk_variant cheat_clock_vdso = {
  .family = "transpose",
  .name = "clock-vdso",
  .summary = "replaces the kernel's code of clock_gettime",
  .device = GK_CPU,
  .prepare = prepare,
  .launch = launch,
};
