/* SPDX-License-Identifier: BSD-3-Clause
 *
 * When a turn's samples were taken, by the clock that all processes of the
 * machine share: who looks at the device meanwhile takes from it which looks
 * are of them.
 */
#ifndef SPANS_H
#define SPANS_H

#include <jansson.h>
#include <stddef.h>

struct spans {
  struct span {
    double begin, end; /* of clock_now */
    size_t from, to;   /* samples that count, before it and with it */
  } * span;
  size_t n;
  double launches, kernel_s; /* in them */
};

/* Adds a sample, which may not count, of so many launches that took so long
 * together. */
void spans_add (struct spans *spans, struct span sample, double launches,
                double kernel_s);
/* A new reference. */
json_t *spans_to_json (const struct spans *spans);
void spans_free (struct spans *spans);

#endif
