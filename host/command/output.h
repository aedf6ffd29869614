/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The end of what a command prints.
 */
#ifndef OUTPUT_H
#define OUTPUT_H

/* Ends standard output: the status, or EXIT_HOST with a complaint where it
 * could not be written, which only the flush knows. */
int output_end (int status);

#endif
