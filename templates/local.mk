# SPDX-License-Identifier: BSD-3-Clause
# The files that `gkhost new` writes, with @NAME@ and other words in place of names.
# The program contains them, so it needs no data folder.  One file per line.

template_files = \
	templates/c/Makefile \
	templates/c/copy.c \
	templates/c/matmul.c \
	templates/c/transpose.c \
	templates/common/CMakeLists.txt \
	templates/common/README.md \
	templates/common/ci.yml \
	templates/common/copy.ini \
	templates/common/family.ini \
	templates/common/gitignore \
	templates/common/matmul.ini \
	templates/common/transpose.ini \
	templates/cuda/Makefile \
	templates/cuda/copy.cu \
	templates/cuda/matmul.cu \
	templates/cuda/transpose.cu \
	templates/cxx/Makefile \
	templates/cxx/copy.cpp \
	templates/cxx/matmul.cpp \
	templates/cxx/transpose.cpp \
	templates/family/cpu.c \
	templates/family/cuda.cu \
	templates/family/family.c \
	templates/family/family.h \
	templates/rust/Cargo.toml \
	templates/rust/Makefile \
	templates/rust/copy.rs \
	templates/rust/family.rs \
	templates/rust/gkhost.rs \
	templates/rust/matmul.rs \
	templates/rust/transpose.rs

EXTRA_DIST += build-aux/embed.awk $(template_files)
CLEANFILES += host/command/template-files.c

host/command/template-files.c: build-aux/embed.awk $(template_files)
	$(AM_V_GEN)$(MKDIR_P) $(@D) && \
	LC_ALL=C $(AWK) -f $^ >$@.new && mv $@.new $@
