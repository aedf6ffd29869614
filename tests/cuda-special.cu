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
#include <cstdarg>
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

/* How uniform numbers are changed. */
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
print_line (const gk_host *, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  vprintf (format, arguments);
  va_end (arguments);
  putchar ('\n');
}

static void
say_nothing (const gk_host *, const char *, ...)
{
}

static void
report_nothing (const gk_host *, const char *, const char *, double)
{
}

static void *
alloc_memory (const gk_host *, size_t bytes)
{
  return aligned_alloc (64, (bytes + 63) / 64 * 64);
}

static void
free_memory (const gk_host *, void *memory)
{
  free (memory);
}

/* bf16x6 takes none. */
static void *
take_workspace (const gk_host *, size_t)
{
  return NULL;
}

static const gk_case *
describe_case (const gk_host *)
{
  return NULL;
}

static gk_host
make_host (void)
{
  gk_host host = {};

  host.size = sizeof host;
  host.abi = GK_ABI;
  host.version = "test";
  host.error = print_line;
  host.log = say_nothing;
  host.alloc = alloc_memory;
  host.free = free_memory;
  host.workspace = take_workspace;
  host.metric = report_nothing;
  host.describe = describe_case;
  return host;
}

static gk_device
make_device (void)
{
  gk_device device = {};
  cudaDeviceProp properties;

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
  return device;
}

/* A copy on the device; NULL: there is no memory. */
static float *
copy_to_device (const matrix &m)
{
  const size_t bytes = m.of.size () * sizeof (float);
  float *there = NULL;

  if (cudaMalloc ((void **)&there, bytes) != cudaSuccess)
    return NULL;
  cudaMemcpy (there, m.of.data (), bytes, cudaMemcpyHostToDevice);
  return there;
}

static gk_matmul
make_problem (const matrix &a, const matrix &b, const matrix &c)
{
  gk_matmul p = {};

  p.size = sizeof p;
  p.dtype = p.dtype_b = p.dtype_c = GK_F32;
  p.layout_a = a.layout;
  p.layout_b = b.layout;
  p.layout_c = c.layout;
  p.m = rows;
  p.n = inner;
  p.k = cols;
  p.lda = a.layout == GK_ROW_MAJOR ? inner : rows;
  p.ldb = b.layout == GK_ROW_MAJOR ? cols : inner;
  p.ldc = cols;
  p.batch = 1;
  p.alpha = 1;
  p.a = copy_to_device (a);
  p.b = copy_to_device (b);
  p.c = copy_to_device (c);
  return p;
}

/* Launches the variant with a tile and a number of splits.  False: it failed.
 */
static bool
launch_variant (const gk_variant *v, int tile, int splits, const gk_matmul *p)
{
  static const gk_host host = make_host ();
  static const gk_device device = make_device ();
  gk_value values[16] = {};
  void *state = NULL;
  bool ok;

  for (uint32_t o = 0; o < v->n_options; o++) {
    values[o] = v->options[o].value;
    if (strcmp (v->options[o].name, "tile") == 0)
      values[o].i = tile;
    else if (strcmp (v->options[o].name, "splits") == 0)
      values[o].i = splits;
  }
  if (v->prepare (&host, &device, p, values, &state) != GK_OK)
    return false;
  ok = v->launch (&host, p, state, NULL) == GK_OK
       && cudaDeviceSynchronize () == cudaSuccess;
  v->release (&host, state);
  return ok;
}

/* Multiplies into c; false: that failed. */
static bool
multiply_matrices (const gk_variant *v, int tile, int splits, const matrix &a,
                   const matrix &b, matrix &c)
{
  const gk_matmul p = make_problem (a, b, c);
  const bool ok
      = p.a && p.b && p.c && launch_variant (v, tile, splits, &p)
        && cudaMemcpy (c.of.data (), p.c, c.of.size () * sizeof (float),
                       cudaMemcpyDeviceToHost)
               == cudaSuccess;

  cudaFree ((void *)p.a);
  cudaFree ((void *)p.b);
  cudaFree (p.c);
  return ok;
}

/* What is right for an element. */
struct expected {
  double sum, magnitude;
  float in_order; /* by FFMA */
};

static expected
compute_element (matrix &a, matrix &b, int i, int j)
{
  expected e = {};

  for (int k = 0; k < inner; k++) {
    const double product = (double)a.at (i, k) * b.at (k, j);

    e.sum += product;
    e.magnitude += fabs (product);
    e.in_order = fmaf (a.at (i, k), b.at (k, j), e.in_order);
  }
  return e;
}

static bool
is_right (const expected &e, float c)
{
  if (std::isnan (e.in_order))
    return std::isnan (c);
  if (!std::isfinite (e.sum) || !std::isfinite (c))
    return c == e.in_order;
  return fabs (c - e.sum) <= 8 * 0x1p-24 * e.magnitude + 0x1p-148;
}

static const gk_variant *
find_variant (const gk_plugin *plugin, const char *name)
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

/* Multiplies by each tile, with one and two splits.  Returns how many products
 * are wrong; negative: the variant failed. */
static int
try_tiles (const gk_variant *v, const char *kind, matrix &a, matrix &b,
           int *products)
{
  std::vector<expected> all;
  int wrong = 0;

  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++)
      all.push_back (compute_element (a, b, i, j));
  for (int tile = 0; tile < count_tiles (v); tile++)
    for (int splits = 1; splits <= 2; splits++) {
      matrix c (rows, cols, GK_ROW_MAJOR);
      int elements = 0;

      for (float &x : c.of)
        x = 7;
      if (!multiply_matrices (v, tile, splits, a, b, c))
        return -1;
      for (size_t i = 0; i < all.size (); i++)
        elements += !is_right (all[i], c.of[i]);
      if (elements > 0)
        printf ("tile %d, splits %d, %s: %d elements are wrong\n", tile, splits,
                kind, elements);
      ++*products;
      wrong += elements > 0;
    }
  return wrong;
}

/* Likewise for all kinds and layouts. */
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
    for (const auto &kind : kinds) {
      matrix a (rows, inner, layout[0]), b (inner, cols, layout[1]);
      int more;

      for (float &x : a.of)
        x = uniform (random);
      for (float &x : b.of)
        x = uniform (random);
      kind.change (a, b, random);
      more = try_tiles (v, kind.name, a, b, products);
      if (more < 0)
        return more;
      wrong += more;
    }
  return wrong;
}

int
main (int argc, char **argv)
{
  void *const library = argc == 3 ? dlopen (argv[1], RTLD_NOW) : NULL;
  gk_entry *const entry
      = library ? (gk_entry *)dlsym (library, "gk_plugin_entry") : NULL;
  const gk_variant *const v = entry ? find_variant (entry (), argv[2]) : NULL;
  int products = 0;
  const int wrong = v ? try_variant (v, &products) : -1;

  printf ("%d products, %d wrong\n", products, wrong);
  return wrong != 0;
}
