/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Copies between the device and host memory that is not pinned, at the speed of
 * the bus: through two pinned buffers, one of which is filled by several cores
 * while the other is emptied.  The driver uses only one core.
 */
#ifndef CUDA_BOUNCE_H
#define CUDA_BOUNCE_H

#include <stddef.h>

#include "device/cuda/driver.h"

/* All zero before the first use. */
struct cuda_bounce {
  char *half[2];
  cu_event free[2]; /* recorded after the device's last use of that half */
};

/* In stream order; complete on return. */
cu_result bounce_upload (struct cuda_bounce *b, const struct cuda_driver *cu,
                         cu_stream stream, cu_pointer to, const void *from,
                         size_t bytes);
cu_result bounce_download (struct cuda_bounce *b, const struct cuda_driver *cu,
                           cu_stream stream, void *to, cu_pointer from,
                           size_t bytes);

void bounce_close (struct cuda_bounce *b, const struct cuda_driver *cu);

#endif
