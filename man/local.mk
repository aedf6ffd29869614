# SPDX-License-Identifier: BSD-3-Clause
# Manual pages; one per line.

dist_man_MANS = \
	man/gkhost.1 \
	man/gkhost.ini.5 \
	man/gkhost-cluster.7 \
	man/gkhost-plugin.3 \
	man/gkhost-trust.7
