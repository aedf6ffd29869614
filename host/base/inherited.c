/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "base/inherited.h"
#include "base/processors.h"
#include "base/text.h"

static void
store_policy (struct inherited *is)
{
  struct sched_param param = { 0 };

  is->policy = sched_getscheduler (0);
  sched_getparam (0, &param);
  is->priority = param.sched_priority;
}

static void
store_limits (struct inherited *is)
{
  for (int i = 0; i < RLIM_NLIMITS; i++)
    getrlimit (i, &is->limit[i]);
}

void
inherited_store (struct inherited *is)
{
  memset (is, 0, sizeof *is); /* with what lies between members: see below */
  processors_get_usable (&is->cpus);
  store_policy (is);
  is->nice = getpriority (PRIO_PROCESS, 0);
  store_limits (is);
}

/* Each compares one property with what is now, and sets it back. */

static bool
cpus_differ (const struct inherited *was, const struct inherited *now)
{
  if (CPU_EQUAL (&was->cpus, &now->cpus))
    return false;
  processors_set_affinity (&was->cpus);
  return true;
}

static bool
policy_differs (const struct inherited *was, const struct inherited *now)
{
  const struct sched_param param = { .sched_priority = was->priority };

  if (was->policy == now->policy && was->priority == now->priority)
    return false;
  sched_setscheduler (0, was->policy, &param);
  return true;
}

static bool
nice_differs (const struct inherited *was, const struct inherited *now)
{
  if (was->nice == now->nice)
    return false;
  setpriority (PRIO_PROCESS, 0, was->nice);
  return true;
}

static bool
limits_differ (const struct inherited *was, const struct inherited *now)
{
  bool differ = false;

  for (int i = 0; i < RLIM_NLIMITS; i++)
    if (was->limit[i].rlim_cur != now->limit[i].rlim_cur
        || was->limit[i].rlim_max != now->limit[i].rlim_max) {
      setrlimit (i, &was->limit[i]);
      differ = true;
    }
  return differ;
}

static const struct {
  const char *name;
  bool (*differs) (const struct inherited *was, const struct inherited *now);
} properties[] = {
  { "the processors", cpus_differ },
  { "the scheduling policy", policy_differs },
  { "the nice value", nice_differs },
  { "a resource limit", limits_differ },
};

char *
inherited_restore (struct inherited *is, bool *stays)
{
  struct inherited now, then;
  char *list = NULL;

  *stays = false;
  inherited_store (&now);
  if (memcmp (is, &now, sizeof now) == 0)
    return NULL;
  for (size_t i = 0; i < sizeof properties / sizeof properties[0]; i++)
    if (properties[i].differs (is, &now))
      list = list_append (list, properties[i].name);
  inherited_store (&then);
  *stays = memcmp (is, &then, sizeof then) != 0;
  memcpy (is, &then, sizeof then);
  return list;
}
