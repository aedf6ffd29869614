/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "device/cuda/evictor.h"
#include "device/cuda/kernels.h"

/* As many threads as a multiprocessor holds, or nearly so: more of them would
 * only wait, and fewer have fewer loads in flight. */
enum { BLOCKS_EACH = 8, THREADS = 256 };

/* Where the device does not tell its L2: twice a large one. */
enum { UNKNOWN_BYTES = 256 << 20 };

/* Each thread reads 16 bytes at a time, four times before it waits.  The loads
 * are volatile, so that no compiler drops those whose values nobody needs, and
 * so that none is answered by L1.  All is a multiple of 16 bytes. */
static const char text[] = CUDA_KERNELS_TEXT
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
  /* Twice the L2, since it need not replace the oldest line first. */
  e->bytes = l2 > 0 ? 2 * (size_t)l2 : UNKNOWN_BYTES;
  e->blocks = BLOCKS_EACH * multiprocessors;
  error = driver->mem_alloc (&e->memory, e->bytes);
  if (error != 0) {
    e->memory = 0;
    return error;
  }
  /* Tried this once: a driver that refuses it does so for every sample. */
  if (cuda_kernels_load (&e->module, driver, text, &name, 1, &e->function) != 0)
    e->function = NULL;
  return 0;
}

static cu_result
launch_reader (const struct cuda_evictor *e, const struct cuda_driver *driver,
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
  /* Once before it is read: memory that nobody wrote need not be any. */
  if (!e->filled || e->function == NULL) {
    cu_result error = driver->memset_async (e->memory, 0, e->bytes, stream);

    if (error != 0)
      return error;
    e->filled = true;
  }
  return e->function != NULL ? launch_reader (e, driver, stream) : 0;
}

void
cuda_evictor_close (struct cuda_evictor *e, const struct cuda_driver *driver)
{
  cuda_kernels_unload (&e->module, driver);
  if (e->memory != 0)
    driver->mem_free (e->memory);
  *e = (struct cuda_evictor){ 0 };
}
