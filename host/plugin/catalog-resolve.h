/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Resolves a catalog once all plugins are added: keeps each plugin, family and
 * variant once, adds missing companions, and puts variants in reading order.
 */
#ifndef CATALOG_RESOLVE_H
#define CATALOG_RESOLVE_H

#include <stdbool.h>

#include "plugin/catalog.h"

/* Prints a line for all that is dropped.  Of two files of one plugin it keeps
 * the one that the user named, then the higher version, then the first found;
 * of two plugins with one family, or one variant, the one that was named, then
 * the family's own, then one whose name no other plugin has, then the first
 * found. False, after a message, when the user named both. */
bool catalog_resolve (struct catalog *catalog);

#endif
