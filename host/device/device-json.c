/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/names.h"
#include "base/text.h"
#include "device/device-json.h"
#include "device/device.h"
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

static void
add_kind (json_t *json, gk_device_kind kind)
{
  json_t *list = json_object_get (json, "devices");
  char *why, *key;
  size_t n;
  struct device_info *all = device_probe (kind, &n, &why);

  for (size_t i = 0; i < n; i++)
    json_array_append_new (list, device_to_json (&all[i]));
  if (n == 0) {
    key = device_kind_absent_key (kind);
    json_object_set_new (json, key, json_text (why));
    free (key);
  }
  free (why);
  free (all);
}

json_t *
devices_to_json (const json_t *kinds)
{
  json_t *json = json_pack ("{s:[]}", "devices");
  const json_t *name;
  size_t i;

  json_array_foreach (kinds, i, name)
  {
    int kind = device_kind_find (json_string_value (name));

    if (kind >= 0)
      add_kind (json, (gk_device_kind)kind);
  }
  return json;
}
