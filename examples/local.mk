# SPDX-License-Identifier: BSD-3-Clause
# Built by their own makefiles, against an installed gkhost.

EXTRA_DIST +=
