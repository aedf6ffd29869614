#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The reason of a crash says where in memory it was: at a null pointer, at the end of
# the stack, or so many bytes outside of a buffer.  A plugin's own handler goes first.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_unsanitized
cat >"$tmp/falls.c" <<'END'
#include <gkhost/copy.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static int
nested (volatile int depth)
{
  volatile char frame[4096];

  frame[0] = (char)depth;
  return depth < 0 ? 0 : nested (depth + 1) + frame[0];
}

static void
leave (int signal_number)
{
  (void)signal_number;
  _exit (7);
}

/* By name, since each does a line. */
static int
fall (const char *name, const gk_copy *p)
{
  volatile char *dst = (volatile char *)p->dst;

  if (strcmp (name, "null") == 0)
    ((volatile char *)0)[24] = 1;
  else if (strcmp (name, "deep") == 0)
    return nested (1) == 0;
  else if (strcmp (name, "behind") == 0)
    dst[p->rows * p->dst_pitch * 4 + 99999] = 1;
  else if (strcmp (name, "before") == 0)
    return ((const volatile char *)p->src)[-99999];
  else if (strcmp (name, "elsewhere") == 0)
    *(volatile char *)(UINT64_C (1) << 40) = 1;
  else if (strcmp (name, "nowhere") == 0)
    *(volatile char *)(UINT64_C (1) << 63) = 1;
  else if (strcmp (name, "handles") == 0)
    {
      signal (SIGSEGV, leave);
      ((volatile char *)0)[24] = 1;
    }
  else if (strcmp (name, "raises") == 0)
    raise (SIGSEGV);
  return GK_OK;
}

#define VARIANT(n)                                                             \
  static int n (const gk_host *host, const void *problem, void *state,         \
                void *stream)                                                  \
  {                                                                            \
    (void)host, (void)state, (void)stream;                                     \
    return fall (#n, (const gk_copy *)problem);                                \
  }
VARIANT (null)
VARIANT (deep)
VARIANT (behind)
VARIANT (before)
VARIANT (elsewhere)
VARIANT (nowhere)
VARIANT (handles)
VARIANT (raises)

#define ROW(n) { .family = "copy", .name = #n, .summary = "falls", .launch = n }
static const gk_variant variants[] = { ROW (null), ROW (deep), ROW (behind),
  ROW (before), ROW (elsewhere), ROW (nowhere), ROW (handles), ROW (raises) };
GK_PLUGIN ("falls", "1", "crashes in many places", NULL, variants)
END
build_plugin falls
printf '[copy]\nrows = 31\ncols = 17\nvariant = %s\n' \
  'null, deep, behind, before, elsewhere, nowhere, handles, raises' >"$tmp/a.ini"
expect_status 1 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
  -p "$top_builddir/plugins/copy/.libs/copy.so" -p "$tmp/falls.so"

# VARIANT, and the end of its reason.
ended='signal 11 (Segmentation fault) in launch' nowhere=
# There such an address is the processor's, not the memory's, affair.
[ "$(uname -m)" != x86_64 ] ||
  nowhere=': it used an address that is invalid, or not aligned as the instruction requires'
while IFS=: read -r variant reason; do
  records "$tmp/run.jsonl" "variant=$variant" status=crashed >"$tmp/record"
  expect_grep "$reason\"" "$tmp/record"
done <<END
null:$ended: it accessed memory near 0 (a null pointer)
deep:$ended: it accessed memory near the end of the stack (recursion or a large local array?)
behind:$ended: it accessed memory 99999 bytes behind 'dst'
before:$ended: it accessed memory 99999 bytes before 'src'
elsewhere:$ended
nowhere:$ended$nowhere
handles:exited by itself with status 7 in launch
raises:$ended
END
