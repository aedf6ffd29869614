/* SPDX-License-Identifier: BSD-3-Clause
 *
 * An eviction reads memory of the host's own, twice as large as the L2, which
 * leaves no dirty lines: lines that it wrote would be written back during the
 * launch that follows, and cost it time.
 */
#include <config.h>

#include <math.h>

#include "device/cuda/cuda.h"

cu_result
cuda_kernels_load (cu_module *module, const struct cuda_driver *driver,
                   const char *text, const char *const *names, size_t n,
                   cu_function *functions)
{
  cu_result error = driver->module_load (module, text);

  if (error != 0) {
    *module = NULL;
    return error;
  }
  for (size_t i = 0; i < n && error == 0; i++)
    error = driver->module_function (&functions[i], *module, names[i]);
  if (error != 0)
    cuda_kernels_unload (module, driver);
  return error;
}

void
cuda_kernels_unload (cu_module *module, const struct cuda_driver *driver)
{
  if (*module != NULL)
    driver->module_unload (*module);
  *module = NULL;
}

static const char *const empty_names[N_CUDA_EMPTIES]
    = { [CUDA_EMPTY] = "gk_empty", [CUDA_WAIT] = "gk_wait" };

static const char empty_text[]
    = CUDA_KERNELS_TEXT ".visible .entry gk_empty ()\n"
                        "{\n"
                        "  ret;\n"
                        "}\n"
                        ".visible .entry gk_wait (.param .u64 wanted)\n"
                        "{\n"
                        "  .reg .u64 %ns, %begin, %now;\n"
                        "  .reg .pred %less;\n"
                        "  ld.param.u64 %ns, [wanted];\n"
                        "  mov.u64 %begin, %globaltimer;\n"
                        "again:\n"
                        "  mov.u64 %now, %globaltimer;\n"
                        "  sub.u64 %now, %now, %begin;\n"
                        "  setp.lt.u64 %less, %now, %ns;\n"
                        "  @%less bra again;\n"
                        "  ret;\n"
                        "}\n";

cu_result
cuda_empty_load (struct cuda_empty *e, const struct cuda_driver *driver)
{
  if (e->module != NULL)
    return 0;
  return cuda_kernels_load (&e->module, driver, empty_text, empty_names,
                            N_CUDA_EMPTIES, e->function);
}

cu_result
cuda_empty_launch (const struct cuda_empty *e, const struct cuda_driver *driver,
                   cu_stream stream, double seconds)
{
  uint64_t ns = (uint64_t)(1e9 * seconds);
  void *parameters[] = { &ns };

  if (ns > 0)
    return driver->launch (e->function[CUDA_WAIT], 1, 1, 1, 1, 1, 1, 0, stream,
                           parameters, NULL);
  return driver->launch (e->function[CUDA_EMPTY], 1, 1, 1, 1, 1, 1, 0, stream,
                         NULL, NULL);
}

/* The threads that a multiprocessor holds: more would only wait, and fewer have
 * fewer loads in flight. */
enum { BLOCKS_EACH = 8, THREADS = 256 };

/* If the size of the L2 is not known: twice a large one. */
enum { UNKNOWN_BYTES = 256 << 20 };

/* Each thread has four loads of 16 bytes in flight.  They are volatile, so that
 * no compiler drops them and L1 serves none of them.  Sizes are multiples of 16
 * bytes. */
static const char evict_text[] = CUDA_KERNELS_TEXT
    ".visible .entry gk_read (.param .u64 begin, .param .u64 bytes)\n"
    "{\n"
    "  .reg .u64 %at, %next, %last, %end, %step;\n"
    "  .reg .u32 %block, %blocks, %thread, %threads, %index;\n"
    "  .reg .u32 %a<4>, %b<4>, %c<4>, %d<4>;\n"
    "  .reg .pred %over;\n"
    "  ld.param.u64 %at, [begin];\n"
    "  ld.param.u64 %end, [bytes];\n"
    "  cvta.to.global.u64 %at, %at;\n"
    "  add.u64 %end, %at, %end;\n"
    "  mov.u32 %block, %ctaid.x;\n"
    "  mov.u32 %blocks, %nctaid.x;\n"
    "  mov.u32 %thread, %tid.x;\n"
    "  mov.u32 %threads, %ntid.x;\n"
    "  mad.lo.u32 %index, %block, %threads, %thread;\n"
    "  mad.wide.u32 %at, %index, 16, %at;\n"
    "  mul.lo.u32 %threads, %threads, %blocks;\n"
    "  mul.wide.u32 %step, %threads, 16;\n"
    "four:\n"
    "  mad.lo.u64 %last, %step, 3, %at;\n"
    "  setp.ge.u64 %over, %last, %end;\n"
    "  @%over bra one;\n"
    "  ld.volatile.global.v4.u32 {%a0, %a1, %a2, %a3}, [%at];\n"
    "  add.u64 %next, %at, %step;\n"
    "  ld.volatile.global.v4.u32 {%b0, %b1, %b2, %b3}, [%next];\n"
    "  add.u64 %next, %next, %step;\n"
    "  ld.volatile.global.v4.u32 {%c0, %c1, %c2, %c3}, [%next];\n"
    "  ld.volatile.global.v4.u32 {%d0, %d1, %d2, %d3}, [%last];\n"
    "  add.u64 %at, %last, %step;\n"
    "  bra four;\n"
    "one:\n"
    "  setp.ge.u64 %over, %at, %end;\n"
    "  @%over bra done;\n"
    "  ld.volatile.global.v4.u32 {%a0, %a1, %a2, %a3}, [%at];\n"
    "  add.u64 %at, %at, %step;\n"
    "  bra one;\n"
    "done:\n"
    "  ret;\n"
    "}\n";

cu_result
cuda_evictor_load (struct cuda_evictor *e, const struct cuda_driver *driver,
                   uint64_t l2, unsigned multiprocessors)
{
  static const char *const name = "gk_read";
  cu_result error;

  if (e->memory != 0)
    return 0;
  /* Twice the L2, since the replacement policy need not be LRU. */
  e->bytes = l2 > 0 ? 2 * (size_t)l2 : UNKNOWN_BYTES;
  e->blocks = BLOCKS_EACH * multiprocessors;
  error = driver->mem_alloc (&e->memory, e->bytes);
  if (error != 0) {
    e->memory = 0;
    return error;
  }
  /* Tried once only: a driver that refuses it would do so for each sample. */
  if (cuda_kernels_load (&e->module, driver, evict_text, &name, 1, &e->function)
      != 0)
    e->function = NULL;
  return 0;
}

static cu_result
launch_evictor (const struct cuda_evictor *e, const struct cuda_driver *driver,
                cu_stream stream)
{
  uint64_t begin = e->memory, bytes = e->bytes;
  void *parameters[] = { &begin, &bytes };

  return driver->launch (e->function, e->blocks, 1, 1, THREADS, 1, 1, 0, stream,
                         parameters, NULL);
}

cu_result
cuda_evictor_evict (struct cuda_evictor *e, const struct cuda_driver *driver,
                    cu_stream stream)
{
  /* Written once before it is read: untouched memory may have no physical
   * pages. */
  if (!e->filled || e->function == NULL) {
    cu_result error = driver->memset_async (e->memory, 0, e->bytes, stream);

    if (error != 0)
      return error;
    e->filled = true;
  }
  return e->function != NULL ? launch_evictor (e, driver, stream) : 0;
}

void
cuda_evictor_close (struct cuda_evictor *e, const struct cuda_driver *driver)
{
  cuda_kernels_unload (&e->module, driver);
  if (e->memory != 0)
    driver->mem_free (e->memory);
  *e = (struct cuda_evictor){ 0 };
}

/* The part of the L2 that is read, since other data is in it, too.  (On an H200
 * this kernel reads half of the L2 at 8.6 TB/s, three quarters at 8.7, and more
 * than the L2 at 4.6, the rate of the memory.) */
enum { SHARE = 2 };

/* Bytes that a launch reads in some milliseconds, so that its start and end are
 * negligible. */
#define READ_BYTES 16e9
enum { LAUNCHES = 5 };

/* Each thread has four loads of 16 bytes in flight, which bypass L1, and
 * repeats that `times` times.  The result is stored only if it is not zero,
 * which it never is, but no compiler knows that. */
static const char read_text[] = CUDA_KERNELS_TEXT
    ".visible .entry gk_read_again (.param .u64 begin, .param .u64 bytes,\n"
    "                               .param .u32 times)\n"
    "{\n"
    "  .reg .u64 %from, %at, %next, %last, %end, %step;\n"
    "  .reg .u32 %block, %blocks, %thread, %threads, %index, %left, %sum;\n"
    "  .reg .u32 %a<4>, %b<4>, %c<4>, %d<4>;\n"
    "  .reg .pred %over;\n"
    "  ld.param.u64 %from, [begin];\n"
    "  ld.param.u64 %end, [bytes];\n"
    "  ld.param.u32 %left, [times];\n"
    "  cvta.to.global.u64 %from, %from;\n"
    "  add.u64 %end, %from, %end;\n"
    "  mov.u32 %block, %ctaid.x;\n"
    "  mov.u32 %blocks, %nctaid.x;\n"
    "  mov.u32 %thread, %tid.x;\n"
    "  mov.u32 %threads, %ntid.x;\n"
    "  mad.lo.u32 %index, %block, %threads, %thread;\n"
    "  mad.wide.u32 %from, %index, 16, %from;\n"
    "  mul.lo.u32 %threads, %threads, %blocks;\n"
    "  mul.wide.u32 %step, %threads, 16;\n"
    "  mov.u32 %sum, 0;\n"
    "again:\n"
    "  mov.u64 %at, %from;\n"
    "four:\n"
    "  mad.lo.u64 %last, %step, 3, %at;\n"
    "  setp.ge.u64 %over, %last, %end;\n"
    "  @%over bra one;\n"
    "  ld.global.cg.v4.u32 {%a0, %a1, %a2, %a3}, [%at];\n"
    "  add.u64 %next, %at, %step;\n"
    "  ld.global.cg.v4.u32 {%b0, %b1, %b2, %b3}, [%next];\n"
    "  add.u64 %next, %next, %step;\n"
    "  ld.global.cg.v4.u32 {%c0, %c1, %c2, %c3}, [%next];\n"
    "  ld.global.cg.v4.u32 {%d0, %d1, %d2, %d3}, [%last];\n"
    "  or.b32 %a0, %a0, %a1;\n"
    "  or.b32 %a2, %a2, %a3;\n"
    "  or.b32 %b0, %b0, %b1;\n"
    "  or.b32 %b2, %b2, %b3;\n"
    "  or.b32 %c0, %c0, %c1;\n"
    "  or.b32 %c2, %c2, %c3;\n"
    "  or.b32 %d0, %d0, %d1;\n"
    "  or.b32 %d2, %d2, %d3;\n"
    "  or.b32 %a0, %a0, %a2;\n"
    "  or.b32 %b0, %b0, %b2;\n"
    "  or.b32 %c0, %c0, %c2;\n"
    "  or.b32 %d0, %d0, %d2;\n"
    "  or.b32 %a0, %a0, %b0;\n"
    "  or.b32 %c0, %c0, %d0;\n"
    "  or.b32 %sum, %sum, %a0;\n"
    "  or.b32 %sum, %sum, %c0;\n"
    "  add.u64 %at, %last, %step;\n"
    "  bra four;\n"
    "one:\n"
    "  setp.ge.u64 %over, %at, %end;\n"
    "  @%over bra through;\n"
    "  ld.global.cg.v4.u32 {%a0, %a1, %a2, %a3}, [%at];\n"
    "  or.b32 %a0, %a0, %a1;\n"
    "  or.b32 %a2, %a2, %a3;\n"
    "  or.b32 %sum, %sum, %a0;\n"
    "  or.b32 %sum, %sum, %a2;\n"
    "  add.u64 %at, %at, %step;\n"
    "  bra one;\n"
    "through:\n"
    "  sub.u32 %left, %left, 1;\n"
    "  setp.ne.u32 %over, %left, 0;\n"
    "  @%over bra again;\n"
    "  setp.eq.u32 %over, %sum, 0;\n"
    "  @%over bra done;\n"
    "  st.global.u32 [%from], %sum;\n"
    "done:\n"
    "  ret;\n"
    "}\n";

/* What is read, and the kernel that reads it. */
struct cache_reader {
  struct device *d;
  const struct cuda_driver *driver;
  cu_module module;
  cu_function function;
  void *memory;
  size_t bytes;
};

static bool
launch_reader (const struct cache_reader *r, uint32_t times)
{
  uint64_t begin = (uint64_t)(uintptr_t)r->memory, bytes = r->bytes;
  void *parameters[] = { &begin, &bytes, &times };
  const unsigned blocks = BLOCKS_EACH * r->d->info.gk.units;

  return r->driver->launch (r->function, blocks, 1, 1, THREADS, 1, 1, 0,
                            (cu_stream)r->d->stream, parameters, NULL)
             == 0
         || device_fail (r->d,
                         "the kernel that reads its L2 can't be launched");
}

/* Times one launch. */
static bool
time_launch (const struct cache_reader *r, uint32_t times, double *seconds)
{
  const struct device_ops *ops = r->d->ops;

  return ops->record (r->d, 0) && launch_reader (r, times)
         && ops->record (r->d, 1) && ops->elapsed (r->d, seconds);
}

static bool
measure_best (const struct cache_reader *r, double *best)
{
  const uint32_t times = (uint32_t)ceil (READ_BYTES / (double)r->bytes);
  double seconds;

  /* The first launch finds all in memory, and a low clock. */
  for (int i = 0; i <= LAUNCHES; i++) {
    if (!time_launch (r, times, &seconds))
      return false;
    if (i > 0 && seconds > 0)
      *best = fmax (*best, (double)r->bytes * times / seconds);
  }
  return *best > 0 || device_fail (r->d, "its events report no time");
}

bool
cuda_cache_measure (struct device *d, const struct cuda_driver *driver,
                    double *bytes_per_second)
{
  static const char *const name = "gk_read_again";
  struct cache_reader r = { .d = d, .driver = driver };
  bool ok;

  *bytes_per_second = 0;
  /* A multiple of a load. */
  r.bytes = (size_t)d->info.gk.l2 / SHARE / 16 * 16;
  if (r.bytes == 0)
    return device_fail (d, "it does not report the size of its L2");
  if (cuda_kernels_load (&r.module, driver, read_text, &name, 1, &r.function)
      != 0)
    return device_fail (d, "its driver can't compile the kernel for that");
  ok = d->ops->alloc (d, MEMORY_DEVICE, r.bytes, &r.memory)
       && d->ops->fill (d, r.memory, 0, r.bytes)
       && measure_best (&r, bytes_per_second);
  if (r.memory != NULL)
    d->ops->free (d, MEMORY_DEVICE, r.memory);
  cuda_kernels_unload (&r.module, driver);
  return ok;
}
