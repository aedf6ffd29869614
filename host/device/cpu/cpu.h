/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The parts of the CPU's backend (cpu.c): memory between fences, eviction of
 * the caches, and the measurement of what cores and memory can do.
 */
#ifndef DEVICE_CPU_H
#define DEVICE_CPU_H

#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/device.h"

/* Evicts memory from the CPU's caches: with an instruction that flushes lines
 * if the processor has one, else by reading other memory until nothing else is
 * left in the caches.
 */

/* True if the processor has such an instruction. */
bool cache_can_flush (void);
/* Writes back and drops each line of the range from all caches of the machine.
 * Call it only if cache_can_flush. */
void cache_flush (void *address, size_t bytes);

/* Memory to read, allocated when first needed; all zero before. */
struct displacer {
  char *memory;
  size_t bytes;
};

/* Reads, on all cores, twice the size of the last-level caches of the usable
 * processors, which evicts what they held.  False with errno if there is no
 * memory for that. */
bool cache_displace (struct displacer *d);
void cache_displace_end (struct displacer *d);

/* Host memory between two fences, which are inaccessible addresses: code that
 * runs far outside of its buffer crashes instead of corrupting other memory.
 */

/* Returns cleared memory at a multiple of alignment, which is a power of two
 * and a multiple of the page size; a fence begins with the page after it.  NULL
 * with errno. */
void *fenced_alloc (size_t bytes, size_t alignment);
void fenced_free (void *address);
/* True if whole pages of such memory are still those that fenced_alloc mapped,
 * or others like them: private, and of no file, whose pages another process
 * could hold back.  Call it only if it was true once. */
bool fenced_is_private (void *address, size_t bytes);

/* The limits of the CPU, which no data sheet gives for a whole machine:
 * bandwidth and arithmetic are measured, with all usable cores and with one.
 */

/* Takes 2 to 5 s, all usable cores, and memory of four last-level caches.
 * False on failure: *why is the reason, to be freed. */
bool cpu_limits_measure (int ordinal, struct measures *measures, char **why);

/* The best rate of a measure in all rounds, and the next best. */
struct best_rate {
  double best, next; /* 0: none */
};
struct best_rates {
  struct best_rate all[N_MEASURES], one[N_MEASURES];
};

/* Adds the rate of a round; 0: the round did not measure it. */
void best_rate_add (struct best_rate *r, double rate);
/* True if another round came within 5 % of the best. */
bool best_rate_is_repeated (const struct best_rate *r);
/* Whether another round is needed, and has time: `elapsed` seconds passed in
 * all, `last` in the last round. */
bool limits_need_round (const struct best_rates *r, double elapsed,
                        double last);
/* All cores together are as fast as one core at least. */
struct measures limits_from_rates (const struct best_rates *r);

/* The loops of one core: each does `turns` turns and returns its number of
 * operations; a multiply-add counts as two. */
double arithmetic_i8 (size_t turns);
double arithmetic_i32 (size_t turns);
double arithmetic_f32 (size_t turns);
double arithmetic_f64 (size_t turns);

/* Loops that only move memory, as fast as one core can; stores don't read the
 * lines that they overwrite. */

/* The number of bytes, and the alignment of the memory, are multiples of this.
 */
enum { BANDWIDTH_STEP = 256 };

/* Each moves so many bytes. */
void bandwidth_read (char *memory, size_t bytes);
void bandwidth_write (char *memory, size_t bytes);
/* Copies the first half to the second. */
void bandwidth_copy (char *memory, size_t bytes);

/* Waits until the other threads of this process are idle. */

/* Waits until no other thread computes, at most 250 ms: threads of a runtime
 * may spin while they wait for work, as the user configured.  Returns at once
 * if there are no others.  False: one still computes. */
bool wait_until_idle (void);

/* The size of the last-level cache. */

/* Returns the bytes of all last-level caches of these processors together; 0:
 * not known.  *inner: those of the caches before them, or somewhat more. */
uint64_t last_cache (const cpu_set_t *processors, uint64_t *inner);
/* The same of a system whose files are below another root. */
uint64_t last_cache_below (const char *root, const cpu_set_t *processors,
                           uint64_t *inner);

#endif
