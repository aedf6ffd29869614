/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The variants that `best` selects from.  Each function prepares a launch
 * (cuda/prepared.h), or returns GK_SKIP after a message.
 */
#ifndef REDUCE_MAKE_H
#define REDUCE_MAKE_H

#include <gkhost/reduce.h>

#ifdef __cplusplus
extern "C" {
#endif

int reduce_one_pass_make (const gk_host *host, const gk_device *device,
                          const gk_reduce *p, int threads, void **state);

#ifdef __cplusplus
}
#endif

#endif /* REDUCE_MAKE_H */
