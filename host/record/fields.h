/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The fields of records: a table for each kind of object in a record.  The
 * table drives the writer, the reader, the parsing of workers' answers, the CSV
 * columns, `gkhost list fields` and gkhost-records(5).  A new field is a member
 * of the struct, a row at the end of its table, and the line that sets the
 * member.
 *
 * A field that a record lacks, or that has another type there, is absent from
 * the struct: NULL for a pointer, NaN for a real, or a value of
 * base/optional.h.  An absent member is not written.
 */
#ifndef FIELDS_H
#define FIELDS_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "base/names.h"
#include "base/pool.h"

/* Of enum status (judge/result.h). */
extern const struct names status_names;

/* Each with the type of the member. */
enum field_type {
  FIELD_TEXT,     /* const char * */
  FIELD_INTEGER,  /* int64_t */
  FIELD_REAL,     /* double */
  FIELD_BOOL,     /* enum flag */
  FIELD_STATUS,   /* enum status */
  FIELD_PAIRS,    /* const struct pairs *: an object of scalars */
  FIELD_TEXTS,    /* struct texts: a list */
  FIELD_MODE,     /* const struct case_settings *: the mode */
  FIELD_SETTINGS, /* the same member: the other settings */
  FIELD_LIST      /* struct items: objects with a table of their own */
};

/* The source of a field: an answer of a worker sets no other fields than its
 * own. */
enum field_source { BY_HOST = 1, BY_WORKER = 2 };

struct field {
  const char *path; /* "time.median_s": a member of the object "time" */
  enum field_type type;
  enum field_source source;
  const char *unit;   /* NULL: none */
  const char *column; /* of CSV; NULL: none */
  const char *help;   /* one line without a full stop */
  size_t offset;
  const struct fields *of; /* FIELD_LIST: the table of its objects */
};

struct fields {
  const char *name; /* "case" */
  const struct field *field;
  size_t n, bytes; /* bytes: of the struct */
};

/* The objects of a list: an array of structs. */
struct items {
  void *item; /* NULL: no list */
  size_t n;
};

/* Does not compile where the member has not the row's type. */
#define FIELD_OFFSET(type, record, member)                                     \
  (offsetof (struct record, member)                                            \
   + 0                                                                         \
         * sizeof (                                                            \
             _Generic(((struct record *)NULL)->member, FIELD_C_##type : 0)))
/* A row of a table, whose path is its member. */
#define FIELD_ROW(type, record, source, path, unit, column, help, of)          \
  {                                                                            \
#path, FIELD_##type, source, unit, column, help,                           \
        FIELD_OFFSET(type, record, path), of                                   \
  }
/* The struct fields of a table. */
#define FIELDS_OF(name, rows, record)                                          \
  {                                                                            \
    name, rows, sizeof rows / sizeof rows[0], sizeof (struct record)           \
  }
#define FIELD_C_TEXT const char *
#define FIELD_C_INTEGER int64_t
#define FIELD_C_REAL double
#define FIELD_C_BOOL enum flag
#define FIELD_C_STATUS enum status
#define FIELD_C_PAIRS const struct pairs *
#define FIELD_C_TEXTS struct texts
#define FIELD_C_MODE const struct case_settings *
#define FIELD_C_SETTINGS const struct case_settings *
#define FIELD_C_LIST struct items

/* Returns the name that a reader of JSON knows: "text", "integer", ... */
const char *field_type_name (enum field_type type);
/* Returns the address of the member. */
const void *field_at (const struct field *field, const void *record);

/* Makes all fields absent. */
void fields_clear (const struct fields *fields, void *record);
/* Returns a new reference. */
json_t *fields_to_json (const struct fields *fields, const void *record);
/* Sets the fields of these sources that json has.  Texts and lists go into the
 * pool. */
void fields_from_json (const struct fields *fields, void *record,
                       struct pool *pool, const json_t *json, unsigned sources);

#endif
