/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The copy engine of a multiprocessor (TMA, compute capability 9.0) moves the
 * tiles; threads only turn them.
 *
 * One thread asks for a box of src, and its bytes arrive in shared memory
 * while all go on with tiles that came before: `stages` of them are under way,
 * held by no register and waited for by no warp.  A block stays and takes tile
 * after tile (a persistent grid), so that the stream of loads never ends where
 * a block ends.  The turned tile leaves as a box, too.  Boxes over the edge are
 * cut by the engine, but to 16 bytes only: it would write the padding behind a
 * row whose length is not a multiple of that.
 *
 * A box is 128 bytes wide: then the engine permutes the 16-byte vectors of each
 * row, vector c of row r to c ^ (r & 7), as threads do in `vector`.  Eight
 * threads take squares on a diagonal, (x, x ^ d): so they hit eight different
 * groups of banks both when they read src's rows and when they write dst's.
 *
 * The engine wants pitches that are multiples of 16 bytes, and knows elements
 * of at most 8 bytes.
 */
#include <cuda.h>
#include <cuda_runtime.h>

#include "launch.cuh"
#include "plan.h"
#include "turn.cuh"
#include "variants-cuda.h"

static const int buffers = 2; /* for tiles on their way out */

template <typename T> struct tma_shape {
  static const int v = 16 / sizeof (T);    /* elements of a vector */
  static const int side = 8 * v;           /* of a box, elements: 128 bytes */
  static const int box = side * 128;       /* bytes */
  static const int boxes = v <= 4 ? 2 : 1; /* across a tile, and down */
  static const int tile = side * boxes;
  static const int bytes = box * boxes * boxes;
  static const int threads = 64 * boxes * boxes; /* a square each */
};

struct tma_task {
  CUtensorMap src, dst;
  int down, across; /* tiles */
  int band;         /* tiles down before the next column of tiles */
  int stages;
};

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900

static __device__ unsigned
shared_address (const void *p)
{
  return (unsigned)__cvta_generic_to_shared (p);
}

static __device__ void
barrier_init (uint64_t *barrier)
{
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;"
               :
               : "r"(shared_address (barrier))
               : "memory");
}

/* This thread's arrival, and that of bytes. */
static __device__ void
barrier_expect (uint64_t *barrier, int bytes)
{
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
               :
               : "r"(shared_address (barrier)), "r"(bytes)
               : "memory");
}

static __device__ void
barrier_wait (uint64_t *barrier, int phase)
{
  asm volatile("{\n"
               ".reg .pred done;\n"
               "again:\n"
               "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
               "@!done bra again;\n"
               "}"
               :
               : "r"(shared_address (barrier)), "r"(phase)
               : "memory");
}

static __device__ void
load_box (void *to, const CUtensorMap *from, int x, int y, uint64_t *barrier)
{
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile"
               ".mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
               :
               : "r"(shared_address (to)), "l"(from), "r"(x), "r"(y),
                 "r"(shared_address (barrier))
               : "memory");
}

static __device__ void
store_box (const CUtensorMap *to, const void *from, int x, int y)
{
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group "
               "[%0, {%1, %2}], [%3];"
               :
               : "l"(to), "r"(x), "r"(y), "r"(shared_address (from))
               : "memory");
}

struct place {
  int row, col; /* in elements of src */
};

/* Where tile number n is, in bands as walk.cuh has them. */
template <typename T>
static __device__ struct place
place_of (const struct tma_task &task, int n)
{
  const int in_band = task.band * task.across; /* tiles */
  const int first = n / in_band * task.band;
  const int high
      = task.down - first < task.band ? task.down - first : task.band;
  const int k = n % in_band;
  const struct place place = { (first + k % high) * tma_shape<T>::tile,
                               k / high * tma_shape<T>::tile };

  return place;
}

template <typename T>
static __device__ void
load_tile (const struct tma_task &task, int n, unsigned char *to,
           uint64_t *barrier)
{
  typedef tma_shape<T> S;
  const struct place place = place_of<T> (task, n);

  barrier_expect (barrier, S::bytes);
  for (int b = 0; b < S::boxes * S::boxes; b++)
    load_box (to + b * S::box, &task.src, place.col + b % S::boxes * S::side,
              place.row + b / S::boxes * S::side, barrier);
}

template <typename T>
static __device__ void
store_tile (const struct tma_task &task, int n, const unsigned char *from)
{
  typedef tma_shape<T> S;
  const struct place place = place_of<T> (task, n);

  for (int b = 0; b < S::boxes * S::boxes; b++)
    store_box (&task.dst, from + b * S::box, place.row + b / S::boxes * S::side,
               place.col + b % S::boxes * S::side);
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

#endif

template <typename T>
static __global__ void
__launch_bounds__ (tma_shape<T>::threads)
    tma (const __grid_constant__ struct tma_task task)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
  typedef tma_shape<T> S;
  extern __shared__ __align__ (1024) unsigned char memory[];
  __shared__ uint64_t full[8];
  unsigned char *const out = memory + task.stages * S::bytes;
  const int n = task.down * task.across, step = gridDim.x;
  const int t = threadIdx.x;
  /* This thread's square: in which box, and where in it. */
  const int b = t / 64, x = t % 8, y = x ^ (t / 8 % 8);
  int stage = 0, phase = 0, buffer = 0;

  if (t == 0) {
    for (int s = 0; s < task.stages; s++)
      barrier_init (&full[s]);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    for (int s = 0; s < task.stages; s++)
      if ((int)blockIdx.x + s * step < n)
        load_tile<T> (task, blockIdx.x + s * step, memory + s * S::bytes,
                      &full[s]);
  }
  __syncthreads ();

  for (int at = blockIdx.x; at < n; at += step) {
    unsigned char *const from = memory + stage * S::bytes;
    unsigned char *const to = out + buffer * S::bytes;
    union chunk in[S::v], turned[S::v];

    barrier_wait (&full[stage], phase);
#pragma unroll
    for (int k = 0; k < S::v; k++) {
      const int r = y * S::v + k;

      in[k].all
          = *(const uint4 *)(from + b * S::box + r * 128 + (x ^ (r & 7)) * 16);
    }
    /* The buffer's last tile must have left it before it is written again. */
    if (t == 0)
      asm volatile("cp.async.bulk.wait_group.read %0;"
                   :
                   : "n"(buffers - 1)
                   : "memory");
    __syncthreads ();
    if (t == 0 && at + task.stages * step < n)
      load_tile<T> (task, at + task.stages * step, from, &full[stage]);

    turn<T> (in, turned);
#pragma unroll
    for (int k = 0; k < S::v; k++) {
      const int r = x * S::v + k;

      *(uint4 *)(to + b * S::box + r * 128 + (y ^ (r & 7)) * 16)
          = turned[k].all;
    }
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads ();
    if (t == 0)
      store_tile<T> (task, at, to);

    buffer = (buffer + 1) % buffers;
    if (++stage == task.stages) {
      stage = 0;
      phase ^= 1;
    }
  }
  if (t == 0)
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
#else
  (void)task;
#endif
}

typedef CUresult encode_function (CUtensorMap *, CUtensorMapDataType,
                                  cuuint32_t, void *, const cuuint64_t *,
                                  const cuuint64_t *, const cuuint32_t *,
                                  const cuuint32_t *, CUtensorMapInterleave,
                                  CUtensorMapSwizzle, CUtensorMapL2promotion,
                                  CUtensorMapFloatOOBfill);

/* The type only tells the size. */
static CUtensorMapDataType
type_of (uint32_t element)
{
  switch (element) {
  case 1:
    return CU_TENSOR_MAP_DATA_TYPE_UINT8;
  case 2:
    return CU_TENSOR_MAP_DATA_TYPE_UINT16;
  case 4:
    return CU_TENSOR_MAP_DATA_TYPE_UINT32;
  default:
    return CU_TENSOR_MAP_DATA_TYPE_UINT64;
  }
}

static bool
encode (encode_function *function, CUtensorMap *map, const void *address,
        int64_t rows, int64_t cols, int64_t pitch, uint32_t element)
{
  const cuuint64_t sizes[] = { (cuuint64_t)cols, (cuuint64_t)rows };
  const cuuint64_t strides[] = { (cuuint64_t)pitch * element };
  const cuuint32_t box[] = { 128 / element, 128 / element };
  const cuuint32_t steps[] = { 1, 1 };

  return function (map, type_of (element), 2, (void *)address, sizes, strides,
                   box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
                   CU_TENSOR_MAP_SWIZZLE_128B,
                   CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
                   CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)
         == CUDA_SUCCESS;
}

template <typename T>
static int
run (const gk_host *host, const gk_transpose *p,
     const struct transpose_plan *plan, cudaStream_t stream)
{
  typedef tma_shape<T> S;
  const int shared
      = launch_shared ((plan->stages + buffers) * S::bytes, plan->resident);
  encode_function *const function = (encode_function *)plan->encode;
  int device, units, each, most;
  struct tma_task task = {};
  cudaError_t e;

  if (!encode (function, &task.src, p->src, p->rows, p->cols, p->src_pitch,
               p->element)
      || !encode (function, &task.dst, p->dst, p->cols, p->rows, p->dst_pitch,
                  p->element)) {
    host->error (host, "the driver does not make a tensor map of this matrix");
    return GK_FAIL;
  }
  task.down = (int)move_parts (p->rows, S::tile);
  task.across = (int)move_parts (p->cols, S::tile);
  task.band = plan->band > 0 && plan->band < task.down ? plan->band : task.down;
  if (plan->band == 0)
    task.band = 1;
  task.stages = plan->stages;

  e = cudaFuncSetAttribute (tma<T>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                            shared);
  if (e == cudaSuccess)
    e = cudaGetDevice (&device);
  if (e == cudaSuccess)
    e = cudaDeviceGetAttribute (&units, cudaDevAttrMultiProcessorCount, device);
  if (e == cudaSuccess)
    e = cudaOccupancyMaxActiveBlocksPerMultiprocessor (
        &each, tma<T>, S::threads, (size_t)shared);
  if (e != cudaSuccess)
    return cuda_launched (host, e);

  most = units * (each > 0 ? each : 1);
  if (most > task.down * task.across)
    most = task.down * task.across;
  tma<T><<<most, S::threads, shared, stream>>> (task);
  return cuda_launched (host, cudaGetLastError ());
}

extern "C" int
transpose_tma_run (const gk_host *host, const gk_transpose *p,
                   const struct transpose_plan *plan, void *stream)
{
  switch (p->element) {
  case 1:
    return run<unsigned char> (host, p, plan, (cudaStream_t)stream);
  case 2:
    return run<unsigned short> (host, p, plan, (cudaStream_t)stream);
  case 4:
    return run<unsigned> (host, p, plan, (cudaStream_t)stream);
  default:
    return run<unsigned long long> (host, p, plan, (cudaStream_t)stream);
  }
}

/* NULL where the code was compiled for devices without the engine, or the
 * driver is too old. */
extern "C" void *
transpose_tma_encode (void)
{
  cudaFuncAttributes made = {};
  cudaDriverEntryPointQueryResult found;
  void *function = NULL;

  cudaError_t e = cudaFuncGetAttributes (&made, tma<unsigned>);

  if (e != cudaSuccess || made.ptxVersion < 90)
    return NULL;
#if CUDART_VERSION >= 12050
  e = cudaGetDriverEntryPointByVersion ("cuTensorMapEncodeTiled", &function,
                                        12000, cudaEnableDefault, &found);
#else
  e = cudaGetDriverEntryPoint ("cuTensorMapEncodeTiled", &function,
                               cudaEnableDefault, &found);
#endif
  return e == cudaSuccess && found == cudaDriverEntryPointSuccess ? function
                                                                  : NULL;
}

extern "C" int
transpose_tma_prepare (const gk_host *host, const gk_device *,
                       const void *problem, const gk_value *values,
                       void **state)
{
  const gk_transpose *p = (const gk_transpose *)problem;
  struct transpose_plan *plan;

  if (!transpose_tma_takes (p)) {
    host->error (host, "the copy engine takes elements of at most 8 bytes, rows "
                       "at multiples of 16 bytes, and columns as long");
    return GK_SKIP;
  }
  if (!transpose_tma_encode ()) {
    host->error (host, "there is no code here for the copy engine of compute "
                       "capability 9.0; build with it in --with-cuda-arch");
    return GK_SKIP;
  }
  plan = (struct transpose_plan *)host->alloc (host, sizeof *plan);
  if (!plan)
    return GK_FAIL;
  *plan = transpose_plan ();
  plan->kernel = TRANSPOSE_TMA;
  plan->band = (int)values[0].i;
  plan->stages = (int)values[1].i;
  plan->resident = (int)values[2].i;
  plan->encode = transpose_tma_encode ();
  *state = plan;
  return GK_OK;
}
