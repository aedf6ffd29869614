/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Compares memory on the device, so that answers to the same inputs need not be
 * fetched to be compared.  A kernel sets a word of the host's where any byte
 * differs.
 */
#include <config.h>

#include "device/cuda/cuda.h"

/* The threads of a multiprocessor, as for an eviction. */
enum { BLOCKS_EACH = 8, THREADS = 256 };

/* Both begin at multiples of 16 bytes.  Threads compare 16 bytes at a time, the
 * first ones also the last bytes.  A thread that finds a difference stores 1.
 */
static const char compare_text[] = CUDA_KERNELS_TEXT
    ".visible .entry gk_compare (.param .u64 a, .param .u64 b,\n"
    "                            .param .u64 bytes, .param .u64 differ)\n"
    "{\n"
    "  .reg .u64 %a, %b, %end, %word, %at, %step, %whole;\n"
    "  .reg .u32 %block, %blocks, %thread, %threads, %index;\n"
    "  .reg .u32 %p<4>, %q<4>, %one;\n"
    "  .reg .pred %is;\n"
    "  ld.param.u64 %a, [a];\n"
    "  ld.param.u64 %b, [b];\n"
    "  ld.param.u64 %end, [bytes];\n"
    "  ld.param.u64 %word, [differ];\n"
    "  cvta.to.global.u64 %a, %a;\n"
    "  cvta.to.global.u64 %b, %b;\n"
    "  cvta.to.global.u64 %word, %word;\n"
    "  sub.u64 %b, %b, %a;\n"
    "  and.b64 %whole, %end, -16;\n"
    "  add.u64 %whole, %a, %whole;\n"
    "  add.u64 %end, %a, %end;\n"
    "  mov.u32 %one, 1;\n"
    "  mov.u32 %block, %ctaid.x;\n"
    "  mov.u32 %blocks, %nctaid.x;\n"
    "  mov.u32 %thread, %tid.x;\n"
    "  mov.u32 %threads, %ntid.x;\n"
    "  mad.lo.u32 %index, %block, %threads, %thread;\n"
    "  mul.lo.u32 %threads, %threads, %blocks;\n"
    "  mul.wide.u32 %step, %threads, 16;\n"
    "  mad.wide.u32 %a, %index, 16, %a;\n"
    "words:\n"
    "  setp.ge.u64 %is, %a, %whole;\n"
    "  @%is bra rest;\n"
    "  add.u64 %at, %a, %b;\n"
    "  ld.volatile.global.v4.u32 {%p0, %p1, %p2, %p3}, [%a];\n"
    "  ld.volatile.global.v4.u32 {%q0, %q1, %q2, %q3}, [%at];\n"
    "  xor.b32 %p0, %p0, %q0;\n"
    "  xor.b32 %p1, %p1, %q1;\n"
    "  xor.b32 %p2, %p2, %q2;\n"
    "  xor.b32 %p3, %p3, %q3;\n"
    "  or.b32 %p0, %p0, %p1;\n"
    "  or.b32 %p2, %p2, %p3;\n"
    "  or.b32 %p0, %p0, %p2;\n"
    "  setp.ne.u32 %is, %p0, 0;\n"
    "  @%is st.volatile.global.u32 [%word], %one;\n"
    "  add.u64 %a, %a, %step;\n"
    "  bra words;\n"
    "rest:\n"
    "  cvt.u64.u32 %at, %index;\n"
    "  add.u64 %a, %whole, %at;\n"
    "  setp.ge.u64 %is, %a, %end;\n"
    "  @%is bra done;\n"
    "  add.u64 %at, %a, %b;\n"
    "  ld.volatile.global.u8 %p0, [%a];\n"
    "  ld.volatile.global.u8 %q0, [%at];\n"
    "  setp.ne.u32 %is, %p0, %q0;\n"
    "  @%is st.volatile.global.u32 [%word], %one;\n"
    "done:\n"
    "  ret;\n"
    "}\n"
    /* A thread compares single bytes: a guard zone is small, and may begin and
     * end anywhere. */
    ".visible .entry gk_holds (.param .u64 memory, .param .u64 bytes,\n"
    "                          .param .u32 value, .param .u64 differ)\n"
    "{\n"
    "  .reg .u64 %at, %end, %word, %step;\n"
    "  .reg .u32 %block, %blocks, %thread, %threads, %index;\n"
    "  .reg .u32 %byte, %value, %one;\n"
    "  .reg .pred %is;\n"
    "  ld.param.u64 %at, [memory];\n"
    "  ld.param.u64 %end, [bytes];\n"
    "  ld.param.u32 %value, [value];\n"
    "  ld.param.u64 %word, [differ];\n"
    "  cvta.to.global.u64 %at, %at;\n"
    "  cvta.to.global.u64 %word, %word;\n"
    "  add.u64 %end, %at, %end;\n"
    "  mov.u32 %one, 1;\n"
    "  mov.u32 %block, %ctaid.x;\n"
    "  mov.u32 %blocks, %nctaid.x;\n"
    "  mov.u32 %thread, %tid.x;\n"
    "  mov.u32 %threads, %ntid.x;\n"
    "  mad.lo.u32 %index, %block, %threads, %thread;\n"
    "  mul.lo.u32 %threads, %threads, %blocks;\n"
    "  cvt.u64.u32 %step, %threads;\n"
    "  mad.wide.u32 %at, %index, 1, %at;\n"
    "next:\n"
    "  setp.ge.u64 %is, %at, %end;\n"
    "  @%is bra end;\n"
    "  ld.volatile.global.u8 %byte, [%at];\n"
    "  setp.ne.u32 %is, %byte, %value;\n"
    "  @%is st.volatile.global.u32 [%word], %one;\n"
    "  add.u64 %at, %at, %step;\n"
    "  bra next;\n"
    "end:\n"
    "  ret;\n"
    "}\n";

cu_result
cuda_comparer_load (struct cuda_comparer *c, const struct cuda_driver *driver,
                    unsigned multiprocessors)
{
  static const char *const names[N_CUDA_COMPARISONS]
      = { [CUDA_COMPARE] = "gk_compare", [CUDA_HOLDS] = "gk_holds" };
  void *word = NULL;
  cu_result error;

  if (c->differ != NULL)
    return 0;
  error = cuda_kernels_load (&c->module, driver, compare_text, names,
                             N_CUDA_COMPARISONS, c->function);
  if (error == 0)
    error = driver->mem_alloc_host (&word, sizeof *c->differ, CU_HOST_MAPPED);
  c->differ = word;
  if (error == 0)
    error = driver->mem_host_pointer (&c->at, word, 0);
  if (error != 0)
    cuda_comparer_close (c, driver);
  c->blocks = BLOCKS_EACH * multiprocessors;
  return error;
}

static cu_result
enqueue_comparison (const struct cuda_comparer *c,
                    const struct cuda_driver *driver, cu_stream stream,
                    int which, void **parameters)
{
  return driver->launch (c->function[which], c->blocks, 1, 1, THREADS, 1, 1, 0,
                         stream, parameters, NULL);
}

/* Waits for what was enqueued, unless that failed. */
static cu_result
finish_comparison (struct cuda_comparer *c, const struct cuda_driver *driver,
                   cu_stream stream, cu_result error, bool *same)
{
  if (error == 0)
    error = driver->stream_sync (stream);
  *same = error == 0 && *c->differ == 0;
  return error;
}

cu_result
cuda_comparer_compare (struct cuda_comparer *c,
                       const struct cuda_driver *driver, cu_stream stream,
                       cu_pointer a, cu_pointer b, size_t bytes, bool *same)
{
  uint64_t n = bytes;
  void *parameters[] = { &a, &b, &n, &c->at };

  *c->differ = 0;
  return finish_comparison (
      c, driver, stream,
      enqueue_comparison (c, driver, stream, CUDA_COMPARE, parameters), same);
}

cu_result
cuda_comparer_holds (struct cuda_comparer *c, const struct cuda_driver *driver,
                     cu_stream stream, const struct range *range, size_t n,
                     uint8_t byte, bool *same)
{
  uint32_t value = byte;
  cu_result error = 0;

  *c->differ = 0;
  for (size_t i = 0; i < n && error == 0; i++) {
    cu_pointer at = (cu_pointer)(uintptr_t)range[i].address;
    uint64_t bytes = range[i].bytes;
    void *parameters[] = { &at, &bytes, &value, &c->at };

    error = enqueue_comparison (c, driver, stream, CUDA_HOLDS, parameters);
  }
  return finish_comparison (c, driver, stream, error, same);
}

void
cuda_comparer_close (struct cuda_comparer *c, const struct cuda_driver *driver)
{
  cuda_kernels_unload (&c->module, driver);
  if (c->differ != NULL)
    driver->mem_free_host ((void *)c->differ);
  *c = (struct cuda_comparer){ 0 };
}
