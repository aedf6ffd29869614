/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

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

void
cuda_empty_unload (struct cuda_empty *e, const struct cuda_driver *driver)
{
  cuda_kernels_unload (&e->module, driver);
}
