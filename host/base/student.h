/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Student's t distribution, whose degrees of freedom are whole.
 */
#ifndef STUDENT_H
#define STUDENT_H

/* The probability that t is larger; freedom at least 1. */
double student_probability_above (double t, int freedom);
/* The t that is exceeded with this probability, over 0 and up to 0.5. */
double student_bound (double probability, int freedom);

#endif
