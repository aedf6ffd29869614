/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "altered-claims.h"
#include "run/channel.h"
#include "record/case-record.h"
#include "toy-trial.h"

/* How a case is conducted. */
enum { APART = 1, DECOYS = 2, AT_ONCE = 4, HOT = 8, AUDITED = 16 };

struct altering {
  struct toy toy; /* first */
  const uint8_t *data;
  size_t n;
};

/* What of a claim a byte means. */
static void
alter (struct claim *claim, uint8_t what, const uint8_t *to)
{
  uint64_t number;
  double amount;

  memcpy (&number, to, sizeof number);
  memcpy (&amount, to, sizeof amount);
  switch (what) {
  case 0:
    claim->status = (int32_t)number;
    memset (claim->reason, to[7], sizeof claim->reason - 1);
    break;
  case 1:
    claim->seconds = amount;
    break;
  case 2:
    claim->enqueue_s = amount;
    break;
  case 3:
    claim->ops = amount;
    break;
  case 4:
    claim->op_class = (gk_op_class)number;
    break;
  case 5:
    claim->most = (uint32_t)number;
    break;
  case 6:
    claim->untouched = number % 2 != 0;
    break;
  case 7:
    claim->can_hold = number % 2 != 0;
    break;
  case 8:
    claim->kind = (uint32_t)number;
    break;
  default:
    break;
  }
}

/* As the line takes claims. */
static bool
meddle (struct toy *toy, const struct order *order, struct claim *claim)
{
  struct altering *a = (struct altering *)toy;
  const size_t bytes = 1 + sizeof (uint64_t);

  if (a->n >= bytes) {
    alter (claim, a->data[0], a->data + 1);
    a->data += bytes;
    a->n -= bytes;
  }
  claim->nonce = order->nonce;
  return channel_accepts_claim (order, claim);
}

void
try_claims (const uint8_t *data, size_t n)
{
  struct altering a = { .data = data + 1, .n = n > 0 ? n - 1 : 0 };
  const unsigned how = n > 0 ? data[0] : 0;
  struct case_record record;

  toy_open (&a.toy, GK_BIT (GK_DATA_RANDOM) | GK_BIT (GK_DATA_EXACT));
  a.toy.timer.apart = (how & APART) != 0;
  a.toy.decoys = (how & DECOYS) != 0;
  a.toy.at_once = (how & AT_ONCE) != 0;
  a.toy.settings.audit = (how & AUDITED) != 0;
  if ((how & HOT) != 0)
    a.toy.settings.mode.cache = CACHE_HOT;
  a.toy.settings.sampling.max_time = 0.01;
  a.toy.meddle = meddle;
  toy_conduct (&a.toy);
  fields_clear (&case_fields, &record);
  record.result = a.toy.result;
  json_decref (fields_to_json (&case_fields, &record));
  toy_close (&a.toy);
}
