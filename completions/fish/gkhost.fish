# SPDX-License-Identifier: BSD-3-Clause
# Completion for fish.  `gkhost complete` prints the candidates, see gkhost(1); this
# file passes them to fish.

# Prints files that begin with the word; only those with the suffix, if there are any.
function __gkhost_files --argument-names suffix
    set -l option (commandline -ct | string match -r -- '^--[^=]*=')
    set -l value (commandline -ct | string replace -r -- '^--[^=]*=' '')
    set -l files (complete -C "__fish_command_without_completions $value")
    set -l wanted (string match -r -- '.*/$|.*'(string escape --style=regex -- "$suffix")'$' $files)
    test -n "$wanted"
    and set files $wanted
    printf '%s\n' "$option"$files
end

function __gkhost_complete
    set -l words (commandline -opc)
    set -l word (commandline -ct | string unescape)
    set -l program (string replace -r -- '^~/' $HOME/ $words[1])
    set -e words[1]
    set -l lines ($program complete -- $words "$word" 2>/dev/null </dev/null)
    switch "$lines[1]"
        case words
            set -e lines[1]
            printf '%s\n' $lines
        case 'files*'
            __gkhost_files (string replace -r -- '^files ?' '' $lines[1])
    end
end

complete -c gkhost -f -a '(__gkhost_complete)'
