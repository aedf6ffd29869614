/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The commit, the compiler and the flags that gkhost was built from, for
 * records and for --version.
 */
#ifndef BUILD_INFO_H
#define BUILD_INFO_H

struct build_info {
  const char *commit; /* ends in + where files had changed; NULL: unknown */
  const char *compiler, *flags;
};

extern const struct build_info gkhost_build;

#endif
