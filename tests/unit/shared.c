/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Shared memory: what whoever gets the descriptor can do to it, and can't.
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/shared.h"
#include "native.h"
#include "tests/unit/unit.h"

enum { BYTES = 3 * 4096 };

/* Another descriptor of the same memory, opened by its path with all rights. */
static int
reopened (int fd)
{
  char path[64];

  snprintf (path, sizeof path, "/proc/self/fd/%d", fd);
  return open (path, O_RDWR | O_CLOEXEC);
}

static bool
can_map_writable (int fd)
{
  void *memory = mmap (NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

  if (memory == MAP_FAILED)
    return false;
  munmap (memory, BYTES);
  return true;
}

static bool
can_write (int fd)
{
  return pwrite (fd, "x", 1, 0) == 1;
}

static void
expect_no_writing (int fd)
{
  assert_false (can_write (fd));
  assert_false (can_map_writable (fd));
  assert_int_not_equal (
      fallocate (fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, 4096), 0);
}

TEST (what_one_writes_the_other_sees)
{
  struct shared ours, theirs;

  assert_true (shared_make (&ours, BYTES));
  for (size_t i = 0; i < BYTES; i++)
    assert_int_equal (((char *)ours.memory)[i], 0);
  assert_true (shared_open (&theirs, dup (ours.fd), BYTES, true));
  memset (ours.memory, 1, BYTES);
  assert_memory_equal (theirs.memory, ours.memory, BYTES);
  memset (theirs.memory, 2, BYTES);
  assert_memory_equal (theirs.memory, ours.memory, BYTES);
  shared_close (&theirs);
  shared_close (&ours);
  assert_int_equal (ours.fd, -1);
}

TEST (protected_memory_is_its_maker_s_to_write)
{
  struct shared ours, theirs;
  int fd;

  assert_true (shared_make (&ours, BYTES));
  assert_true (shared_protect (&ours));
  assert_true (shared_open (&theirs, dup (ours.fd), BYTES, false));
  memset (ours.memory, 7, BYTES);
  assert_memory_equal (theirs.memory, ours.memory, BYTES);
  expect_no_writing (theirs.fd);
  fd = reopened (theirs.fd);
  if (fd >= 0) {
    expect_no_writing (fd);
    close (fd);
  }
  assert_int_equal (((char *)ours.memory)[0], 7);
  shared_close (&theirs);
  shared_close (&ours);
}

TEST (a_mapping_does_not_become_writable)
{
  struct shared ours, theirs;

  assert_true (shared_make (&ours, BYTES));
  assert_true (shared_protect (&ours));
  assert_true (shared_open (&theirs, dup (ours.fd), BYTES, false));
  assert_int_not_equal (mprotect (theirs.memory, BYTES, PROT_READ | PROT_WRITE),
                        0);
  shared_close (&theirs);
  shared_close (&ours);
}

TEST (a_mapping_is_not_emptied)
{
  struct shared ours, theirs;

  requires_native ("says of any advice on memory that it was taken");
  assert_true (shared_make (&ours, BYTES));
  assert_true (shared_protect (&ours));
  memset (ours.memory, 7, BYTES);
  assert_true (shared_open (&theirs, dup (ours.fd), BYTES, false));
  assert_int_not_equal (madvise (theirs.memory, BYTES, MADV_REMOVE), 0);
  assert_int_equal (((char *)ours.memory)[0], 7);
  shared_close (&theirs);
  shared_close (&ours);
}

/* Else a look at it would end in a bus error. */
TEST (nobody_cuts_it_off)
{
  struct shared shared;
  int fd;

  for (int protects = 0; protects < 2; protects++) {
    assert_true (shared_make (&shared, BYTES));
    if (protects)
      assert_true (shared_protect (&shared));
    fd = reopened (shared.fd);
    assert_int_not_equal (ftruncate (shared.fd, 0), 0);
    assert_int_not_equal (ftruncate (shared.fd, 2 * BYTES), 0);
    if (fd >= 0) {
      assert_int_not_equal (ftruncate (fd, 0), 0);
      close (fd);
    }
    shared_close (&shared);
  }
}

TEST (protection_is_for_good)
{
  struct shared shared;

  assert_true (shared_make (&shared, BYTES));
  assert_true (shared_protect (&shared));
  /* Nor does anybody add a seal to it, even one that it has. */
  assert_int_not_equal (fcntl (shared.fd, F_ADD_SEALS, F_SEAL_GROW), 0);
  shared_close (&shared);
}

TEST (serves_for_as_much_or_less)
{
  struct shared large, small, none = { .fd = -1 };

  assert_true (shared_make (&large, (size_t)64 << 20));
  assert_false (shared_fits (&large, ((size_t)64 << 20) + 1));
  assert_false (shared_fits (&large, ((size_t)16 << 20) - 1));
  assert_int_equal (large.bytes, (size_t)64 << 20);
  assert_true (shared_fits (&large, (size_t)16 << 20));
  assert_int_equal (large.bytes, (size_t)16 << 20);
  assert_true (shared_fits (&large, (size_t)64 << 20));
  shared_close (&large);
  /* However few bytes are asked for, it is small. */
  assert_true (shared_make (&small, (size_t)1 << 20));
  assert_true (shared_fits (&small, 1));
  assert_false (shared_fits (&small, 0));
  shared_close (&small);
  assert_false (shared_fits (&none, 1));
}

TEST (a_descriptor_of_too_little_is_refused_and_closed)
{
  struct shared ours, theirs;
  int fd;

  assert_true (shared_make (&ours, BYTES));
  fd = dup (ours.fd);
  assert_false (shared_open (&theirs, fd, BYTES + 1, false));
  assert_int_equal (theirs.fd, -1);
  assert_null (theirs.memory);
  assert_int_equal (fcntl (fd, F_GETFD), -1);
  assert_int_equal (errno, EBADF);
  shared_close (&ours);
}
