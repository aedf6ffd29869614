/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/message.h"
#include "base/text.h"
#include "base/read-file.h"
#include "base/xalloc.h"
#include "command/commands.h"
#include "command/new-plugin.h"

/* ---- Languages, families, and their files ---- */

const struct new_language new_languages[] = {
  { "c", "C", "c", ".c", "@NAME@.c", "C", "a C compiler", "gcc", " *   ",
    false },
  { "c++", "C++", "cxx", ".cpp", "@NAME@.cpp", "CXX", "a C++ compiler", "g++",
    NULL, false },
  { "cuda", "CUDA C++", "cuda", ".cu", "@NAME@.cu", "CUDA",
    "an `nvcc` on the `PATH`", "nvidia-cuda-toolkit", "//   ", true },
  { "python", "Python", "python", ".py", "@NAME@.py", NULL, "numpy",
    "python3-dev python3-numpy", "  ", false },
  { "triton", "Triton", "triton", ".py", "@NAME@.py", NULL,
    "a GPU with torch and triton", "python3-dev python3-numpy", "  ", true },
  { "torch", "PyTorch", "torch", ".py", "@NAME@.py", NULL, "a GPU with torch",
    "python3-dev python3-numpy", "  ", true },
  { "rust", "Rust", "rust", ".rs", "src/lib.rs", NULL, "cargo (1.77 or later)",
    "make pkg-config", NULL, false },
  { .name = NULL },
};

const struct new_language new_kernelbench
    = { NULL,        "PyTorch", "kernelbench",      ".py",
        "@NAME@.py", NULL,      "a GPU with torch", "python3-dev python3-numpy",
        "  ",        true };

static const char products[] = "matmul";

const struct new_family new_families[] = {
  { "copy", "copy", { "copy" }, "cpu-memcpy", "memcpy" },
  { "transpose", "transpose", { "transpose" }, "cpu-naive", "cublas" },
  { "matmul",
    products,
    { "matmul-square", "matmul-rect" },
    "cpu-naive",
    "cublas" },
  { "matmul-square",
    products,
    { "matmul-square", "matmul-rect" },
    "cpu-naive",
    "cublas" },
  { "matmul-rect",
    products,
    { "matmul-square", "matmul-rect" },
    "cpu-naive",
    "cublas" },
  { .name = NULL },
};

/* What replaces @KEY@. */
struct template_value {
  const char *key;
  const char *text;
};

/* The value for the @KEY@ that text begins with; NULL: it is no key. */
static const struct template_value *
value_at (const char *text, const struct template_value *values, size_t n)
{
  for (size_t i = 0; i < n; i++) {
    const size_t length = strlen (values[i].key);

    if (strncmp (text + 1, values[i].key, length) == 0
        && text[1 + length] == '@')
      return &values[i];
  }
  return NULL;
}

/* Replaces @KEY@ by values, and keys in those values, too.  To be freed. */
static char *
template_expand (const char *text, const struct template_value *values,
                 size_t n)
{
  struct text out = { 0 };
  const char *rest = text, *at = text;

  while ((at = strchr (at, '@')) != NULL) {
    const struct template_value *value = value_at (at, values, n);
    char *inner;

    if (value == NULL) {
      at++;
      continue;
    }
    inner = template_expand (value->text, values, n);
    text_add (&out, "%.*s%s", (int)(at - rest), rest, inner);
    free (inner);
    at += strlen (value->key) + 2;
    rest = at;
  }
  text_add (&out, "%s", rest);
  return out.data;
}

/* The text of the template of that name, expanded; to be freed. */
static char *
template_read (const char *name, const struct template_value *values, size_t n)
{
  return template_expand (embedded_text (name), values, n);
}

bool
new_language_is_script (const struct new_language *language)
{
  return strcmp (language->suffix, ".py") == 0;
}

/* The name as an identifier of C; to be freed. */
static char *
identifier_of (const char *name, bool upper)
{
  char *text = xstrdup (name);

  for (char *p = text; *p != '\0'; p++)
    *p = *p == '-' ? '_' : upper ? (char)toupper ((unsigned char)*p) : *p;
  return text;
}

char *
new_plugin_what (const struct new_plugin *p)
{
  return p->of == NULL ? xasprintf ("the family %s", p->family)
                       : xasprintf ("a variant of %s", p->family);
}

/* Returns the C type of the family's problem, to be freed: gkhost's headers
 * call it gk_NAME, and those that are written from the template NAME_problem.
 */
static char *
problem_type (const char *family, const char *ident)
{
  char *name = xasprintf (" %s ", family);
  char *type = strstr (OWN_HEADERS, name) != NULL
                   ? xasprintf ("gk_%s", ident)
                   : xasprintf ("%s_problem", ident);

  free (name);
  return type;
}

/* The other way to build it, for its README. */
static const char *
other_build (const struct new_plugin *p)
{
  return p->language->cmake != NULL
             ? "CMake builds it too: `cmake -B build && cmake --build build`, "
               "then `ctest --test-dir build`."
             : "`cargo build --release` builds it too, as "
               "`target/release/libplugin.so`; gkhost requires only that its "
               "name ends in `.so`.";
}

/* The README's lines for files that not every plugin has. */
static const char *
more_files (const struct new_plugin *p)
{
  if (p->language->cmake == NULL)
    return "| `src/gkhost.rs` | gkhost's headers as Rust sees them |\n";
  return p->of != NULL ? ""
                       : "| `@FAMILY@.h` | the problem, for authors of further "
                         "variants: `make install` copies it to "
                         "`gkhost/@FAMILY@.h` |\n";
}

/* Removes what would end a comment, or is replaced in templates. */
static char *
make_plain (char *text)
{
  for (char *p = text; p != NULL && *p != '\0'; p++)
    if (*p == '@' || (*p == '/' && p > text && p[-1] == '*'))
      *p = ' ';
  return text;
}

/* The family's options, a line of a comment each; to be freed. */
static char *
options_text (const struct new_plugin *p)
{
  struct text lines = { 0 };

  for (size_t i = 0; p->foreign != NULL && i < p->foreign->options.n; i++) {
    const gk_option *o = &p->foreign->options.option[i];
    char *text = option_text (o);

    text_add (&lines, "%s%s: %s\n", p->language->comment, o->name, text);
    free (text);
  }
  return lines.data != NULL ? make_plain (lines.data) : xstrdup ("");
}

/* The same as a suite sets them, to their defaults; to be freed. */
static char *
defaults_text (const struct new_plugin *p)
{
  struct text lines = { 0 };

  for (size_t i = 0; p->foreign != NULL && i < p->foreign->options.n; i++) {
    const gk_option *o = &p->foreign->options.option[i];
    char *value = value_text (o, o->value);

    text_add (&lines, "%s%s = %s", i > 0 ? "\n" : "", o->name, value);
    free (value);
  }
  return lines.data != NULL ? make_plain (lines.data) : xstrdup ("");
}

struct template_values {
  const struct template_value *value;
  size_t n;
};

/* ---- A folder is written completely or not at all ---- */

struct new_folder {
  const char *path;
  const struct template_values *values;
  bool failed; /* a file could not be written; a message says why */
};

/* Creates the folders above a file.  False, with errno. */
static bool
make_parents (char *path)
{
  for (char *slash = strchr (path, '/'); slash != NULL;
       slash = strchr (slash + 1, '/')) {
    bool made;

    *slash = '\0';
    made = mkdir (path, 0777) == 0 || errno == EEXIST;
    *slash = '/';
    if (!made)
      return false;
  }
  return true;
}

/* False, with errno, unless the whole file was written. */
static bool
write_file (const char *path, const char *text)
{
  const int fd = open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  int error;

  if (fd < 0)
    return false;
  if (write_all (fd, text, strlen (text)))
    return close (fd) == 0;
  error = errno;
  close (fd);
  errno = error;
  return false;
}

/* Writes a file with this text. */
static void
add_text (struct new_folder *folder, const char *name, const char *text)
{
  char *path = xasprintf ("%s/%s", folder->path, name);

  if (!folder->failed && !(make_parents (path) && write_file (path, text))) {
    const int error = errno;
    const char *remedy = write_all_remedy (error);

    message_print ("%s: %s; nothing was kept: %s", path, strerror (error),
                   remedy != NULL ? remedy : "write it where there is room");
    folder->failed = true;
  }
  free (path);
}

/* Writes a file: a template, followed by another one unless that is NULL. */
static void
add_file (struct new_folder *folder, const char *name, const char *template,
          const char *second)
{
  const struct template_values *v = folder->values;
  char *as = template_expand (name, v->value, v->n);
  char *text = template_read (template, v->value, v->n);
  char *more = template_read (second != NULL ? second : "", v->value, v->n);
  char *all = xasprintf ("%s%s", text, more);

  add_text (folder, as, all);
  free (as);
  free (text);
  free (more);
  free (all);
}

static int
remove_entry (const char *path, const struct stat *st, int type,
              struct FTW *walk)
{
  (void)st;
  (void)type;
  (void)walk;
  remove (path);
  return 0;
}

static void
add_source (struct new_folder *folder, const struct new_plugin *p)
{
  const struct new_language *l = p->language;
  const bool is_script = new_language_is_script (l);
  char *name = xasprintf ("%s/%s%s", l->folder,
                          p->of != NULL ? p->of->problem
                          : is_script   ? "family-variant"
                                        : "family",
                          l->suffix);

  if (p->of == NULL && l->cmake != NULL) {
    /* The common part, then the variants. */
    add_file (folder, l->source, "family/family.c",
              l->gpu ? "family/cuda.cu" : "family/cpu.c");
    add_file (folder, "@FAMILY@.h", "family/family.h", NULL);
  } else if (p->of == NULL && is_script)
    add_file (folder, l->source, "python/family.py", name);
  else
    add_file (folder, l->source, name, NULL);
  if (l->cmake != NULL)
    add_file (folder, "CMakeLists.txt", "common/CMakeLists.txt", NULL);
  else if (!is_script) {
    add_file (folder, "src/gkhost.rs", "rust/gkhost.rs", NULL);
    add_file (folder, "Cargo.toml", "rust/Cargo.toml", NULL);
  }
  free (name);
}

static void
add_kernelbench (struct new_folder *folder, const struct new_plugin *p)
{
  add_file (folder, p->language->source, "kernelbench/variant.py", NULL);
  add_file (folder, "family.py", "kernelbench/family.py", NULL);
  add_text (folder, "problem.py", p->problem);
  if (p->solution != NULL)
    add_text (folder, "solution.py", p->solution);
  else
    add_file (folder, "solution.py", "kernelbench/solution.py", NULL);
  add_file (folder, "Makefile", "kernelbench/Makefile", NULL);
  add_file (folder, "suite.ini", "common/kernelbench.ini", NULL);
  add_file (folder, "README.md", "kernelbench/README.md", NULL);
}

static void
add_plugin (struct new_folder *folder, const struct new_plugin *p)
{
  const bool is_script = new_language_is_script (p->language);
  char *makefile
      = xasprintf ("%s/Makefile", is_script ? "python" : p->language->folder);
  char *suite
      = xasprintf ("common/%s.ini", p->of != NULL ? p->of->problem : "family");

  add_source (folder, p);
  add_file (folder, "Makefile", makefile, NULL);
  add_file (folder, "suite.ini", suite, NULL);
  add_file (folder, "README.md",
            is_script ? "python/README.md" : "common/README.md", NULL);
  free (makefile);
  free (suite);
}

static void
add_files (struct new_folder *folder, const struct new_plugin *p)
{
  if (p->problem != NULL)
    add_kernelbench (folder, p);
  else
    add_plugin (folder, p);
  add_file (folder, ".gitignore", "common/gitignore", NULL);
  add_file (folder, ".github/workflows/ci.yml", "common/ci.yml", NULL);
}

/* Creates the folder, which must not exist, with all files.  Returns an exit
 * status; after an error nothing is left of it. */
static int
make_folder (const struct new_plugin *p, const struct template_values *values)
{
  struct new_folder folder = { .path = p->name, .values = values };
  sigset_t all, before;
  int error = 0;

  /* No signal ends the program halfway. */
  sigfillset (&all);
  sigprocmask (SIG_BLOCK, &all, &before);
  if (mkdir (p->name, 0777) == 0)
    add_files (&folder, p);
  else
    error = errno;
  if (folder.failed)
    nftw (p->name, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
  sigprocmask (SIG_SETMASK, &before, NULL);
  if (error == 0)
    return folder.failed ? EXIT_HOST : EXIT_PASSED;
  if (error == EEXIST)
    message_print ("%s exists already and is left as it is: choose another "
                   "name, or move it away",
                   p->name);
  else
    message_print (
        "%s: can't be made: %s; go to a folder that you may write to", p->name,
        strerror (error));
  return error == EEXIST ? EXIT_USAGE : EXIT_HOST;
}

int
new_plugin_write (const struct new_plugin *p)
{
  const struct new_language *l = p->language;
  const bool blind = l->gpu && p->of != NULL && !new_language_is_script (l);
  char *what = new_plugin_what (p);
  char *title = xasprintf ("%c%s", toupper ((unsigned char)what[0]), what + 1);
  char *ident = identifier_of (p->family, false);
  char *guard = identifier_of (p->family, true);
  char *options = options_text (p), *defaults = defaults_text (p);
  char *type = problem_type (p->family, ident);
  const struct template_value values[] = {
    { "NAME", p->name },
    { "FAMILY", p->family },
    { "IDENT", ident },
    { "GUARD", guard },
    { "PROBLEM", type },
    { "WHAT", title },
    { "TITLE", l->title },
    { "SOURCE", l->source },
    { "CMAKE", l->cmake != NULL ? l->cmake : "" },
    { "NEEDS", l->needs },
    { "PACKAGES", l->packages },
    { "ALSO", other_build (p) },
    { "FILES", more_files (p) },
    { "BASELINE", p->of == NULL ? ""
                  : l->gpu      ? p->of->cuda_peer
                                : p->of->cpu_peer },
    { "SUITE", p->foreign != NULL ? "all variants of @FAMILY@"
               : p->of != NULL    ? "it beside `@BASELINE@`"
                                  : "its variants" },
    { "STATE",
      p->foreign != NULL && new_language_is_script (l) ? "fill in its function"
      : p->foreign != NULL
          ? "fill in its `launch`. gkhost finds\nthe plugin of "
            "@FAMILY@ where it is installed, or by "
            "`GKHOST_PLUGIN_PATH`, and the compiler its "
            "header\n`gkhost/@FAMILY@.h`; elsewhere they are named by\n"
            "`make check GKHOST='gkhost -p +PLUGIN.so' "
            "CPPFLAGS=-IFOLDER`"
          : "it is correct, but slow" },
    { "OPTIONS", options },
    { "DEFAULTS", defaults },
    { "BEGIN", p->of != NULL ? "`launch` computes the problem once, the table "
                               "lists what it accepts"
                             : "inputs, check and variants" },
    { "CI_STEP",
      blind ? "open it, as there is no GPU to check it on" : "check" },
    { "CI_COMMAND", blind ? "gkhost list -p ./@NAME@.so" : "make check" },
  };
  const struct template_values all
      = { values, sizeof values / sizeof values[0] };
  const int status = make_folder (p, &all);

  free (what);
  free (title);
  free (ident);
  free (guard);
  free (type);
  free (options);
  free (defaults);
  return status;
}
