# SPDX-License-Identifier: BSD-3-Clause
# For those who package gkhost; a file a line.

EXTRA_DIST += \
	packaging/debian/changelog \
	packaging/debian/control \
	packaging/debian/copyright \
	packaging/debian/gkhost-dev.install \
	packaging/debian/gkhost.install \
	packaging/debian/not-installed \
	packaging/debian/rules \
	packaging/debian/source/format \
	packaging/debian/tests/control \
	packaging/debian/tests/suite \
	packaging/debian/tests/third-party-plugin \
	packaging/debian/upstream/metadata \
	packaging/debian/watch \
	packaging/release \
	packaging/test
