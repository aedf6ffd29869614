/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/utsname.h>

#include "base/optional.h"
#include "base/rank.h"
#include "base/xalloc.h"

/* A launcher may run inside another: mpirun starts its daemons with srun, and
 * torchrun is started once a host.  The variables of the outer launcher then
 * describe the process in which the inner one began. */
enum launcher_depth {
  DEPTH_POD = 1,   /* runs containers */
  DEPTH_SCHEDULER, /* assigns a cluster's hosts */
  DEPTH_RANKS,     /* starts the processes of a parallel program */
  DEPTH_AGENT      /* is itself started once a host by any of these */
};

enum { RANK_SIZES = 3 };

/* The variables that a launcher sets. */
struct rank_launcher {
  const char *name;
  enum launcher_depth depth;
  const char *rank;
  const char *size[RANK_SIZES]; /* the first one that is set counts */
  bool size_optional;           /* it may set none of them */
  const char *local, *locals;
  const char *marker;        /* required; NULL: none */
  const char *within, *part; /* if `within` is set and `part` is not, this is a
                                shell and no rank; NULL: no such test */
};

/* The first launcher that is present counts.  Later ones have to agree, unless
 * they are outer ones. */
static const struct rank_launcher launchers[] = {
  { .name = "torchrun",
    .depth = DEPTH_AGENT,
    .rank = "RANK",
    .size = { "WORLD_SIZE" },
    .local = "LOCAL_RANK",
    .locals = "LOCAL_WORLD_SIZE",
    .marker = "GROUP_RANK" },
  { .name = "openmpi",
    .depth = DEPTH_RANKS,
    .rank = "OMPI_COMM_WORLD_RANK",
    .size = { "OMPI_COMM_WORLD_SIZE" },
    .local = "OMPI_COMM_WORLD_LOCAL_RANK",
    .locals = "OMPI_COMM_WORLD_LOCAL_SIZE" },
  /* Hydra, the launcher of MPICH, Intel MPI and MVAPICH. */
  { .name = "mpich",
    .depth = DEPTH_RANKS,
    .rank = "PMI_RANK",
    .size = { "PMI_SIZE" },
    .local = "MPI_LOCALRANKID",
    .locals = "MPI_LOCALNRANKS",
    .marker = "MPI_LOCALRANKID" },
  /* The shell of sbatch has rank 0 and the task count of the whole job, though
   * it is a single process; srun starts steps. */
  { .name = "slurm",
    .depth = DEPTH_SCHEDULER,
    .rank = "SLURM_PROCID",
    .size = { "SLURM_STEP_NUM_TASKS", "SLURM_NTASKS" },
    .local = "SLURM_LOCALID",
    .within = "SLURM_JOB_ID",
    .part = "SLURM_STEP_ID" },
  /* Any launcher with PMI or PMIx, such as Slurm's srun. */
  { .name = "mpich",
    .depth = DEPTH_RANKS,
    .rank = "PMI_RANK",
    .size = { "PMI_SIZE" } },
  { .name = "pmix",
    .depth = DEPTH_RANKS,
    .rank = "PMIX_RANK",
    .size = { "OMPI_COMM_WORLD_SIZE", "SLURM_STEP_NUM_TASKS", "SLURM_NTASKS" },
    .size_optional = true },
  /* Set by hand, as torchrun would; RANK alone could come from anything. */
  { .name = "torchrun",
    .depth = DEPTH_RANKS,
    .rank = "RANK",
    .size = { "WORLD_SIZE" },
    .local = "LOCAL_RANK",
    .locals = "LOCAL_WORLD_SIZE",
    .marker = "WORLD_SIZE" },
  /* An indexed job; its pods do not know how many they are. */
  { .name = "kubernetes",
    .depth = DEPTH_POD,
    .rank = "JOB_COMPLETION_INDEX",
    .size_optional = true },
};

enum { N_LAUNCHERS = sizeof launchers / sizeof launchers[0] };

/* Returns the value of a variable; NULL: unset or empty. */
static const char *
read_variable (const char *name)
{
  const char *text = name != NULL ? getenv (name) : NULL;

  return text != NULL && *text != '\0' ? text : NULL;
}

static bool
has_variables (const struct rank_launcher *l)
{
  if (read_variable (l->rank) == NULL
      || (l->marker != NULL && read_variable (l->marker) == NULL))
    return false;
  return l->within == NULL || read_variable (l->within) == NULL
         || read_variable (l->part) != NULL;
}

/* Parses a number >= least; INTEGER_ABSENT if the variable is unset.  Ranks are
 * ints in all launchers. */
static bool
read_number (const char *name, int64_t least, int64_t *number, char **why)
{
  const char *text = read_variable (name);
  size_t n = 0;

  *number = INTEGER_ABSENT;
  if (text == NULL)
    return true;
  while (isdigit ((unsigned char)text[n]))
    n++;
  if (n > 0 && n <= 10 && text[n] == '\0')
    *number = strtoll (text, NULL, 10);
  if (*number >= least && *number <= INT_MAX)
    return true;
  *why = xasprintf ("%s is '%.64s', and not a number from %" PRId64
                    " to %d: start gkhost by its launcher, or unset %s",
                    name, text, least, INT_MAX, name);
  return false;
}

static const char *
find_size_name (const struct rank_launcher *l)
{
  for (int i = 0; i < RANK_SIZES; i++)
    if (read_variable (l->size[i]) != NULL)
      return l->size[i];
  return NULL;
}

/* Checks number < most; *why as in read_number. */
static bool
check_range (const char *name, int64_t number, const char *of, int64_t most,
             char **why)
{
  if (number == INTEGER_ABSENT || most == INTEGER_ABSENT || number < most)
    return true;
  *why = xasprintf ("%s is '%" PRId64 "', and %s is '%" PRId64
                    "': ranks are counted from 0 to one less; set both as the "
                    "launcher does, or unset them",
                    name, number, of, most);
  return false;
}

static bool
read_launcher (struct rank *rank, const struct rank_launcher *l, char **why)
{
  const char *size = find_size_name (l);

  *rank = (struct rank){ .launcher = l->name };
  if (size == NULL && !l->size_optional) {
    *why = xasprintf ("%s is '%.64s', and %s is not set: set both as the "
                      "launcher does, or unset %s",
                      l->rank, read_variable (l->rank), l->size[0], l->rank);
    return false;
  }
  return read_number (l->rank, 0, &rank->rank, why)
         && read_number (size, 1, &rank->ranks, why)
         && read_number (l->local, 0, &rank->local, why)
         && read_number (l->locals, 1, &rank->locals, why)
         && check_range (l->rank, rank->rank, size, rank->ranks, why)
         && check_range (l->local, rank->local, l->locals, rank->locals, why)
         && check_range (l->local, rank->local, size, rank->ranks, why);
}

/* Fails if two variables with the same meaning differ. */
static bool
check_same (const char *a_name, int64_t a, const char *b_name, int64_t b,
            char **why)
{
  if (a == b || a == INTEGER_ABSENT || b == INTEGER_ABSENT)
    return true;
  *why = xasprintf ("%s is '%" PRId64 "' and %s is '%" PRId64
                    "', of one process: unset those of the launcher that did "
                    "not start it",
                    a_name, a, b_name, b);
  return false;
}

static bool
check_agrees (const struct rank_launcher *l, const struct rank *rank,
              const struct rank_launcher *other, char **why)
{
  struct rank theirs;

  return read_launcher (&theirs, other, why)
         && check_same (l->rank, rank->rank, other->rank, theirs.rank, why)
         && check_same (find_size_name (l), rank->ranks, find_size_name (other),
                        theirs.ranks, why);
}

bool
rank_read (struct rank *rank, char **why)
{
  const struct rank_launcher *found = NULL;
  bool ok = true;

  *why = NULL;
  *rank = (struct rank){ NULL, INTEGER_ABSENT, INTEGER_ABSENT, INTEGER_ABSENT,
                         INTEGER_ABSENT };
  for (size_t i = 0; ok && i < N_LAUNCHERS; i++) {
    const struct rank_launcher *l = &launchers[i];

    if (!has_variables (l) || (found != NULL && l->depth < found->depth))
      continue;
    if (found == NULL)
      ok = read_launcher (rank, found = l, why);
    else
      ok = check_agrees (found, rank, l, why);
  }
  return ok;
}

bool
rank_has_others (const struct rank *rank)
{
  return rank->launcher != NULL && rank->ranks != 1;
}

void
rank_label (char label[RANK_LABEL_MAX])
{
  struct utsname u;
  struct rank rank;
  char *why;

  label[0] = '\0';
  if (rank_read (&rank, &why) && rank_has_others (&rank) && uname (&u) == 0)
    snprintf (label, RANK_LABEL_MAX, "%.64s, rank %" PRId64 ": ", u.nodename,
              rank.rank);
  free (why);
}
