/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What gkhost was made from and with, for records and --version.
 */
#ifndef MADE_H
#define MADE_H

struct made {
  const char *commit; /* + behind it: with changes; NULL: nobody knows */
  const char *compiler, *flags;
};

extern const struct made made;

#endif
