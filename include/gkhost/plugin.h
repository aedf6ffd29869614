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
 * (gk_plugin, gk_family, gk_variant, gk_option, gk_companion) the host takes
 * what both sides know and sees zero in the rest, so zero always means "as
 * before".  Whoever makes one of these starts from zero (a static object, or an
 * initializer) and sets what it needs.  A struct that is handed over by pointer
 * (gk_host, gk_device, gk_setup, gk_check, gk_vary, and the problems) is as
 * large as its maker knows it: look with GK_HAS before touching a field that
 * came after the first release, and set fields one by one, never the whole
 * struct.  Enumerations are 32 bits wide, whatever the compiler's options.
 *
 * What is unknown costs no more than it must: a variant for a kind of device,
 * or with a type of option, that an older host does not know is listed there
 * and skipped with that reason; the rest of its plugin runs.
 *
 * A family is called in another process than the variants that run on its
 * problems, also where one file brings both: they share no state, and no device
 * is open where the family is.  In each, callbacks are called from one thread,
 * one at a time.  With a CUDA device, the device's primary context is current
 * in the variants'.  Services of the host may be called from any thread while a
 * callback runs, but for workspace.
 *
 * What a callback is handed is valid during the call, unless said otherwise.
 * Text is a line of UTF-8 and, unless said otherwise, static: it lives as long
 * as the plugin is loaded.
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

/* Sets of enumerators, for the masks below. */
#define GK_BIT(n) (UINT64_C (1) << (n))

/* An array's number of elements; and an array with its number, as they follow
 * each other in the structs below: .options = GK_ARRAY (options), which sets
 * n_options too. */
#define GK_COUNT(array) (sizeof (array) / sizeof (array)[0])
#define GK_ARRAY(array) (array), GK_COUNT (array)

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
  GK_TF32 = 11  /* an f32 whose lowest 13 bits are not multiplied: the factors of
                   a product are rounded to 11 bits */
};

/* How a matrix lies in memory. */
typedef uint32_t gk_layout;
enum {
  GK_ROW_MAJOR = 0, /* neighbours in a row are neighbours in memory */
  GK_COL_MAJOR = 1,
  /* Of an option only, for products whose matrices differ, in the words of BLAS:
   * C column-major, and A and B as they are (N) or transposed (T), which is
   * row-major memory.  GK_COL_MAJOR is NN. */
  GK_TN = 2,
  GK_NT = 3,
  GK_TT = 4
};

/* Where a variant runs. */
typedef uint32_t gk_device_kind;
enum {
  GK_CPU = 0,
  GK_CUDA = 1
};

/* What the inputs hold. */
typedef uint32_t gk_data;
enum {
  GK_DATA_RANDOM = 0, /* random: full-range bits for integers and moved data,
                         signed and uniform in [-1, 1) for floats (of 16 bits:
                         by binade down to 2^-6 at most) */
  GK_DATA_EXACT = 1,  /* integers so small that every partial sum is exact in
                         the problem's dtype; a verify that is told of less
                         precision does without where that is not enough */
  GK_DATA_ZERO = 2,   /* zeros; for timing experiments.  What is judged of them
                         is what vary has changed, and only where the family
                         names them in verify_data. */
  GK_DATA_WIDE = 3    /* what an emulation that holds on uniform data alone gets
                         wrong; fill makes it, as it does all others.  Floats:
                         signed, exponents far apart (over +-20 where the type
                         has those of f32, +-40 in f64, in f16 what no sum
                         overflows with), zeros and subnormals among them.  Of
                         products: apart by row, by column, along the inner
                         dimension and by themselves, A D with D^-1 B, and rows
                         that cancel.  Integers: rows and columns of the ends of
                         their range.  Judged for each element by |A||B|, as
                         random data is, by the unit roundoff of the arithmetic;
                         what is below the least normal may count as zero, but in
                         f16.  Only a family that names it in verify_data is
                         asked for it. */
};

/* The unit that does a problem's arithmetic; the host knows what each device
 * can do of it in a second. */
typedef uint32_t gk_op_class;
enum {
  GK_OPS_NONE = 0,
  GK_OPS_I32 = 1,
  GK_OPS_F32 = 2,
  GK_OPS_F64 = 3,        /* plain or on a matrix unit: the faster of the two */
  GK_OPS_TENSOR_F16 = 4, /* matrix units, by what they multiply */
  GK_OPS_TENSOR_BF16 = 5,
  GK_OPS_TENSOR_TF32 = 6,
  GK_OPS_TENSOR_I8 = 7,
  GK_OPS_TENSOR_F64 = 8
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

/* One option of a family or of a variant.  The host parses, checks, sweeps and
 * documents options from this table; a plugin sees values in range. */
typedef struct gk_option {
  const char *name;     /* a key of the suite file, and none of the host's */
  const char *help;     /* one line, no full stop at the end */
  const char *unit;     /* "rows", "bytes", ...; NULL: none */
  gk_option_type type;
  uint32_t flags;       /* 0 or GK_OPTION_SIZE */
  gk_value value;       /* the default */
  int64_t min, max;     /* GK_INT: the range, both ends in it */
  double fmin, fmax;    /* GK_REAL: likewise */
  uint64_t allowed;     /* GK_DTYPE, GK_LAYOUT: a set of GK_BIT()s */
  const char *const *choices; /* GK_CHOICE: the names, ended by NULL */
} gk_option;

/* The device that a case runs on.  Owned by the host; valid till release. */
typedef struct gk_device {
  uint32_t size;        /* sizeof (gk_device) as the host knows it */
  gk_device_kind kind;
  int32_t ordinal;      /* 0 for the CPU; else the CUDA device's number */
  uint32_t capability;  /* CUDA: 10 * major + minor of the compute capability */
  uint32_t units;       /* multiprocessors, or CPU cores that may be used */
  uint32_t shared_bytes; /* CUDA: shared memory that a block can opt in to; 0:
                            not known */
  const char *name;     /* as in suites: "cpu", "cuda:0" */
  void *stream;         /* what launch will be handed; prepare may enqueue on it
                           what is to be done before the first launch */
  uint64_t memory;      /* bytes in all */
  uint64_t l2;          /* bytes of the last cache before memory; 0: not known */
  double clock;         /* the units' highest, in Hz; 0: not known */
} gk_device;

/* Services of the host.  The table outlives every callback it is handed to. */
typedef struct gk_host gk_host;
struct gk_host {
  uint32_t size;        /* sizeof (gk_host) as the host knows it */
  uint32_t abi;         /* GK_ABI of the host */
  const char *version;  /* the host's version, "0.1.0" */

  /* Says why the callback will not return GK_OK: printf-like, one line, begins
   * lower-case, tells the remedy.  The last call in a callback counts.  The
   * text is copied. */
  void (*error) (const gk_host *host, const char *format, ...)
#if defined __GNUC__
    __attribute__ ((format (printf, 2, 3)))
#endif
    ;

  /* Tells the user something: one line, shown with -v and kept in the record,
   * 64 of them in a case at most.  The text is copied. */
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
   * 256 bytes, with guard zones; what it holds is undefined.  NULL when there
   * is too little (return GK_SKIP then: the error text is set).  Only in
   * prepare and from its thread, GK_MAX_WORKSPACES times at most.  The host
   * takes it back after release. */
  void *(*workspace) (const gk_host *host, size_t bytes);
};

#define GK_MAX_WORKSPACES 8

/* A buffer that a family asks for.  The host allocates it, aligned to 256
 * bytes, with guard zones at both ends, on the device and where needed once
 * more in host memory.  Its address on the device stays the same for all of a
 * case, also where the inputs in it change between launches. */
typedef uint32_t gk_role;
enum {
  GK_INPUT = 0,   /* filled by the family, must not change in a launch */
  GK_OUTPUT = 1   /* poisoned before each sample */
};

typedef struct gk_buffer {
  const char *name;   /* "a", "src": for messages */
  gk_role role;
  uint32_t flags;     /* 0 */
  uint64_t bytes;     /* at least 1 */
  uint64_t slot;      /* offset of the pointer to this buffer in the problem:
                         the host writes the device address there before it
                         calls a variant.  A multiple of sizeof (void *); no two
                         buffers share one. */
  uint64_t reserved[2]; /* 0: room to grow inside gk_setup */
} gk_buffer;

#define GK_MAX_BUFFERS 16

/* The least that a problem asks of any device; sets what the limit is. */
typedef struct gk_work {
  uint64_t bytes_read;     /* each input byte that is needed, once */
  uint64_t bytes_written;  /* each output byte, once */
  double ops;              /* a multiplication and its addition are two */
  gk_op_class op_class;
  uint32_t flags;          /* 0 */
  uint64_t reserved[4];    /* 0: room to grow inside gk_setup */
} gk_work;

/* What setup answers.  The host hands it over zeroed. */
typedef struct gk_setup {
  uint32_t size;      /* sizeof (gk_setup) as the host knows it */
  uint32_t n_buffers; /* 1 to GK_MAX_BUFFERS, an output among them */
  void *state;        /* the family's own; handed back in each later call */
  const void *problem; /* the public problem struct (matmul.h, ...), plain
                         bytes: no pointer in it but the slots of the buffers.
                         The host copies it when setup has returned, sets the
                         slots in its copy, and hands variants that, in another
                         process: the family never sees it again.  Valid
                         till the family's next callback. */
  uint64_t problem_bytes; /* sizeof the problem: all slots lie in it */
  uint64_t verify_data; /* GK_BIT()s of the gk_data that verify needs to see,
                           one launch each and all that is timed;
                           GK_DATA_RANDOM, GK_DATA_EXACT or GK_DATA_WIDE among
                           them.  With GK_DATA_ZERO in it, vary and verify take
                           zeros, too.  A case that is timed on data that is not
                           in it is skipped, unless it is not verified. */
  gk_work work;
  gk_buffer buffers[GK_MAX_BUFFERS];
} gk_setup;

/* A change of the inputs.  Buffers are host copies in the order of setup, as
 * fill and the changes before left them; outputs are NULL. */
typedef struct gk_range {
  uint32_t buffer;            /* its number */
  uint32_t flags;             /* 0 */
  uint64_t offset, bytes;     /* in the buffer */
} gk_range;

#define GK_MAX_RANGES 64

typedef struct gk_vary {
  uint32_t size;              /* sizeof (gk_vary) as the host knows it */
  gk_data data;               /* what fill was asked for; GK_DATA_ZERO only
                                 where verify_data names it */
  uint64_t seed;              /* what fill was given */
  uint64_t generation;        /* 1, 2, 3 ... after fill, in order, over all
                                 cases till the next fill: what the inputs are
                                 to become; they are of the one before, and of 0
                                 after fill */
  void *const *buffers;
  /* Answers: which bytes changed, for the host to upload.  They lie in inputs
   * and do not overlap; one range may cover several changes. */
  gk_range ranges[GK_MAX_RANGES];
  uint64_t n_ranges;
} gk_vary;

/* One verification.  Buffers are host copies in the order of setup. */
typedef struct gk_check {
  uint32_t size;              /* sizeof (gk_check) as the host knows it */
  gk_data data;               /* what the inputs hold */
  uint64_t seed;              /* what fill was given */
  uint64_t generation;        /* how often vary changed them since */
  uint64_t choice_seed;       /* for verify's own random choices (what it
                                 samples, random vectors): no variant can know
                                 it, and it is not that of fill.  The same for
                                 all variants of a problem, so that what is
                                 made from it can be kept. */
  const void *const *buffers; /* inputs of this generation, outputs as computed */
  uint8_t poison[8];          /* byte i of an output was poison[i % 8] before
                                 the launch */
  double precision;           /* unit roundoff that the variant declares, 0x1p-8
                                 at most; 0: that of the problem's dtype */
  /* Answers, for the record. */
  const char *method;         /* "bit for bit", "freivalds", ...  static text */
  double error;               /* floats: the largest error found, by whatever
                                 measure verify has */
  double bound;               /* floats: the most that error may be; 0: there
                                 is none to tell */
  double rms_error, rms_bound; /* likewise, the root mean square of errors */
  uint64_t checked;           /* elements that were compared; 0: not counted */
} gk_check;

/* A variant that another plugin brings for this family. */
typedef struct gk_companion {
  const char *plugin;    /* the plugin's name: "transpose-cuda" */
  const char *variant;   /* the variant's */
  gk_device_kind device;
  uint32_t flags;        /* 0 */
  const char *const *tunables; /* the names of its options, ended by NULL: keys
                                  that a suite may have; may be NULL */
} gk_companion;

/* A family: what is computed, on which inputs, and what is right. */
typedef struct gk_family {
  const char *name;    /* lower case, digits, '-' */
  const char *summary; /* one line, no full stop at the end */

  const gk_option *options; /* keys that a job may set; may be NULL */
  uint32_t n_options;
  uint32_t flags;           /* 0 */

  /* Variants that come in plugins of their own, in the order of reading, which
   * is behind the family's own; may be NULL.  Where such a plugin is missing,
   * the host can say so instead of "no such variant". */
  const gk_companion *companions;
  uint32_t n_companions;
  uint32_t reserved;        /* 0 */

  /* Makes one problem of values, parallel to options.  Called once a problem,
   * before everything else; all variants that run on it are judged by it.
   * Checks what a range can't (a product over 64 bits): GK_FAIL with the
   * remedy.  After anything but GK_OK teardown is not called. */
  int (*setup) (const gk_host *host, const gk_value *values, gk_setup *setup);

  /* Fills the inputs: generation 0.  buffers: host memory, in the order of
   * setup; outputs are NULL.  Called for each kind of data, and again, with
   * another seed or the same, where launches are to find inputs that are new
   * altogether, or as they were: then generations begin anew.  The same data
   * and seed give the same bytes. */
  int (*fill) (const gk_host *host, void *state, gk_data data, uint64_t seed,
               void *const *buffers);

  /* Optional; NULL: the inputs stay as fill left them.  Called before each
   * timed sample.  Changes a few elements of the inputs in place (some 16, at
   * least one in each input, quickly), so that no result of an earlier
   * generation is right for this one; of zeros, so that the result is not zero.
   * Where, and to what, follows from data, seed and generation alone, and is
   * other places with each generation.  */
  int (*vary) (const gk_host *host, void *state, gk_vary *vary);

  /* Judges the outputs, without a device.  Called several times in a case, for
   * launches of the host's choice.  The reference is made once for the same
   * data, seed and choice_seed, and kept in state; as generations go up, and
   * some are left out, it follows at little cost.  GK_WRONG with the first wrong
   * place, what was there and what should have been.  The host judges error and
   * rms_error against their bounds itself: above one, or NaN, is wrong whatever
   * is returned. */
  int (*verify) (const gk_host *host, void *state, gk_check *check);

  /* Frees what the others made. */
  void (*teardown) (const gk_host *host, void *state);
} gk_family;

/* Flags of a variant. */
#define GK_PEER UINT32_C (1)          /* a library's own way, there to compare
                                         with */
#define GK_MIXED_LAYOUTS UINT32_C (2) /* takes problems whose options of type
                                         GK_LAYOUT differ among themselves */
#define GK_MIXED_DTYPES UINT32_C (4)  /* likewise GK_DTYPE */

/* A variant: one way to compute what a family describes. */
typedef struct gk_variant {
  const char *family;   /* NULL: the family of this plugin */
  const char *name;     /* lower case, digits, '-'; unique in its family */
  const char *summary;  /* one line that teaches what this way does */
  gk_device_kind device;
  uint32_t flags;
  uint64_t dtypes;      /* set of GK_BIT (dtype) it takes; 0: all up to GK_U8, and
                           none that this header gets later */
  uint64_t layouts;     /* set of GK_BIT (layout) it takes; 0: row- and
                           column-major */
  uint32_t capability;  /* CUDA: least 10 * major + minor; 0: any */
  uint32_t capability_max; /* CUDA: likewise the highest (what is compiled for
                              sm_90a has 90 in both); 0: any */
  double precision;     /* unit roundoff of its arithmetic, 0x1p-11 for TF32,
                           0x1p-8 (that of bf16) at most; 0: that of the dtype.
                           Results are judged by it. */

  const gk_option *options; /* tunables of this variant; may be NULL */
  uint32_t n_options;
  uint32_t reserved;        /* 0 */

  /* Optional.  Called before the launches of a case, outside the timing, and
   * once more, behind a release, for each turn in which a quick case takes its
   * samples; may allocate and open libraries, take workspace from the host, and look at the
   * problem, its buffers' addresses set: device, problem and addresses stay the
   * same till release.  What the buffers hold does not: inputs may be filled
   * later than this, and change between launches.  values: parallel to options.
   * *state is NULL and is handed to work, launch and release.  GK_SKIP when
   * this problem can't run this way.  After anything but GK_OK, release is not
   * called. */
  int (*prepare) (const gk_host *host, const gk_device *device,
                  const void *problem, const gk_value *values, void **state);

  /* Optional.  Called once after prepare.  work holds the family's figures; a
   * variant whose arithmetic another unit does, or which does more or less of
   * it (int32 products on int8 tensor cores), sets ops and op_class: the limit
   * in its row is then of that.  The rate stays that of the family's figures,
   * and so do the bytes. */
  void (*work) (const gk_host *host, const void *problem, void *state,
                gk_work *work);

  /* Computes the problem once.  On CUDA it only enqueues on stream (a CUstream
   * or cudaStream_t, the same thing): no allocation, no synchronisation, no
   * copy to the host, no other stream.  The host may call it many times, on
   * inputs that changed, and under stream capture.  On the CPU stream is NULL,
   * and the result is there on return; it may use threads that are idle again
   * on return. */
  int (*launch) (const gk_host *host, const void *problem, void *state,
                 void *stream);

  /* Optional: undoes prepare.  All launches have ended. */
  void (*release) (const gk_host *host, void *state);

  /* Optional, for a variant that has a library compute.  Called once, after
   * prepare and work: the library's name and version, "OpenBLAS 0.3.21", for the
   * record; NULL: not known.  Text that lives till release will do, and its
   * first 127 bytes are taken.  Records of two of its versions are not compared
   * unasked.  A second line, if there is one, says how it computes: the
   * arithmetic, its workspace, the algorithm; 255 bytes of it are taken. */
  const char *(*library) (const gk_host *host, void *state);
} gk_variant;

/* A plugin, as GK_PLUGIN fills it in. */
typedef struct gk_plugin {
  uint32_t abi;          /* GK_ABI */
  uint32_t size;         /* sizeof (gk_plugin) */
  uint32_t family_size, variant_size; /* sizeof of the tables' structs, as the */
  uint32_t option_size, companion_size; /* plugin knows them */
  const char *name;      /* lower case, digits, '-' */
  const char *version;   /* of the plugin */
  const char *summary;   /* one line */
  const gk_family *family;    /* NULL: variants only */
  const gk_variant *variants; /* in the order of reading: simplest first */
  uint64_t n_variants;
} gk_plugin;

/* The one symbol of a plugin, and the function's type. */
#define GK_ENTRY_NAME "gk_plugin_entry"
typedef const gk_plugin *gk_entry (void);

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
 * families of other plugins; variants is an array.  A family that has no
 * variants of its own is registered by GK_FAMILY_PLUGIN.  What either writes
 * is one function, which only returns an address; it is called once, after
 * dlopen. */
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
