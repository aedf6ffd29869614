/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A unit test on the stand-in for CUDA's driver (tests/plugins/fake-driver.c).
 * A program that uses a function of these has the main () of stand-in.c, which
 * runs the tests where libcuda.so.1 is the stand-in.
 */
#ifndef STAND_IN_H
#define STAND_IN_H

#include "../plugins/fake-driver.h"
#include "device/device.h"

/* Opens cuda:0. */
struct device *stand_in_open (void);

/* What it counts. */
struct fake_counts *stand_in_counts (void);

/* A limit of the context, as a plugin sets it. */
void stand_in_set_limit (int number, size_t bytes);
size_t stand_in_limit (int number);

#endif
