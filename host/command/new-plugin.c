/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "command/new-plugin.h"
#include "command/template.h"

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

static bool
is_cuda (const struct new_plugin *p)
{
  return strcmp (p->language->name, "cuda") == 0;
}

/* A name as C has it. */
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

/* How else it is built, for its README. */
static const char *
other_build (const struct new_plugin *p)
{
  return p->language->cmake != NULL
             ? "CMake builds it too: `cmake -B build && cmake --build build`, "
               "then `ctest --test-dir build`."
             : "`cargo build --release` builds it too, as "
               "`target/release/libplugin.so`; gkhost wants its name to end in "
               "`.so`, no more.";
}

/* Lines of the table of files that others do without. */
static const char *
more_files (const struct new_plugin *p)
{
  if (p->language->cmake == NULL)
    return "| `src/gkhost.rs` | gkhost's headers as Rust sees them |\n";
  return p->of != NULL ? ""
                       : "| `@FAMILY@.h` | the problem, for authors of further "
                         "variants |\n";
}

/* One file of a text that is handed over. */
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

/* The source of a family in C, C++ or CUDA C++: what these have in common, and
 * the variants. */
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
                               "says what it takes"
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
