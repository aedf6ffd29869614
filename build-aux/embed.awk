# SPDX-License-Identifier: BSD-3-Clause
# Writes the files that it is given as the C source of host/command/new-plugin.h's
# table.  The build runs it; any awk will do.

function end_file() { if (open) print "\"\" },"; open = 0 }

BEGIN {
  print "/* Made by build-aux/embed.awk. */"
  print "#include <config.h>\n"
  print "#include \"command/new-plugin.h\"\n"
  print "const struct template_file template_files[] = {"
}

# By its path below templates/, wherever the sources are.
FNR == 1 {
  end_file()
  name = FILENAME
  sub(/^.*templates\//, "", name)
  printf "{ \"%s\",\n", name
  open = 1
}

{
  gsub(/\\/, "&&")
  gsub(/"/, "\\\"")
  printf "\"%s\\n\"\n", $0
}

END {
  end_file()
  print "{ 0 }\n};"
}
