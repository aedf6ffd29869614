/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The threads of cpu-threads stay from launch to launch: new ones take longer to
 * start than a small product takes, and on a busy machine wait for a core.
 */
#include <config.h>

#include <dirent.h>
#include <omp.h>
#include <stdlib.h>

#include "judged-product.h"
#include "matmul/cpu/cpu-threads.h"
#include "matmul/cpu/cpu.h"
#include "tests/unit/unit.h"

enum { THREADS = 2, MOST = 64, LAUNCHES = 5 };

/* Writes the ids of this process's threads, and returns how many there are. */
static int
list_threads (long id[MOST])
{
  DIR *folder = opendir ("/proc/self/task");
  const struct dirent *entry;
  int n = 0;

  assert_non_null (folder);
  while ((entry = readdir (folder)) != NULL)
    if (entry->d_name[0] != '.' && n < MOST)
      id[n++] = atol (entry->d_name);
  closedir (folder);
  return n;
}

static void
check_threads (struct product *p)
{
  const gk_host *host = &p->fake.host;
  long first[MOST], id[MOST];
  void *state = NULL;
  int n;

  product_fill (p, GK_DATA_RANDOM);
  assert_int_equal (
      cpu_threads_prepare (host, p->problem, WIDTH_ANY, THREADS, &state),
      GK_OK);
  assert_int_equal (matmul_cpu_threads (host, p->problem, state, NULL), GK_OK);
  n = list_threads (first);
  assert_true (n >= THREADS);
  for (int launch = 0; launch < LAUNCHES; launch++) {
    assert_int_equal (matmul_cpu_threads (host, p->problem, state, NULL),
                      GK_OK);
    assert_int_equal (list_threads (id), n);
    assert_memory_equal (id, first, (size_t)n * sizeof *id);
  }
  matmul_cpu_threads_release (host, state);
  product_free (p);
}

TEST (threads_of_one_product_stay)
{
  struct product p;

  omp_set_num_threads (THREADS);
  product_make (&p, 128, 128, 128, GK_F32, GK_ROW_MAJOR);
  check_threads (&p);
}
