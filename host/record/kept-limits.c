/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/message.h"
#include "base/machine.h"
#include "base/read-file.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "record/kept-limits.h"
#include "record/records.h"

enum { MOST_BYTES = 16 << 20 };

/* A line: the name of the machine, and a list with one device record. */
struct kept_limit {
  const char *host;
  struct items devices;
};

static const struct field rows[] = {
  { "host", FIELD_TEXT, BY_HOST, NULL, NULL, "the machine's name",
    FIELD_OFFSET (TEXT, kept_limit, host), NULL },
  { "devices", FIELD_LIST, BY_HOST, NULL, NULL, "what was measured",
    FIELD_OFFSET (LIST, kept_limit, devices), &device_fields },
};

static const struct fields kept_fields
    = { "limits", rows, sizeof rows / sizeof rows[0],
        sizeof (struct kept_limit) };

/* The XDG Base Directory Specification: relative paths are to be ignored. */
static const char *
absolute_path_of (const char *variable)
{
  const char *path = getenv (variable);

  return path != NULL && path[0] == '/' ? path : NULL;
}

char *
kept_limits_path (void)
{
  const char *cache = absolute_path_of ("XDG_CACHE_HOME"),
             *home = absolute_path_of ("HOME");

  if (cache != NULL)
    return xasprintf ("%s/gkhost/limits.jsonl", cache);
  return home != NULL ? xasprintf ("%s/.cache/gkhost/limits.jsonl", home)
                      : NULL;
}

/* The memory that the system reports changes a little with its updates. */
static bool
limits_fit_device (const struct kept_limit *kept, const char *host,
                   const struct device_record *device)
{
  const struct device_record *a = kept->devices.item;

  return strcmp (text_or_empty (kept->host), host) == 0
         && strcmp (text_or_empty (a->description),
                    text_or_empty (device->description))
                == 0
         && a->cores == device->cores && a->l2 == device->l2
         && imaxabs (a->memory - device->memory) <= a->memory / 64;
}

/* False where the line has no measurement. */
static bool
read_line (struct kept_limit *kept, struct pool *pool, const char *line,
           size_t n)
{
  json_t *json = json_loadb (line, n, 0, NULL);

  fields_clear (&kept_fields, kept);
  fields_from_json (&kept_fields, kept, pool, json, BY_HOST | BY_WORKER);
  json_decref (json);
  return kept->devices.n == 1
         && device_record_has_measures (kept->devices.item);
}

static bool
find_in_text (const char *path, const char *text, size_t bytes,
              const char *host, struct device_record *device, struct pool *pool)
{
  const char *line = text, *end = text + bytes;
  bool found = false;
  struct kept_limit kept;

  for (int number = 1; line < end; number++) {
    const char *stop = memchr (line, '\n', (size_t)(end - line));
    size_t n = (size_t)((stop != NULL ? stop : end) - line);

    if (n > 0 && !read_line (&kept, pool, line, n))
      message_print_at (
          path, number,
          "this line has no measurement, and is skipped; delete the file "
          "and run `gkhost devices` to measure again");
    else if (n > 0 && limits_fit_device (&kept, host, device)) {
      device_record_set_measured (device, kept.devices.item);
      found = true;
    }
    line += n + 1;
  }
  return found;
}

/* Opens the file, unless it may be another user's work: limits that are wrong
 * would hide times that are.  A FIFO would hang.  -1 with *why. */
static int
open_own (const char *path, int flags, const char **why)
{
  int fd = open (path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
  struct stat about;

  if (fd < 0) {
    *why = errno == ELOOP ? "it is a link" : strerror (errno);
    return -1;
  }
  if (fstat (fd, &about) == 0 && S_ISREG (about.st_mode)
      && (about.st_uid == geteuid () || about.st_uid == 0))
    return fd;
  *why = "it is no regular file of yours";
  close (fd);
  return -1;
}

/* Returns the text of the file, to be freed; NULL, after a message, where it
 * can't be read, and without one where it is not there. */
static char *
read_limits (const char *path, size_t *bytes)
{
  const char *why;
  char *text;
  int fd;

  if (access (path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR))
    return NULL;
  fd = open_own (path, O_RDONLY, &why);
  if (fd < 0) {
    message_print_at (path, 0,
                      "is passed over: %s; remove it and run `gkhost devices` "
                      "to measure again",
                      why);
    return NULL;
  }
  text = read_fd_text (fd, path, MOST_BYTES, bytes);
  close (fd);
  return text;
}

static bool
find_each (const char *path, struct device_record *device, size_t n,
           struct pool *pool)
{
  size_t bytes;
  char *text = read_limits (path, &bytes), *host = machine_name ();
  bool found = text != NULL;

  for (size_t i = 0; i < n && text != NULL; i++)
    found = find_in_text (path, text, bytes, host, &device[i], pool) && found;
  free (host);
  free (text);
  return found;
}

bool
kept_limits_find (const char *path, struct device_record *device,
                  struct pool *pool)
{
  return find_each (path, device, 1, pool);
}

bool
kept_limits_disturbed (const struct device_record *device, double load)
{
  return device->cores > 0 && load > (double)device->cores / 2;
}

bool
kept_limits_suffice (const struct device_record *kept, const char *kernel,
                     double load)
{
  if (!device_record_is_all_measured (kept)
      || kept_limits_disturbed (kept, kept->measured.load))
    return false;
  /* A GPU's cache is measured by launches that the host does not disturb. */
  return kept->units > 0 || kept_limits_disturbed (kept, load)
         || (strcmp (text_or_empty (kept->measured.kernel), kernel) == 0
             && kept->measured.gap <= MEASURES_REPEAT);
}

void
kept_limits_merge (struct device_record *device,
                   const struct device_record *kept)
{
  struct device_record larger = *device;
  struct measures *best = &larger.measured.best;

  if (strcmp (text_or_empty (kept->measured.kernel),
              text_or_empty (device->measured.kernel))
      != 0)
    return;
  for (int i = 0; i < N_MEASURES; i++) {
    best->all[i] = fmax (best->all[i], kept->measured.best.all[i]);
    best->one[i] = fmax (best->one[i], kept->measured.best.one[i]);
  }
  device_record_set_measured (device, &larger);
}

void
kept_limits_apply (struct device_records *records, struct pool *pool)
{
  char *path = kept_limits_path ();

  if (path != NULL && records->devices.n > 0)
    find_each (path, records->devices.item, records->devices.n, pool);
  free (path);
}

/* Makes the last two folders of the path: no home that is not there.  Errors
 * show when the file is opened. */
static void
make_folders (const char *path)
{
  char *file = strrchr (path, '/');
  char *folder = xstrndup (path, (size_t)(file - path));
  char *above = strrchr (folder, '/');

  *above = '\0';
  mkdir (folder, 0700);
  *above = '/';
  mkdir (folder, 0700);
  free (folder);
}

/* False after a line that was cut short, as on a full disk: a newline then
 * keeps the next one whole. */
static bool
ends_line (int fd)
{
  off_t end = lseek (fd, 0, SEEK_END);
  char last = '\n';

  return end <= 0 || (pread (fd, &last, 1, end - 1) == 1 && last == '\n');
}

static bool
append_line (const char *path, const char *line, const char **why)
{
  int fd = open_own (path, O_RDWR | O_CREAT | O_APPEND, why);
  char *text;
  bool ok;

  if (fd < 0)
    return false;
  /* In one write: another gkhost may append its own. */
  text = xasprintf ("%s%s\n", ends_line (fd) ? "" : "\n", line);
  ok = write_all (fd, text, strlen (text));
  if (!ok)
    *why = strerror (errno);
  free (text);
  if (close (fd) != 0 && ok) {
    *why = strerror (errno);
    return false;
  }
  return ok;
}

bool
kept_limits_add (const char *path, const struct device_record *device)
{
  struct device_record only = *device;
  struct kept_limit kept = { .devices = { &only, 1 } };
  char *host = machine_name ();
  const char *why;
  char *line;
  bool ok;

  kept.host = host;
  line = record_line (&kept_fields, &kept);
  make_folders (path);
  ok = append_line (path, line, &why);
  if (!ok)
    message_print (
        "%s: the measurement can't be stored: %s; set XDG_CACHE_HOME to a "
        "folder that can be written",
        path, why);
  free (line);
  free (host);
  return ok;
}
