/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Multiplies f32 with infinities, NaN, numbers whose products overflow, and
 * subnormals, which the suite's data has none of, by a variant that takes all
 * layouts.
 *
 *   cuda-special PLUGIN.so VARIANT
 *
 * Prints "N products, M wrong".  An element has to be what FFMA makes of it in
 * order, or within 8 u |A||B| of the true sum.
 */
#include <dlfcn.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

#include <cuda_runtime.h>

#include <gkhost/matmul.h>
#include <gkhost/plugin.h>

static const int rows = 200, inner = 136, cols = 264;

/* A matrix on the host, in either layout. */
struct matrix {
  int rows, cols;
  gk_layout layout;
  std::vector<float> of;

  matrix (int r, int c, gk_layout l)
      : rows (r), cols (c), layout (l), of ((size_t)(r * c))
  {
  }
  float &
  at (int i, int j)
  {
    return of[layout == GK_ROW_MAJOR ? i * cols + j : j * rows + i];
  }
  void
  scale (float by)
  {
    for (float &x : of)
      x *= by;
  }
};

/* What makes numbers special. */
static const struct {
  const char *name;
  void (*change) (matrix &a, matrix &b, std::mt19937 &random);
} kinds[] = {
  { "usual", [] (matrix &, matrix &, std::mt19937 &) {} },
  { "infinities",
    [] (matrix &a, matrix &, std::mt19937 &) {
      a.at (3, 5) = INFINITY;
      a.at (100, 7) = -INFINITY;
    } },
  { "NaN", [] (matrix &, matrix &b, std::mt19937 &) { b.at (9, 11) = NAN; } },
  { "infinity times 0",
    [] (matrix &a, matrix &b, std::mt19937 &) {
      a.at (3, 5) = INFINITY;
      for (int j = 0; j < cols; j++)
        b.at (5, j) = 0;
    } },
  { "infinity minus infinity",
    [] (matrix &a, matrix &, std::mt19937 &) {
      a.at (3, 5) = INFINITY;
      a.at (3, 6) = -INFINITY;
    } },
  { "the greatest",
    [] (matrix &a, matrix &b, std::mt19937 &) {
      a.at (3, 5) = 3.4e38f;
      for (int j = 0; j < cols; j++)
        b.at (5, j) = 0.5f;
    } },
  { "large",
    [] (matrix &a, matrix &b, std::mt19937 &) {
      a.scale (0x1p60f);
      b.scale (0x1p50f);
    } },
  { "sums that overflow",
    [] (matrix &a, matrix &b, std::mt19937 &) {
      a.scale (0x1p70f);
      b.scale (0x1p60f);
    } },
  { "subnormals",
    [] (matrix &a, matrix &, std::mt19937 &) { a.scale (0x1p-130f); } },
  { "tiny times huge",
    [] (matrix &a, matrix &b, std::mt19937 &) {
      a.scale (0x1p-120f);
      b.scale (0x1p100f);
    } },
  { "distant exponents",
    [] (matrix &a, matrix &b, std::mt19937 &random) {
      for (float &x : a.of)
        x *= ldexpf (1, (int)(random () % 120) - 60);
      for (float &x : b.of)
        x *= ldexpf (1, (int)(random () % 100) - 50);
    } },
};

static void
say (const gk_host *, const char *, ...)
{
}

static void
report (const gk_host *, const char *, const char *, double)
{
}

static void *
take (const gk_host *, size_t bytes)
{
  return aligned_alloc (64, (bytes + 63) / 64 * 64);
}

static void
drop (const gk_host *, void *memory)
{
  free (memory);
}

static void *
take_workspace (const gk_host *, size_t bytes)
{
  void *memory = NULL;

  return cudaMalloc (&memory, bytes) == cudaSuccess ? memory : NULL;
}

static const gk_case *
describe (const gk_host *)
{
  return NULL;
}

static float *
upload (const matrix &m)
{
  const size_t bytes = m.of.size () * sizeof (float);
  float *there = NULL;

  cudaMalloc ((void **)&there, bytes);
  cudaMemcpy (there, m.of.data (), bytes, cudaMemcpyHostToDevice);
  return there;
}

/* Multiplies; false: the variant failed.  A tunable that is a choice of many
 * has its choice number `tile`. */
static bool
multiply (const gk_variant *v, int tile, matrix &a, matrix &b, matrix &c)
{
  static gk_host host = {};
  gk_device device = {};
  gk_matmul p = {};
  gk_value values[16] = {};
  cudaDeviceProp properties;
  void *state = NULL;
  bool ok;

  host.size = sizeof host;
  host.abi = GK_ABI;
  host.version = "test";
  host.error = host.log = say;
  host.alloc = take;
  host.free = drop;
  host.workspace = take_workspace;
  host.metric = report;
  host.describe = describe;
  cudaGetDeviceProperties (&properties, 0);
  device.size = sizeof device;
  device.kind = GK_CUDA;
  device.name = "cuda:0";
  device.capability = properties.major * 10 + properties.minor;
  device.units = properties.multiProcessorCount;
  device.shared_bytes = properties.sharedMemPerBlockOptin;
  device.memory = properties.totalGlobalMem;
  device.l2 = properties.l2CacheSize;
  device.clock = 1.98e9;
  device.bandwidth = 4.8e12;
  p.size = sizeof p;
  p.dtype = p.dtype_b = p.dtype_c = GK_F32;
  p.layout_a = a.layout;
  p.layout_b = b.layout;
  p.layout_c = GK_ROW_MAJOR;
  p.m = rows;
  p.n = inner;
  p.k = cols;
  p.lda = a.layout == GK_ROW_MAJOR ? inner : rows;
  p.ldb = b.layout == GK_ROW_MAJOR ? cols : inner;
  p.ldc = cols;
  p.batch = 1;
  p.alpha = 1;
  p.a = upload (a);
  p.b = upload (b);
  p.c = upload (c);
  for (uint32_t o = 0; o < v->n_options; o++) {
    values[o] = v->options[o].value;
    if (strcmp (v->options[o].name, "tile") == 0)
      values[o].i = tile;
  }
  ok = v->prepare (&host, &device, &p, values, &state) == GK_OK
       && v->launch (&host, &p, state, NULL) == GK_OK
       && cudaDeviceSynchronize () == cudaSuccess
       && cudaMemcpy (c.of.data (), p.c, c.of.size () * sizeof (float),
                      cudaMemcpyDeviceToHost)
              == cudaSuccess;
  if (v->release && state)
    v->release (&host, state);
  cudaFree ((void *)p.a);
  cudaFree ((void *)p.b);
  cudaFree (p.c);
  return ok;
}

/* Whether an element is right. */
static bool
is_right (matrix &a, matrix &b, int i, int j, float c)
{
  double sum = 0, magnitude = 0;
  float in_order = 0;

  for (int k = 0; k < inner; k++) {
    const double product = (double)a.at (i, k) * b.at (k, j);

    sum += product;
    magnitude += fabs (product);
    in_order = fmaf (a.at (i, k), b.at (k, j), in_order);
  }
  if (std::isnan (c) || std::isnan (sum))
    return std::isnan (c) && std::isnan (in_order);
  return c == in_order || fabs (c - sum) <= 8 * 0x1p-24 * magnitude + 0x1p-148;
}

static int
count_wrong (matrix &a, matrix &b, matrix &c)
{
  int wrong = 0;

  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++)
      wrong += !is_right (a, b, i, j, c.at (i, j));
  return wrong;
}

static const gk_variant *
find (const gk_plugin *plugin, const char *name)
{
  for (uint64_t i = 0; i < plugin->n_variants; i++) {
    const gk_variant *const v
        = (const gk_variant *)(const void *)((const char *)plugin->variants
                                             + i * plugin->variant_size);

    if (strcmp (v->name, name) == 0)
      return v;
  }
  return NULL;
}

/* How many tiles it has to choose from. */
static int
count_tiles (const gk_variant *v)
{
  for (uint32_t o = 0; o < v->n_options; o++)
    if (strcmp (v->options[o].name, "tile") == 0)
      for (int n = 0;; n++)
        if (v->options[o].choices[n] == NULL)
          return n;
  return 1;
}

/* Returns how many products are wrong; negative: the variant failed. */
static int
try_variant (const gk_variant *v, int *products)
{
  static const gk_layout layouts[][2] = { { GK_ROW_MAJOR, GK_ROW_MAJOR },
                                          { GK_ROW_MAJOR, GK_COL_MAJOR },
                                          { GK_COL_MAJOR, GK_COL_MAJOR } };
  std::mt19937 random (7);
  std::uniform_real_distribution<float> uniform (-1, 1);
  int wrong = 0;

  for (const auto &layout : layouts)
    for (const auto &kind : kinds)
      for (int tile = 0; tile < count_tiles (v); tile += 3) {
        matrix a (rows, inner, layout[0]), b (inner, cols, layout[1]);
        matrix c (rows, cols, GK_ROW_MAJOR);
        int n;

        for (float &x : a.of)
          x = uniform (random);
        for (float &x : b.of)
          x = uniform (random);
        kind.change (a, b, random);
        if (!multiply (v, tile, a, b, c))
          return -1;
        n = count_wrong (a, b, c);
        if (n > 0)
          printf ("tile %d: %s: %d elements are wrong\n", tile, kind.name, n);
        ++*products;
        wrong += n > 0;
      }
  return wrong;
}

int
main (int, char **argv)
{
  void *const library = dlopen (argv[1], RTLD_NOW);
  gk_entry *const entry
      = library ? (gk_entry *)dlsym (library, "gk_plugin_entry") : NULL;
  const gk_variant *const v = entry ? find (entry (), argv[2]) : NULL;
  int products = 0;
  const int wrong = v ? try_variant (v, &products) : -1;

  printf ("%d products, %d wrong\n", products, wrong);
  return wrong != 0;
}
