# SPDX-License-Identifier: BSD-3-Clause
# For those who package gkhost; a file a line.

EXTRA_DIST += \
	packaging/Containerfile \
	packaging/Containerfile.cuda \
	packaging/README.md \
	packaging/architectures \
	packaging/architectures-within \
	packaging/conda-forge/recipe.yaml \
	packaging/debian-cuda/changelog \
	packaging/debian-cuda/control \
	packaging/debian-cuda/copyright \
	packaging/debian-cuda/gkhost-plugins-cuda.install \
	packaging/debian-cuda/gkhost-plugins-cuda.lintian-overrides \
	packaging/debian-cuda/not-installed \
	packaging/debian-cuda/rules \
	packaging/debian-cuda/source/format \
	packaging/debian-cuda/source/lintian-overrides \
	packaging/debian-cuda/upstream/metadata \
	packaging/debian-cuda/watch \
	packaging/debian/changelog \
	packaging/debian/control \
	packaging/debian/copyright \
	packaging/debian/gkhost-dev.install \
	packaging/debian/gkhost-dev.lintian-overrides \
	packaging/debian/gkhost-python.install \
	packaging/debian/gkhost-python.lintian-overrides \
	packaging/debian/gkhost.install \
	packaging/debian/gkhost.lintian-overrides \
	packaging/debian/not-installed \
	packaging/debian/rules \
	packaging/debian/source/format \
	packaging/debian/source/lintian-overrides \
	packaging/debian/tests/control \
	packaging/debian/tests/suite \
	packaging/debian/tests/third-party-plugin \
	packaging/debian/upstream/metadata \
	packaging/debian/watch \
	packaging/gkhost.rpmlintrc \
	packaging/gkhost.spec \
	packaging/release \
	packaging/spack/package.py \
	packaging/test
