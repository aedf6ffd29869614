/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "record/case-settings.h"
#include "suite/settings.h"

/* Member by member: padding must be equal in equal settings. */
const struct case_settings *
case_settings_keep (struct pool *pool, const struct settings *settings,
                    uint64_t there)
{
  struct case_settings kept;
  const struct setting *setting;

  memset (&kept, 0, sizeof kept);
  for (size_t i = 0; (setting = setting_at (i)) != NULL; i++)
    if (!setting->names)
      setting_set (setting, &kept.value, setting_get (setting, settings));
  kept.there = there;
  return pool_intern (pool, &kept, sizeof kept);
}

uint64_t
case_settings_there (const struct case_settings *settings, uint64_t set)
{
  return settings != NULL ? settings->there & set : 0;
}

const struct case_settings *
case_settings_from_json (struct pool *pool,
                         const struct case_settings *settings, uint64_t set,
                         const json_t *json)
{
  struct settings value
      = settings != NULL ? settings->value : settings_default ();
  uint64_t there = settings_from_json (&value, set, json);

  return case_settings_keep (
      pool, &value, there | case_settings_there (settings, SETTINGS_ALL));
}
