/* A variant: computes the problem once, on the CPU. */
static int
loop (const gk_host *, const void *problem, void *, void *)
{
  const @IDENT@_problem *p = (const @IDENT@_problem *)problem;

  for (int64_t i = 0; i < p->n; i++)
    p->dst[i] = product (p, p->src[i]);
  return GK_OK;
}

enum { THREADS = 256 };

/* One element per thread, and a grid-stride loop for more elements than a grid
 * has threads. */
static __global__ void
multiply (const int32_t *__restrict__ src, int32_t *__restrict__ dst, int64_t n,
          int32_t by)
{
  const int64_t step = (int64_t)gridDim.x * THREADS;

  for (int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x; i < n;
       i += step)
    dst[i] = (int32_t)((uint32_t)src[i] * (uint32_t)by);
}

/* A variant: computes the problem once, on a GPU.  It only enqueues: no
 * allocation, no synchronisation, no copy to the host, no other stream. */
static int
launch (const gk_host *host, const void *problem, void *, void *stream)
{
  const @IDENT@_problem *p = (const @IDENT@_problem *)problem;
  const int64_t all = (p->n + THREADS - 1) / THREADS;
  const unsigned blocks = (unsigned)(all < INT32_MAX ? all : INT32_MAX);

  multiply<<<blocks, THREADS, 0, (cudaStream_t)stream>>> (p->src, p->dst, p->n,
                                                          p->by);
  const cudaError_t error = cudaGetLastError ();
  if (error == cudaSuccess)
    return GK_OK;
  host->error (host, "can't launch the kernel: %s", cudaGetErrorString (error));
  return GK_FAIL;
}

/* From the simplest on. */
static const gk_variant variants[] = {
  {
      .name = "cpu-naive",
      .summary = "one element at a time",
      .device = GK_CPU,
      .launch = loop,
  },
  {
      .name = "naive",
      .summary = "one element per thread",
      .device = GK_CUDA,
      .launch = launch,
  },
};

GK_PLUGIN ("@NAME@", "0.1", "the family @FAMILY@", &family, variants)
