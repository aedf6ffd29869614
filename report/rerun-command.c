/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "report/rerun-command.h"

/* Options that choose where output goes, or continue a run. */
static const struct {
  const char *name;
  bool value; /* in the next word, or in this one after "=" */
} left_out[] = { { "-o", true },
                 { "--output", true },
                 { "--format", true },
                 { "--resume", false } };

/* The number of words of an option to leave out; 0: keep the word. */
static size_t
words_left_out (const char *word)
{
  for (size_t i = 0; i < sizeof left_out / sizeof left_out[0]; i++) {
    size_t n = strlen (left_out[i].name);

    if (strncmp (word, left_out[i].name, n) != 0)
      continue;
    if (word[n] == '\0')
      return 1 + left_out[i].value;
    if (word[n] == '=' || n == strlen ("-o"))
      return 1;
  }
  return 0;
}

static void
add_word (struct text *text, const char *word)
{
  static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                              "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                              "0123456789_@%+=:,./-";

  if (text->n > 0)
    text_add (text, " ");
  if (*word != '\0' && word[strspn (word, plain)] == '\0') {
    text_add (text, "%s", word);
    return;
  }
  text_add (text, "'");
  for (; *word != '\0'; word++)
    text_add (text, *word == '\'' ? "'\\''" : "%c", *word);
  text_add (text, "'");
}

static void
add_job (struct text *text, const char *job)
{
  struct text glob = { 0 };

  text_add (&glob, "%s/*", job);
  add_word (text, "--only");
  add_word (text, glob.data);
  free (glob.data);
}

char *
rerun_command_of_job (const struct run_record *run, const char *job)
{
  struct text text = { 0 };
  bool only = false;
  size_t skip;

  if (run == NULL || run->command.n == 0)
    return NULL;
  /* The program's path on that machine is of no use elsewhere. */
  add_word (&text, "gkhost");
  for (size_t i = 1; i < run->command.n; i += skip) {
    const char *word = run->command.text[i];

    only |= strcmp (word, "--only") == 0 || strncmp (word, "--only=", 7) == 0;
    skip = words_left_out (word);
    if (skip == 0)
      add_word (&text, word);
    skip += skip == 0;
  }
  if (job != NULL && !only)
    add_job (&text, job);
  add_word (&text, "-o");
  add_word (&text, "again.jsonl");
  return text.data;
}

char *
rerun_command_of_compare (const char *old, const char *new)
{
  struct text text = { 0 };

  add_word (&text, "gkhost");
  add_word (&text, "compare");
  add_word (&text, old);
  add_word (&text, new);
  return text.data;
}
