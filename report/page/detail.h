/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Bounds the size of a page: samples are thinned, and if that is not enough,
 * the parts that add least to the tables are left out.  The size of a complete
 * page is measured by writing it to a stream that only counts.
 */
#ifndef DETAIL_H
#define DETAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* What may be left out, first to last; curves need samples. */
enum detail_part {
  PART_LEGENDS,      /* below each table instead of once */
  PART_LONE_LADDERS, /* of blocks of one row */
  PART_CURVES,       /* of clocks and power */
  PART_SAMPLES,
  N_PARTS
};

struct detail {
  size_t points; /* at most, of a row's samples and of each curve */
  bool part[N_PARTS];
};

/* Everything: for a single picture, and a page that has room. */
struct detail detail_whole (void);

/* The size of a page without points. */
struct page_size {
  size_t bytes, of_part[N_PARTS]; /* the total, which includes the parts */
  size_t *length;                 /* points of each row, in no order */
  enum detail_part *belongs;      /* the part of each row */
  size_t n;
};

void page_size_add (struct page_size *size, enum detail_part belongs,
                    size_t length);
void page_size_free (struct page_size *size);

/* The most detail that a page of so many cases has room for. */
struct detail detail_that_fits (const struct page_size *size, size_t cases);
/* A sentence about what is left out; NULL: nothing.  The caller frees it. */
char *detail_describe (const struct detail *detail,
                       const struct page_size *size);

/* A stream that only counts the bytes written to it; NULL: out of memory. */
FILE *nowhere_open (size_t *bytes);

#endif
