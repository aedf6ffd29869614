/* A variant: computes the problem once. */
static int
loop (const gk_host *host, const void *problem, void *state, void *stream)
{
  const @IDENT@_problem *p = (const @IDENT@_problem *)problem;
  int64_t i;

  (void)host, (void)state, (void)stream;
  for (i = 0; i < p->n; i++)
    p->dst[i] = product (p, p->src[i]);
  return GK_OK;
}

/* From the simplest on. */
static const gk_variant variants[] = {
  {
      .name = "cpu-naive",
      .summary = "one element at a time",
      .device = GK_CPU,
      .launch = loop,
  },
};

GK_PLUGIN ("@NAME@", "0.1", "the family @FAMILY@", &family, variants)
