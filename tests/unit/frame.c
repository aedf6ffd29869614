/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Frames: whole, in pieces, several at once, and broken.
 */
#include <config.h>

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "run/frame.h"
#include "tests/unit/unit.h"

/* Two ends: what is written to [0] is read from [1]. */
static void
connect_ends (int end[2])
{
  assert_int_equal (socketpair (AF_UNIX, SOCK_STREAM, 0, end), 0);
}

static void
send_bytes (int fd, const void *bytes, size_t n)
{
  assert_int_equal (write (fd, bytes, n), n);
}

static void
send_number (int fd, int number)
{
  json_t *object = json_pack ("{s:i}", "n", number);

  assert_true (frame_write (fd, object, -1));
  json_decref (object);
}

/* The reader's next frame is {"n": number}. */
static void
expect_number (struct frame_reader *reader, int fd, int number)
{
  json_t *object = NULL;

  assert_int_equal (frame_read (reader, fd, &object), FRAME_WHOLE);
  assert_int_equal (json_integer_value (json_object_get (object, "n")), number);
  json_decref (object);
}

TEST (there_and_back)
{
  struct frame_reader reader = { 0 };
  json_t *object = NULL;
  int end[2];

  connect_ends (end);
  send_number (end[0], 1);
  expect_number (&reader, end[1], 1);
  close (end[0]);
  assert_int_equal (frame_read (&reader, end[1], &object), FRAME_END);
  close (end[1]);
  frame_reader_free (&reader);
}

TEST (several_in_one_read)
{
  struct frame_reader reader = { 0 };
  int end[2];

  connect_ends (end);
  for (int i = 0; i < 3; i++)
    send_number (end[0], i);
  for (int i = 0; i < 3; i++)
    expect_number (&reader, end[1], i);
  close (end[0]);
  close (end[1]);
  frame_reader_free (&reader);
}

TEST (byte_by_byte)
{
  static const char frame[] = "\7\0\0\0{\"n\":5}";
  struct frame_reader reader = { 0 };
  json_t *object = NULL;
  int end[2];

  connect_ends (end);
  for (size_t i = 0; i < 10; i++) {
    send_bytes (end[0], frame + i, 1);
    assert_int_equal (frame_read (&reader, end[1], &object), FRAME_MORE);
  }
  send_bytes (end[0], frame + 10, 1);
  expect_number (&reader, end[1], 5);
  close (end[0]);
  close (end[1]);
  frame_reader_free (&reader);
}

/* What the reader makes of n bytes and the end behind them. */
static void
bytes_give (const char *bytes, size_t n, enum frame_result want)
{
  struct frame_reader reader = { 0 };
  enum frame_result result;
  json_t *object = NULL;
  int end[2];

  connect_ends (end);
  send_bytes (end[0], bytes, n);
  close (end[0]);
  do
    result = frame_read (&reader, end[1], &object);
  while (result == FRAME_MORE);
  assert_int_equal (result, want);
  assert_null (object);
  close (end[1]);
  frame_reader_free (&reader);
}

TEST (broken)
{
  bytes_give ("\7\0\0\0{\"n\":5", 10, FRAME_CUT);
  bytes_give ("\7\0", 2, FRAME_CUT);                  /* in its head */
  bytes_give ("\0\0\0\0", 4, FRAME_BROKEN);           /* empty */
  bytes_give ("\377\377\377\377{}", 6, FRAME_BROKEN); /* too long */
  bytes_give ("\7\0\0\0{\"n\":5x", 11, FRAME_BROKEN); /* no JSON */
  bytes_give ("\3\0\0\0[1]", 7, FRAME_BROKEN);        /* no object */
  bytes_give ("\17\0\0\0{\"n\":1,\"n\":2}  ", 19, FRAME_BROKEN); /* twice */
  bytes_give ("hello, I am a plugin", 20, FRAME_BROKEN);
}

TEST (an_end_that_is_gone)
{
  json_t *object = json_object ();
  int end[2];

  connect_ends (end);
  close (end[1]);
  assert_false (frame_write (end[0], object, -1));
  close (end[0]);
  json_decref (object);
}

TEST (a_large_frame)
{
  struct frame_reader reader = { 0 };
  json_t *object = json_object (), *back = NULL;
  static char text[100000];
  enum frame_result result;
  int end[2];

  memset (text, 'x', sizeof text - 1);
  json_object_set_new (object, "text", json_string (text));
  connect_ends (end);
  assert_true (frame_write (end[0], object, -1));
  do
    result = frame_read (&reader, end[1], &back);
  while (result == FRAME_MORE);
  assert_int_equal (result, FRAME_WHOLE);
  assert_true (json_equal (object, back));
  json_decref (object);
  json_decref (back);
  close (end[0]);
  close (end[1]);
  frame_reader_free (&reader);
}
