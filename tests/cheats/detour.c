/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "detour.h"
#include "memory-map.h"

/* Writes where no protection is looked at. */
static bool
write_through_file (void *at, const void *bytes, size_t n)
{
  const int fd = open ("/proc/self/mem", O_WRONLY | O_CLOEXEC);
  const bool ok
      = fd >= 0 && pwrite (fd, bytes, n, (off_t)(uintptr_t)at) == (ssize_t)n;

  if (fd >= 0)
    close (fd);
  return ok;
}

static bool
write_over (void *at, const void *bytes, size_t n, int kept)
{
  const uintptr_t page = (uintptr_t)sysconf (_SC_PAGESIZE);
  const uintptr_t first = (uintptr_t)at / page * page;
  const size_t size = (uintptr_t)at + n - first;

  if (mprotect ((void *)first, size, PROT_READ | PROT_WRITE | kept) != 0)
    return write_through_file (at, bytes, n);
  memcpy (at, bytes, n);
  __builtin___clear_cache ((char *)at, (char *)at + n);
  return true;
}

/* What of the program's dynamic section is looked at. */
struct imports {
  uintptr_t base;
  const char *name;
  void *function;
  bool found;
};

static uintptr_t
loaded_at (const struct imports *i, uintptr_t value)
{
  return value < i->base ? i->base + value : value;
}

static const ElfW (Dyn) * dynamic_of (const struct dl_phdr_info *info)
{
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
      return (const void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
  return NULL;
}

static uintptr_t
entry (const ElfW (Dyn) * d, int64_t tag)
{
  for (; d->d_tag != DT_NULL; d++)
    if (d->d_tag == tag)
      return d->d_un.d_ptr;
  return 0;
}

/* i386 and arm have relocations without addends. */
#if defined __i386__ || defined __arm__
typedef ElfW (Rel) relocation;
enum { TABLE = DT_REL, TABLE_SIZE = DT_RELSZ };
#else
typedef ElfW (Rela) relocation;
enum { TABLE = DT_RELA, TABLE_SIZE = DT_RELASZ };
#endif

static size_t
symbol_of (const relocation *r)
{
  return (size_t)(sizeof r->r_info == 8 ? ELF64_R_SYM ((uint64_t)r->r_info)
                                        : ELF32_R_SYM (r->r_info));
}

static void
replace_in (struct imports *i, const ElfW (Dyn) * d, int64_t table,
            int64_t size)
{
  const ElfW (Sym) *symbols = (const void *)loaded_at (i, entry (d, DT_SYMTAB));
  const char *names = (const void *)loaded_at (i, entry (d, DT_STRTAB));
  const relocation *r = (const void *)loaded_at (i, entry (d, table));
  const size_t n = entry (d, size) / sizeof *r;

  for (size_t k = 0; k < n; k++) {
    const ElfW (Sym) *s = &symbols[symbol_of (&r[k])];

    if (symbol_of (&r[k]) != 0
        && strcmp (names + s->st_name, i->name) == 0)
      i->found |= write_over ((void *)(i->base + r[k].r_offset), &i->function,
                              sizeof i->function, 0);
  }
}

/* The first object is the program. */
static int
replace_import (struct dl_phdr_info *info, size_t size, void *closure)
{
  struct imports *i = closure;
  const ElfW (Dyn) *d = dynamic_of (info);

  (void)size;
  i->base = info->dlpi_addr;
  if (d != NULL) {
    replace_in (i, d, DT_JMPREL, DT_PLTRELSZ);
    replace_in (i, d, TABLE, TABLE_SIZE);
  }
  return 1;
}

bool
detour_import (const char *name, void *function)
{
  struct imports i = { .name = name, .function = function };

  dl_iterate_phdr (replace_import, &i);
  return i.found;
}

bool
detour_code (void *old, void *function)
{
#if defined __x86_64__
  /* movabs $function, %rax; jmp *%rax */
  unsigned char code[12] = { 0x48, 0xb8, [10] = 0xff, [11] = 0xe0 };

  memcpy (code + 2, &function, sizeof function);
#elif defined __i386__
  /* mov $function, %eax; jmp *%eax */
  unsigned char code[7] = { 0xb8, [5] = 0xff, [6] = 0xe0 };

  memcpy (code + 1, &function, sizeof function);
#else
  /* ldr x16, .+8; br x16; the address */
  uint32_t code[4] = { 0x58000050, 0xd61f0200 };

  memcpy (code + 2, &function, sizeof function);
#endif
  return write_over (old, code, sizeof code, PROT_EXEC);
}

bool
detour_to_zero (void *function)
{
#if defined __x86_64__
  /* xor %eax, %eax; ret */
  static const unsigned char code[] = { 0x31, 0xc0, 0xc3 };
#else
  /* mov w0, #0; ret */
  static const uint32_t code[] = { 0x52800000, 0xd65f03c0 };
#endif

  return write_over (function, code, sizeof code, PROT_EXEC);
}

struct pointers {
  void *old, *function;
  int found;
};

/* The pair itself lies on the stack, where it must stay as it is. */
static bool
replace_pointers (const struct memory_map_range *range, void *closure)
{
  struct pointers *p = closure;
  void **at = (void **)range->begin, **end = (void **)range->end;

  if (!range->writable || !range->readable || range->shared || range->stack)
    return true;
  for (; at < end; at++)
    if (*at == p->old) {
      *at = p->function;
      p->found++;
    }
  return true;
}

int
detour_pointers (void *old, void *function)
{
  struct pointers p = { .old = old, .function = function };

  memory_map_each (0, replace_pointers, &p);
  return p.found;
}
