/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The reaper: no process that a plugin starts outlives the child that the
 * plugin ran in, even one in a session of its own.
 *
 * This process is a subreaper, so that a process whose parents are gone becomes
 * its child.  It knows its own children by the table here; each other child is
 * a stray, which a plugin left behind, and is killed when one of the known
 * children has ended.  The table is the process's, as its children are.
 *
 * A program that had children before it became gkhost, and the first process of
 * a container, which inherits all orphans of others, kill no strays: theirs may
 * be anything.  Only runners (runners.c) do there; a runner is forked by gkhost
 * and has no children of others.  A kernel that lists no children in /proc
 * (CONFIG_PROC_CHILDREN) leaves strays alive.
 */
#ifndef REAPER_H
#define REAPER_H

#include <stdbool.h>
#include <sys/types.h>

/* Makes this process a subreaper with an empty table.  forked: gkhost forked
 * it, so that all of its children are gkhost's. */
void reaper_begin (bool forked);
/* Adds a child. */
void reaper_add (pid_t pid);
/* True when a child has ended and was not reaped yet. */
bool reaper_has_ended (pid_t pid);
/* Reaps a child that has ended, or waits for its end, removes it from the
 * table, and kills the strays.  *status: as waitpid's, unless status is NULL.
 */
void reaper_reap (pid_t pid, int *status);

/* For a child, while it has one thread: it ends with its parent, even where the
 * parent is killed.  line: a socket or pipe whose other end the parent has. */
void reaper_end_with_parent (int signal_number, int line);

#endif
