/* SPDX-License-Identifier: MIT */
/* The schema as tables that a loop can follow: every number of a chunk, and what it has to be. */
#ifndef PAV_SCHEMA_H
#define PAV_SCHEMA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <pavane/format.h>

/* A limit that no finite float and no uint32_t passes. */
#define PAV_FIELD_UNBOUNDED 1e300

/* No chunk type has more tables. */
#define PAV_TABLE_LIMIT 32

typedef enum pav_field_type {
    PAV_FIELD_U32,
    PAV_FIELD_F32,
    PAV_FIELD_STRING,
    PAV_FIELD_INDEX,
    PAV_FIELD_ENUM,
    PAV_FIELD_FLAGS,
    PAV_FIELD_SPAN
} pav_field_type;

typedef enum pav_stream_type {
    PAV_STREAM_NONE,
    PAV_STREAM_U8,
    PAV_STREAM_U32,
    PAV_STREAM_F32
} pav_stream_type;

typedef struct pav_enum_info {
    const char *name;
    const uint32_t *values;
    uint32_t value_count;
    uint32_t fallback; /* What an unknown value is read as; PAV_NONE: an error. */
} pav_enum_info;

typedef struct pav_field_info {
    const char *name;
    pav_field_type type;
    uint32_t offset; /* In the record, in bytes. */
    uint32_t count;  /* Of an array; else 1. */
    uint32_t ref;    /* Of an index or span: the table, by its place in the chunk's `tables`. */
    bool ref_chunk;  /* `ref` is a pav_chunk_type_index, and the field counts chunks. */
    bool optional;
    const pav_enum_info *enumeration;
    uint32_t default_bits;
    double minimum;
    double maximum;
} pav_field_info;

typedef struct pav_table_info {
    const char *name;
    const char *record;
    uint32_t id;
    uint32_t item_size;    /* Bytes of a record. */
    size_t pointer_offset; /* Of the table's pointer and count in the chunk's struct. */
    size_t count_offset;
    const pav_field_info *fields; /* NULL: a stream. */
    uint32_t field_count;
    pav_stream_type stream;
    uint32_t width;
    bool refers; /* Each number of the stream is an index into `ref`, or a value of `enumeration`. */
    uint32_t ref;
    const pav_enum_info *enumeration;
    bool parallel; /* As many records as the table `parallel_to`. */
    uint32_t parallel_to;
    bool single; /* Exactly one record, and no count in the struct. */
} pav_table_info;

typedef struct pav_chunk_type {
    char type[5];
    bool single;
    size_t struct_size;
    const pav_table_info *tables;
    uint32_t table_count;
} pav_chunk_type;

typedef enum pav_chunk_type_index {
    PAV_CHUNK_TYPE_INFO,
    PAV_CHUNK_TYPE_SCNE,
    PAV_CHUNK_TYPE_MESH,
    PAV_CHUNK_TYPE_CLIP,
    PAV_CHUNK_TYPE_IMAG,
    PAV_CHUNK_TYPE_COUNT
} pav_chunk_type_index;

extern const pav_chunk_type pav_chunk_types[PAV_CHUNK_TYPE_COUNT];

/* The array of a table in a chunk's struct, and how many records it has. */
const void *pav_table_items(const void *chunk, const pav_table_info *table);
uint32_t pav_table_count(const void *chunk, const pav_table_info *table);
void pav_table_set(void *chunk, const pav_table_info *table, const void *items, uint32_t count);

/* Fills a record with the format's defaults. */
void pav_table_default(const pav_table_info *table, void *record);

#endif
