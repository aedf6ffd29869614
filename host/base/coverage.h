/* SPDX-License-Identifier: BSD-3-Clause
 *
 * In a build that counts which lines run (configure --enable-coverage): adds
 * the counts to their files now, in a process that may end otherwise than by
 * returning from main.  In any other build: nothing.
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
