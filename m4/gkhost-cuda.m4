# SPDX-License-Identifier: BSD-3-Clause
# The CUDA toolkit: used when it is found, an error when it was asked for and
# is not there or does not work.

# GKHOST_NO_CUDA(REASON): an error when CUDA was asked for, else a warning.
AC_DEFUN([GKHOST_NO_CUDA], [
  AS_CASE([$with_cuda],
    [check], [AC_MSG_WARN([building without CUDA: $1])],
    [AC_MSG_ERROR([--with-cuda: $1])])
  have_cuda=no
  cuda_why="configure found no CUDA that works, see config.log"
])

AC_DEFUN([GKHOST_CHECK_CUDA], [
  AC_ARG_WITH([cuda],
    [AS_HELP_STRING([--with-cuda@<:@=DIR@:>@],
      [build the CUDA plugins, with the toolkit in DIR @<:@if found@:>@])],
    [], [with_cuda=check])
  AC_ARG_WITH([cuda-arch],
    [AS_HELP_STRING([--with-cuda-arch=LIST],
      [compute capabilities to build for, separated by commas: 80 is real code
       and PTX, 80-real and 80-virtual one of both, 90a real code
       @<:@75-virtual,80,90a, less what nvcc does not know@:>@])],
    [], [with_cuda_arch=default])
  AC_ARG_VAR([NVCC], [CUDA compiler])
  AC_ARG_VAR([NVCCFLAGS], [CUDA compiler flags @<:@-O3 -lineinfo@:>@])

  AS_IF([test "x$with_cuda" = xcheck && test "x$enable_sanitizers" != xno],
    [with_cuda=no
     AC_MSG_NOTICE([CUDA is off in a build with sanitizers; --with-cuda turns it on])])

  # CUDA objects need no C++ run time, so that $(CC) links them.
  NVCC_HOSTFLAGS="--compiler-options=-fno-exceptions,-fno-rtti"
  NVCC_HOSTFLAGS="$NVCC_HOSTFLAGS,-fno-threadsafe-statics,-fvisibility=hidden"

  have_cuda=yes
  AS_IF([test "x$with_cuda" = xno],
    [have_cuda=no; cuda_why="configure turned CUDA off"],
    [GKHOST_FIND_NVCC])
  AS_IF([test $have_cuda = yes], [GKHOST_CUDA_LIBRARY])
  AS_IF([test $have_cuda = yes], [GKHOST_CUDA_RUNS])
  AS_IF([test $have_cuda = yes], [GKHOST_CUDA_ARCH])
  AS_IF([test $have_cuda = yes], [GKHOST_CUDA_WORKS])

  AM_CONDITIONAL([HAVE_CUDA], [test $have_cuda = yes])
  AS_IF([test $have_cuda = yes], [
    AC_DEFINE([GKHOST_CUDA], [1], [Define to 1 when the CUDA plugins are built.])
    CUDA_LIBS="-L$cuda_libdir -lcudart_static $PTHREAD_LIBS $DL_LIBS -lrt"
    : "${NVCCFLAGS=-O3 -lineinfo}"
  ], [
    AC_DEFINE_UNQUOTED([GKHOST_CUDA_LACK], ["$cuda_why"],
      [Why the CUDA plugins are not built.])
    cuda_libdir=
  ])
  AC_DEFINE_UNQUOTED([GKHOST_CUDA_LIBDIR], ["$cuda_libdir"],
    [The CUDA toolkit's folder of libraries at build time, or "".])
  AC_SUBST([CUDA_LIBS])
  AC_SUBST([NVCC_ARCHFLAGS])
  AC_SUBST([NVCC_HOSTFLAGS])
])

# Sets NVCC to a path, or have_cuda to no.
AC_DEFUN([GKHOST_FIND_NVCC], [
  AC_MSG_CHECKING([for nvcc])
  AS_CASE([${NVCC:+given}$with_cuda],
    [givencheck|givenyes], [
      cuda_looked="NVCC=$NVCC"
      cuda_nvcc=`command -v "$NVCC"`
    ],
    [check|yes], [
      cuda_looked="PATH, \$CUDA_HOME, \$CUDA_PATH, /usr/local/cuda"
      cuda_nvcc=
      for cuda_try in nvcc "${CUDA_HOME:+$CUDA_HOME/bin/nvcc}" \
                      "${CUDA_PATH:+$CUDA_PATH/bin/nvcc}" \
                      /usr/local/cuda/bin/nvcc; do
        cuda_nvcc=`test -n "$cuda_try" && command -v "$cuda_try"` && break
      done
    ], [
      # A folder that was asked for goes before everything.
      cuda_nvcc=$with_cuda/bin/nvcc
      cuda_looked=$cuda_nvcc
      test -x "$cuda_nvcc" || cuda_nvcc=
    ])
  AS_IF([test -n "$cuda_nvcc"],
    [NVCC=$cuda_nvcc
     AC_MSG_RESULT([$NVCC])
     cuda_version=`"$NVCC" --version 2>&AS_MESSAGE_LOG_FD |
       $SED -n 's/.*release \(@<:@0-9.@:>@*\).*/\1/p'`
     AS_IF([test -z "$cuda_version"],
       [GKHOST_NO_CUDA([$NVCC --version does not run, see config.log])])],
    [AC_MSG_RESULT([no])
     AS_IF([test "x$with_cuda" = xcheck && test -z "$NVCC"],
       [have_cuda=no; cuda_why="configure found no nvcc"],
       [GKHOST_NO_CUDA([there is no nvcc (looked for: $cuda_looked); install the CUDA toolkit or give its folder with --with-cuda=DIR])])])
])

# Sets cuda_libdir, or have_cuda to no.
AC_DEFUN([GKHOST_CUDA_LIBRARY], [
  AC_MSG_CHECKING([for the static CUDA runtime])
  # The nvcc on PATH may be a link into the toolkit.
  cuda_root=`readlink -f "$NVCC" 2>/dev/null || echo "$NVCC"`
  cuda_root=`AS_DIRNAME(["$cuda_root"])`
  cuda_root=`AS_DIRNAME(["$cuda_root"])`
  cuda_given=`AS_DIRNAME(["$NVCC"])`
  cuda_given=`AS_DIRNAME(["$cuda_given"])`
  # A distribution's own package has it where the compiler looks anyway.
  cuda_own=`$CC -print-file-name=libcudart_static.a 2>/dev/null`
  cuda_own=`AS_DIRNAME(["$cuda_own"])`
  cuda_libdir=
  cuda_looked=
  # The given folder is stable where the real one has a version in its name.
  for cuda_base in "$cuda_given" "$cuda_root"; do
    for cuda_try in "$cuda_base/lib64" \
                    "$cuda_base/targets/$host_cpu-linux/lib" \
                    "$cuda_base/targets/sbsa-linux/lib" "$cuda_base/lib"; do
      cuda_looked="$cuda_looked $cuda_try"
      AS_IF([test -f "$cuda_try/libcudart_static.a"],
            [cuda_libdir=$cuda_try; break 2])
    done
  done
  AS_IF([test -z "$cuda_libdir" && test -f "$cuda_own/libcudart_static.a"],
    [cuda_libdir=`cd "$cuda_own" && pwd`])
  AS_IF([test -n "$cuda_libdir"],
    [AC_MSG_RESULT([$cuda_libdir])],
    [AC_MSG_RESULT([no])
     GKHOST_NO_CUDA([there is no libcudart_static.a (looked in:$cuda_looked); install the toolkit's cudart development files])])
])

# nvcc hands code to a C++ compiler.  Without one it does nothing, and what it knows
# can't be asked.
AC_DEFUN([GKHOST_CUDA_RUNS], [
  echo '__global__ void k (void) {}' >conftest.cu
  AS_IF(["$NVCC" --dryrun $NVCCFLAGS -c conftest.cu -o conftest.o \
           >&AS_MESSAGE_LOG_FD 2>&1], [],
    [GKHOST_NO_CUDA([$NVCC ($cuda_version) compiles nothing here, see config.log; it needs a C++ compiler, such as g++, or one by name: NVCCFLAGS="-ccbin g++-12"])])
  rm -f conftest.cu conftest.o
])

# Sets NVCC_ARCHFLAGS and cuda_arch, what was taken of the list.
AC_DEFUN([GKHOST_CUDA_ARCH], [
  AC_MSG_CHECKING([for CUDA architectures])
  AS_CASE([$with_cuda_arch],
    [default|yes|no], [cuda_list=75-virtual,80,90a; cuda_must=no],
    [cuda_list=$with_cuda_arch; cuda_must=yes])
  # Left alone, nvcc compresses PTX, but no machine code for a single
  # architecture.
  NVCC_ARCHFLAGS="-Xfatbin=-compress-all"
  cuda_arch=
  cuda_dropped=
  echo '__global__ void k (void) {}' >conftest.cu
  for cuda_one in `echo "$cuda_list" | tr ',;' '  '`; do
    cuda_number=`echo "$cuda_one" | $SED 's/-.*//'`
    # 90a and 100f name what one kind of device has: PTX of it is of no use
    # anywhere else.
    AS_CASE([$cuda_one],
      [*-virtual], [cuda_code=compute_$cuda_number],
      [*-real|*a|*f], [cuda_code=sm_$cuda_number],
      [cuda_code="@<:@compute_$cuda_number,sm_$cuda_number@:>@"])
    cuda_flag="-gencode=arch=compute_$cuda_number,code=$cuda_code"
    # nvcc's own list of what it knows leaves 90a out, so it is asked.
    AS_IF([echo "$NVCC --dryrun $cuda_flag -c conftest.cu" \
             >&AS_MESSAGE_LOG_FD
           "$NVCC" --dryrun "$cuda_flag" -c conftest.cu -o conftest.o \
             >&AS_MESSAGE_LOG_FD 2>&1],
      [NVCC_ARCHFLAGS="$NVCC_ARCHFLAGS $cuda_flag"
       cuda_arch="${cuda_arch:+$cuda_arch,}$cuda_one"],
      [cuda_dropped="${cuda_dropped:+$cuda_dropped,}$cuda_one"])
  done
  rm -f conftest.cu conftest.o
  AC_MSG_RESULT([${cuda_arch:-none}])
  AS_IF([test -n "$cuda_dropped" || test -z "$cuda_arch"], [
    AS_IF([test $cuda_must = yes], [
      cuda_known=`"$NVCC" --list-gpu-arch 2>/dev/null | $SED 's/compute_//'`
      cuda_known=`echo $cuda_known`
      AC_MSG_ERROR([--with-cuda-arch=$with_cuda_arch: $NVCC ($cuda_version) does not know ${cuda_dropped:-what to build for}; it knows $cuda_known])])
    AC_MSG_NOTICE([$NVCC ($cuda_version) does not know $cuda_dropped: left out])
    AS_IF([test -z "$cuda_arch"], [cuda_arch="nvcc's own choice"])
  ])
])

# Compiles and links a kernel as the plugins do, or sets have_cuda to no.
AC_DEFUN([GKHOST_CUDA_WORKS], [
  AC_MSG_CHECKING([whether nvcc and $CC make a plugin together])
  cat >conftest.cu <<'CONFTEST'
__global__ void kernel (int *x) { *x = 1; }
extern "C" int gkhost_conftest (int *x) { kernel <<<1, 1>>> (x);
  return cudaGetLastError (); }
CONFTEST
  cuda_nvcc="$NVCC $NVCCFLAGS $NVCC_ARCHFLAGS $NVCC_HOSTFLAGS --compiler-options=-fPIC -c conftest.cu -o conftest.o"
  cuda_link="$CC -shared -o conftest.so conftest.o $LDFLAGS -Wl,-z,defs -L$cuda_libdir -lcudart_static $PTHREAD_LIBS $DL_LIBS -lrt"
  echo "$cuda_nvcc" >&AS_MESSAGE_LOG_FD
  echo "$cuda_link" >&AS_MESSAGE_LOG_FD
  AS_IF([$cuda_nvcc >&AS_MESSAGE_LOG_FD 2>&1 &&
         $cuda_link >&AS_MESSAGE_LOG_FD 2>&1],
    [AC_MSG_RESULT([yes])],
    [AC_MSG_RESULT([no])
     GKHOST_NO_CUDA([$NVCC ($cuda_version) can't compile and link a kernel here, see config.log; it may need another host compiler: NVCCFLAGS="-ccbin g++-12"])])
  rm -f conftest.cu conftest.o conftest.so
])
