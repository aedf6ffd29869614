# SPDX-License-Identifier: BSD-3-Clause
# Writes gkhost-records(5): awk -f records-page.awk LIST TEMPLATE, where LIST is the
# output of `gkhost list fields`.  A line @NAME@ of the template becomes the fields
# of that record, those of one object together.

# "(real, s) help; CSV: column", its lines joined.
function add_field() {
  if (path == "")
    return
  n[record]++
  paths[record, n[record]] = path
  texts[record, n[record]] = text
  path = ""
}

function object_of(path) {
  return index(path, ".") > 0 ? substr(path, 1, index(path, ".")) : path
}

# Each clause that a semicolon ends becomes a sentence.
function print_field(path, text,    type, column, clause, m, i) {
  i = index(text, ")")
  type = substr(text, 2, i - 2)
  text = substr(text, i + 2)
  column = ""
  if (match(text, /; CSV: [a-z_]+$/)) {
    column = "; CSV: " substr(text, RSTART + 7)
    text = substr(text, 1, RSTART - 1)
  }
  gsub(/`/, "", text)
  print ".It Va " path " Pq " type column
  m = split(text, clause, "; ")
  for (i = 1; i <= m; i++)
    print toupper(substr(clause[i], 1, 1)) substr(clause[i], 2) "."
}

function print_record(record,    i, k, done) {
  print ".Bl -tag -width indent -compact"
  for (i = 1; i <= n[record]; i++) {
    if (i in done)
      continue
    for (k = i; k <= n[record]; k++)
      if (object_of(paths[record, k]) == object_of(paths[record, i])) {
        print_field(paths[record, k], texts[record, k])
        done[k] = 1
      }
  }
  print ".El"
}

FNR == 1 { files++ }
files == 1 && /^[a-z]+ record$/ { add_field(); record = $1; next }
files == 1 && /^    [a-z]/ {
  add_field()
  path = $1
  text = $0
  sub(/^ *[^ ]+ +/, "", text)
  next
}
files == 1 && /^     +/ {
  line = $0
  sub(/^ +/, "", line)
  text = text " " line
  next
}
files == 1 { next }
files == 2 && FNR == 1 { add_field() }
/^@[a-z]+@$/ { print_record(substr($0, 2, length($0) - 2)); next }
FNR == 2 {
  print ".\\\" Made by make update-records-page from gkhost-records.in and the"
  print ".\\\" program's tables of fields."
}
{ print }
