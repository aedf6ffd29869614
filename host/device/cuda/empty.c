/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "device/cuda/empty.h"

/* The driver compiles it for the device that there is: this host is built
 * without CUDA's compiler.  Old enough a version for each driver that has all
 * else that the host calls. */
static const char text[] = ".version 6.0\n"
                           ".target sm_50\n"
                           ".address_size 64\n"
                           ".visible .entry gk_empty ()\n"
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
  cu_result error;

  if (e->module != NULL)
    return 0;
  error = driver->module_load (&e->module, text);
  if (error != 0) {
    e->module = NULL;
    return error;
  }
  error = driver->module_function (&e->function, e->module, "gk_empty");
  if (error == 0)
    error = driver->module_function (&e->wait, e->module, "gk_wait");
  if (error != 0)
    cuda_empty_unload (e, driver);
  return error;
}

cu_result
cuda_empty_launch (const struct cuda_empty *e, const struct cuda_driver *driver,
                   cu_stream stream, double seconds)
{
  uint64_t ns = (uint64_t)(1e9 * seconds);
  void *parameters[] = { &ns };

  if (ns > 0)
    return driver->launch (e->wait, 1, 1, 1, 1, 1, 1, 0, stream, parameters,
                           NULL);
  return driver->launch (e->function, 1, 1, 1, 1, 1, 1, 0, stream, NULL, NULL);
}

void
cuda_empty_unload (struct cuda_empty *e, const struct cuda_driver *driver)
{
  if (e->module != NULL)
    driver->module_unload (e->module);
  *e = (struct cuda_empty){ 0 };
}
