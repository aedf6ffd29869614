/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Student's t distribution with an integral number of degrees of freedom.
 */
#ifndef STUDENT_H
#define STUDENT_H

/* Returns P(x > t); freedom >= 1. */
double student_probability_above (double t, int freedom);
/* Returns the t that is exceeded with this probability, over 0 and up to 0.5.
 */
double student_bound (double probability, int freedom);

#endif
