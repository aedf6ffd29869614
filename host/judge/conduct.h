/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How a case is conducted, from the first order to the result.
 */
#ifndef CONDUCT_H
#define CONDUCT_H

#include <stdbool.h>

#include "base/pool.h"
#include "judge/result.h"
#include "judge/trial.h"

/* Conducts a case.  Sets what there is to say of it in result, where all is
 * absent before; its texts go into the pool.  False: the timer is lost. */
bool conduct_trial (struct trial *trial, struct result *result,
                    struct pool *pool);

#endif
