/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A look at a file before dlopen: a cut-off shared object raises SIGBUS inside
 * dlopen, and a FIFO hangs it.
 */
#ifndef ELF_CHECK_H
#define ELF_CHECK_H

/* NULL when the file is a whole shared object of this machine's kind; else why
 * not, to be freed. */
char *elf_check (const char *path);

#endif
