/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "plugin/wrong-class.h"

static const char *const classes[N_WRONG_CLASSES] = {
  [WRONG_UNKNOWN] = "unknown",     [WRONG_REPEATS] = "repeats",
  [WRONG_UNWRITTEN] = "unwritten", [WRONG_LATE] = "late",
  [WRONG_LESS_WORK] = "less-work", [WRONG_CLOCK] = "clock",
  [WRONG_PRECISION] = "precision", [WRONG_OUTSIDE] = "outside",
  [WRONG_INPUTS] = "inputs",       [WRONG_DIFFERS] = "differs",
  [WRONG_PROCESS] = "process",     [WRONG_FAULT] = "fault",
};
const struct names wrong_class_names = { classes, N_WRONG_CLASSES };
