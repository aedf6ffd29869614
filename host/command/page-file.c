/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/message.h"
#include "base/write-all.h"
#include "command/page-file.h"
#include "command/rank-output.h"
#include "report/report.h"

static bool
complain_of (const char *path, int error)
{
  const char *remedy = write_all_remedy (error);

  message_print ("--html %s can't be written: %s: %s", path, strerror (error),
                 remedy != NULL ? remedy : "name another file");
  return false;
}

static bool
keeps_input (const char *path, const char *input)
{
  struct stat out, in;

  if (input == NULL || stat (path, &out) < 0 || stat (input, &in) < 0
      || out.st_dev != in.st_dev || out.st_ino != in.st_ino)
    return true;
  message_print ("--html %s would write over %s: name another file", path,
                 input);
  return false;
}

static bool
keeps_inputs (const char *path, const struct options *options,
              const struct plan *plan)
{
  bool good = keeps_input (path, options->suite)
              && keeps_input (path, options->output)
              && keeps_input (path, options->only_failed)
              && keeps_input (path, options->against)
              && (plan->other == NULL || keeps_input (path, plan->other->path));

  for (size_t i = 0; good && i < plan->catalog.n_plugins; i++)
    good = keeps_input (path, plan->catalog.plugin[i]->path);
  return good;
}

bool
page_file_open (struct page_file *page, const struct options *options,
                const struct plan *plan, int *status)
{
  /* As the report, it is one rank's. */
  *page = (struct page_file){
    .path = rank_output_shown (options) ? options->html : NULL, .fd = -1
  };
  if (page->path == NULL)
    return true;
  *status = EXIT_USAGE;
  if (!keeps_inputs (page->path, options, plan))
    return false;
  page->fd = open (page->path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  *status = EXIT_HOST;
  return page->fd >= 0 || complain_of (page->path, errno);
}

static bool
write_page (int fd, const struct records *records)
{
  FILE *file;
  bool good;

  /* Of a pipe there is nothing to cut. */
  if (ftruncate (fd, 0) < 0 && errno != EINVAL)
    return false;
  file = fdopen (fd, "w");
  if (file == NULL)
    return false;
  report_html (file, records);
  good = ferror (file) == 0 && fflush (file) == 0;
  return fclose (file) == 0 && good;
}

bool
page_file_close (struct page_file *page, const struct records *records)
{
  int fd = page->fd;

  page->fd = -1;
  if (fd < 0)
    return true;
  if (records != NULL)
    return write_page (fd, records) || complain_of (page->path, errno);
  close (fd);
  return true;
}
