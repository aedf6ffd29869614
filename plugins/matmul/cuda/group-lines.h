/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What prepare needs for groups (gkhost/matmul.h): their lines on the host.
 */
#ifndef MATMUL_GROUP_LINES_H
#define MATMUL_GROUP_LINES_H

#include <gkhost/matmul.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Copies group_lines from the device, and waits for them.  *lines: to be freed
 * by host->free; NULL where the problem has no groups, or there was no memory.
 */
int group_lines_read (const gk_host *host, const gk_device *device,
                      const gk_matmul *problem, int32_t **lines);

/* Sets *m to the rows of a product, in the row-major view (row-major.h): of
 * groups, to those of the longest. */
int group_lines_longest (const gk_host *host, const gk_device *device,
                         const gk_matmul *row_major, int64_t *m);

#ifdef __cplusplus
}
#endif

#endif /* MATMUL_GROUP_LINES_H */
