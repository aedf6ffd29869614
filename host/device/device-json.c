/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/names.h"
#include "device/device-json.h"
#include "device/devices.h"
#include "plugin/abi-names.h"

static json_t *
device_to_json (const struct device_info *info)
{
  json_t *json = json_pack (
      "{s:s, s:s, s:I, s:I}", "name", info->name, "description",
      info->description, info->gk.kind == GK_CPU ? "cores" : "units",
      (json_int_t)info->gk.units, "memory", (json_int_t)info->gk.memory);

  if (info->gk.l2 > 0)
    json_object_set_new (json, "l2", json_integer ((json_int_t)info->gk.l2));
  if (info->gk.kind == GK_CPU)
    return json;
  json_object_set_new (json, "capability", json_integer (info->gk.capability));
  json_object_set_new (json, "driver", json_string (info->driver));
  if (info->memory_bandwidth > 0)
    json_object_set_new (json, "memory_bandwidth",
                         json_real (info->memory_bandwidth));
  for (int i = GK_OPS_I32; i < N_OP_CLASSES; i++)
    if (info->ops[i] > 0)
      json_object_set_new (json, names_at (&op_class_names, i),
                           json_real (info->ops[i]));
  return json;
}

json_t *
devices_to_json (bool cuda)
{
  char *no_cuda = NULL;
  size_t n;
  struct device_info *all = devices_probe (cuda, &n, &no_cuda);
  json_t *list = json_array ();
  json_t *json;

  for (size_t i = 0; i < n; i++)
    json_array_append_new (list, device_to_json (&all[i]));
  json = json_pack ("{s:o, s:s*}", "devices", list, "no_cuda", no_cuda);
  free (no_cuda);
  free (all);
  return json;
}
