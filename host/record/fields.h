/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The fields of records: a table for each kind of object that records have.
 * From it come the writer and the reader, worker's answers, the columns of CSV,
 * `gkhost list fields`, and what the manual is held against.  A new field is a
 * member of the struct, a row at the end of its table, and the line that sets
 * the member.
 *
 * Whatever is absent from a record, or of another type there, is absent from
 * the struct: NULL for what is pointed to, a NaN, or what base/optional.h has.
 * What is absent from the struct is not written.
 */
#ifndef FIELDS_H
#define FIELDS_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "base/pool.h"

/* Of each type, what the member is. */
enum field_type {
  FIELD_TEXT,     /* const char * */
  FIELD_INTEGER,  /* int64_t */
  FIELD_REAL,     /* double */
  FIELD_BOOL,     /* enum flag */
  FIELD_STATUS,   /* enum status */
  FIELD_PAIRS,    /* const struct pairs *: an object of scalars */
  FIELD_TEXTS,    /* struct texts: a list */
  FIELD_MODE,     /* const struct case_settings *: those of the mode */
  FIELD_SETTINGS, /* the same member: the others */
  FIELD_LIST      /* struct items: a list of objects with a table of theirs */
};

/* Who may say it: a worker's answer sets its own fields and no others. */
enum field_source { BY_HOST = 1, BY_WORKER = 2 };

struct field {
  const char *path; /* "time.median_s": in an object of that name */
  enum field_type type;
  enum field_source source;
  const char *unit;   /* NULL: none */
  const char *column; /* of CSV; NULL: it has none */
  const char *help;   /* one line, no full stop at the end */
  size_t offset;
  const struct fields *of; /* FIELD_LIST: what its objects have */
};

struct fields {
  const char *name; /* "case" */
  const struct field *field;
  size_t n, bytes; /* of the struct */
};

/* The objects of a list: an array of their struct. */
struct items {
  void *item; /* NULL: no list */
  size_t n;
};

/* Refuses to compile where a member is not of its row's type. */
#define FIELD_OFFSET(type, record, member)                                     \
  (offsetof (struct record, member)                                            \
   + 0                                                                         \
         * sizeof (                                                            \
             _Generic(((struct record *)NULL)->member, FIELD_C_##type : 0)))
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

/* As a reader of JSON knows it: "text", "integer", ... */
const char *field_type_name (enum field_type type);
/* The member of a record. */
const void *field_at (const struct field *field, const void *record);

/* Makes everything absent. */
void fields_clear (const struct fields *fields, void *record);
/* A new reference; NULL when memory is out. */
json_t *fields_to_json (const struct fields *fields, const void *record);
/* Sets the fields of these sources that json has, and no others; what they
 * point to goes into the pool. */
void fields_from_json (const struct fields *fields, void *record,
                       struct pool *pool, const json_t *json, unsigned sources);

#endif
