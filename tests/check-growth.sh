#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# gkhost check warns of a launch that leaves memory allocated, and of none that frees it
# or keeps what it took in its first launches.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_unsanitized
printf '#include <malloc.h>\nint main (void) { return mallinfo2 ().uordblks == 0; }\n' \
  >"$tmp/a.c"
requires "$CC" -o "$tmp/a" "$tmp/a.c"
cat >"$tmp/grows.c" <<'END'
#include <gkhost/copy.h>
#include <stdlib.h>
#include <string.h>

/* Copies through memory of its own. */
static int
copy (const gk_host *host, const void *problem, char *scratch)
{
  const gk_copy *p = (const gk_copy *)problem;

  if (scratch == NULL)
    {
      host->error (host, "there is no memory");
      return GK_FAIL;
    }
  for (int64_t i = 0; i < p->rows; i++)
    {
      memcpy (scratch, (const char *)p->src + i * p->src_pitch,
              (size_t)p->cols);
      memcpy ((char *)p->dst + i * p->dst_pitch, scratch, (size_t)p->cols);
    }
  return GK_OK;
}

#define BYTES (100 << 10)

static int
leaves (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)state, (void)stream;
  return copy (host, problem, (char *)malloc (BYTES));
}

static int
frees (const gk_host *host, const void *problem, void *state, void *stream)
{
  char *scratch = (char *)malloc (BYTES);
  int status = copy (host, problem, scratch);

  (void)state, (void)stream;
  free (scratch);
  return status;
}

static int
keeps (const gk_host *host, const void *problem, void *state, void *stream)
{
  static char *scratch[3];
  static int n;
  char **at = &scratch[n++ % 3];

  (void)state, (void)stream;
  if (*at == NULL)
    *at = (char *)malloc (100 * BYTES);
  return copy (host, problem, *at);
}

#define ROW(n)                                                                 \
  { .family = "copy", .name = #n, .summary = "allocates memory",               \
    .dtypes = GK_BIT (GK_U8), .launch = n }
static const gk_variant variants[] = { ROW (leaves), ROW (frees), ROW (keeps) };
GK_PLUGIN ("grows", "1", "allocates in launch", NULL, variants)
END
build_plugin grows
export GKHOST_PLUGIN_PATH=$top_builddir/plugins/copy/.libs
# So that however few launches are repeated, there are enough.
expect_status 0 gkhost check "$tmp/grows.so" -s '*.dtype=u8' -s suite.warmup=5
# In one line each.
sed -e ':a' -e 'N;s/\n  */ /;ta' -e 'P;D' "$tmp/out" >"$tmp/joined"
expect_grep '^warning: variant leaves: each launch leaves memory allocated, 100 KiB: free what launch allocates' "$tmp/joined"
expect_equal "$(grep -c ^warning: "$tmp/out")" 1
