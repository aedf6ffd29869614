/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stddef.h>

#include <commit.h>

#include "record/build-info.h"

#ifdef __clang__
#define COMPILER __VERSION__
#else
#define COMPILER "gcc " __VERSION__
#endif

const struct build_info gkhost_build = {
  .commit = sizeof GKHOST_COMMIT > 1 ? GKHOST_COMMIT : NULL,
  .compiler = COMPILER,
  .flags = GKHOST_CFLAGS,
};
