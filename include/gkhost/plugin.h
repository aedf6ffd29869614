/* gkhost/plugin.h: what a gkhost plugin is made of.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * A plugin is a shared object that exports one function, which GK_PLUGIN()
 * writes.  It brings a family (a thing to compute, with its inputs and its
 * check), or variants (ways to compute it), or both.  The host makes the
 * buffers, does the timing and the reporting, and asks the family, never the
 * variant, whether a result is right.
 *
 * This header compiles alone as C99 and as C++.
 *
 * The ABI grows at the end of structs only, and enumerations at their ends.
 * A struct that crosses the border tells its size.  Of a plugin's own tables
 * (gk_plugin, gk_family, gk_variant, gk_option) the host takes what both sides
 * know and sees zero in the rest, so zero always means "as before".  Whoever
 * makes one of these starts from zero (a static object, or an initializer) and
 * sets what it needs.  A struct that is handed over by pointer (gk_host,
 * gk_device, gk_setup, gk_check, and the problems) is as large as its maker
 * knows it: look with GK_HAS before touching a field that came after the first
 * release, and set fields one by one, never the whole struct.
 *
 * All callbacks of a plugin are called from one thread, one at a time, in a
 * process that serves this plugin; of the host's services only alloc, free and
 * random may be called from other threads.  With a CUDA device, the device's
 * primary context is current in that thread.  What a callback is handed is
 * valid during the call, unless said otherwise.  Text is a line of UTF-8 and,
 * unless said otherwise, static: it lives as long as the plugin is loaded.
 *
 * Names of plugins, families and variants begin with a lower-case letter and go
 * on with lower case, digits, '-' and '_', 64 bytes at most.  Names of options
 * have no '-': keys of suites that the host gets later will have one, so that
 * no option of a released plugin is ever taken.
 */
#ifndef GKHOST_PLUGIN_H
#define GKHOST_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define GK_EXTERN_C extern "C"
extern "C" {
#else
#define GK_EXTERN_C
#endif

/* The number of this ABI: a host takes plugins of its own number only. */
#define GK_ABI 1

/* Whether a struct that was handed over by pointer has a field. */
#define GK_HAS(pointer, type, field) \
  ((pointer)->size >= offsetof (type, field) + sizeof ((pointer)->field))

/* What a callback returns.  With anything but GK_OK it has first called
 * host->error(), with a reason for the user to read; the last call counts. */
enum {
  GK_OK = 0,
  GK_SKIP = 1,  /* can't run here (no such library, too little memory, a size
                   that this way can't take); never a fault of the kernel */
  GK_FAIL = 2,  /* should have run and did not */
  GK_WRONG = 3  /* verify only: the result is wrong */
};

/* Element types. */
typedef enum gk_dtype {
  GK_I8 = 0,
  GK_I16 = 1,
  GK_I32 = 2,
  GK_I64 = 3,
  GK_F16 = 4,   /* IEEE binary16 */
  GK_BF16 = 5,  /* the upper half of a binary32 */
  GK_F32 = 6,
  GK_F64 = 7,
  GK_C64 = 8,   /* two f32 */
  GK_C128 = 9   /* two f64; 16 bytes */
} gk_dtype;

/* How a matrix lies in memory. */
typedef enum gk_layout {
  GK_ROW_MAJOR = 0, /* neighbours in a row are neighbours in memory */
  GK_COL_MAJOR = 1
} gk_layout;

/* Sets of dtypes and of layouts, for the masks below. */
#define GK_BIT(n) (UINT32_C(1) << (n))

/* Where a variant runs. */
typedef enum gk_device_kind {
  GK_CPU = 0,
  GK_CUDA = 1
} gk_device_kind;

/* What the inputs hold. */
typedef enum gk_data {
  GK_DATA_RANDOM = 0, /* random: full-range bits for integers and moved data,
                         signed and uniform in [-1, 1) for floats */
  GK_DATA_EXACT = 1,  /* integers so small that every partial sum is exact in
                         the problem's dtype; a verify that is told of less
                         precision does without where that is not enough */
  GK_DATA_ZERO = 2    /* zeros; for timing experiments, never for verifying */
} gk_data;

/* The unit that does a problem's arithmetic; the host knows what each device
 * can do of it in a second. */
typedef enum gk_op_class {
  GK_OPS_NONE = 0,
  GK_OPS_I32 = 1,
  GK_OPS_F32 = 2,
  GK_OPS_F64 = 3
} gk_op_class;

/* One value of an option. */
typedef union gk_value {
  int64_t i; /* GK_INT, GK_BOOL (0 or 1), GK_CHOICE (an index into choices),
                GK_DTYPE and GK_LAYOUT (an enumerator) */
  double f;  /* GK_REAL */
} gk_value;

typedef enum gk_option_type {
  GK_INT = 0,
  GK_REAL = 1,
  GK_BOOL = 2,
  GK_CHOICE = 3,
  GK_DTYPE = 4,
  GK_LAYOUT = 5
} gk_option_type;

/* One option of a family or of a variant.  The host parses, checks, sweeps and
 * documents options from this table; a plugin sees values in range. */
typedef struct gk_option {
  const char *name;     /* a key of the suite file, and none of the host's */
  const char *help;     /* one line, no full stop at the end */
  const char *unit;     /* "rows", "bytes", ...; NULL: none */
  gk_option_type type;
  gk_value value;       /* the default */
  int64_t min, max;     /* GK_INT: the range, both ends in it */
  double fmin, fmax;    /* GK_REAL: likewise */
  const char *const *choices; /* GK_CHOICE: the names, ended by NULL */
  uint32_t allowed;     /* GK_DTYPE, GK_LAYOUT: a set of GK_BIT()s */
} gk_option;

/* The device that a case runs on.  Owned by the host. */
typedef struct gk_device {
  uint32_t size;        /* sizeof (gk_device) as the host knows it */
  gk_device_kind kind;
  int32_t ordinal;      /* 0 for the CPU; else the CUDA device's number */
  uint32_t capability;  /* CUDA: 10 * major + minor of the compute capability */
  uint32_t units;       /* multiprocessors, or CPU cores that may be used */
  uint64_t memory;      /* bytes in all */
  uint64_t l2;          /* bytes of the last cache before memory; 0: not known */
} gk_device;

/* Services of the host.  The table outlives every callback it is handed to. */
typedef struct gk_host gk_host;
struct gk_host {
  uint32_t size;        /* sizeof (gk_host) as the host knows it */
  uint32_t abi;         /* GK_ABI of the host */
  const char *version;  /* the host's version, "0.1.0" */

  /* Says why the callback will not return GK_OK: printf-like, one line, begins
   * lower-case, tells the remedy.  The last call in a callback counts. */
  void (*error) (const gk_host *host, const char *format, ...)
#if defined __GNUC__
    __attribute__ ((format (printf, 2, 3)))
#endif
    ;

  /* Tells the user something (shown with -v, kept in the record). */
  void (*log) (const gk_host *host, const char *format, ...)
#if defined __GNUC__
    __attribute__ ((format (printf, 2, 3)))
#endif
    ;

  /* Host memory, aligned to 64 bytes, not cleared; NULL when there is none
   * (return GK_FAIL then: the error text is set).  It is the plugin's own till
   * free, which takes NULL. */
  void *(*alloc) (const gk_host *host, size_t bytes);
  void (*free) (const gk_host *host, void *memory);

  /* Fills memory with random bits that follow from the seed alone: word j of
   * 64 bits depends on seed and j only. */
  void (*random) (const gk_host *host, void *memory, size_t bytes,
                  uint64_t seed);

  /* Device memory for a variant, in the memory kind of the case, aligned to
   * 256 bytes, with guard zones; NULL when there is too little (return GK_SKIP
   * then: the error text is set).  Only in prepare.  The host takes it back
   * after release. */
  void *(*workspace) (const gk_host *host, size_t bytes);
};

/* A buffer that a family asks for.  The host allocates it, aligned to 256
 * bytes, with guard zones at both ends, on the device and where needed once
 * more in host memory. */
typedef enum gk_role {
  GK_INPUT = 0,   /* filled by the family, must not change */
  GK_OUTPUT = 1   /* poisoned before each verified launch */
} gk_role;

typedef struct gk_buffer {
  const char *name;   /* "a", "src": for messages */
  gk_role role;
  uint64_t bytes;     /* at least 1 */
  size_t slot;        /* offset of the pointer to this buffer in the problem:
                         the host writes the device address there before it
                         calls a variant */
  uint64_t reserved[2]; /* 0: room to grow inside gk_setup */
} gk_buffer;

#define GK_MAX_BUFFERS 8

/* The least that a problem asks of any device; sets what the limit is. */
typedef struct gk_work {
  uint64_t bytes_read;     /* each input byte that is needed, once */
  uint64_t bytes_written;  /* each output byte, once */
  double ops;              /* a multiplication and its addition are two */
  gk_op_class op_class;
  uint64_t reserved[4];    /* 0: room to grow inside gk_setup */
} gk_work;

/* What setup answers.  The host hands it over zeroed. */
typedef struct gk_setup {
  uint32_t size;      /* sizeof (gk_setup) as the host knows it */
  uint32_t n_buffers;
  void *state;        /* the family's own; handed back in each later call */
  void *problem;      /* the public problem struct (matmul.h, ...), handed to
                         variants.  Owned by the family till teardown; only
                         the host writes the slots of the buffers.  Does not
                         change otherwise: a variant that writes to it is found
                         out. */
  uint64_t problem_bytes; /* sizeof the problem: all slots lie in it */
  gk_buffer buffers[GK_MAX_BUFFERS];
  gk_work work;
  uint32_t verify_data; /* GK_BIT()s of the gk_data that verify needs to see,
                           one launch each; not 0 */
} gk_setup;

/* One verification.  Buffers are host copies in the order of setup. */
typedef struct gk_check {
  uint32_t size;              /* sizeof (gk_check) as the host knows it */
  gk_data data;               /* what the inputs hold */
  uint64_t seed;              /* what fill was given */
  const void *const *buffers; /* inputs as filled, outputs as computed */
  uint8_t poison;             /* every byte of an output before the launch */
  double precision;           /* unit roundoff that the variant declares; 0:
                                 that of the problem's dtype */
  /* Answers, for the record. */
  const char *method;         /* "bit for bit", "freivalds", ...  static text */
  double error;               /* floats: the worst ratio found */
  double bound;               /* floats: what it must stay under */
  uint64_t checked;           /* elements that were compared; 0: not counted */
} gk_check;

/* A variant of a family that another plugin, a companion, brings.  Where that
 * plugin is not installed, the host knows the name all the same and skips the
 * variant's cases, so that a suite which names it is valid everywhere. */
typedef struct gk_companion {
  const char *plugin;    /* the name of the plugin that brings it */
  const char *variant;
  gk_device_kind device; /* where it runs */
  const char *const *tunables; /* the names of its options, ended by NULL; may
                                  be NULL */
} gk_companion;

/* A family: what is computed, on which inputs, and what is right. */
typedef struct gk_family {
  const char *name;    /* lower case, digits, '-' */
  const char *summary; /* one line, no full stop at the end */

  const gk_option *options; /* keys that a job may set; may be NULL */
  uint32_t n_options;
  uint32_t option_size;     /* sizeof (gk_option) as the plugin knows it */

  /* Makes one problem of values, parallel to options.  Called once a problem,
   * before everything else; shared by all variants that run on it.
   * Checks what a range can't (a product over 64 bits): GK_FAIL with the
   * remedy.  After anything but GK_OK teardown is not called. */
  int (*setup) (const gk_host *host, const gk_value *values, gk_setup *setup);

  /* Fills the inputs.  buffers: host memory, in the order of setup; outputs
   * are NULL.  The same data and seed give the same bytes. */
  int (*fill) (const gk_host *host, void *state, gk_data data, uint64_t seed,
               void *const *buffers);

  /* Judges the outputs, without a device.  Called after a launch whose end was
   * waited for.  The reference is made once and kept in state.  GK_WRONG with
   * the first wrong place, what was there and what should have been. */
  int (*verify) (const gk_host *host, void *state, gk_check *check);

  /* Frees what setup and verify made. */
  void (*teardown) (const gk_host *host, void *state);

  const gk_companion *companions; /* in reading order, which is that of the
                                     rows in reports; may be NULL */
  uint32_t n_companions;
  uint32_t companion_size; /* sizeof (gk_companion) as the plugin knows it */
} gk_family;

/* Flags of a variant. */
#define GK_PEER GK_BIT (0) /* a library's own way, there to compare with */

/* A variant: one way to compute what a family describes. */
typedef struct gk_variant {
  const char *family;   /* NULL: the family of this plugin */
  const char *name;     /* lower case, digits, '-'; unique in its family */
  const char *summary;  /* one line that teaches what this way does */
  gk_device_kind device;
  uint32_t flags;
  uint32_t dtypes;      /* set of GK_BIT (dtype) it takes; 0: all up to GK_C128,
                           and none that this header gets later */
  uint32_t layouts;     /* set of GK_BIT (layout) it takes; 0: both */
  uint32_t capability;  /* CUDA: least 10 * major + minor; 0: any */
  double precision;     /* unit roundoff of its arithmetic, 0x1p-11 for TF32;
                           0: that of the dtype.  Results are judged by it. */

  const gk_option *options; /* tunables of this variant; may be NULL */
  uint32_t n_options;
  uint32_t option_size;     /* sizeof (gk_option) as the plugin knows it */

  /* Optional.  Called before the launches of a case, outside the timing; may
   * allocate and open libraries, take workspace from the host, and look at the
   * problem, its buffers' addresses set: device, problem and addresses stay the
   * same till release.  values: parallel to options.  *state is NULL and is
   * handed to launch and release.  GK_SKIP when this problem
   * can't run this way.  After anything but GK_OK, release is not called. */
  int (*prepare) (const gk_host *host, const gk_device *device,
                  const void *problem, const gk_value *values, void **state);

  /* Computes the problem once.  On CUDA it only enqueues on stream (a CUstream
   * or cudaStream_t, the same thing): no allocation, no synchronisation, no
   * copy to the host, no other stream.  The host may call it many times, and
   * under stream capture.  On the CPU stream is NULL, and the result is there
   * on return; it may use threads that are idle again on return. */
  int (*launch) (const gk_host *host, const void *problem, void *state,
                 void *stream);

  /* Optional: undoes prepare.  All launches have ended. */
  void (*release) (const gk_host *host, void *state);
} gk_variant;

/* A plugin. */
typedef struct gk_plugin {
  uint32_t abi;          /* GK_ABI */
  uint32_t size;         /* sizeof (gk_plugin) */
  const char *name;      /* lower case, digits, '-' */
  const char *summary;   /* one line */
  const char *version;   /* of the plugin */
  const gk_family *family; /* NULL: variants only */
  uint32_t family_size;  /* sizeof (gk_family) */
  uint32_t variant_size; /* sizeof (gk_variant) */
  const gk_variant *variants; /* in the order of reading: simplest first */
  uint32_t n_variants;
} gk_plugin;

/* The one symbol of a plugin, and the function's type. */
#define GK_ENTRY_NAME "gk_plugin_entry"
typedef const gk_plugin *gk_entry (void);

#if defined __GNUC__
#define GK_EXPORT __attribute__ ((visibility ("default")))
#else
#define GK_EXPORT
#endif

/* Registers a plugin, once in each shared object: GK_PLUGIN (my_plugin) with
 * `static const gk_plugin my_plugin = { GK_ABI, sizeof (gk_plugin), ... };`
 * The function only returns the address; it is called once, after dlopen. */
#define GK_PLUGIN(plugin)                                       \
  GK_EXTERN_C GK_EXPORT const gk_plugin *gk_plugin_entry (void);\
  GK_EXTERN_C GK_EXPORT const gk_plugin *gk_plugin_entry (void) \
  {                                                             \
    return &(plugin);                                           \
  }

#ifdef __cplusplus
}
#endif

#endif /* GKHOST_PLUGIN_H */
