// SPDX-License-Identifier: BSD-3-Clause
//
// @NAME@: a variant of the products C = A * B, square and rectangular, of f32
// and f64, row-major.
#include <algorithm>

#include <gkhost/matmul.h>

namespace {

// Writes every element of C, but no padding
// between the end of a row and the beginning of the next.
template <typename Number>
int
multiply (const gk_matmul *p)
{
  const auto a = static_cast<const Number *> (p->a);
  const auto b = static_cast<const Number *> (p->b);
  const auto c = static_cast<Number *> (p->c);

  for (int64_t i = 0; i < p->m; i++) {
    std::fill_n (c + i * p->ldc, p->k, Number (0));
    for (int64_t l = 0; l < p->n; l++)
      for (int64_t j = 0; j < p->k; j++)
        c[i * p->ldc + j] += a[i * p->lda + l] * b[l * p->ldb + j];
  }
  return GK_OK;
}

// Computes the problem once.
int
launch (const gk_host *, const void *problem, void *, void *)
{
  const auto p = static_cast<const gk_matmul *> (problem);

  return p->dtype == GK_F32 ? multiply<float> (p) : multiply<double> (p);
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
