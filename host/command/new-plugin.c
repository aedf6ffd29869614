/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/message.h"
#include "base/text.h"
#include "base/read-file.h"
#include "base/xalloc.h"
#include "command/new-plugin.h"

/* ---- A folder is written completely or not at all ---- */

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
  bool ok;

  if (fd < 0)
    return false;
  ok = write_all (fd, text, strlen (text));
  if (!ok) {
    const int error = errno;

    close (fd);
    errno = error;
    return false;
  }
  return close (fd) == 0;
}

/* Removes a file and the folders above it that are then empty. */
static void
remove_file (char *path)
{
  char *slash;

  unlink (path);
  while ((slash = strrchr (path, '/')) != NULL) {
    *slash = '\0';
    if (rmdir (path) != 0)
      break;
  }
}

static void
complain_unwritten (const char *path, int error)
{
  const char *remedy = write_all_remedy (error);

  message_print ("%s: %s; nothing was kept: %s", path, strerror (error),
                 remedy != NULL ? remedy : "write it where there is room");
}

static bool
write_files (const char *folder, const struct new_file *files, size_t n)
{
  size_t done = 0;
  bool ok = true;

  while (done < n && ok) {
    char *path = xasprintf ("%s/%s", folder, files[done++].path);

    ok = make_parents (path) && write_file (path, files[done - 1].text);
    if (!ok)
      complain_unwritten (path, errno);
    free (path);
  }
  while (!ok && done > 0) {
    char *path = xasprintf ("%s/%s", folder, files[--done].path);

    remove_file (path);
    free (path);
  }
  return ok;
}

int
new_folder (const char *folder, const struct new_file *files, size_t n)
{
  sigset_t all, before;
  bool made, ok = false;
  int error;

  /* No signal ends the program halfway. */
  sigfillset (&all);
  sigprocmask (SIG_BLOCK, &all, &before);
  made = mkdir (folder, 0777) == 0;
  error = errno;
  if (made)
    ok = write_files (folder, files, n);
  sigprocmask (SIG_SETMASK, &before, NULL);
  if (made)
    return ok ? EXIT_PASSED : EXIT_HOST;
  if (error == EEXIST)
    message_print ("%s exists already and is left as it is: choose another "
                   "name, or move it away",
                   folder);
  else
    message_print (
        "%s: can't be made: %s; go to a folder that you may write to", folder,
        strerror (error));
  return error == EEXIST ? EXIT_USAGE : EXIT_HOST;
}

/* ---- Languages, families, and their files ---- */

const struct new_language new_languages[] = {
  { "c", "C", "c", ".c", "@NAME@.c", "C", "a C compiler", "gcc" },
  { "c++", "C++", "cxx", ".cpp", "@NAME@.cpp", "CXX", "a C++ compiler", "g++" },
  { "cuda", "CUDA C++", "cuda", ".cu", "@NAME@.cu", "CUDA",
    "an `nvcc` on the `PATH`", "nvidia-cuda-toolkit" },
  { "rust", "Rust", "rust", ".rs", "src/lib.rs", NULL, "cargo (1.77 or later)",
    "make pkg-config" },
  { .name = NULL },
};

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
  const struct template_file *file = template_files;

  while (file->name != NULL && strcmp (file->name, name) != 0)
    file++;
  return template_expand (text_or_empty (file->text), values, n);
}

static bool
is_cuda (const struct new_plugin *p)
{
  return strcmp (p->language->name, "cuda") == 0;
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
                       : xasprintf ("a variant of %s", p->of->problem);
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
                         "variants |\n";
}

/* Adds a file; takes over the text. */
static void
add_text (struct new_file *files, size_t *n, const char *path, char *text)
{
  files[*n].path = xstrdup (path);
  files[(*n)++].text = text;
}

struct template_values {
  const struct template_value *value;
  size_t n;
};

static void
add_file (struct new_file *files, size_t *n, const char *path, const char *name,
          const struct template_values *values)
{
  char *as = template_expand (path, values->value, values->n);

  add_text (files, n, as, template_read (name, values->value, values->n));
  free (as);
}

/* Adds the source of a family in C, C++ or CUDA C++: the common part, then the
 * variants. */
static void
add_family (struct new_file *files, size_t *n, const struct new_plugin *p,
            const struct template_values *v)
{
  char *path = template_expand (p->language->source, v->value, v->n);
  char *begin = template_read ("family/family.c", v->value, v->n);
  char *end = template_read (is_cuda (p) ? "family/cuda.cu" : "family/cpu.c",
                             v->value, v->n);

  add_text (files, n, path, xasprintf ("%s%s", begin, end));
  add_file (files, n, "@FAMILY@.h", "family/family.h", v);
  free (path);
  free (begin);
  free (end);
}

static void
add_source (struct new_file *files, size_t *n, const struct new_plugin *p,
            const struct template_values *v)
{
  const char *problem = p->of != NULL ? p->of->problem : "family";
  char *name = xasprintf ("%s/%s%s", p->language->folder, problem,
                          p->language->suffix);

  if (p->of == NULL && p->language->cmake != NULL)
    add_family (files, n, p, v);
  else
    add_file (files, n, p->language->source, name, v);
  if (p->language->cmake != NULL)
    add_file (files, n, "CMakeLists.txt", "common/CMakeLists.txt", v);
  else {
    add_file (files, n, "src/gkhost.rs", "rust/gkhost.rs", v);
    add_file (files, n, "Cargo.toml", "rust/Cargo.toml", v);
  }
  free (name);
}

static size_t
expand_all (const struct new_plugin *p, const struct template_values *v,
            struct new_file *files)
{
  char *makefile = xasprintf ("%s/Makefile", p->language->folder);
  char *suite
      = xasprintf ("common/%s.ini", p->of != NULL ? p->of->problem : "family");
  size_t n = 0;

  add_source (files, &n, p, v);
  add_file (files, &n, "Makefile", makefile, v);
  add_file (files, &n, "suite.ini", suite, v);
  add_file (files, &n, "README.md", "common/README.md", v);
  add_file (files, &n, ".gitignore", "common/gitignore", v);
  add_file (files, &n, ".github/workflows/ci.yml", "common/ci.yml", v);
  free (makefile);
  free (suite);
  return n;
}

size_t
new_plugin_files (const struct new_plugin *p,
                  struct new_file files[NEW_FILES_MOST])
{
  const struct new_language *l = p->language;
  const bool blind = is_cuda (p) && p->of != NULL;
  char *what = new_plugin_what (p);
  char *title = xasprintf ("%c%s", toupper ((unsigned char)what[0]), what + 1);
  char *ident = identifier_of (p->family, false);
  char *guard = identifier_of (p->family, true);
  const struct template_value values[] = {
    { "NAME", p->name },
    { "FAMILY", p->family },
    { "IDENT", ident },
    { "GUARD", guard },
    { "WHAT", title },
    { "TITLE", l->title },
    { "SOURCE", l->source },
    { "CMAKE", l->cmake != NULL ? l->cmake : "" },
    { "NEEDS", l->needs },
    { "PACKAGES", l->packages },
    { "ALSO", other_build (p) },
    { "FILES", more_files (p) },
    { "BASELINE", p->of == NULL ? ""
                  : is_cuda (p) ? p->of->cuda_peer
                                : p->of->cpu_peer },
    { "SUITE", p->of != NULL ? "it beside `@BASELINE@`" : "its variants" },
    { "BEGIN", p->of != NULL ? "`launch` computes the problem once, the table "
                               "lists what it accepts"
                             : "inputs, check and variants" },
    { "CI_STEP",
      blind ? "open it, as there is no GPU to check it on" : "check" },
    { "CI_COMMAND", blind ? "gkhost list -p ./@NAME@.so" : "make check" },
  };
  const struct template_values all
      = { values, sizeof values / sizeof values[0] };
  const size_t n = expand_all (p, &all, files);

  free (what);
  free (title);
  free (ident);
  free (guard);
  return n;
}
