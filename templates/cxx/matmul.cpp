// SPDX-License-Identifier: BSD-3-Clause
//
// @NAME@: a variant of the products C = A * B, square and rectangular, of f32
// and f64, row-major.
#include <algorithm>

#include <gkhost/matmul.h>

namespace {

// Product z of the batch.  Writes every element of C, but no padding between the
// end of a row and the beginning of the next.
template <typename Number>
void
multiply (const gk_matmul *p, int64_t z)
{
  const auto a = static_cast<const Number *> (p->a) + z * p->stride_a;
  const auto b = static_cast<const Number *> (p->b) + z * p->stride_b;
  const auto c = static_cast<Number *> (p->c) + z * p->stride_c;

  for (int64_t i = 0; i < p->m; i++) {
    std::fill_n (c + i * p->ldc, p->k, Number (0));
    for (int64_t l = 0; l < p->n; l++)
      for (int64_t j = 0; j < p->k; j++)
        c[i * p->ldc + j] += a[i * p->lda + l] * b[l * p->ldb + j];
  }
}

// Computes the problem once: all products of its batch.
int
launch (const gk_host *, const void *problem, void *, void *)
{
  const auto p = static_cast<const gk_matmul *> (problem);

  for (int64_t z = 0; z < p->batch; z++)
    if (p->dtype == GK_F32)
      multiply<float> (p, z);
    else
      multiply<double> (p, z);
  return GK_OK;
}

// Problems of other types and layouts are skipped.
constexpr gk_variant
variant_of (const char *family)
{
  return {
    .family = family,
    .name = "@NAME@",
    .summary = "adds multiples of the rows of B to each row of C",
    .device = GK_CPU,
    .dtypes = GK_BIT (GK_F32) | GK_BIT (GK_F64),
    .layouts = GK_BIT (GK_ROW_MAJOR),
    .launch = launch,
    .problem_size = sizeof (gk_matmul),
  };
}

// Both families have the same problem struct.
const gk_variant variants[] = {
  variant_of ("matmul-square"),
  variant_of ("matmul-rect"),
};

} // namespace

GK_PLUGIN ("@NAME@", "0.1", "a variant of the products", nullptr, variants)
