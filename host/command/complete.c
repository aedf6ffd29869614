/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/xalloc.h"
#include "command/commands.h"
#include "command/completion.h"

/* Offers a candidate with the first clause of its help: shells show a line. */
static void
offer_shortly (struct completion *c, const char *candidate, const char *help)
{
  char *begin = xstrndup (help, strcspn (help, ";"));

  completion_offer (c, candidate, begin);
  free (begin);
}

/* Offers a long option, and with its value if that is optional. */
static void
offer_option (struct completion *c, const struct option_row *row)
{
  char *name = xasprintf ("--%s", row->name);
  char *whole = row->optional ? xasprintf ("%s=%s", name,
                                           row->word != NULL ? row->word : "")
                              : NULL;

  offer_shortly (c, name, row->help);
  if (whole != NULL)
    offer_shortly (c, whole, row->help);
  free (whole);
  free (name);
}

static void
offer_options (struct completion *c)
{
  const struct option_row *row;

  for (size_t i = 0; (row = option_row_at (i)) != NULL; i++)
    if (options_may_have (&c->options, row))
      offer_option (c, row);
}

static void
offer_commands (struct completion *c)
{
  for (int i = 0; i < COMMAND_DONE; i++)
    if (command_help ((enum command)i) != NULL
        && options_fit (&c->options, (enum command)i))
      offer_shortly (c, command_name ((enum command)i),
                     command_help ((enum command)i));
}

/* Completes the value of --name=value. */
static void
complete_long (struct completion *c, const char *equals)
{
  const char *name = c->word + 2;
  const struct option_row *row
      = option_row_named (name, (size_t)(equals - name));

  c->begun = (size_t)(equals + 1 - c->word);
  complete_value (c, row != NULL ? row->value : VALUE_NONE);
  if (row != NULL && row->word != NULL)
    completion_offer (c, row->word, NULL);
}

/* Completes letters in a word.  The first that takes a value takes the rest of
 * the word, as in -dcpu. */
static void
complete_letters (struct completion *c)
{
  const char *letter = c->word + 1;
  const struct option_row *row = option_row_of (*letter);

  while (row != NULL && row->value == VALUE_NONE && letter[1] != '\0')
    row = option_row_of (*++letter);
  if (row != NULL && row->value != VALUE_NONE && letter[1] != '\0') {
    c->begun = (size_t)(letter + 1 - c->word);
    complete_value (c, row->value);
    return;
  }
  complete_value (c, VALUE_NONE);
  if (row != NULL)
    offer_shortly (c, c->word, row->help);
}

/* Completes a command or its argument; offers options if there is no other
 * candidate. */
static void
complete_argument (struct completion *c)
{
  const enum value_kind kind = options_next_argument (&c->options);

  complete_value (c, kind);
  if (!c->options.named)
    offer_commands (c);
  if (kind == VALUE_NONE && c->offered.n == 0 && *c->word == '\0'
      && !c->options.ended)
    offer_options (c);
}

static void
complete_word (struct completion *c)
{
  const char *word = c->word, *equals = strchr (word, '=');

  if (c->options.awaits != NULL)
    complete_value (c, c->options.awaits->value);
  else if (c->options.ended || word[0] != '-')
    complete_argument (c);
  else if (word[1] == '-' && equals != NULL)
    complete_long (c, equals);
  else if (word[1] != '-' && word[1] != '\0')
    complete_letters (c);
  else {
    complete_value (c, VALUE_NONE);
    offer_options (c);
  }
}

/* Expands ~/ as the shell would; to be freed. */
static char *
expand_home (const char *word)
{
  const char *home = getenv ("HOME");

  if (home != NULL && word[0] == '~' && word[1] == '/')
    return xasprintf ("%s%s", home, word + 1);
  return xstrdup (word);
}

/* The arguments are the words after the program's name; the last is to be
 * completed. */
int
command_complete (const struct options *options)
{
  const int n = options->n_arguments;
  struct completion c = { .word = n > 0 ? options->argument[n - 1] : "" };
  char **words;
  int argc = 1;

  /* A message would stand in the line that the user types. */
  if (freopen ("/dev/null", "w", stderr) == NULL)
    return EXIT_HOST;
  words = xcalloc ((size_t)n + 2, sizeof *words);
  words[0] = xstrdup (options->argv[0]);
  for (; argc < n; argc++)
    words[argc] = expand_home (options->argument[argc - 1]);
  if (options_read_begun (&c.options, argc, words))
    complete_word (&c);
  completion_free (&c);
  for (int i = 0; i < argc; i++)
    free (words[i]);
  free (words);
  return output_end (EXIT_PASSED);
}
