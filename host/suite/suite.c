/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <fnmatch.h>
#include <ini.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/message.h"
#include "base/names.h"
#include "base/pool.h"
#include "base/read-file.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "suite/lines.h"
#include "suite/suite.h"

#define SUITE_MAX_BYTES ((size_t)16 << 20)

/* What an indented line would continue. */
enum above {
  ABOVE_NOTHING,
  ABOVE_VALUE, /* the last entry's */
  ABOVE_WRONG  /* a line with a mistake */
};

/* Shared by the reader and the handler, which inih calls in turn. */
struct suite_parser {
  struct suite *suite;
  struct lines lines;
  int entry_line; /* of an entry that inih has not called back with; 0 */
  enum above above;
  struct text value; /* of the last entry, as far as it was read */
  bool wrong;
};

/* Prints a message about a line; 0: about the file. */
#define complain_of_line(parse, line, ...)                                     \
  ((parse)->wrong = true,                                                      \
   message_print_at ((parse)->suite->path, (line), __VA_ARGS__))

const struct section *
suite_defaults (const struct suite *suite)
{
  return suite->n_sections > 0
                 && strcmp (suite->section[0].name, SUITE_DEFAULTS) == 0
             ? &suite->section[0]
             : NULL;
}

const struct entry *
section_entry (const struct section *section, const char *key)
{
  for (size_t i = 0; section != NULL && i < section->n_entries; i++)
    if (strcmp (section->entry[i].key, key) == 0)
      return &section->entry[i];
  return NULL;
}

static struct section *
add_section (struct suite *suite, size_t at, const char *name, size_t n,
             int line)
{
  suite->section
      = xgrow (suite->section, suite->n_sections, sizeof *suite->section);
  memmove (suite->section + at + 1, suite->section + at,
           (suite->n_sections - at) * sizeof *suite->section);
  suite->section[at]
      = (struct section){ .name = xstrndup (name, n), .line = line };
  suite->n_sections++;
  return &suite->section[at];
}

struct section *
suite_add_section (struct suite *suite, const char *name)
{
  return add_section (suite, suite->n_sections, name, strlen (name), 0);
}

void
section_add_entry (struct section *section, const char *key, const char *value,
                   int line)
{
  XAPPEND (section->entry, section->n_entries)
      = (struct entry){ xstrdup (key), xstrdup (value), line, NULL };
}

static bool
is_blank (char c)
{
  return c == ' ' || c == '\t';
}

/* Begins a section even if its line has a mistake: the entries below don't
 * belong to the section before. */
static void
begin_section (struct suite_parser *parse)
{
  struct suite *suite = parse->suite;
  int line = parse->lines.number;
  size_t n = 0;
  const char *name = lines_section (&parse->lines, &n);

  if (name == NULL)
    complain_of_line (parse, line,
                      "a section line must read [name], with nothing after it");
  else if (n == 0)
    complain_of_line (parse, line, "this section has no name: write [name]");
  else if (n > SECTION_MAX_BYTES)
    complain_of_line (parse, line,
                      "the section name has %zu bytes: at most %d are read", n,
                      SECTION_MAX_BYTES);
  else if (is_blank (name[0]) || is_blank (name[n - 1]))
    complain_of_line (
        parse, line,
        "the section name begins or ends with a blank: write [name]");
  else if (suite->n_sections > 0 && n == strlen (SUITE_DEFAULTS)
           && memcmp (name, SUITE_DEFAULTS, n) == 0
           && suite_defaults (suite) == NULL)
    complain_of_line (parse, line,
                      "[%s] must be the first section: it holds the defaults "
                      "of those below it",
                      SUITE_DEFAULTS);
  add_section (suite, suite->n_sections, name != NULL ? name : "", n, line);
}

/* Ends the value above: no further line belongs to it. */
static void
finish_value (struct suite_parser *parse)
{
  struct suite *suite = parse->suite;

  if (parse->above == ABOVE_VALUE) {
    struct section *section = &suite->section[suite->n_sections - 1];
    struct entry *entry = &section->entry[section->n_entries - 1];

    free (entry->value);
    entry->value = parse->value.data;
    if (*entry->value == '\0')
      complain_of_line (parse, entry->line,
                        "'%s' has no value: give it one, or leave it out",
                        entry->key);
  }
  parse->value = (struct text){ 0 };
  parse->above = ABOVE_NOTHING;
}

static void
continue_value (struct suite_parser *parse)
{
  size_t n;
  const char *more = lines_continuation (&parse->lines, &n);

  if (parse->above == ABOVE_VALUE)
    text_add (&parse->value, "%s%.*s", parse->value.n > 0 ? " " : "", (int)n,
              more);
  else if (parse->above == ABOVE_NOTHING)
    complain_of_line (
        parse, parse->lines.number,
        "an indented line continues the value above it, and there is none: "
        "keys and sections begin in the first column");
}

/* Processes a line before inih does; true when inih gets it, too. */
static bool
process_line (struct suite_parser *parse)
{
  enum line_kind kind = lines_kind (&parse->lines);
  int line = parse->lines.number;

  /* A comment may stand among the lines of a value. */
  if (kind != LINE_INDENTED && kind != LINE_COMMENT)
    finish_value (parse);
  switch (kind) {
  case LINE_EMPTY:
  case LINE_COMMENT:
    break;
  case LINE_SECTION:
    begin_section (parse);
    break;
  case LINE_ENTRY:
    parse->entry_line = line;
    return true;
  case LINE_INDENTED:
    continue_value (parse);
    break;
  case LINE_LONG:
    complain_of_line (parse, line,
                      "the line has %zu bytes, and at most %d are read: "
                      "continue the value on the next line, indented",
                      parse->lines.n, LINE_MAX_BYTES);
    parse->above = ABOVE_WRONG;
    break;
  }
  return false;
}

/* inih does not report a line that it can't parse. */
static void
finish_line (struct suite_parser *parse)
{
  if (parse->entry_line > 0) {
    complain_of_line (parse, parse->entry_line,
                      "no '=' in this line: write key = value");
    parse->above = ABOVE_WRONG;
  }
  parse->entry_line = 0;
}

/* inih's reader: each call is one line of the file. */
static char *
read_line (char *buffer, int room, void *stream)
{
  struct suite_parser *parse = stream;
  size_t n;

  finish_line (parse);
  if (!lines_next (&parse->lines))
    return NULL;
  n = process_line (parse) ? parse->lines.n : 0;
  /* This inih was built for shorter lines than LINE_MAX_BYTES. */
  if (n >= (size_t)room) {
    complain_of_line (parse, parse->lines.number,
                      "the line has %zu bytes, more than this inih reads: "
                      "continue the value on the next line, indented",
                      n);
    parse->entry_line = 0;
    parse->above = ABOVE_WRONG;
    n = 0;
  }
  memcpy (buffer, parse->lines.text, n);
  buffer[n] = '\0';
  return buffer;
}

/* inih's handler.  Sections are known from the reader. */
static int
parse_entry (void *user, const char *section, const char *key,
             const char *value)
{
  struct suite_parser *parse = user;
  struct suite *suite = parse->suite;
  int line = parse->lines.number;

  (void)section;
  if (key == NULL)
    return 1;
  parse->entry_line = 0;
  parse->above = ABOVE_WRONG;
  if (suite->n_sections == 0)
    complain_of_line (parse, line,
                      "'%s' stands before any section: put [%s] above it", key,
                      SUITE_DEFAULTS);
  else if (*key == '\0')
    complain_of_line (parse, line, "no key before the '=': write key = value");
  else {
    section_add_entry (&suite->section[suite->n_sections - 1], key, "", line);
    text_add (&parse->value, "%s", value != NULL ? value : "");
    parse->above = ABOVE_VALUE;
  }
  return 1;
}

/* Reports a name that is there already. */
static void
add_name (struct suite_parser *parse, struct map *names, const char *name,
          int line, const char *what)
{
  const size_t before = names->n;
  struct map_entry *entry = map_find_or_add (names, name, strlen (name));

  if (names->n > before)
    entry->number = (size_t)line;
  else
    complain_of_line (parse, line, "duplicate %s '%s': first on line %zu", what,
                      name, entry->number);
}

static void
find_duplicates (struct suite_parser *parse)
{
  struct map sections = { 0 };

  for (size_t i = 0; i < parse->suite->n_sections; i++) {
    const struct section *section = &parse->suite->section[i];
    struct map keys = { 0 };

    if (section->name[0] != '\0')
      add_name (parse, &sections, section->name, section->line, "section");
    for (size_t j = 0; j < section->n_entries; j++)
      add_name (parse, &keys, section->entry[j].key, section->entry[j].line,
                "key");
    map_free (&keys);
  }
  map_free (&sections);
}

/* Parses the whole text; false after messages about its form. */
static bool
parse_text (struct suite *suite)
{
  struct suite_parser parse = { .suite = suite };
  int line = lines_not_text (suite->text, suite->text_bytes);
  size_t defaults;

  if (line > 0) {
    complain_of_line (
        &parse, line,
        "this is not text: a suite is UTF-8 without control characters");
    return false;
  }
  lines_start (&parse.lines, suite->text, suite->text_bytes);
  if (ini_parse_stream (read_line, &parse, parse_entry, &parse) < 0)
    complain_of_line (&parse, 0, "out of memory while reading");
  finish_line (&parse);
  finish_value (&parse);

  find_duplicates (&parse);
  defaults = suite_defaults (suite) != NULL;
  if (!parse.wrong && suite->n_sections == defaults)
    complain_of_line (&parse, 0,
                      "has no job: add a section such as [transpose]");
  return !parse.wrong;
}

bool
suite_read (struct suite *suite, const char *path)
{
  const bool from_stdin = strcmp (path, "-") == 0;

  *suite = (struct suite){ .path
                           = xstrdup (from_stdin ? "standard input" : path) };
  suite->text
      = from_stdin ? read_fd_text (STDIN_FILENO, suite->path, SUITE_MAX_BYTES,
                                   &suite->text_bytes)
                   : read_file_text (path, SUITE_MAX_BYTES, &suite->text_bytes);
  if (suite->text != NULL && parse_text (suite))
    return true;
  suite_free (suite);
  return false;
}

/* The parts of "JOB.KEY=VALUE". */
struct assignment {
  char *job, *key, *value;
};

/* Copies the text from start to end without blanks around it. */
static char *
copy_trimmed (const char *start, const char *end)
{
  while (start < end && is_blank (*start))
    start++;
  while (start < end && is_blank (end[-1]))
    end--;
  return xstrndup (start, (size_t)(end - start));
}

static bool
split_assignment (struct assignment *assignment, const char *argument)
{
  const char *equals = strchr (argument, '=');
  const char *dot = equals != NULL
                        ? memrchr (argument, '.', (size_t)(equals - argument))
                        : NULL;

  *assignment = (struct assignment){ 0 };
  if (utf8_count_valid (argument, strlen (argument)) < strlen (argument)) {
    message_print ("-s %s: this is not UTF-8", argument);
    return false;
  }
  if (dot != NULL) {
    assignment->job = copy_trimmed (argument, dot);
    assignment->key = copy_trimmed (dot + 1, equals);
    assignment->value = copy_trimmed (equals + 1, equals + strlen (equals));
    if (*assignment->job != '\0' && *assignment->key != '\0'
        && *assignment->value != '\0')
      return true;
  }
  message_print ("-s %s: write JOB.KEY=VALUE, where JOB is a section, a "
                 "pattern of sections, or %s",
                 argument, SUITE_DEFAULTS);
  return false;
}

static void
set_entry (struct section *section, const struct assignment *assignment)
{
  size_t i;

  for (i = 0; i < section->n_entries; i++) {
    struct entry *entry = &section->entry[i];

    if (strcmp (entry->key, assignment->key) != 0)
      continue;
    free (entry->value);
    free (entry->set);
    entry->value = xstrdup (assignment->value);
    entry->line = 0;
    break;
  }
  if (i == section->n_entries)
    section_add_entry (section, assignment->key, assignment->value, 0);
  section->entry[i].set = xasprintf ("%s.%s", assignment->job, assignment->key);
}

static bool
no_section (const struct suite *suite, const char *job, const char *argument)
{
  struct nearest nearest = { .wanted = job };
  char *hint;

  /* A suite without a text is that of `gkhost check', which names its jobs. */
  if (suite->text[0] == '\0' && suite->n_sections > 0) {
    message_print ("-s %s: the jobs have names of gkhost's own; write '*%s', "
                   "which sets it in all",
                   argument, argument + strlen (job));
    return false;
  }
  for (size_t i = 0; i < suite->n_sections; i++)
    nearest_consider (&nearest, suite->section[i].name);
  nearest_consider (&nearest, SUITE_DEFAULTS);
  hint = nearest_hint (&nearest);
  message_print ("-s %s: %s has no section '%s'%s", argument, suite->path, job,
                 hint);
  free (hint);
  return false;
}

/* Sets the key in all sections that match.  A pattern does not match the
 * defaults, since it matches the jobs that use them. */
static bool
apply_assignment (struct suite *suite, const struct assignment *assignment,
                  const char *argument)
{
  bool found = false, defaults = strcmp (assignment->job, SUITE_DEFAULTS) == 0;

  if (defaults && suite_defaults (suite) == NULL)
    add_section (suite, 0, SUITE_DEFAULTS, strlen (SUITE_DEFAULTS), 0);
  for (size_t i = 0; i < suite->n_sections; i++) {
    struct section *section = &suite->section[i];
    bool same = strcmp (section->name, assignment->job) == 0;

    if (strcmp (section->name, SUITE_DEFAULTS) == 0
            ? !same
            : !same && fnmatch (assignment->job, section->name, 0) != 0)
      continue;
    set_entry (section, assignment);
    found = true;
  }
  return found || no_section (suite, assignment->job, argument);
}

bool
suite_set (struct suite *suite, const char *argument)
{
  struct assignment assignment;
  bool good = split_assignment (&assignment, argument)
              && apply_assignment (suite, &assignment, argument);

  free (assignment.job);
  free (assignment.key);
  free (assignment.value);
  return good;
}

void
suite_free (struct suite *suite)
{
  for (size_t i = 0; i < suite->n_sections; i++) {
    struct section *section = &suite->section[i];

    for (size_t j = 0; j < section->n_entries; j++) {
      free (section->entry[j].key);
      free (section->entry[j].value);
      free (section->entry[j].set);
    }
    free (section->entry);
    free (section->name);
  }
  free (suite->section);
  free (suite->text);
  free (suite->path);
  *suite = (struct suite){ 0 };
}
