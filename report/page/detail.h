/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How much a page has of what its tables do not say, lest it grow without
 * bounds: samples are thinned, and where that is not enough, what says the
 * least beside the tables is left out.  What a page takes with all of it is
 * found by writing it to nowhere.
 */
#ifndef DETAIL_H
#define DETAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* What may be left out, the least first; without samples there are no curves.
 */
enum detail_part {
  PART_LEGENDS,      /* what marks say, below each table instead of once */
  PART_LONE_LADDERS, /* of blocks of one row */
  PART_CURVES,       /* of clocks and power */
  PART_SAMPLES,
  N_PARTS
};

struct detail {
  size_t points; /* of a row's samples, and of each curve, at the most */
  bool part[N_PARTS];
};

/* Of a picture by itself, and of a page that has room. */
struct detail detail_whole (void);

/* What a page takes without a point. */
struct page_size {
  size_t bytes, of_part[N_PARTS]; /* of all, those of parts among them */
  size_t *length;                 /* of all rows of points, in no order */
  enum detail_part *belongs;      /* to what */
  size_t n;
};

void page_size_add (struct page_size *size, enum detail_part belongs,
                    size_t length);
void page_size_free (struct page_size *size);

/* The most that there is room for in a page of so many cases. */
struct detail detail_that_fits (const struct page_size *size, size_t cases);
/* What there is no room for, a sentence; NULL: there is for all. */
char *detail_describe (const struct detail *detail,
                       const struct page_size *size);

/* A stream that keeps nothing but how much was written to it; NULL: memory is
 * out. */
FILE *nowhere_open (size_t *bytes);

#endif
