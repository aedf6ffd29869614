# SPDX-License-Identifier: BSD-3-Clause
# What shells read when a command line of gkhost is to be completed; each looks for
# a file of that name.

dist_bashcompletion_DATA = completions/bash/gkhost
dist_zshcompletion_DATA = completions/zsh/_gkhost
dist_fishcompletion_DATA = completions/fish/gkhost.fish
