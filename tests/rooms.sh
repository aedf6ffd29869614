#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Each folder of the host includes headers of those folders only that the list
# below gives it, and the folder's first header says the same.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# FOLDER: what it may include besides its own; a folder, or one header of a
# folder.  Each stands below all that it uses, so that there is no cycle; a
# header that stands below itself uses nothing but folders above.  What plugins
# see, include/gkhost, is open to all but base, which knows nothing of gkhost.
arrows ()
{
  cat <<'END'
base: nothing
device: base plugin/abi-names.h
plugin: base device/kinds.h
bench: base plugin device
judge: base plugin device/mode.h bench
suite: base plugin device/mode.h device/kinds.h device/selector.h bench/settings.h
plan: base plugin device suite
record: base plugin device bench/settings.h judge/result.h suite plan
process: base plugin device bench judge suite plan record
compare: base suite record
report: base device suite record compare
command: base plugin device bench judge/result.h suite plan record process compare report
END
}

cd "$top_srcdir/host" || exit
wrong=0
# tell TEXT: goes on, so that one run names all that is wrong.
tell ()
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

# is_above USED: it is, or it is a header whose own includes are.
is_above ()
{
  local header

  [[ $above != *" ${1%%/*} "* ]] || return 0
  [ -f "$1" ] || return
  while IFS= read -r header; do
    [[ $above = *" ${header%%/*} "* ]] || return
  done < <(included "$1")
}

# The list itself: no folder is missing, none uses one that stands below it.
arrows | sed 's/:.*//' >"$tmp/folders"
find . -mindepth 1 -maxdepth 1 -type d ! -name '.*' | sed 's/^..//' >"$tmp/found"
expect_equal "$(sort "$tmp/found")" "$(sort "$tmp/folders")"
above=" nothing gkhost "
while IFS=': ' read -r folder uses; do
  for used in $uses; do
    is_above "$used" ||
      tell "host/$folder may use $used, which stands below it in the list"
  done
  above+="$folder "
done < <(arrows)

while IFS=': ' read -r folder uses; do
  allowed=" $folder $uses "
  [ "$folder" = base ] || allowed+="gkhost "
  while IFS= read -r file; do
    while IFS= read -r header; do
      [[ $allowed = *" ${header%%/*} "* || $allowed = *" $header "* ]] ||
        tell "host/$file includes $header; $folder may use: $uses"
    done < <(included "$file")
  done < <(find "$folder" -name '*.[ch]' | sort)

  # One header begins with what the folder owns, and what it may use:
  # " * FOLDER/: ..." and " * Uses: A, B. "
  grep -l "^ \* $folder/: " -r "$folder" >"$tmp/heads" || :
  if [ "$(grep -c . "$tmp/heads")" -ne 1 ]; then
    tell "host/$folder: not one head comment but: $(tr '\n' ' ' <"$tmp/heads")"
    continue
  fi
  said=$(sed '/\*\//q; s/^ \* */ /' "$(cat "$tmp/heads")" | tr -d ',\n')
  said=${said#*Uses: }
  said=${said%%. *}
  [ "$(tr ' ' '\n' <<<"$said" | sort)" = "$(tr ' ' '\n' <<<"$uses" | sort)" ] ||
    tell "host/$(cat "$tmp/heads") says that it uses '$said', the list '$uses'"
done < <(arrows)

[ "$wrong" -eq 0 ] || fail "see above"
