/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>

#include "device/cuda/cuda.h"
#include "plugin/abi-names.h"

/* Operations that one multiprocessor completes in one clock; a multiply-add
 * counts as two.  Plain units: the arithmetic throughput table of CUDA's
 * programming guide; f64 is the faster of the plain and the matrix unit, both
 * being exact binary64; f32 is the plain unit, since no matrix unit multiplies
 * full binary32.  Matrix units: the peak rates without sparsity of NVIDIA's
 * whitepapers (Turing, A100, GA102, Ada, H100, RTX Blackwell), of the Jetson
 * Orin series' technical brief and of the data sheets of B200 and B300, divided
 * by multiprocessors and clock.  (Boards that halve a rate reach half of it.)
 * 0: not published, or no such unit.  An unlisted device has no known limit,
 * which is better than a wrong one. */
static const struct {
  unsigned char capability;
  unsigned short ops[N_OP_CLASSES];
} table[] = {
  /* none, i32, f32, f64; tensor f16, bf16, tf32, i8, f64, f8 */
  { 75, { 0, 128, 128, 4, 1024, 0, 0, 2048, 0, 0 } },
  { 80, { 0, 128, 128, 128, 2048, 2048, 1024, 4096, 128, 0 } },
  { 86, { 0, 128, 256, 4, 1024, 1024, 512, 2048, 0, 0 } },
  { 87, { 0, 128, 256, 4, 0, 0, 0, 4096, 0, 0 } },
  { 89, { 0, 128, 256, 4, 1024, 1024, 512, 2048, 0, 2048 } },
  { 90, { 0, 128, 256, 256, 4096, 4096, 2048, 8192, 256, 8192 } },
  { 100, { 0, 128, 256, 128, 8192, 8192, 4096, 16384, 128, 16384 } },
  { 103, { 0, 128, 256, 4, 8192, 8192, 4096, 0, 0, 16384 } },
  { 110, { 0, 0, 256, 0, 0, 0, 0, 0, 0, 0 } },
  { 120, { 0, 256, 256, 4, 1024, 1024, 512, 2048, 0, 2048 } },
  { 121, { 0, 256, 256, 4, 0, 0, 0, 0, 0, 0 } },
};

unsigned
cuda_ops_per_clock (unsigned capability, gk_op_class op_class)
{
  for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++)
    if (table[i].capability == capability && op_class < N_OP_CLASSES)
      return table[i].ops[op_class];
  return 0;
}

static int
read_attribute (const struct cuda_driver *cu, cu_device device, int number)
{
  int value = 0;

  return cu->device_attribute (&value, number, device) == 0 ? value : 0;
}

cu_result
cuda_info_read (const struct cuda_driver *cu, cu_device device, int ordinal,
                struct device_info *info)
{
  int version = 0;
  size_t bytes = 0;
  double clock = 1e3 * read_attribute (cu, device, CU_CLOCK_KHZ);
  double memory_clock = 1e3 * read_attribute (cu, device, CU_MEMORY_CLOCK_KHZ);
  unsigned capability = (unsigned)(10 * read_attribute (cu, device, CU_MAJOR)
                                   + read_attribute (cu, device, CU_MINOR));
  cu_result error = cu->device_memory (&bytes, device);

  *info = (struct device_info){
    .gk
    = { .size = sizeof (gk_device),
        .kind = GK_CUDA,
        .ordinal = ordinal,
        .capability = capability,
        .units = (uint32_t)read_attribute (cu, device, CU_MULTIPROCESSORS),
        .shared_bytes = (uint32_t)read_attribute (cu, device, CU_SHARED_BYTES),
        .memory = bytes,
        .l2 = (uint64_t)read_attribute (cu, device, CU_L2_BYTES),
        .clock = clock,
        /* The memory transfers on both edges of its clock. */
        .bandwidth
        = 2 * memory_clock * read_attribute (cu, device, CU_BUS_BITS) / 8 },
    .memory_clock = memory_clock,
  };
  for (gk_op_class i = GK_OPS_I32; i < N_OP_CLASSES; i++)
    info->ops[i] = clock * info->gk.units * cuda_ops_per_clock (capability, i);
  snprintf (info->name, sizeof info->name, "cuda:%d", ordinal);
  cu->device_name (info->description, sizeof info->description, device);
  if (cu->device_address != NULL
      && cu->device_address (info->address, sizeof info->address, device) != 0)
    info->address[0] = '\0';
  cu->driver_version (&version);
  snprintf (info->driver, sizeof info->driver, "%d.%d", version / 1000,
            version % 1000 / 10);
  return error;
}
