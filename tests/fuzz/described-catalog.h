/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A catalogue as a worker describes it, with an option of each type.
 */
#ifndef DESCRIBED_CATALOG_H
#define DESCRIBED_CATALOG_H

#include "plugin/catalog.h"

/* To be closed. */
struct catalog described_catalog (void);

#endif
