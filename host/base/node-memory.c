/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <limits.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/node-memory.h"

/* Raw system calls, so that libnuma is not needed; the policies are those of
 * the kernel's <linux/mempolicy.h>. */
void
node_memory_prefer (int node)
{
#if defined SYS_set_mempolicy && defined SYS_get_mempolicy
  enum { DEFAULT, PREFERRED };
  enum { WORD = CHAR_BIT * sizeof (unsigned long), WORDS = 1024 / WORD };
  unsigned long nodes[WORDS] = { 0 };
  int policy;

  if (node < 0 || node >= WORD * WORDS
      || syscall (SYS_get_mempolicy, &policy, NULL, 0ul, NULL, 0ul) != 0
      || policy != DEFAULT)
    return;
  nodes[node / WORD] = 1ul << node % WORD;
  syscall (SYS_set_mempolicy, PREFERRED, nodes, WORD * WORDS + 1ul);
#else
  (void)node;
#endif
}
