/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The pages by which a process reads the time without a system call: the
 * kernel's code (vDSO) and data (vvar), which are the same in all processes of
 * a program.  The judge compares a timing worker's with its own: a plugin can
 * write to its copy of the code, or map other data in its place.
 *
 * The data can't be read from outside.  Where a page of it can, another one was
 * mapped there.
 */
#ifndef JUDGE_CLOCK_PAGES_H
#define JUDGE_CLOCK_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { CLOCK_PAGES_MOST = 16 };

/* Zeroed: not looked for yet. */
struct clock_pages {
  bool found;
  const unsigned char *code; /* this process's; NULL: it has none */
  size_t code_bytes;
  intptr_t data[CLOCK_PAGES_MOST]; /* each page's distance from the code */
  size_t n_data;
};

/* Returns the address of the code in another process, which must execute the
 * program by then; 0: it can't be read.  Finds this process's own first. */
uintptr_t clock_pages_of (struct clock_pages *pages, pid_t process);
/* True when the process has the same at that address. */
bool clock_pages_are_same (const struct clock_pages *pages, pid_t process,
                           uintptr_t at);

#endif
