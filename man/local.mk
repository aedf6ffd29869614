# SPDX-License-Identifier: BSD-3-Clause
# Manual pages; one per line.

dist_man_MANS =
