/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "verify-batch.h"
#include "matmul/batch.h"
#include "verify-product.h"

/* What a check found so far: the first product that is not right, and of the
 * others the largest errors. */
struct batch_found {
  int64_t first; /* INT64_MAX: none */
  int status;    /* of it */
  gk_check worst;
};

/* Bytes from the first product's C to that of product z. */
static uint64_t
offset_of (const gk_matmul *all, int64_t z)
{
  const gk_matmul p = matmul_product (all, z);

  return (uint64_t)((const char *)p.c - (const char *)all->c);
}

/* The check of product z alone. */
static gk_check
check_of (const gk_host *host, const gk_matmul *p, const gk_check *batch,
          int64_t z)
{
  const uint64_t offset = offset_of (p, z);
  /* An older host's is shorter. */
  const size_t size = batch->size < sizeof *batch ? batch->size : sizeof *batch;
  gk_check check = { .size = 0 };

  memcpy (&check, batch, size);
  check.size = (uint32_t)size;
  check.seed = product_seed (batch->seed, z);
  check.choice_seed = product_seed (
      batch->choice_seed + batch->generation * UINT64_C (0x9e3779b97f4a7c15),
      z);
  for (size_t i = 0; i < sizeof check.poison; i++)
    check.poison[i] = batch->poison[(offset + i) % sizeof check.poison];
  if (varied_planted (host, batch->seed, batch->generation, p) != z)
    check.flags &= ~GK_PLANT;
  return check;
}

/* seed: of all products. */
static int
judge_product (const gk_host *host, const gk_matmul *all, uint64_t seed,
               int64_t z, gk_check *check, bool quiet)
{
  const gk_matmul p = matmul_product (all, z);
  struct reference reference = { .seed = check->seed,
                                 .generation = check->generation,
                                 .choice_seed = check->choice_seed };
  struct product_check j = verify_views (host, &p, check);
  int status;

  j.reference = &reference;
  j.once = true;
  j.quiet = quiet;
  j.from = varied_inputs (seed, all, z);
  j.first_byte = offset_of (all, z);
  if (all->groups > 0)
    snprintf (j.part, sizeof j.part, "in group %lld, ", (long long)z);
  else if (all->batch > 1)
    snprintf (j.name, sizeof j.name, "c[%lld]", (long long)z);
  status = verify_product (&j);
  verify_discard (&j);
  return status;
}

static void
take_larger (double *error, double *bound, double other, double other_bound)
{
  if (*bound > 0 && other * *bound <= *error * other_bound)
    return;
  *error = other;
  *bound = other_bound;
}

/* Adds what a check of one or more products measured. */
static void
join_measured (gk_check *all, const gk_check *part)
{
  if (part->method == NULL)
    return;
  all->method = part->method;
  all->checked += part->checked;
  take_larger (&all->error, &all->bound, part->error, part->bound);
  take_larger (&all->rms_error, &all->rms_bound, part->rms_error,
               part->rms_bound);
}

/* False for a group without lines. */
static bool
has_elements (const gk_matmul *all, int64_t z)
{
  const gk_matmul p = matmul_product (all, z);

  return p.m > 0 && p.k > 0;
}

/* Judges all products up to the first that is not right. */
static void
judge_all (const gk_host *host, const gk_matmul *p, const gk_check *check,
           struct batch_found *found)
{
#pragma omp parallel if (are_many_products(matmul_products(p)))
  {
    gk_check part = { .size = 0 };

#pragma omp for schedule(dynamic)
    for (int64_t z = 0; z < matmul_products (p); z++) {
      gk_check own;
      int64_t first;
      int status;

#pragma omp atomic read
      first = found->first;
      if (z > first || !has_elements (p, z))
        continue;
      own = check_of (host, p, check, z);
      status = judge_product (host, p, check->seed, z, &own, true);
      if (status == GK_OK) {
        join_measured (&part, &own);
        continue;
      }
#pragma omp critical
      if (z < found->first) {
#pragma omp atomic write
        found->first = z;
        found->status = status;
      }
    }
#pragma omp critical
    join_measured (&found->worst, &part);
  }
}

static void
report_measured (gk_check *check, const gk_check *from)
{
  check->method = from->method;
  check->checked = from->checked;
  check->error = from->error;
  check->bound = from->bound;
  check->rms_error = from->rms_error;
  check->rms_bound = from->rms_bound;
}

int
verify_batch (const gk_host *host, const gk_matmul *problem, gk_check *check)
{
  struct batch_found found = { .first = INT64_MAX, .status = GK_OK };

  judge_all (host, problem, check, &found);
  if (found.status == GK_WRONG) {
    gk_check own = check_of (host, problem, check, found.first);

    found.status
        = judge_product (host, problem, check->seed, found.first, &own, false);
    check->flags |= own.flags & (GK_UNWRITTEN | GK_OUTSIDE);
    report_measured (check, &own);
  } else
    report_measured (check, &found.worst);
  return found.status;
}
