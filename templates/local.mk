# SPDX-License-Identifier: BSD-3-Clause
# The files that `gkhost new` writes, with @NAME@ and other words in place of names, and
# the scripts that run a device's tools.  The program contains them, so it needs no data
# folder.  One file per line.

embedded_scripts = \
	libexec/profile.sh \
	libexec/sanitize.sh

template_files = \
	templates/c/Makefile \
	templates/c/copy.c \
	templates/c/matmul.c \
	templates/c/transpose.c \
	templates/c/variant.c \
	templates/common/CMakeLists.txt \
	templates/common/README.md \
	templates/common/ci.yml \
	templates/common/copy.ini \
	templates/common/family.ini \
	templates/common/kernelbench.ini \
	templates/common/gitignore \
	templates/common/matmul.ini \
	templates/common/transpose.ini \
	templates/common/variant.ini \
	templates/cuda/Makefile \
	templates/cuda/copy.cu \
	templates/cuda/matmul.cu \
	templates/cuda/transpose.cu \
	templates/cuda/variant.cu \
	templates/cxx/Makefile \
	templates/cxx/copy.cpp \
	templates/cxx/matmul.cpp \
	templates/cxx/transpose.cpp \
	templates/family/cpu.c \
	templates/family/cuda.cu \
	templates/family/family.c \
	templates/family/family.h \
	templates/kernelbench/Makefile \
	templates/kernelbench/README.md \
	templates/kernelbench/family.py \
	templates/kernelbench/solution.py \
	templates/kernelbench/variant.py \
	templates/python/Makefile \
	templates/python/README.md \
	templates/python/copy.py \
	templates/python/family-variant.py \
	templates/python/family.py \
	templates/python/matmul.py \
	templates/python/transpose.py \
	templates/python/variant.py \
	templates/rust/Cargo.toml \
	templates/rust/Makefile \
	templates/rust/copy.rs \
	templates/rust/family.rs \
	templates/rust/gkhost.rs \
	templates/rust/matmul.rs \
	templates/rust/transpose.rs \
	templates/torch/copy.py \
	templates/torch/family-variant.py \
	templates/torch/matmul.py \
	templates/torch/transpose.py \
	templates/torch/variant.py \
	templates/triton/copy.py \
	templates/triton/family-variant.py \
	templates/triton/matmul.py \
	templates/triton/transpose.py \
	templates/triton/variant.py

EXTRA_DIST += build-aux/embed.awk $(template_files) $(embedded_scripts)
CLEANFILES += host/command/embedded.c

host/command/embedded.c: build-aux/embed.awk $(template_files) \
		$(embedded_scripts)
	$(AM_V_GEN)$(MKDIR_P) $(@D) && \
	LC_ALL=C $(AWK) -f $^ >$@.new && mv $@.new $@
