/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "plugin/file-identity.h"

/* ---- The build ---- */

/* Eight bytes a step, since plugins for many GPUs are megabytes, and each run
 * begins with this.  Every step is invertible, so that no single change is
 * lost; the rotation moves high bits, which the product mixes, down again. */
static uint64_t
hash_words (uint64_t before, const char *data, size_t bytes)
{
  uint64_t h = before, word;

  for (size_t i = 0; i < bytes; i += sizeof word) {
    const size_t left = bytes - i;

    /* Of a constant size it is a load, and else a call. */
    if (left >= sizeof word)
      memcpy (&word, data + i, sizeof word);
    else {
      word = 0;
      memcpy (&word, data + i, left);
    }
    h = (h ^ word) * UINT64_C (0x9e3779b97f4a7c15);
    h = h << 29 | h >> 35;
  }
  return (h ^ bytes) * UINT64_C (0x9e3779b97f4a7c15);
}

bool
plugin_hash_build (const char *path, uint64_t *hash, struct sha256 *sha256)
{
  FILE *file = fopen (path, "re");
  char piece[1 << 16];
  size_t n;
  bool good;

  if (file == NULL)
    return false;
  *hash = 0;
  while ((n = fread (piece, 1, sizeof piece, file)) > 0) {
    *hash = hash_words (*hash, piece, n);
    sha256_add (sha256, piece, n);
  }
  good = !ferror (file);
  fclose (file);
  return good;
}

/* Bytes; no linker makes larger ones. */
enum { DYNAMIC_MAX = 1 << 16, STRINGS_MAX = 1 << 28, NOTE_MAX = 1 << 16 };

/* ---- The ELF file ---------------------------------------------------------
 */

struct elf_file {
  int fd;
  struct stat st;
  ElfW (Phdr) * segment;
  size_t n_segments;
};

/* Reads the header of this program, which a plugin must match. */
static bool
read_own_header (ElfW (Ehdr) * header)
{
  int fd = open ("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  bool ok = fd >= 0 && read (fd, header, sizeof *header) == sizeof *header;

  if (fd >= 0)
    close (fd);
  return ok;
}

/* Reads n bytes at an offset; false where the file has fewer. */
static bool
elf_read (const struct elf_file *file, uint64_t at, void *data, size_t n)
{
  uint64_t bytes = (uint64_t)file->st.st_size;

  return at <= bytes && n <= bytes - at
         && pread (file->fd, data, n, (off_t)at) == (ssize_t)n;
}

/* Reads the table of segments; false unless each lies in the file. */
static bool
read_segments (struct elf_file *file, const ElfW (Ehdr) * header)
{
  uint64_t bytes = (uint64_t)file->st.st_size;

  if (header->e_phentsize != sizeof (ElfW (Phdr)))
    return false;
  file->n_segments = header->e_phnum;
  file->segment = xcalloc (file->n_segments, sizeof *file->segment);
  if (!elf_read (file, header->e_phoff, file->segment,
                 file->n_segments * sizeof *file->segment))
    return false;
  for (size_t i = 0; i < file->n_segments; i++)
    if (file->segment[i].p_offset > bytes
        || file->segment[i].p_filesz > bytes - file->segment[i].p_offset)
      return false;
  return true;
}

static const char *
read_header (struct elf_file *file)
{
  ElfW (Ehdr) header, own;

  if (fstat (file->fd, &file->st) < 0)
    return strerror (errno);
  if (S_ISDIR (file->st.st_mode))
    return "it is a directory; name a .so, or give the folder to -p";
  if (!S_ISREG (file->st.st_mode))
    return "it is not a regular file";
  if (!elf_read (file, 0, &header, sizeof header)
      || memcmp (header.e_ident, ELFMAG, SELFMAG) != 0)
    return "it is not a shared object (it has no ELF header)";
  /* Where the own header can't be read, dlopen rejects a wrong one. */
  if (read_own_header (&own)
      && (header.e_ident[EI_CLASS] != own.e_ident[EI_CLASS]
          || header.e_ident[EI_DATA] != own.e_ident[EI_DATA]
          || header.e_machine != own.e_machine))
    return "it is built for another kind of machine";
  if (header.e_type != ET_DYN)
    return "it is not a shared object; link it with -shared";
  if (!read_segments (file, &header))
    return "it is truncated or damaged; copy or build it again";
  return NULL;
}

static void
elf_close (struct elf_file *file)
{
  if (file->fd >= 0)
    close (file->fd);
  free (file->segment);
  *file = (struct elf_file){ .fd = -1 };
}

/* Opens a file.  Returns NULL when it is a whole shared object of this
 * machine's kind (dlopen crashes on a truncated one, and waits for a FIFO);
 * else what is wrong, to be freed, with nothing to close. */
static char *
elf_open (struct elf_file *file, const char *path)
{
  const char *why;

  /* O_NONBLOCK so that opening a FIFO does not wait for a writer. */
  *file = (struct elf_file){ .fd
                             = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) };
  why = file->fd < 0 ? strerror (errno) : read_header (file);
  if (why == NULL)
    return NULL;
  elf_close (file);
  return xstrdup (why);
}

/* Returns a copy of n bytes, to be freed; NULL when there are none or more than
 * limit. */
static void *
copy_bytes (const struct elf_file *file, uint64_t at, size_t n, size_t limit)
{
  void *data;

  if (n == 0 || n > limit)
    return NULL;
  data = xmalloc (n);
  if (elf_read (file, at, data, n))
    return data;
  free (data);
  return NULL;
}

/* Finds the file offset that is loaded at an address; false: none is. */
static bool
find_offset (const struct elf_file *file, uint64_t address, uint64_t *at)
{
  for (size_t i = 0; i < file->n_segments; i++) {
    const ElfW (Phdr) *s = &file->segment[i];

    if (s->p_type != PT_LOAD || address < s->p_vaddr
        || address - s->p_vaddr >= s->p_filesz)
      continue;
    *at = s->p_offset + (address - s->p_vaddr);
    return true;
  }
  return false;
}

/* Returns the string table of dynamic symbols, to be freed; NULL: none. */
static char *
read_strings (const struct elf_file *file, const ElfW (Phdr) * segment,
              size_t *n)
{
  size_t bytes = segment->p_filesz;
  ElfW (Dyn) *entry = copy_bytes (file, segment->p_offset, bytes, DYNAMIC_MAX);
  uint64_t address = 0, at;

  *n = 0;
  for (size_t i = 0;
       entry != NULL && i < bytes / sizeof *entry && entry[i].d_tag != DT_NULL;
       i++)
    if (entry[i].d_tag == DT_STRTAB)
      address = entry[i].d_un.d_ptr;
    else if (entry[i].d_tag == DT_STRSZ)
      *n = entry[i].d_un.d_val;
  free (entry);
  return find_offset (file, address, &at)
             ? copy_bytes (file, at, *n, STRINGS_MAX)
             : NULL;
}

/* True when the string table has a name that ends with this one.  Where it has
 * none, the file neither exports nor imports the symbol. */
static bool
elf_has_symbol (const struct elf_file *file, const char *symbol)
{
  size_t n;
  bool found = false;

  for (size_t i = 0; i < file->n_segments && !found; i++)
    if (file->segment[i].p_type == PT_DYNAMIC) {
      char *strings = read_strings (file, &file->segment[i], &n);

      /* With its NUL. */
      found = strings != NULL
              && memmem (strings, n, symbol, strlen (symbol) + 1) != NULL;
      free (strings);
    }
  return found;
}

/* Appends the build-id if the notes have one. */
static void
add_build_id (struct text *text, const unsigned char *notes, uint64_t n,
              uint64_t alignment)
{
  uint64_t mask = alignment == 8 ? 7 : 3;
  ElfW (Nhdr) note;

  for (uint64_t at = 0; n - at >= sizeof note;) {
    uint64_t name = at + sizeof note, id;

    memcpy (&note, notes + at, sizeof note);
    id = name + ((note.n_namesz + mask) & ~mask);
    at = id + ((note.n_descsz + mask) & ~mask);
    if (at > n)
      return;
    if (note.n_type != NT_GNU_BUILD_ID || note.n_namesz != sizeof ELF_NOTE_GNU
        || memcmp (notes + name, ELF_NOTE_GNU, sizeof ELF_NOTE_GNU) != 0)
      continue;
    for (uint64_t i = 0; i < note.n_descsz; i++)
      text_add (text, "%02x", notes[id + i]);
    return;
  }
}

/* Returns the build-id in hexadecimal, to be freed; "" where the linker wrote
 * none. */
static char *
elf_build_id (const struct elf_file *file)
{
  struct text text = { 0 };

  for (size_t i = 0; i < file->n_segments && text.n == 0; i++) {
    const ElfW (Phdr) *s = &file->segment[i];
    void *notes = s->p_type == PT_NOTE
                      ? copy_bytes (file, s->p_offset, s->p_filesz, NOTE_MAX)
                      : NULL;

    if (notes != NULL)
      add_build_id (&text, notes, s->p_filesz, s->p_align);
    free (notes);
  }
  return text.data != NULL ? text.data : xstrdup ("");
}

/* ---- Its identity ---------------------------------------------------------
 */

static char *
format_identity (const struct elf_file *file)
{
  const struct stat *st = &file->st;
  char *build_id = elf_build_id (file);
  char *text
      = xasprintf ("%ju:%ju:%jd:%jd.%09ld:%s", (uintmax_t)st->st_dev,
                   (uintmax_t)st->st_ino, (intmax_t)st->st_size,
                   (intmax_t)st->st_mtim.tv_sec, st->st_mtim.tv_nsec, build_id);

  free (build_id);
  return text;
}

/* What stands between the parts of a script's identity. */
static const char part_end = ' ';

/* Returns the fault of a script's file; NULL and its identity before that of
 * the bridge. */
static char *
identify_script (const char *path, const char *bridge, char **identity)
{
  char *of_bridge = *identity;
  struct stat st;
  const char *why = stat (path, &st) < 0    ? strerror (errno)
                    : !S_ISREG (st.st_mode) ? "it is not a regular file"
                                            : NULL;

  *identity = NULL;
  if (why != NULL) {
    free (of_bridge);
    return xstrdup (why);
  }
  *identity = xasprintf ("%ju:%ju:%jd:%jd.%09ld:%c%s%c%s", (uintmax_t)st.st_dev,
                         (uintmax_t)st.st_ino, (intmax_t)st.st_size,
                         (intmax_t)st.st_mtim.tv_sec, st.st_mtim.tv_nsec,
                         part_end, of_bridge, part_end, bridge);
  free (of_bridge);
  return NULL;
}

/* symbol: a name that the shared object must have; NULL: it was tested before,
 * which saves time before and after each case: a file that is no plugin has
 * another identity anyway. */
static char *
identify_file (const char *path, const char *bridge, const char *symbol,
               char **identity)
{
  struct elf_file file;
  char *why = elf_open (&file, bridge != NULL ? bridge : path);

  *identity = NULL;
  if (why != NULL)
    return why;
  if (symbol == NULL || elf_has_symbol (&file, symbol))
    *identity = format_identity (&file);
  else
    why = xstrdup (bridge != NULL ? NOT_A_BRIDGE : NOT_A_PLUGIN);
  elf_close (&file);
  return why != NULL || bridge == NULL
             ? why
             : identify_script (path, bridge, identity);
}

char *
file_identity (const char *path, const char *bridge, char **identity)
{
  return identify_file (path, bridge,
                        bridge != NULL ? GK_SCRIPT_ENTRY_NAME : GK_ENTRY_NAME,
                        identity);
}

char *
file_replaced (const char *path, const char *identity)
{
  char *now, *replaced = NULL;
  char *why = identify_file (path, identity_bridge (identity), NULL, &now);

  if (why != NULL) {
    replaced = xasprintf ("the plugin %s can't be read any more: %s; run again",
                          path, why);
    free (why);
    return replaced;
  }
  if (strcmp (now, identity) != 0)
    replaced = xasprintf (
        "the plugin %s was replaced during the run; run again", path);
  free (now);
  return replaced;
}

/* ---- Scripts ---- */

const char *
identity_bridge (const char *identity)
{
  const char *end = strchr (identity, part_end);

  end = end != NULL ? strchr (end + 1, part_end) : NULL;
  return end != NULL ? end + 1 : NULL;
}

bool
file_is_bridge (const char *path)
{
  struct elf_file file;
  char *why = elf_open (&file, path);
  const bool is = why == NULL && elf_has_symbol (&file, GK_SCRIPT_ENTRY_NAME);

  if (why == NULL)
    elf_close (&file);
  free (why);
  return is;
}

/* Languages whose scripts don't end in the language's name. */
static const struct script_language {
  const char *ending, *name;
} languages[] = { { "py", "python" } };

char *
script_bridge_name (const char *path, bool *known)
{
  const char *file = strrchr (path, '/');
  const char *dot = strrchr (file != NULL ? file : path, '.');

  *known = false;
  if (dot == NULL || strcmp (dot, ".so") == 0 || dot[1] == '\0'
      || dot[1 + strspn (dot + 1, "abcdefghijklmnopqrstuvwxyz0123456789")]
             != '\0')
    return NULL;
  for (size_t i = 0; i < GK_COUNT (languages); i++)
    if (strcmp (dot + 1, languages[i].ending) == 0) {
      *known = true;
      return xasprintf ("gkhost-%s.so", languages[i].name);
    }
  return xasprintf ("gkhost-%s.so", dot + 1);
}
