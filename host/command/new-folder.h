/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A folder that is written wholly or not at all.
 */
#ifndef NEW_FOLDER_H
#define NEW_FOLDER_H

#include <stddef.h>

struct new_file {
  char *path; /* below the folder; may have folders of its own */
  char *text;
};

/* Makes the folder, which may not be there, with these files.  An exit status:
 * where it could not be done, there is a complaint and no new folder. */
int new_folder (const char *folder, const struct new_file *files, size_t n);

#endif
