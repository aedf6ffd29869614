/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <sys/types.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "report/page/detail.h"

/* The size of a page of up to so many cases; further ones add in proportion. */
enum { PAGE_BYTES = 990000, PAGE_CASES = 500 };
/* More points than a row has room for add nothing; fewer than the least show
 * nothing. */
enum { POINTS_MOST = 240, POINTS_LEAST = 8 };
/* At most "m-12-33z". */
enum { POINT_BYTES = 8 };

struct detail
detail_whole (void)
{
  struct detail detail = { .points = POINTS_MOST };

  for (int i = 0; i < N_PARTS; i++)
    detail.part[i] = true;
  return detail;
}

void
page_size_add (struct page_size *size, enum detail_part belongs, size_t length)
{
  size->length = xgrow (size->length, size->n, sizeof *size->length);
  size->belongs = xgrow (size->belongs, size->n, sizeof *size->belongs);
  size->length[size->n] = length;
  size->belongs[size->n++] = belongs;
}

void
page_size_free (struct page_size *size)
{
  free (size->length);
  free (size->belongs);
  *size = (struct page_size){ 0 };
}

/* Returns the number of points drawn, and sets *of to their total. */
static size_t
count_points (const struct detail *detail, const struct page_size *size,
              size_t *of)
{
  size_t n = 0;

  *of = 0;
  for (size_t i = 0; i < size->n; i++)
    if (detail->part[size->belongs[i]]) {
      n += size->length[i] < detail->points ? size->length[i] : detail->points;
      *of += size->length[i];
    }
  return n;
}

static size_t
bytes_of (const struct detail *detail, const struct page_size *size)
{
  size_t of, bytes = size->bytes;

  for (int i = 0; i < N_PARTS; i++)
    if (!detail->part[i])
      bytes -= size->of_part[i];
  return bytes + POINT_BYTES * count_points (detail, size, &of);
}

/* Without a set of parts, a bit each. */
static struct detail
detail_without (unsigned set, const struct page_size *size)
{
  struct detail detail = detail_whole ();

  if ((set >> PART_SAMPLES & 1) != 0)
    set |= 1U << PART_CURVES;
  for (int i = 0; i < N_PARTS; i++)
    detail.part[i] = (set >> i & 1) == 0 || size->of_part[i] == 0;
  return detail;
}

/* The sets count up in binary, so that parts that say more go last. */
struct detail
detail_that_fits (const struct page_size *size, size_t cases)
{
  const size_t room
      = cases <= PAGE_CASES ? PAGE_BYTES : PAGE_BYTES / PAGE_CASES * cases;
  struct detail detail;
  unsigned set = 0;

  do {
    detail = detail_without (set, size);
    detail.points = POINTS_LEAST;
  } while (bytes_of (&detail, size) > room && ++set < 1U << N_PARTS);
  while (detail.points < POINTS_MOST) {
    detail.points += 2;
    if (bytes_of (&detail, size) > room) {
      detail.points -= 2;
      break;
    }
  }
  return detail;
}

char *
detail_describe (const struct detail *detail, const struct page_size *size)
{
  static const char *const parts[N_PARTS] = {
    [PART_LEGENDS] = "legends below tables (see the end)",
    [PART_LONE_LADDERS] = "ladders of one row",
    [PART_CURVES] = "curves of clock and power",
    [PART_SAMPLES] = "plots of samples",
  };
  struct text text = { 0 };
  size_t of, n = count_points (detail, size, &of);
  char *out = NULL;

  for (int i = 0; i < N_PARTS; i++)
    if (!detail->part[i])
      out = list_append (out, parts[i]);
  if (n < of)
    text_add (&text,
              "samples are thinned to %zu per row: %zu of %zu points are drawn",
              detail->points, n, of);
  if (out != NULL)
    text_add (&text, "%sleft out to bound the size of the page: %s",
              text.n > 0 ? "; " : "", out);
  if (text.n > 0 && (out != NULL || detail->points < POINTS_MOST))
    text_add (&text, "; --format svg --only PICTURE draws more of one");
  free (out);
  return text.data;
}

static ssize_t
count (void *user, const char *data, size_t n)
{
  size_t *bytes = user;

  (void)data;
  *bytes += n;
  return (ssize_t)n;
}

FILE *
nowhere_open (size_t *bytes)
{
  return fopencookie (bytes, "w", (cookie_io_functions_t){ .write = count });
}
