/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A stand-in for CUPTI, of the few calls that the host makes: notes what the
 * stand-in for the driver does.  Records have their real sizes and offsets, by
 * number.  As with the real one, external records come with those of calls, and
 * where no calls are noted, nothing comes at all.
 *
 *   FAKE_CUPTI_REFUSES=CALL  this call answers with an error
 *   FAKE_CUPTI_PACE=A,B      the Nth piece of work begins at N times A ns, and
 *                            takes B ns
 *   FAKE_CUPTI_SLOWER=N:P    on device N a piece of work takes P percent longer
 *   FAKE_CUPTI_LATE=N        hands nothing over at N of N+1 flushes
 *   FAKE_CUPTI_PARTS=N       hands over no more than N records at a flush
 *   FAKE_CUPTI_LOSES=1       has records of calls alone
 *   FAKE_CUPTI_ODD=1         a piece of work ends at 0
 */
#include <config.h>

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gkhost/plugin.h>

#include "fake-driver.h"

enum { REFUSED = 39, NO_MORE = 12, QUEUE_EMPTY = 26 };
enum { MEMCPY = 1, MEMSET = 2, DRIVER = 4, KERNEL = 10, EXTERNAL = 39 };
enum { KINDS = 64, RECORD_BYTES = 208 };

/* Where a field is. */
enum {
  START = 16,
  END = 24,
  CORRELATION = 44,
  CORRELATION_OF_KERNEL = 92,
  NUMBER = 8,
  CORRELATION_OF_EXTERNAL = 16
};

struct record {
  _Alignas(8) unsigned char bytes[RECORD_BYTES];
};

typedef void requested (uint8_t **, size_t *, size_t *);
typedef void completed (void *, uint32_t, uint8_t *, size_t, size_t);

static struct {
  requested *requested;
  completed *completed;
  bool on[KINDS];
  struct record *record;
  size_t n;
  unsigned correlation;
  uint64_t works;
  const int *device; /* that the process has */
  int flushes;
} noted;

/* Numbers that this thread pushed and has not popped.  Not where a library that is
 * opened has them else: there gcc 12's LeakSanitizer looks for them at a wrong
 * address. */
static _Thread_local struct {
  uint64_t *number;
  size_t n;
} pushed __attribute__ ((tls_model ("initial-exec")));

static bool
is_refused (const char *call)
{
  const char *refused = getenv ("FAKE_CUPTI_REFUSES");

  return refused != NULL && strcmp (refused, call) == 0;
}

static size_t
bytes_of (uint32_t kind)
{
  return kind == KERNEL     ? RECORD_BYTES
         : kind == EXTERNAL ? 24
         : kind == DRIVER   ? 40
                            : 120;
}

/* Room for one more than n: at each power of two, for as many again. */
static void *
grown (void *array, size_t n, size_t element)
{
  void *more;

  if ((n & (n - 1)) != 0)
    return array;
  more = realloc (array, (2 * n + 1) * element);
  if (more == NULL)
    abort ();
  return more;
}

static struct record *
add (uint32_t kind)
{
  struct record *r;

  noted.record = grown (noted.record, noted.n, sizeof *noted.record);
  r = &noted.record[noted.n++];
  memset (r, 0, sizeof *r);
  memcpy (r->bytes, &kind, sizeof kind);
  return r;
}

static void
put (struct record *r, size_t at, const void *value, size_t bytes)
{
  memcpy (r->bytes + at, value, bytes);
}

static unsigned
enqueued (void)
{
  uint32_t number = ++noted.correlation;

  if (noted.on[DRIVER] && noted.on[EXTERNAL] && pushed.n > 0) {
    struct record *r = add (EXTERNAL);

    put (r, NUMBER, &pushed.number[pushed.n - 1], sizeof pushed.number[0]);
    put (r, CORRELATION_OF_EXTERNAL, &number, sizeof number);
  }
  if (noted.on[DRIVER])
    add (DRIVER);
  return number;
}

static uint64_t
slower (uint64_t takes)
{
  const char *which = getenv ("FAKE_CUPTI_SLOWER");
  unsigned long percent;
  int device;

  return which != NULL && sscanf (which, "%d:%lu", &device, &percent) == 2
                 && device == *noted.device
             ? takes + takes * percent / 100
             : takes;
}

static void
set_times (struct record *r, double begin, double end)
{
  const char *pace = getenv ("FAKE_CUPTI_PACE");
  uint64_t start = (uint64_t)(1e9 * begin), stop = (uint64_t)(1e9 * end);
  unsigned long each, takes;

  noted.works++;
  if (pace != NULL && sscanf (pace, "%lu,%lu", &each, &takes) == 2) {
    start = noted.works * each;
    stop = start + slower (takes);
  }
  if (getenv ("FAKE_CUPTI_ODD") != NULL)
    stop = 0;
  put (r, START, &start, sizeof start);
  put (r, END, &stop, sizeof stop);
}

static void
done (unsigned number, enum fake_work what, double begin, double end)
{
  static const uint32_t kinds[]
      = { [FAKE_KERNEL] = KERNEL, [FAKE_COPY] = MEMCPY, [FAKE_FILL] = MEMSET };
  uint32_t correlation = number;
  struct record *r;

  if (!noted.on[kinds[what]] || getenv ("FAKE_CUPTI_LOSES") != NULL)
    return;
  r = add (kinds[what]);
  set_times (r, begin, end);
  put (r, what == FAKE_KERNEL ? CORRELATION_OF_KERNEL : CORRELATION,
       &correlation, sizeof correlation);
}

#define CUPTI(name, ...)                                                       \
  GK_EXPORT int name (__VA_ARGS__);                                            \
  int name (__VA_ARGS__)
#define MAY_REFUSE()                                                           \
  do                                                                           \
    if (is_refused (__func__))                                                 \
      return REFUSED;                                                          \
  while (0)

CUPTI (cuptiActivityRegisterCallbacks, requested *ask, completed *give)
{
  void *driver = dlopen ("libcuda.so.1", RTLD_NOW);
  struct fake_observer *observer = dlsym (driver, "fake_observer");

  MAY_REFUSE ();
  noted.device = dlsym (driver, "fake_device");
  noted.requested = ask;
  noted.completed = give;
  *observer = (struct fake_observer){ enqueued, done };
  return 0;
}

CUPTI (cuptiActivityEnable, int kind)
{
  MAY_REFUSE ();
  noted.on[kind] = true;
  return 0;
}

CUPTI (cuptiActivityDisable, int kind)
{
  noted.on[kind] = false;
  return 0;
}

/* Of the stand-in's own: whether it looks on. */
CUPTI (fake_cupti_notes, void)
{
  return noted.on[EXTERNAL];
}

CUPTI (cuptiActivityPushExternalCorrelationId, int whose, uint64_t number)
{
  (void)whose;
  pushed.number = grown (pushed.number, pushed.n, sizeof pushed.number[0]);
  pushed.number[pushed.n++] = number;
  return 0;
}

CUPTI (cuptiActivityPopExternalCorrelationId, int whose, uint64_t *number)
{
  (void)whose;
  if (pushed.n == 0)
    return QUEUE_EMPTY;
  *number = pushed.number[--pushed.n];
  return 0;
}

CUPTI (cuptiActivityGetNextRecord, uint8_t *buffer, size_t valid,
       uint8_t **record)
{
  uint32_t kind;

  if (*record == NULL)
    *record = buffer;
  else {
    memcpy (&kind, *record, sizeof kind);
    *record += bytes_of (kind);
  }
  return *record < buffer + valid ? 0 : NO_MORE;
}

/* As many as fit into one buffer; how many those are. */
static size_t
hand_over (size_t from, size_t end)
{
  uint8_t *buffer;
  size_t room, most, at = 0, i = from;

  noted.requested (&buffer, &room, &most);
  for (; i < end; i++) {
    const unsigned char *bytes = noted.record[i].bytes;
    uint32_t kind;

    memcpy (&kind, bytes, sizeof kind);
    if (at + bytes_of (kind) > room)
      break;
    memcpy (buffer + at, bytes, bytes_of (kind));
    at += bytes_of (kind);
  }
  noted.completed (NULL, 0, buffer, room, at);
  return i - from;
}

CUPTI (cuptiActivityFlushAll, uint32_t forced)
{
  const char *late = getenv ("FAKE_CUPTI_LATE");
  const char *parts = getenv ("FAKE_CUPTI_PARTS");
  bool calls = noted.on[DRIVER] || !noted.on[EXTERNAL];
  size_t end = noted.n;

  MAY_REFUSE ();
  if (!calls
      || (forced == 0 && late != NULL
          && noted.flushes++ % (atoi (late) + 1) < atoi (late)))
    return 0;
  if (forced == 0 && parts != NULL && end > (size_t)atoi (parts))
    end = (size_t)atoi (parts);
  for (size_t i = 0; i < end;)
    i += hand_over (i, end);
  noted.n -= end;
  if (noted.n > 0)
    memmove (noted.record, noted.record + end, noted.n * sizeof *noted.record);
  return 0;
}

CUPTI (cuptiGetResultString, int error, const char **text)
{
  *text = error == REFUSED ? "CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED"
                           : "CUPTI_ERROR_UNKNOWN";
  return 0;
}
