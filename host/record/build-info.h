/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What gkhost was made from and with, for records and --version.
 */
#ifndef BUILD_INFO_H
#define BUILD_INFO_H

struct build_info {
  const char *commit; /* + behind it: with changes; NULL: nobody knows */
  const char *compiler, *flags;
};

extern const struct build_info gkhost_build;

#endif
