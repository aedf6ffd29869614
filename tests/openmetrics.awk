# SPDX-License-Identifier: BSD-3-Clause
# Whether a text is of the form that OpenMetrics has, as far as gauges go: a type
# before the samples of each metric, which stand together; labels in quotes, in
# which a backslash has one of three others behind it; no two samples of the same
# labels; and an end, with nothing behind.  Tells each line that is not.

function bad(why)
{
  printf "%d: %s: %s\n", NR, why, $0
  wrong = 1
}

# What is left of a text behind a label, or behind "" where it is none.
function behind_label(text,   i, c)
{
  if (!match (text, /^[a-zA-Z_][a-zA-Z0-9_]*="/))
    return "none"
  for (i = RLENGTH + 1; i <= length (text); i++) {
    c = substr (text, i, 1)
    if (c == "\\") {
      if (index ("\\\"n", substr (text, ++i, 1)) == 0)
        return "none"
    } else if (c == "\"")
      return substr (text, i + 1)
  }
  return "none"
}

function sample(   name, text)
{
  if (!match ($0, /^[a-zA-Z_:][a-zA-Z0-9_:]*/))
    return bad("no name")
  name = substr ($0, 1, RLENGTH)
  if (name != metric)
    bad("it has no type, or stands among another's")
  text = substr ($0, RLENGTH + 1)
  if (substr (text, 1, 1) == "{") {
    do
      text = behind_label(substr (text, 2))
    while (substr (text, 1, 1) == ",")
    if (substr (text, 1, 1) != "}")
      return bad("labels")
    text = substr (text, 2)
  }
  if (text !~ /^ -?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?$/)
    bad("value")
  if (seen[substr ($0, 1, length ($0) - length (text))]++)
    bad("twice")
}

ended { bad("behind the end") }
/^# EOF$/ { ended = 1; next }
/^# TYPE / {
  if (NF != 4 || $4 != "gauge" || typed[$3]++)
    bad("type")
  metric = $3
  next
}
/^# HELP / {
  if ($3 != metric || helped[$3]++)
    bad("help")
  next
}
{ sample() }
END {
  if (!ended)
    bad("no end")
  exit wrong
}
