/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Coverage counters (configure --enable-coverage): writes them to their files
 * now, for a process that may end without returning from main.  Does nothing in
 * other builds.
 */
#ifndef COVERAGE_H
#define COVERAGE_H

static inline void
coverage_dump (void)
{
#ifdef GKHOST_COVERAGE
  void __gcov_dump (void);
  void __gcov_reset (void);

  __gcov_dump ();
  __gcov_reset ();
#endif
}

#endif
