# SPDX-License-Identifier: BSD-3-Clause
# Shell completion.  Each shell searches for a file of that name.

dist_bashcompletion_DATA = completions/bash/gkhost
dist_zshcompletion_DATA = completions/zsh/_gkhost
dist_fishcompletion_DATA = completions/fish/gkhost.fish
