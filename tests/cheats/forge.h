/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Answers that a variant writes in place of the host.
 */
#ifndef CHEATS_FORGE_H
#define CHEATS_FORGE_H

/* The fields of a result: verified, and done in a picosecond. */
#define FORGE_RESULT                                                           \
  "\"status\":\"ok\",\"verify\":{\"done\":true,\"method\":\"bit for bit\","    \
  "\"checked\":1},\"time\":{\"median_s\":1e-12,\"min_s\":1e-12,"               \
  "\"max_s\":1e-12,\"mean_s\":1e-12,\"stddev_s\":0.0,\"spread\":0.0,"          \
  "\"error\":0.0,\"samples\":10,\"batch\":1,\"settled\":true}"

/* Writes a frame of these fields and the request's number, or what stands in
 * its place, to each socket and pipe of this process but the standard ones. */
void forge_answer (const char *fields, const char *request);

#endif
