/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which rank a process is by the environment that launchers leave: those that
 * were seen, and such as contradict themselves.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/optional.h"
#include "base/rank.h"
#include "base/xalloc.h"
#include "tests/unit/unit.h"

static const char *const names[] = { "RANK",
                                     "WORLD_SIZE",
                                     "LOCAL_RANK",
                                     "LOCAL_WORLD_SIZE",
                                     "GROUP_RANK",
                                     "OMPI_COMM_WORLD_RANK",
                                     "OMPI_COMM_WORLD_SIZE",
                                     "OMPI_COMM_WORLD_LOCAL_RANK",
                                     "OMPI_COMM_WORLD_LOCAL_SIZE",
                                     "PMI_RANK",
                                     "PMI_SIZE",
                                     "MPI_LOCALRANKID",
                                     "MPI_LOCALNRANKS",
                                     "PMIX_RANK",
                                     "SLURM_PROCID",
                                     "SLURM_NTASKS",
                                     "SLURM_STEP_NUM_TASKS",
                                     "SLURM_STEP_ID",
                                     "SLURM_JOB_ID",
                                     "SLURM_LOCALID",
                                     "JOB_COMPLETION_INDEX" };

/* "A=1 B=2" is all that is set. */
static void
set (const char *variables)
{
  char *copy = xstrdup (variables), *rest = copy, *one;

  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    unsetenv (names[i]);
  while ((one = strsep (&rest, " ")) != NULL)
    if (*one != '\0') {
      char *value = strchr (one, '=');

      if (value == NULL) {
        fail ();
        break;
      }
      *value = '\0';
      setenv (one, value + 1, 1);
    }
  free (copy);
}

#define NONE INTEGER_ABSENT

static void
expect (const char *variables, const char *launcher, int64_t rank,
        int64_t ranks, int64_t local)
{
  struct rank got;
  char *why;

  set (variables);
  if (!rank_read (&got, &why))
    fail_msg ("%s: %s", variables, why);
  assert_null (why);
  if (launcher == NULL)
    assert_null (got.launcher);
  else
    assert_string_equal (got.launcher, launcher);
  assert_int_equal (got.rank, rank);
  assert_int_equal (got.ranks, ranks);
  assert_int_equal (got.local, local);
}

/* It is an error whose text has this. */
static void
refuse (const char *variables, const char *text)
{
  struct rank got;
  char *why;

  set (variables);
  assert_false (rank_read (&got, &why));
  if (strstr (why, text) == NULL)
    fail_msg ("%s: '%s' lacks '%s'", variables, why, text);
  free (why);
}

TEST (no_launcher)
{
  expect ("", NULL, NONE, NONE, NONE);
  expect ("RANK=3", NULL, NONE, NONE, NONE);
  expect ("WORLD_SIZE=3", NULL, NONE, NONE, NONE);
  expect ("OMPI_COMM_WORLD_SIZE=3 SLURM_NTASKS=4", NULL, NONE, NONE, NONE);
  expect ("SLURM_PROCID= SLURM_NTASKS=4", NULL, NONE, NONE, NONE);
}

/* As Slurm 22.05 sets them. */
TEST (slurm)
{
  expect ("SLURM_PROCID=2 SLURM_NTASKS=4 SLURM_LOCALID=0", "slurm", 2, 4, 0);
  expect ("SLURM_JOB_ID=1 SLURM_STEP_ID=0 SLURM_PROCID=2 SLURM_NTASKS=8 "
          "SLURM_STEP_NUM_TASKS=4 SLURM_LOCALID=1",
          "slurm", 2, 4, 1);
  /* salloc's shell, and sbatch's. */
  expect ("SLURM_JOB_ID=1 SLURM_NTASKS=4", NULL, NONE, NONE, NONE);
  expect ("SLURM_JOB_ID=1 SLURM_NTASKS=4 SLURM_PROCID=0 SLURM_LOCALID=0", NULL,
          NONE, NONE, NONE);
  /* srun --mpi=pmi2, and =pmix */
  expect ("SLURM_JOB_ID=1 SLURM_STEP_ID=0 SLURM_PROCID=2 SLURM_NTASKS=4 "
          "PMI_RANK=2 PMI_SIZE=4 PMIX_RANK=2",
          "slurm", 2, 4, NONE);
  refuse ("SLURM_PROCID=4 SLURM_NTASKS=4",
          "SLURM_PROCID is '4', and SLURM_NTASKS is '4'");
  refuse ("SLURM_PROCID=0 SLURM_NTASKS=0", "SLURM_NTASKS is '0'");
  refuse ("SLURM_PROCID=1 SLURM_NTASKS=4 SLURM_LOCALID=7", "SLURM_LOCALID");
}

TEST (those_that_start_ranks)
{
  expect ("OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=2 PMIX_RANK=1 "
          "OMPI_COMM_WORLD_LOCAL_RANK=1 OMPI_COMM_WORLD_LOCAL_SIZE=2",
          "openmpi", 1, 2, 1);
  expect ("PMI_RANK=1 PMI_SIZE=2 MPI_LOCALRANKID=0 MPI_LOCALNRANKS=1", "mpich",
          1, 2, 0);
  expect ("PMI_RANK=1 PMI_SIZE=2", "mpich", 1, 2, NONE);
  expect ("PMIX_RANK=3", "pmix", 3, NONE, NONE);
  expect ("PMIX_RANK=3 SLURM_NTASKS=4", "pmix", 3, 4, NONE);
  expect ("RANK=9 WORLD_SIZE=16 GROUP_RANK=1 LOCAL_RANK=1 LOCAL_WORLD_SIZE=8",
          "torchrun", 9, 16, 1);
  expect ("RANK=1 WORLD_SIZE=2", "torchrun", 1, 2, NONE);
  expect ("JOB_COMPLETION_INDEX=5", "kubernetes", 5, NONE, NONE);
}

/* mpirun's daemons, and torchrun, are started by others. */
TEST (one_within_another)
{
  expect ("OMPI_COMM_WORLD_RANK=5 OMPI_COMM_WORLD_SIZE=8 SLURM_JOB_ID=1 "
          "SLURM_STEP_ID=0 SLURM_PROCID=1 SLURM_NTASKS=2",
          "openmpi", 5, 8, NONE);
  expect ("PMI_RANK=5 PMI_SIZE=8 MPI_LOCALRANKID=1 SLURM_JOB_ID=1 "
          "SLURM_STEP_ID=0 SLURM_PROCID=1 SLURM_NTASKS=2",
          "mpich", 5, 8, 1);
  expect ("RANK=9 WORLD_SIZE=16 GROUP_RANK=1 LOCAL_RANK=1 SLURM_JOB_ID=1 "
          "SLURM_STEP_ID=0 SLURM_PROCID=1 SLURM_NTASKS=2 PMI_RANK=1 PMI_SIZE=2",
          "torchrun", 9, 16, 1);
  expect ("SLURM_PROCID=1 SLURM_NTASKS=2 JOB_COMPLETION_INDEX=7", "slurm", 1, 2,
          NONE);
  expect ("SLURM_PROCID=1 SLURM_NTASKS=2 RANK=1 WORLD_SIZE=2", "slurm", 1, 2,
          NONE);
}

TEST (contradictions)
{
  refuse ("OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=2 PMI_RANK=0 PMI_SIZE=2",
          "OMPI_COMM_WORLD_RANK is '1' and PMI_RANK is '0'");
  refuse ("OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=2 PMI_RANK=1 PMI_SIZE=4",
          "OMPI_COMM_WORLD_SIZE is '2' and PMI_SIZE is '4'");
  refuse ("SLURM_PROCID=3 SLURM_NTASKS=4 RANK=0 WORLD_SIZE=1",
          "SLURM_PROCID is '3' and RANK is '0'");
  refuse ("SLURM_PROCID=3 SLURM_NTASKS=4 PMIX_RANK=2", "PMIX_RANK is '2'");
  /* What another says is looked at, too. */
  refuse ("SLURM_PROCID=1 SLURM_NTASKS=4 PMI_RANK=x PMI_SIZE=4",
          "PMI_RANK is 'x'");
}

TEST (no_numbers)
{
  refuse ("OMPI_COMM_WORLD_RANK=one OMPI_COMM_WORLD_SIZE=2",
          "OMPI_COMM_WORLD_RANK is 'one', and not a number from 0");
  refuse ("PMI_RANK=-1 PMI_SIZE=2", "PMI_RANK is '-1'");
  refuse ("PMI_RANK=+1 PMI_SIZE=2", "PMI_RANK is '+1'");
  refuse ("PMI_RANK=1x PMI_SIZE=2", "PMI_RANK is '1x'");
  refuse ("PMI_RANK=0x1 PMI_SIZE=2", "PMI_RANK is '0x1'");
  refuse ("PMI_RANK=1 PMI_SIZE=", "PMI_SIZE is not set");
  refuse ("PMI_RANK=2147483648 PMI_SIZE=2147483648", "PMI_RANK is");
  refuse ("PMI_RANK=99999999999999999999 PMI_SIZE=2", "PMI_RANK is");
  refuse ("JOB_COMPLETION_INDEX=a", "JOB_COMPLETION_INDEX is 'a'");
  refuse ("RANK=0 WORLD_SIZE=1 LOCAL_RANK=1 LOCAL_WORLD_SIZE=1", "LOCAL_RANK");
}

TEST (labels)
{
  char label[RANK_LABEL_MAX];

  set ("SLURM_PROCID=2 SLURM_NTASKS=4");
  rank_label (label);
  assert_non_null (strstr (label, ", rank 2: "));
  set ("SLURM_PROCID=2147483646 SLURM_NTASKS=2147483647");
  rank_label (label);
  assert_non_null (strstr (label, ", rank 2147483646: "));
  set ("SLURM_PROCID=0 SLURM_NTASKS=1");
  rank_label (label);
  assert_string_equal (label, "");
  set ("SLURM_PROCID=9 SLURM_NTASKS=4");
  rank_label (label);
  assert_string_equal (label, "");
  set ("");
  rank_label (label);
  assert_string_equal (label, "");
}
