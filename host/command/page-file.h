/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The file of --html: the page of a run, when it has ended.
 */
#ifndef PAGE_FILE_H
#define PAGE_FILE_H

#include <stdbool.h>

#include "command/options.h"
#include "command/make-plan.h"
#include "record/records.h"

/* Opened before anything runs, so that it is known whether it can be; what is
 * in it stays until the page is there. */
struct page_file {
  const char *path; /* NULL: there is none */
  int fd;
};

/* False with a complaint, and *status, where it can't be written, or is what
 * the run reads or keeps its records in. */
bool page_file_open (struct page_file *page, const struct options *options,
                     const struct plan *plan, int *status);
/* Writes it, unless that was done; false with a complaint.  NULL: it stays as it
 * was. */
bool page_file_close (struct page_file *page, const struct records *records);

#endif
