/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A shared object as the bytes of a file: read, and nothing of it run.
 */
#ifndef ELF_FILE_H
#define ELF_FILE_H

#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

struct elf_file {
  int fd;
  struct stat st;
  ElfW (Phdr) * segment;
  size_t n_segments;
};

/* Opens a file.  NULL when it is a whole shared object of this machine's kind
 * (dlopen dies of one that was cut off, and waits for a FIFO); else what is
 * wrong, to be freed, with nothing to close. */
char *elf_open (struct elf_file *file, const char *path);
void elf_close (struct elf_file *file);

/* Reads so many bytes at an offset of the file; false where it has not as
 * many. */
bool elf_read (const struct elf_file *file, uint64_t at, void *data, size_t n);
/* Whether its names of symbols have one that ends so.  Where there is none, it
 * neither exports nor imports that symbol. */
bool elf_has_symbol (const struct elf_file *file, const char *symbol);
/* The build-id in hexadecimals, "" where the linker left none; to be freed. */
char *elf_build_id (const struct elf_file *file);

#endif
