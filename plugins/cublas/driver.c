/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Looks up the driver's calls.
 */
#include <config.h>

#include <dlfcn.h>
#include <string.h>

#include "driver.h"

static const struct {
  const char *name;
  size_t slot;
} symbols[] = {
  { "cuMemcpyAsync", offsetof (struct driver, copy) },
  { "cuStreamSynchronize", offsetof (struct driver, synchronize) },
  { "cuEventCreate", offsetof (struct driver, event_create) },
  { "cuEventDestroy_v2", offsetof (struct driver, event_destroy) },
  { "cuEventRecord", offsetof (struct driver, event_record) },
  { "cuEventSynchronize", offsetof (struct driver, event_synchronize) },
  { "cuEventElapsedTime", offsetof (struct driver, event_elapsed) },
  { "cuStreamBeginCapture_v2", offsetof (struct driver, capture_begin) },
  { "cuStreamEndCapture", offsetof (struct driver, capture_end) },
  { "cuGraphInstantiateWithFlags",
    offsetof (struct driver, graph_instantiate) },
  { "cuGraphLaunch", offsetof (struct driver, graph_launch) },
  { "cuGraphExecDestroy", offsetof (struct driver, graph_made_destroy) },
  { "cuGraphDestroy", offsetof (struct driver, graph_destroy) },
};

bool
driver_open (const gk_host *host, struct driver *driver)
{
  /* Never closed: the host has it open in any case. */
  void *const library = dlopen ("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);

  for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
    void *const address
        = library != NULL ? dlsym (library, symbols[i].name) : NULL;

    if (address == NULL) {
      host->error (host, "CUDA's driver library has no %s; update the driver",
                   symbols[i].name);
      return false;
    }
    memcpy ((char *)driver + symbols[i].slot, &address, sizeof address);
  }
  return true;
}
