#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Each folder of the host includes headers of those folders only that the list
# below gives it, and the folder's first header says the same.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# FOLDER: what it may include besides its own; a folder, or one header of a
# folder.  A folder stands below all that it uses, so that there is no cycle; a
# header that stands below itself uses nothing but folders above.  What plugins
# see, include/gkhost, is open to all but base, which knows nothing of gkhost.
# What reads records (report) knows nothing of what runs kernels (bench, judge,
# run), and only the commands know both.
arrows ()
{
  cat <<'END'
base: nothing
device: base plugin/abi-names.h
plugin: base device/kinds.h
bench: base plugin device
judge: base plugin device/mode.h bench
suite: base plugin device/mode.h device/kinds.h bench/settings.h
plan: base plugin device suite
record: base plugin device bench/settings.h judge/result.h suite plan
run: base plugin device bench judge suite plan record
report/compare: base suite record
report: base device suite record report/compare
report/fleet: base device record report
report/page: base record report report/fleet
command: base plugin device bench/settings.h judge/result.h suite plan record run report report/compare report/fleet report/page
END
}

cd "$top_srcdir" || exit
wrong=0

# path_of NAME: the folder or header of that name, from the top.
path_of ()
{
  case $1 in
  report | report/*) echo "$1" ;;
  *) echo "host/$1" ;;
  esac
}

# folder_of HEADER: its folder as the list names it.
folder_of ()
{
  case $1 in
  report/*) dirname "$1" ;;
  *) echo "${1%%/*}" ;;
  esac
}

# complain TEXT: goes on, so that one run names all that is wrong.
complain ()
{
  echo "$*" >&2
  wrong=1
}

# included FILE: the folder/header of each of its includes that is ours.
included ()
{
  sed -n -e 's/^ *# *include *"\([^"]*\)".*/\1/p' \
    -e 's/^ *# *include *<\(gkhost\/[^>]*\)>.*/\1/p' "$1"
}

# sources_of FOLDER: those of its own; a folder of report/ has lists of its own.
sources_of ()
{
  local depth=9

  [[ $1 != report* ]] || depth=1
  find "$(path_of "$1")" -maxdepth "$depth" -name '*.[ch]' | sort
}

# is_above USED: it is, or it is a header whose own includes are.
is_above ()
{
  local header

  [[ $above != *" $1 "* ]] || return 0
  [[ $1 = *.h && -f $(path_of "$1") ]] || return
  while IFS= read -r header; do
    [[ $above = *" $(folder_of "$header") "* ]] || return
  done < <(included "$(path_of "$1")")
}

# The list itself: no folder is missing, none uses one that stands below it.
arrows | sed 's/:.*//' >"$tmp/folders"
{
  find host -mindepth 1 -maxdepth 1 -type d ! -name '.*' | sed 's/^host.//'
  find report -type d ! -name '.*'
} >"$tmp/found"
expect_equal "$(sort "$tmp/found")" "$(sort "$tmp/folders")"
above=" nothing gkhost "
while IFS=': ' read -r folder uses; do
  for used in $uses; do
    is_above "$used" ||
      complain "$folder may use $used, which stands below it in the list"
  done
  above+="$folder "
done < <(arrows)

while IFS=': ' read -r folder uses; do
  allowed=" $folder $uses "
  [ "$folder" = base ] || allowed+="gkhost "
  while IFS= read -r file; do
    while IFS= read -r header; do
      [[ $allowed = *" $(folder_of "$header") "* || $allowed = *" $header "* ]] ||
        complain "$file includes $header; $folder may use: $uses"
    done < <(included "$file")
  done < <(sources_of "$folder")

  # One header begins with what the folder owns, and what it may use:
  # " * FOLDER/: ..." and " * Uses: A, B. "
  sources_of "$folder" | xargs grep -l "^ \* $folder/: " >"$tmp/heads" || :
  if [ "$(grep -c . "$tmp/heads")" -ne 1 ]; then
    complain "$folder: not one head comment but: $(tr '\n' ' ' <"$tmp/heads")"
    continue
  fi
  written=$(sed '/\*\//q; s/^ \* */ /' "$(cat "$tmp/heads")" | tr -d ',\n')
  written=${written#*Uses: }
  written=${written%%. *}
  [ "$(tr ' ' '\n' <<<"$written" | sort)" = "$(tr ' ' '\n' <<<"$uses" | sort)" ] ||
    complain "$(cat "$tmp/heads") says that it uses '$written', the list '$uses'"
done < <(arrows)

[ "$wrong" -eq 0 ] || fail "see above"
