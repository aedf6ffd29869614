/* SPDX-License-Identifier: BSD-3-Clause
 *
 * memcpy, the peer of a copy: the driver's own, as the family copy calls it.
 */
#include "as-copy.h"

static int
memcpy_prepare (const gk_host *host, const gk_device *, const void *problem,
                const gk_value *, void **)
{
  if (((const gk_stream *)problem)->op == GK_STREAM_COPY)
    return GK_OK;
  host->error (host, "the driver only copies; set op = copy");
  return GK_SKIP;
}

static int
memcpy_launch (const gk_host *host, const void *problem, void *, void *stream)
{
  const gk_copy c = stream_as_copy ((const gk_stream *)problem);

  return copy_memcpy_variant ().launch (host, &c, NULL, stream);
}

extern "C" gk_variant
stream_memcpy_variant (void)
{
  gk_variant v = copy_memcpy_variant ();

  v.prepare = memcpy_prepare;
  v.launch = memcpy_launch;
  return v;
}
