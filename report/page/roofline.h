/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The points of a roofline, for its picture and its table.
 */
#ifndef ROOFLINE_H
#define ROOFLINE_H

#include "report/page/pictures.h"

struct roofline_point {
  const struct case_record *record;
  const struct block *block;
  double x, y;
  int op_class;
};

/* The ceiling of a class; 0: unknown. */
double roofline_ceiling (const struct roofline *f, int op_class);
/* The SI unit of a class's rate. */
const char *roofline_si (int op_class);
#endif
