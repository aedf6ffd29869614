# SPDX-License-Identifier: BSD-3-Clause
# Manual pages; one per line.

dist_man_MANS = \
	man/gkhost.1 \
	man/gkhost.ini.5 \
	man/gkhost-records.5 \
	man/gkhost-cluster.7 \
	man/gkhost-plugin.3 \
	man/gkhost-trust.7

# gkhost-records(5) is made from the program's tables of fields.  The page is
# committed, so that a build for another machine need not run the program;
# tests/docs-records.sh fails where it is not up to date.
EXTRA_DIST += man/gkhost-records.in man/records-page.awk
.PHONY: update-records-page
update-records-page: host/gkhost$(EXEEXT)
	$(AM_V_GEN)GKHOST_PLUGIN_PATH= host/gkhost$(EXEEXT) list fields >man/fields.$$$$ && \
	awk -f $(srcdir)/man/records-page.awk man/fields.$$$$ \
	  $(srcdir)/man/gkhost-records.in >$(srcdir)/man/gkhost-records.5; \
	status=$$?; rm -f man/fields.$$$$; exit $$status
