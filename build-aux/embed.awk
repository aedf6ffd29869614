# SPDX-License-Identifier: BSD-3-Clause
# Writes the files that it is given as the C source of host/command/commands.h: by their
# paths below templates/ or libexec/.  The build runs it; any awk will do.

function end_file() { if (open) print "\"\" },"; open = 0 }

BEGIN {
  print "/* Made by build-aux/embed.awk. */"
  print "#include <config.h>\n"
  print "#include <string.h>\n"
  print "#include \"command/commands.h\"\n"
  print "static const struct { const char *name, *text; } files[] = {"
}

# Wherever the sources are.
FNR == 1 {
  end_file()
  name = FILENAME
  sub(/^.*(templates|libexec)\//, "", name)
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
  print "};\n"
  print "const char *\nembedded_text (const char *name)\n{"
  print "  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)"
  print "    if (strcmp (files[i].name, name) == 0)"
  print "      return files[i].text;"
  print "  return \"\";\n}"
}
