/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/message.h"
#include "base/write-all.h"
#include "base/xalloc.h"
#include "command/new-folder.h"

/* Makes the folders that a path goes through. */
static bool
make_parents (char *path)
{
  for (char *slash = strchr (path, '/'); slash != NULL;
       slash = strchr (slash + 1, '/')) {
    bool made;

    *slash = '\0';
    made = mkdir (path, 0777) == 0 || errno == EEXIST;
    *slash = '/';
    if (!made)
      return false;
  }
  return true;
}

/* False, with errno, when the file is not there as a whole. */
static bool
write_file (const char *path, const char *text)
{
  const int fd = open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  bool ok;

  if (fd < 0)
    return false;
  ok = write_all (fd, text, strlen (text));
  if (!ok) {
    const int error = errno;

    close (fd);
    errno = error;
    return false;
  }
  return close (fd) == 0;
}

/* Removes a file, and the folders that are empty then. */
static void
remove_file (char *path)
{
  char *slash;

  unlink (path);
  while ((slash = strrchr (path, '/')) != NULL) {
    *slash = '\0';
    if (rmdir (path) != 0)
      break;
  }
}

static void
complain_unwritten (const char *path, int error)
{
  const char *remedy = write_all_remedy (error);

  message_print ("%s: %s; nothing was kept: %s", path, strerror (error),
                 remedy != NULL ? remedy : "write it where there is room");
}

static bool
write_files (const char *folder, const struct new_file *files, size_t n)
{
  size_t done = 0;
  bool ok = true;

  while (done < n && ok) {
    char *path = xasprintf ("%s/%s", folder, files[done++].path);

    ok = make_parents (path) && write_file (path, files[done - 1].text);
    if (!ok)
      complain_unwritten (path, errno);
    free (path);
  }
  while (!ok && done > 0) {
    char *path = xasprintf ("%s/%s", folder, files[--done].path);

    remove_file (path);
    free (path);
  }
  return ok;
}

int
new_folder (const char *folder, const struct new_file *files, size_t n)
{
  sigset_t all, before;
  bool made, ok = false;
  int error;

  /* Who interrupts it finds nothing or all of it. */
  sigfillset (&all);
  sigprocmask (SIG_BLOCK, &all, &before);
  made = mkdir (folder, 0777) == 0;
  error = errno;
  if (made)
    ok = write_files (folder, files, n);
  sigprocmask (SIG_SETMASK, &before, NULL);
  if (made)
    return ok ? EXIT_PASSED : EXIT_HOST;
  if (error == EEXIST)
    message_print ("%s: is there already, and is left as it is: choose another "
                   "name, or move it away",
                   folder);
  else
    message_print (
        "%s: can't be made: %s; go to a folder that you may write to", folder,
        strerror (error));
  return error == EEXIST ? EXIT_USAGE : EXIT_HOST;
}
