/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The files of templates/, which the program has in itself, and how names are
 * put into them.
 */
#ifndef TEMPLATE_H
#define TEMPLATE_H

#include <stddef.h>

struct template_file {
  const char *name; /* its path below templates/ */
  const char *text;
};

/* Ended by one without a name.  Made by build-aux/embed.awk. */
extern const struct template_file template_files[];

/* What stands for @KEY@. */
struct template_value {
  const char *key;
  const char *text;
};

/* The text of a template that is there, and any text, with values in place of
 * their keys; to be freed.  A value may have keys itself. */
char *template_read (const char *name, const struct template_value *values,
                     size_t n);
char *template_expand (const char *text, const struct template_value *values,
                       size_t n);

#endif
