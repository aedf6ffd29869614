/* gkhost/plugin.h: what a gkhost plugin is made of.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * A plugin is a shared object that exports one function, which GK_PLUGIN()
 * defines.  It contains a family (a computation, its inputs and its check), or
 * variants (ways to do that computation), or both.  The host allocates the
 * buffers, times the variants and prints the results.  The family, never the
 * variant, decides whether a result is right.
 *
 * This header includes no other one of gkhost, and compiles as C99 and as C++.
 *
 * Compatibility.  Structs and enumerations grow at their ends only, and every
 * struct that is passed between host and plugin has its size in it.  The host
 * copies of a plugin's own tables (gk_plugin, gk_family, gk_variant, gk_option,
 * gk_companion) the fields that both versions have, and sets all others to
 * zero, so a zero always means "as before".  Start from zero (a static object
 * or an initializer) and set the fields that you need.  A struct that is passed
 * by pointer (gk_host, gk_device, gk_setup, gk_check, gk_vary, and the
 * problems) has its size in the version that made it: test with GK_HAS before
 * you use a field that was added after the first release, and set single
 * fields, never the whole struct.  Enumerations are 32 bits wide, whatever the
 * compiler's options.
 *
 * A host that does not know an enumerator of a later header (a kind of device,
 * the type of an option, a buffer's role, a kind of data, a class of
 * operations), or a flag in the upper half of its word, skips the variant, the
 * family or the problem that has it, with that reason; all others run.  A flag
 * in the lower half that this header does not name, and a reserved word that is
 * not zero, are errors.
 *
 * Processes and threads.  The host calls a family in another process than the
 * variants, even where one file contains both: they share no memory, and the
 * family's process has no device open.  In each process callbacks are called
 * one at a time, from one thread.  With a CUDA device, the device's primary
 * context is current in the callbacks of variants.  While a callback runs, any
 * thread may call the host's services, except workspace.
 *
 * Lifetimes.  Arguments of a callback are valid during the call, unless a
 * comment says otherwise.  Text is one line of UTF-8 and, unless a comment says
 * otherwise, static: it lives as long as the plugin is loaded.
 *
 * Names of plugins, families and variants begin with a lower-case letter,
 * continue with lower-case letters, digits, '-' and '_', and have 64 bytes at
 * most.  Names of options contain no '-': later keys of the host will contain
 * one, so they never collide with an option of a released plugin.
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

/* The number of this ABI.  A host loads only plugins of its own number. */
#define GK_ABI 1

/* True when a struct that was passed by pointer has this field. */
#define GK_HAS(pointer, type, field) \
  ((pointer)->size >= offsetof (type, field) + sizeof ((pointer)->field))

/* What a callback returns.  Before it returns anything but GK_OK it calls
 * host->error() with a reason for the user; the last call counts.  In work,
 * library and release, which return no status, a call fails the case. */
enum {
  GK_OK = 0,
  GK_SKIP = 1,  /* can't run here (library missing, too little memory,
                   unsupported size); never counted as a failure */
  GK_FAIL = 2,  /* should have run but did not */
  GK_WRONG = 3  /* verify only: the result is wrong */
};

/* A set of enumerators, for the masks below. */
#define GK_BIT(n) (UINT64_C (1) << (n))

/* The number of elements of an array. */
#define GK_COUNT(array) (sizeof (array) / sizeof (array)[0])

/* A table in an initializer, with its number: of a gk_family or a gk_variant,
 * and of a gk_family. */
#define GK_OPTIONS(array) .options = (array), .n_options = GK_COUNT (array)
#define GK_COMPANIONS(array) \
  .companions = (array), .n_companions = GK_COUNT (array)

/* Element types. */
typedef uint32_t gk_dtype;
enum {
  GK_I8 = 0,
  GK_I16 = 1,
  GK_I32 = 2,
  GK_I64 = 3,
  GK_F16 = 4,   /* IEEE binary16 */
  GK_BF16 = 5,  /* the upper half of a binary32 */
  GK_F32 = 6,
  GK_F64 = 7,
  GK_C64 = 8,   /* two f32 */
  GK_C128 = 9,  /* two f64; 16 bytes */
  GK_U8 = 10,
  GK_TF32 = 11, /* an f32 in memory; a product rounds its factors to 11 bits */
  GK_U16 = 12,
  GK_U32 = 13,
  GK_BOOL8 = 14, /* a byte, 0 or 1 */
  GK_F8_E4M3 = 15, /* a byte: 4 bits of exponent, 3 of mantissa, no infinity */
  GK_F8_E5M2 = 16  /* a byte: 5 bits of exponent, 2 of mantissa */
};

/* The order of a matrix's elements in memory. */
typedef uint32_t gk_layout;
enum {
  GK_ROW_MAJOR = 0, /* the elements of a row are contiguous */
  GK_COL_MAJOR = 1,
  /* Values of an option only, for products whose matrices differ, in BLAS's
   * notation: C is column-major, and A and B are as they are (N) or transposed
   * (T), which means row-major memory.  GK_COL_MAJOR is NN. */
  GK_TN = 2,
  GK_NT = 3,
  GK_TT = 4
};

/* The kind of device that a variant runs on. */
typedef uint32_t gk_device_kind;
enum {
  GK_CPU = 0,
  GK_CUDA = 1
};

/* What fill writes into the inputs. */
typedef uint32_t gk_data;
enum {
  GK_DATA_RANDOM = 0, /* integers and moved data: random bits; floats: uniform
                         in [-1, 1), those of 16 bits by binade, down to 2^-6 at
                         least.  In a tenth of the generations vary plants
                         numbers far outside of this range (GK_PLANT). */
  GK_DATA_EXACT = 1,  /* integers so small that every partial sum is exact in
                         the problem's dtype.  Where a variant declares less
                         precision than that needs, verify judges it by its
                         error bounds instead. */
  GK_DATA_ZERO = 2,   /* zeros, for timing experiments.  verify judges
                         only results of inputs that vary has changed, and only
                         if the family's verify_data includes GK_DATA_ZERO. */
  GK_DATA_WIDE = 3,   /* numbers on which emulations fail that are right on
                         uniform data.  Floats: both signs, exponents over +-20
                         where the type has those of f32, over +-40 in f64, and
                         in f16 as far as no sum overflows; zeros and subnormals
                         among them.  Exponents of products differ by row, by
                         column, along the inner dimension (A D and D^-1 B) and
                         element by element, and some rows cancel.  Integers:
                         rows and columns of the least and the largest numbers.
                         Judged for each element relative to |A||B|, like random
                         data, by the unit roundoff of the arithmetic; except in
                         f16, numbers below the least normal may count as zero.
                         Passed only to families whose verify_data includes
                         it, like all kinds below. */
  /* Data that kernels meet.  Judged like random data. */
  GK_DATA_NORMAL = 4, /* normal numbers */
  GK_DATA_SPARSE = 5, /* half are zero; of the first input, an activation, all
                         others are positive, as ReLU leaves them */
  GK_DATA_HEAVY = 6,  /* Laplace's distribution, and one number of each line far
                         outside of it */
  GK_DATA_GRADED = 7, /* random data times powers of two, over 2^4, that depend
                         on the row, the column, and the place in the inner
                         dimension (A D and D^-1 B) */
  GK_DATA_PERMUTATION = 8 /* of products: every other row of A and column of B
                         has a single number, and the rest are random, sparse
                         or graded.  Where one meets the other there is nothing
                         to average over: an element is a single product, and is
                         judged by the bound of one. */
};

/* The unit that does a problem's arithmetic.  The host has a table of each
 * device's peak rate for each of them. */
typedef uint32_t gk_op_class;
enum {
  GK_OPS_NONE = 0,
  GK_OPS_I32 = 1,
  GK_OPS_F32 = 2,
  GK_OPS_F64 = 3,        /* scalar or matrix unit, whichever is faster */
  GK_OPS_TENSOR_F16 = 4, /* matrix units, by the type of their factors */
  GK_OPS_TENSOR_BF16 = 5,
  GK_OPS_TENSOR_TF32 = 6,
  GK_OPS_TENSOR_I8 = 7,
  GK_OPS_TENSOR_F64 = 8,
  GK_OPS_TENSOR_F8 = 9
};

/* One value of an option. */
typedef union gk_value {
  int64_t i; /* GK_INT, GK_BOOL (0 or 1), GK_CHOICE (an index into choices),
                GK_DTYPE and GK_LAYOUT (an enumerator) */
  double f;  /* GK_REAL */
} gk_value;

typedef uint32_t gk_option_type;
enum {
  GK_INT = 0,
  GK_REAL = 1,
  GK_BOOL = 2,
  GK_CHOICE = 3,
  GK_DTYPE = 4,
  GK_LAYOUT = 5
};

/* Flags of an option. */
#define GK_OPTION_SIZE UINT32_C (1) /* of a family, GK_INT: a size of the
                                       problem, which `gkhost check` varies */
#define GK_OPTION_PADDING UINT32_C (2) /* of a family, GK_INT: 0 where matrices
                                          are dense; else how much is between
                                          their lines.  GK_DENSE is about it. */
#define GK_OPTION_LATER UINT32_C (4) /* of a family: added after its first
                                        release.  At its default it is in no
                                        heading and no record, so that a case is
                                        the same as in records of before. */

/* One option of a family or of a variant.  The host parses, checks, sweeps and
 * documents options from this table, and passes only values within range. */
typedef struct gk_option {
  const char *name;     /* a key of the suite file; none of the host's own
                           keys */
  const char *help;     /* one line, no full stop at the end */
  const char *unit;     /* "rows", "bytes", ...; NULL: none */
  gk_option_type type;
  uint32_t flags;       /* a set of the above */
  gk_value value;       /* the default */
  int64_t min, max;     /* GK_INT: the range, both ends included */
  double fmin, fmax;    /* GK_REAL: likewise */
  uint64_t allowed;     /* GK_DTYPE, GK_LAYOUT: a set of GK_BIT()s */
  const char *const *choices; /* GK_CHOICE: the names, ended by NULL */
  const void *reserved;       /* NULL */
} gk_option;

/* The device that a case runs on.  The host owns it; it is valid until
 * release. */
typedef struct gk_device {
  uint32_t size;        /* sizeof (gk_device) where the host was compiled */
  gk_device_kind kind;
  int32_t ordinal;      /* 0 for the CPU; else the CUDA device's number, for
                           calls of CUDA in this process */
  uint32_t capability;  /* CUDA: 10 * major + minor of the compute capability */
  uint32_t units;       /* multiprocessors, or CPU cores that this process may
                           use */
  uint32_t shared_bytes; /* CUDA: most bytes of shared memory that a block can
                            opt in to; 0: not known */
  const char *name;     /* as in suites: "cpu", "cuda:0" */
  void *stream;         /* the stream that launch gets; prepare may enqueue work
                           on it that has to precede the first launch */
  uint64_t memory;      /* bytes of device memory, used or not */
  uint64_t l2;          /* bytes of the last-level cache; 0: not known */
  double clock;         /* the units' highest clock rate, in Hz; 0: not known */
  double bandwidth;     /* of device memory in bytes a second, by its clock and
                           width; 0: not known, as on the CPU */
} gk_device;

/* The case that a variant is prepared for; below. */
typedef struct gk_case gk_case;

/* Services of the host.  The table is valid as long as the plugin is loaded. */
typedef struct gk_host gk_host;
struct gk_host {
  uint32_t size;        /* sizeof (gk_host) where the host was compiled */
  uint32_t abi;         /* GK_ABI of the host */
  const char *version;  /* the host's version, "0.1.0" */

  /* Sets the reason why the callback will not return GK_OK: printf-like, one
   * line that begins with a lower-case letter and names a remedy.  The last
   * call in a callback counts.  The text is copied. */
  void (*error) (const gk_host *host, const char *format, ...)
#if defined __GNUC__
    __attribute__ ((format (printf, 2, 3)))
#endif
    ;

  /* Adds a line to the record, which -v prints too; at most 64 lines a case.
   * The text is copied. */
  void (*log) (const gk_host *host, const char *format, ...)
#if defined __GNUC__
    __attribute__ ((format (printf, 2, 3)))
#endif
    ;

  /* Returns host memory, aligned to 64 bytes and not cleared.  NULL when there
   * is none: the error text is set, return GK_FAIL.  The plugin owns it until
   * free. free accepts NULL. */
  void *(*alloc) (const gk_host *host, size_t bytes);
  void (*free) (const gk_host *host, void *memory);

  /* Fills memory with random bits that depend on the seed alone: word j of 64
   * bits depends on seed and j only. */
  void (*random) (const gk_host *host, void *memory, size_t bytes,
                  uint64_t seed);

  /* Returns device memory for a variant, in the memory kind of the case,
   * aligned to 256 bytes, between guard zones, with undefined contents.  NULL
   * when there is too little: the error text is set, return GK_SKIP.  Call it
   * only in prepare, from the thread that runs it, at most GK_MAX_WORKSPACES
   * times.  The host frees it after release. */
  void *(*workspace) (const gk_host *host, size_t bytes);

  /* Sets a figure of the case for the record, such as a number of iterations or
   * a residual.  The last value of a name counts.  name: formed like a
   * variant's; unit: one line of 16 bytes at most, NULL: none; value: finite.
   * Both texts are copied.  Call it in prepare, release and verify; a family
   * and a variant may each have GK_MAX_METRICS names a case.  Any other call is
   * ignored, and the log says why, once a case for each reason.  Older hosts
   * lack this service: test with GK_HAS (host, gk_host, metric). */
  void (*metric) (const gk_host *host, const char *name, const char *unit,
                  double value);

  /* Returns what the host knows of the case, for code that serves variants of
   * any family, such as the bridge of a language.  Call it in prepare; what it
   * returns is valid until release.  NULL in all other callbacks.  Older hosts
   * lack this service: test with GK_HAS (host, gk_host, describe). */
  const gk_case *(*describe) (const gk_host *host);
};

#define GK_MAX_WORKSPACES 8
#define GK_MAX_METRICS 16

/* A buffer of a family's problem.  The host allocates it on the device and,
 * where needed, once more in host memory, aligned to 256 bytes, with guard
 * zones at both ends.  Its device address stays the same throughout a case,
 * also where the inputs in it change between launches. */
typedef uint32_t gk_role;
enum {
  GK_INPUT = 0,   /* filled by the family; a launch must not change it */
  GK_OUTPUT = 1,  /* filled with poison before each sample */
  GK_INOUT = 2,   /* both: an output that holds what fill and vary wrote when a
                     launch begins (beta * C, y += a * x, a sort in place).  The
                     host restores it before each launch, outside of its time,
                     so with cache = hot each sample is one launch. */
  GK_CONSTANT = 3 /* an input that prepare may read, too (weights to be packed,
                     the structure of a sparse matrix): it is filled before
                     prepare and stays so until release.  vary leaves it alone;
                     for other data the host prepares the variant again. */
};

typedef struct gk_buffer {
  const char *name;   /* "a", "src": in messages */
  gk_role role;
  uint32_t flags;     /* 0 */
  uint64_t bytes;     /* at least 1 */
  uint64_t slot;      /* offset of the pointer to this buffer in the problem.
                         The host writes the device address there before it
                         calls a variant.  A multiple of sizeof (void *); no two
                         buffers share one. */
  uint64_t reserved[2]; /* 0: room to grow inside gk_setup */
} gk_buffer;

#define GK_MAX_BUFFERS 16

#define GK_MAX_DIMS 6

/* The array of elements in a buffer: of a matrix, rows and columns.  Variants
 * that are not written for the family's problem see it. */
typedef struct gk_shape {
  gk_dtype dtype;
  uint32_t n_dims;             /* 1 to GK_MAX_DIMS; 0: no array is described,
                                  and the buffer is so many bytes */
  int64_t extent[GK_MAX_DIMS]; /* elements in each dimension, at least 1 */
  int64_t stride[GK_MAX_DIMS]; /* elements from one to the next, at least 0 */
} gk_shape;

/* The least work that any device has to do for a problem.  The host derives the
 * limit (the roofline) from it. */
typedef struct gk_work {
  uint64_t bytes_read;     /* each input byte that is needed, counted once */
  uint64_t bytes_written;  /* each output byte, counted once */
  double ops;              /* a multiplication and its addition count as two */
  gk_op_class op_class;
  uint32_t flags;          /* 0 */
  uint64_t reserved[4];    /* 0: room to grow inside gk_setup */
} gk_work;

/* What setup returns.  The host passes it zeroed, with its size set. */
typedef struct gk_setup {
  uint32_t size;      /* sizeof (gk_setup) where the host was compiled */
  uint32_t n_buffers; /* 1 to GK_MAX_BUFFERS, with at least one output, and not
                         every input a constant */
  void *state;        /* owned by the family; passed to each later call */
  const void *problem; /* the public problem struct (matmul.h, ...): plain
                          bytes, with no pointers except the buffers' slots.
                          The host copies it when setup has returned, sets the
                          slots in its copy, and passes that copy to variants,
                          in another process; the family never gets it back.
                          Valid until the family's next callback. */
  uint64_t problem_bytes; /* size of the problem in bytes; all slots lie within
                             it */
  uint64_t verify_data; /* GK_BIT()s of the gk_data that verify can judge; at
                           least one of GK_DATA_RANDOM, GK_DATA_EXACT and
                           GK_DATA_WIDE.  The host verifies one launch with each
                           of them, besides the timed ones.  If it includes
                           GK_DATA_ZERO, vary and verify must accept zeros.  The
                           host skips a case whose `data` is not included,
                           unless `verify = no`. */
  gk_work work;
  gk_buffer buffers[GK_MAX_BUFFERS];
  uint64_t plant_data; /* GK_BIT()s of the gk_data on which vary obeys GK_PLANT;
                          a part of verify_data */
  uint64_t seed; /* set by the host: the suite's key seed, 0 by default.  For
                    sizes that depend on data (a number of nonzeros): the same
                    in all processes of a run, and where it is run again. */
  uint64_t forms; /* what the problem asks for beyond the family's plain one, as
                     bits that the family's header names (GK_MATMUL_BATCH): a
                     variant whose forms lack one of them is skipped; 0: any
                     will do */
  gk_shape shapes[GK_MAX_BUFFERS]; /* of buffers, in their order; may stay 0,
                                      but variants in scripts then get bytes */
} gk_setup;

/* The value of an option of the family. */
typedef struct gk_setting {
  const char *name;
  const char *text;     /* as a suite writes it: "4096", "f32", "yes" */
  gk_option_type type;
  uint32_t reserved;    /* 0 */
  gk_value value;
} gk_setting;

/* A case, for gk_host.describe. */
struct gk_case {
  uint32_t size;        /* sizeof (gk_case) where the host was compiled */
  uint32_t n_settings;
  const char *family, *variant;
  const gk_setting *settings; /* of all options of the family */
  const gk_setup *setup; /* n_buffers, buffers, shapes and work are set; of
                            older families all shapes are 0 */
};

/* A range of bytes that vary changed. */
typedef struct gk_range {
  uint32_t buffer;            /* its index in the order of setup */
  uint32_t flags;             /* 0 */
  uint64_t offset, bytes;     /* in bytes, from the start of the buffer */
  uint64_t reserved;          /* 0: room to grow inside arrays */
} gk_range;

#define GK_MAX_RANGES 64 /* later hosts may have room for more */

/* Flags of gk_vary and gk_check.  The host sets GK_PLANT for a tenth of the
 * generations, if plant_data has their data and the variant is not
 * GK_UNIFORM_ONLY: then vary makes one or two of the elements that it changes
 * many times larger than fill's data, finite in the type and in the result
 * (1024 times as large, of floats).  Their places must not be foreseeable.  A
 * shortcut that looks at a sample of the inputs to find their range is then
 * wrong.  Such launches are judged; their times do not count. */
#define GK_PLANT UINT32_C (1)        /* in this generation */
#define GK_PLANTED_LAST UINT32_C (2) /* vary: so was the generation before */
/* Set by verify, with GK_WRONG: what it saw of the wrong element, for the class
 * in the record. */
#define GK_UNWRITTEN UINT32_C (4)    /* it holds its poison still */
#define GK_OUTSIDE UINT32_C (8)      /* it is padding, and was written */

/* One change of the inputs.  Buffers are host copies in the order of setup, as
 * fill and earlier changes left them; each GK_OUTPUT is NULL. */
typedef struct gk_vary {
  uint32_t size;              /* sizeof (gk_vary) where the host was compiled */
  gk_data data;               /* the argument of fill; GK_DATA_ZERO only if
                                 verify_data includes it */
  uint64_t seed;              /* the argument of fill */
  uint64_t generation;        /* the generation to make: 1 after fill, then 2,
                                 3, ... until the next fill, also across cases.
                                 The inputs are of the generation before it. */
  void *const *buffers;
  /* Results: the bytes that changed, which the host uploads.  Ranges lie in
   * inputs and do not overlap; one range may cover several changes.  The host's
   * memory, zeroed, for max_ranges of them. */
  gk_range *ranges;
  uint64_t n_ranges;
  uint32_t max_ranges;        /* GK_MAX_RANGES at least */
  uint32_t flags;             /* GK_PLANT, GK_PLANTED_LAST: set by the host */
} gk_vary;

/* One verification.  Buffers are host copies in the order of setup. */
typedef struct gk_check {
  uint32_t size;              /* sizeof (gk_check) where the host was
                                 compiled */
  gk_data data;               /* the argument of fill */
  uint64_t seed;              /* the argument of fill */
  uint64_t generation;        /* how often vary has changed the inputs since
                                 fill */
  uint64_t choice_seed;       /* the seed of verify's own random choices
                                 (samples, random vectors).  No variant can know
                                 it, and it is not that of fill.  For the data
                                 that is timed it is another in each case; for
                                 all others it is the same for all variants of a
                                 problem, so that a reference made from it can be
                                 kept. */
  const void *const *buffers; /* inputs of this generation, and outputs as the
                                 variant left them */
  const void *const *before;  /* each GK_INOUT as the launch found it; NULL for
                                 all other buffers */
  uint8_t poison[8];          /* byte i of an output was poison[i % 8] before
                                 the launch */
  double precision;           /* unit roundoff that the variant declares, 0x1p-8
                                 at most; 0: that of the problem's dtype */
  /* Results, for the record. */
  const char *method;         /* "bit for bit", "freivalds", ...  static text */
  double error;               /* floats: the largest error found, in verify's
                                 own measure */
  double bound;               /* floats: the largest error that passes; 0:
                                 none, and error is a wrong element's distance
                                 from the right one, relative to that */
  double rms_error, rms_bound; /* likewise, of the root mean square of the
                                  errors */
  uint64_t checked;           /* number of elements compared; 0: not counted */
  /* An argument, of later hosts: bytes of outputs in which this launch differs
   * from one on the same inputs that passed; NULL: there is none to compare
   * with.  Where verify compares a part of the elements only, it compares these,
   * too: a race spoils few.  At most GK_MAX_RANGES; of more, a random choice. */
  const gk_range *differing;
  uint64_t n_differing;
  uint32_t flags;             /* GK_PLANT: so is this generation.  A result, too:
                                 GK_UNWRITTEN, GK_OUTSIDE */
  uint32_t reserved;          /* 0 */
} gk_check;

/* A variant of this family that is in another plugin. */
typedef struct gk_companion {
  const char *plugin;    /* the plugin's name: "transpose-cuda" */
  const char *variant;   /* the variant's name */
  gk_device_kind device;
  uint32_t flags;        /* 0 */
  const char *const *tunables; /* the names of its options, ended by NULL, which
                                  a suite may use as keys; may be NULL */
  const char *summary;   /* the variant's; may be NULL */
  const char *missing;   /* printed where the plugin is not found: why, and where
                            to get it; may be NULL */
} gk_companion;

/* A family: a computation, its inputs, and the check of its results. */
typedef struct gk_family {
  const char *name;    /* lower case, digits, '-' */
  const char *summary; /* one line, no full stop at the end */

  const gk_option *options; /* keys that a job may set; may be NULL */
  uint32_t n_options;
  uint32_t flags;           /* 0 */

  /* Variants in plugins of their own, from the simplest on, listed after the
   * family's own; may be NULL.  Where such a plugin is missing, the host can
   * name it instead of printing "no such variant". */
  const gk_companion *companions;
  uint32_t n_companions;
  uint32_t reserved;        /* 0 */

  /* Makes one problem from values, which are parallel to options.  Called once
   * a problem, before all other callbacks; the problem serves all variants.
   * Checks what a range can't: returns GK_FAIL with a remedy (a product over 64
   * bits), or GK_SKIP where values do not go together (two types), so that a
   * sweep leaves these out.  After anything but GK_OK teardown is not called. */
  int (*setup) (const gk_host *host, const gk_value *values, gk_setup *setup);

  /* Fills the inputs, as generation 0.  buffers: host memory in the order of
   * setup; each GK_OUTPUT is NULL.  Called for each kind of data.  Called again with
   * another seed for entirely new inputs, or with the same seed to restore the
   * old ones; generations then restart at 0.  The same data and seed must give
   * the same bytes. */
  int (*fill) (const gk_host *host, void *state, gk_data data, uint64_t seed,
               void *const *buffers);

  /* Optional; NULL: the inputs stay as fill left them.  Called before each
   * timed sample.  Changes a few elements of the inputs in place, quickly:
   * about 16, at least one in each input.  Afterwards no result of an earlier
   * generation may be right; inputs of zeros must get a result that is not
   * zero.  Which elements change, and how, depends on data, seed and generation
   * alone, and differs from generation to generation; with GK_PLANT, one or two
   * are planted. */
  int (*vary) (const gk_host *host, void *state, gk_vary *vary);

  /* Judges the outputs, without a device.  Called several times in a case, for
   * launches that the host chooses.  Keep the reference for the same data, seed
   * and choice_seed in state, and update it at little cost: generations
   * increase, but not each is verified.  Returns GK_WRONG after an error text
   * with the first wrong element, its value and the right one.  The host
   * compares error and rms_error with their bounds itself: an error above its
   * bound, or NaN, is wrong whatever verify returns. */
  int (*verify) (const gk_host *host, void *state, gk_check *check);

  /* Frees state and all that belongs to it. */
  void (*teardown) (const gk_host *host, void *state);
} gk_family;

/* Flags of a variant. */
#define GK_PEER UINT32_C (1)          /* a library's implementation, to compare
                                         with */
#define GK_MIXED_LAYOUTS UINT32_C (2) /* accepts problems whose GK_LAYOUT
                                         options differ */
#define GK_MIXED_DTYPES UINT32_C (4)  /* likewise, GK_DTYPE */
#define GK_UNIFORM_ONLY UINT32_C (8)  /* right on uniform data alone (Strassen's
                                         algorithm, digits without a test of the
                                         data).  Judged on random, exact and zero
                                         data; nothing is planted.  Its row has
                                         a mark, and is never the fastest. */
#define GK_DENSE UINT32_C (16)        /* skipped where an option of the family
                                         with GK_OPTION_PADDING is not 0 */

#define GK_MAX_WARMUP 1000 /* launches */

#define GK_MAX_PATHS 8

/* The ways to compute between which a variant's launches choose on the device,
 * by the data. */
typedef struct gk_paths {
  const char *const *names; /* lower case, digits, '-'; 1 to 31 bytes */
  const uint32_t *launches; /* in the device's memory: the number of launches
                               that took each, modulo 2^32.  A launch adds one to
                               one of them; the host reads them. */
  const double *factors;    /* by what each multiplies the family's ops; 0: its
                               work is the family's.  NULL: work counts. */
  const gk_op_class *op_classes; /* of each whose factor is not 0; NULL where
                                    factors is */
  uint32_t n;               /* at most GK_MAX_PATHS; 0: it does not choose */
  uint32_t reserved;        /* 0 */
} gk_paths;

/* A variant: one way to do a family's computation. */
typedef struct gk_variant {
  const char *family;   /* NULL: the family in this plugin */
  const char *name;     /* lower case, digits, '-'; unique in its family */
  const char *summary;  /* one line that teaches the technique */
  gk_device_kind device;
  uint32_t flags;
  uint64_t dtypes;      /* set of GK_BIT (dtype) that it accepts; 0: GK_I8 to
                           GK_U8, and no type with a higher number */
  uint64_t layouts;     /* set of GK_BIT (layout) that it accepts; 0: row- and
                           column-major */
  uint32_t capability;  /* CUDA: lowest 10 * major + minor; 0: any */
  uint32_t capability_max; /* CUDA: highest 10 * major + minor; 0: any.  Code
                              compiled for sm_90a has 90 in both. */
  double precision;     /* unit roundoff of its arithmetic, by which results are
                           judged: 0x1p-11 for TF32, 0x1p-8 (bf16) at most; 0:
                           that of the dtype */

  const gk_option *options; /* tunables of this variant; may be NULL */
  uint32_t n_options;
  uint32_t multiple;        /* skipped where an option of the family with
                               GK_OPTION_SIZE, but padding, is no multiple of
                               it; 0: any size will do */

  /* Optional.  Called before the launches of a case, and not timed.  A short
   * case is measured in several turns: prepare is called again for each turn,
   * after release.  May allocate, open libraries, take workspace from the host,
   * and read the problem with its buffers' addresses: device, problem and
   * addresses stay the same until release.  The buffers' contents do not:
   * all but GK_CONSTANT may be filled later than this, and change between
   * launches.
   * values: parallel to options.  *state is NULL; its final value is passed to
   * work, launch and release.  Returns GK_SKIP when this variant can't run this
   * problem.  After anything but GK_OK, release is not called. */
  int (*prepare) (const gk_host *host, const gk_device *device,
                  const void *problem, const gk_value *values, void **state);

  /* Optional.  Called once a turn, after its last launch, when it is known what
   * ran; not where it is prepared again for other constants.  work holds the
   * family's figures.  A variant that uses another unit, or does more or less
   * arithmetic (int32 products on int8 tensor cores), sets ops and op_class: the
   * limit of its row is then computed from these; the rate and the bytes are
   * those of the family. */
  void (*work) (const gk_host *host, const void *problem, void *state,
                gk_work *work);

  /* Computes the problem once.  On CUDA it only enqueues on stream (a CUstream,
   * which is a cudaStream_t): no allocation, no synchronisation, no copy to the
   * host, no other stream.  The host may call it many times, on inputs that
   * changed, and under stream capture.  On the CPU stream is NULL, and the
   * result must be complete on return; launch may use threads, which must be
   * idle again on return. */
  int (*launch) (const gk_host *host, const void *problem, void *state,
                 void *stream);

  /* Optional: undoes prepare.  All launches have finished. */
  void (*release) (const gk_host *host, void *state);

  /* Optional, for a variant that calls a library.  Called after work.  Returns the library's name and version, "OpenBLAS 0.3.21", for
   * the record (127 bytes at most), or NULL when it is not known; the text must
   * be valid until release.  `gkhost compare` refuses records with different
   * versions without --across.  A second line, 255 bytes at most, may describe
   * the arithmetic, the workspace and the algorithm. */
  const char *(*library) (const gk_host *host, void *state);

  uint32_t warmup;     /* launches after the first until its time is steady, for
                          one that tunes itself or fills tables of its own; the
                          key warmup counts where it is larger; 0: one.  At most
                          GK_MAX_WARMUP. */
  uint32_t problem_size; /* sizeof the family's problem (gk_matmul, ...) where
                            the variant was compiled: where the family here has a
                            smaller one, an older one, it is skipped; 0: not
                            told. */

  /* Optional, of a bridge of scripts: does all that launch does but the
   * script's part, as a call of an empty function.  The record's floor_s then has
   * what the bridge costs a launch. */
  int (*launch_nothing) (const gk_host *host, const void *problem, void *state,
                         void *stream);

  /* Optional, for a variant that has paths.  Called after prepare, with zeros.
   * All that it sets must be valid until release.  The record's path then has
   * what the timed launches took, and its work is that of the path which most of
   * them took. */
  void (*paths) (const gk_host *host, void *state, gk_paths *paths);

  uint64_t forms; /* the forms of the family's problem that it computes beside
                     the plain one: see gk_setup.forms */
} gk_variant;

/* A plugin.  GK_PLUGIN fills it in. */
typedef struct gk_plugin {
  uint32_t abi;          /* GK_ABI */
  uint32_t size;         /* sizeof (gk_plugin) */
  uint32_t family_size, variant_size; /* sizeof the tables' structs where */
  uint32_t option_size, companion_size; /* the plugin was compiled */
  const char *name;      /* lower case, digits, '-' */
  const char *version;   /* of the plugin */
  const char *summary;   /* one line */
  const gk_family *family;    /* NULL: variants only */
  const gk_variant *variants; /* from the simplest on */
  uint64_t n_variants;
} gk_plugin;

/* The only symbol that a plugin exports, and the function's type.  A bridge
 * exports one more, below. */
#define GK_ENTRY_NAME "gk_plugin_entry"
typedef const gk_plugin *gk_entry (void);

/* A bridge of a language is a plugin that makes plugins of scripts.  It lies in
 * the plugin folder as gkhost-LANGUAGE.so, contains neither family nor variant,
 * and exports this function besides GK_ENTRY_NAME.  The host calls it, in
 * workers only, with the absolute path of a script: gkhost-python.so gets files
 * that end in .py, and gkhost-EXT.so any that end in .EXT.  Returns the script's
 * table, which is valid as long as the bridge is loaded, as are all texts in it.
 * NULL where the script can't be loaded: then *errors is text of the bridge,
 * UTF-8 of one or more lines, of which the first is a message with the script's
 * file and line; valid until the next call.  With GK_SCRIPT_LIST only the table
 * is read, and no callback of it called, so that a bridge may return one that it
 * kept.  A process may load several scripts.  Callbacks learn by
 * gk_host.describe which variant is prepared. */
#define GK_SCRIPT_ENTRY_NAME "gk_script_entry"
#define GK_SCRIPT_LIST UINT32_C (1)
typedef const gk_plugin *gk_script (const char *path, uint32_t flags,
                                    const char **errors);

#if defined __GNUC__
#define GK_EXPORT __attribute__ ((visibility ("default")))
#else
#define GK_EXPORT
#endif

/* Registers a plugin, once in each shared object:
 *
 *   GK_PLUGIN ("mine", "1", "a first variant", NULL, variants)
 *
 * family is the address of a gk_family, or NULL where the variants are for
 * families of other plugins; variants is an array.  GK_FAMILY_PLUGIN registers
 * a family without variants.  Both define one function, which only returns an
 * address; the host calls it once, after dlopen. */
#define GK_PLUGIN(name, version, summary, family, variants) \
  GK_REGISTER (name, version, summary, family, variants, GK_COUNT (variants))

#define GK_FAMILY_PLUGIN(name, version, summary, family) \
  GK_REGISTER (name, version, summary, family, NULL, 0)

#define GK_REGISTER(name, version, summary, family, variants, n)          \
  GK_EXTERN_C GK_EXPORT const gk_plugin *gk_plugin_entry (void);          \
  GK_EXTERN_C GK_EXPORT const gk_plugin *gk_plugin_entry (void)           \
  {                                                                       \
    static const gk_plugin gk_plugin_                                     \
        = { GK_ABI,              sizeof (gk_plugin), sizeof (gk_family),  \
            sizeof (gk_variant), sizeof (gk_option), sizeof (gk_companion), \
            name, version, summary, family, variants, n };                \
                                                                          \
    return &gk_plugin_;                                                   \
  }

#ifdef __cplusplus
}
#endif

#endif /* GKHOST_PLUGIN_H */
