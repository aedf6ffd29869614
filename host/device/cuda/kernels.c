/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "device/cuda/kernels.h"

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
