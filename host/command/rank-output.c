/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/optional.h"
#include "base/message.h"
#include "base/machine.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "command/commands.h"

/* Bytes of a host name in a file name; the system has no longer ones. */
enum { HOST_MOST = 64 };

/* Adds the machine's name, with a "_" for each slash, for a dot at its
 * beginning, and for any other special character. */
static void
add_host (struct text *path)
{
  char *name = machine_name ();
  size_t n = strlen (name);

  for (size_t i = 0; i < n && i < HOST_MOST; i++) {
    const unsigned char c = (unsigned char)name[i];
    const bool plain = isalnum (c) || c == '-' || (i > 0 && c == '.');

    text_add (path, "%c", plain ? c : '_');
  }
  if (n == 0)
    text_add (path, "localhost");
  free (name);
}

/* Expands %SIGN.  False: there is no such sign. */
static bool
add_sign (struct text *path, char sign, const struct rank *rank)
{
  switch (sign) {
  case 'h':
    add_host (path);
    return true;
  case 'r':
    text_add (path, "%" PRId64, rank->launcher != NULL ? rank->rank : 0);
    return true;
  case 'n':
    text_add (path, "%" PRId64, rank->launcher != NULL ? rank->ranks : 1);
    return true;
  case '%':
    text_add (path, "%%");
    return true;
  default:
    return false;
  }
}

static bool
has_sign (const char *output, char sign)
{
  for (const char *c = output; *c != '\0'; c++)
    if (*c == '%' && *++c == sign)
      return true;
  return false;
}

/* Expands -o; to be freed.  NULL, after a message. */
static char *
expand_path (const char *output, const struct rank *rank)
{
  struct text path = { 0 };
  bool ok = rank->launcher == NULL || rank->ranks != INTEGER_ABSENT
            || !has_sign (output, 'n');

  if (!ok)
    message_print (
        "-o %s: %s does not report how many ranks there are: leave out %%n",
        output, rank->launcher);
  for (const char *c = output; ok && *c != '\0'; c++)
    if (*c != '%')
      text_add (&path, "%c", *c);
    else if (!add_sign (&path, c[1], rank)) {
      message_print (
          "-o %s: %%%.1s stands for nothing: write %%h for the host, %%r "
          "for the rank, %%n for how many ranks there are, or %%%% for a "
          "percent sign",
          output, c + 1);
      ok = false;
    } else
      c++;
  if (ok && path.n >= PATH_MAX) {
    message_print ("-o %.64s...: that is longer than the name of a file can be",
                   output);
    ok = false;
  }
  if (ok)
    return path.data;
  free (path.data);
  return NULL;
}

/* False, after a message, when another rank could write the same file. */
static bool
is_own_file (const struct options *o)
{
  const struct rank *rank = &o->rank;
  char *of = rank->ranks != INTEGER_ABSENT ? xasprintf ("%" PRId64, rank->ranks)
                                           : xstrdup ("several");
  bool alone = rank->local == 0
               && (rank->locals == INTEGER_ABSENT || rank->locals == 1);
  bool ok = false;

  /* A profiler or sanitizer reads these records. */
  if (strcmp (o->output, "-") == 0 && o->in_process)
    ok = true;
  else if (strcmp (o->output, "-") == 0)
    message_print ("-o -: %s started %s ranks, and their records can't be told "
                   "apart on one stream: write -o DIR/%%h-%%r.jsonl",
                   rank->launcher, of);
  else if (has_sign (o->output, 'r') || (has_sign (o->output, 'h') && alone))
    ok = true;
  else if (has_sign (o->output, 'h'))
    message_print (
        "-o %s: %s started %s ranks, of which a host may have several: "
        "write -o DIR/%%h-%%r.jsonl",
        o->output, rank->launcher, of);
  else
    message_print (
        "-o %s: %s started %s ranks, which would all write that file: "
        "write -o DIR/%%h-%%r.jsonl",
        o->output, rank->launcher, of);
  free (of);
  return ok;
}

static bool
read_rank (struct rank *rank)
{
  char *why;
  bool ok = rank_read (rank, &why);

  if (!ok)
    message_print ("%s", why);
  free (why);
  return ok;
}

/* Rank 0 warns that the other ranks' results are lost. */
static void
complain_of_unwritten (const struct options *o)
{
  if (o->command == COMMAND_RUN && o->output == NULL && o->rank.rank == 0
      && !o->dry_run && !o->profile && !o->in_process)
    message_print (
        "only this rank prints a report: to keep the others' results, "
        "write -o DIR/%%h-%%r.jsonl");
}

bool
rank_output_set (struct options *o)
{
  if (o->command != COMMAND_RUN && o->command != COMMAND_CHECK)
    return true;
  if (!read_rank (&o->rank))
    return false;
  if (rank_has_others (&o->rank)) {
    if (o->output != NULL && !is_own_file (o))
      return false;
    complain_of_unwritten (o);
  }
  if (o->output == NULL)
    return true;
  o->output_path = expand_path (o->output, &o->rank);
  o->output = o->output_path;
  return o->output != NULL;
}

bool
rank_output_shown (const struct options *o)
{
  return o->rank.launcher == NULL || o->rank.rank == 0 || o->verbose
         || o->in_process;
}
