/* SPDX-License-Identifier: MIT */
/* How a table is packed: one function for each pav_packing that makes its records again.  The tables of a
 * chunk are unpacked in their order, and a packing may read those before its own; none of their numbers is
 * checked yet. */
#ifndef PAV_PACKING_H
#define PAV_PACKING_H

#include <pavane/document.h>

#include "schema.h"
#include "unpack.h"

/* No packed chunk has more tables. */
#define PAV_PACKED_TABLE_LIMIT 64

typedef struct pav_packed_table {
    char name[32]; /* In the schema of the chunk's type. */
    uint32_t id;
    uint32_t record_size;
    uint32_t count;
    uint32_t packing;
    const uint8_t *packed;
    uint32_t packed_size;
    uint8_t *raw; /* record_size · count bytes, to be filled, all of them. */
} pav_packed_table;

typedef struct pav_unpacker {
    const char *where;
    pav_packed_table tables[PAV_PACKED_TABLE_LIMIT];
    uint32_t table_count;
    const pav_lender *lender; /* Of distance 0: there is none. */
    const pav_allocator *allocator;
    pav_error *error;
} pav_unpacker;

/* The table of that name before `table`; NULL if there is none. */
const pav_packed_table *pav_unpacker_find(const pav_unpacker *unpacker, const pav_packed_table *table,
                                          const char *name);

/* `WHERE: TABLE: reason` */
pav_result pav_unpacker_fail(const pav_unpacker *unpacker, const pav_packed_table *table, const char *reason);

pav_result pav_unpack_columns(const pav_unpacker *unpacker, const pav_packed_table *table);
pav_result pav_unpack_key_handles(const pav_unpacker *unpacker, const pav_packed_table *table);

pav_result pav_unpack_samples(const pav_unpacker *unpacker, const pav_packed_table *table);

pav_result pav_unpack_normals(const pav_unpacker *unpacker, const pav_packed_table *table);

pav_result pav_unpack_shared(const pav_unpacker *unpacker, const pav_packed_table *table);

/* What the packed bytes of a shared table say; false if they say nothing. */
bool pav_packed_distance(const pav_packed_table *table, uint32_t *out);

#endif
