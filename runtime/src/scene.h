/* SPDX-License-Identifier: MIT */
/* The inside of a scene: what scene.c, update.c, transform.c, deform.c, blend.c and player.c share. */
#ifndef PAV_SCENE_H
#define PAV_SCENE_H

#include "callback.h"
#include "dual_quaternion.h"
#include "exact_normals.h"
#include "inherit.h"
#include "layout.h"
#include "override.h"
#include "root_motion.h"
#include "socket.h"

#define PAV_DEFAULT_APPLY_CAPACITY 16u
#define PAV_DEFAULT_CALLBACK_CAPACITY 16u
#define PAV_DEFAULT_SOCKET_CAPACITY 8u

/* What pav_clip_apply noted down for the next update.  Belongs to contribution.c. */
typedef struct pav_contribution {
    const pav_binding *binding;
    const char *owner;    /* In the text of the clip, or NULL: all. */
    const pav_mask *mask; /* Held; NULL: none. */
    double seconds;
    uint32_t clip;
    int32_t priority;
    double weight;
    double share; /* Its part of all, see pav_contributions_share. */
    bool additive;
    bool reference_set; /* Against `reference`; false: against rest. */
    double reference;
} pav_contribution;

/* Why a node's matrices have to be computed again. */
typedef enum pav_mark {
    PAV_MARK_NONE,
    PAV_MARK_LOCAL,  /* Its local matrix was set. */
    PAV_MARK_WORLD,  /* Its world matrix was set; the local one follows. */
    PAV_MARK_CHANGED /* While marks are worked off: its world matrix is new. */
} pav_mark;

/* What a mesh looks like before any skin; shared by all nodes that show it. */
typedef struct pav_mesh_state {
    uint32_t *vertex_points; /* The point of each vertex. */
    float *points;           /* NULL: no morph, the document's own. */
    float *positions;        /* NULL: only skinned nodes show it. */
    float *normals;          /* NULL: nothing turns normals, the document's own. */
    /* Only with deform_off, which leaves the four above NULL: the vertices of point p are point_vertices from
     * point_first[p] up to point_first[p + 1]. */
    uint32_t *point_first;
    uint32_t *point_vertices;
} pav_mesh_state;

/* One of the skins that deform a node's mesh, one after the other. */
typedef struct pav_skin_stage {
    const pav_record_skin *record;
    uint32_t *group_joints; /* The joint of each of the mesh's groups, or PAV_NONE. */
    float *matrices;        /* 16 per joint. */
    pav_dual_bone *duals;   /* One per joint; NULL: blended by matrices. */
    float to_armature[12];  /* From the node's space, upper three rows column by column; only with `duals`. */
    float from_armature[12];
} pav_skin_stage;

/* A node whose mesh is deformed by skins. */
typedef struct pav_skin_state {
    uint32_t node;
    uint32_t mesh;
    uint32_t stage_count;
    pav_skin_stage *stages;
    float *points; /* These three are NULL with deform_off. */
    float *positions;
    float *normals;
} pav_skin_state;

/* A block of the scene's memory; the scene frees them all at once. */
typedef union pav_block {
    union pav_block *next;
    double alignment[2];
} pav_block;

struct pav_scene {
    pav_allocator allocator;
    pav_block *blocks;
    pav_document *document;
    const pav_chunk_scene *chunk; /* document's scene; never NULL. */
    uint32_t node_count;
    uint32_t mesh_count;

    /* Targets */
    pav_layout layout;
    uint32_t float_count; /* layout.float_count, then the callbacks' own floats. */
    float *targets;
    float *rest; /* Same layout; 0 for the callbacks' own. */
    pav_overrides overrides;
    pav_root_pin pin; /* A player's root motion. */

    /* Blending: the list is filled by pav_clip_apply and emptied by pav_scene_blend. */
    pav_contribution *contributions;
    uint32_t contribution_count;
    uint32_t contribution_capacity;
    void *blend; /* pav_blend_size bytes, aligned to 16, zeroed at creation; blend.c's own. */

    /* Matrices, 16 numbers a node */
    float *locals;
    float *worlds;
    double *exact_worlds; /* The same in double, so that errors do not add up along a chain. */
    uint8_t *marks;       /* pav_mark of each node. */
    uint32_t first_mark;  /* node_count: none. */
    double root[16]; /* What nodes without a parent hang on. */
    bool has_root;   /* False: `root` is none. */
    pav_sockets sockets;
    pav_scene *carrier; /* Whose socket the whole scene hangs on, or NULL. */
    pav_bone_rest *bone_rests; /* Of each node; NULL when all bones inherit all of their parents. */

    /* Deform */
    float
        *weights; /* Of all meshes' morphs; a mesh's begin at layout.morph_first[m] - layout.first[FLOAT]. */
    bool deform_off;
    bool normals_exact;
    pav_exact_normals exact_normals; /* Only with `normals_exact`. */
    pav_mesh_state *meshes;
    pav_skin_state *skins;
    uint32_t skin_count;
    uint32_t *node_skins;   /* Index into skins of each node, or PAV_NONE. */
    float *normal_matrices; /* 9 per point of the largest skinned mesh; written and read by one skin at a
                               time. */

    float *input_values; /* Of all materials' inputs, as chunk->input_values. */

    /* What the built-in callbacks write besides: the document's records as they are now. */
    pav_record_camera *cameras;
    pav_record_light *lights;
    float world_color[3];
    uint32_t *node_flags;
    float *property_values; /* As chunk->property_values. */

    pav_callback_list callbacks;
    bool updating;
    bool has_player; /* pav_player_create and pav_player_destroy keep it. */
};

/* Zeroed memory, aligned to 16, that lives as long as the scene.  NULL when there is none. */
void *pav_scene_allocate(pav_scene *scene, size_t count, size_t size);

/* ---- update.c ---- */

/* The phases of one update.  With `built_in` the user's callbacks do not run. */
pav_result pav_scene_run_phases(pav_scene *scene, bool built_in, pav_error *error);

/* ---- transform.c ---- */

/* UpdateTransform: local matrices from targets, all nodes. */
pav_result pav_transform_update(void *scene, pav_scene *same);

/* World matrices of all nodes, and forgets the marks. */
void pav_transform_world(pav_scene *scene);

/* Puts a node at a world matrix, and what is below it. */
void pav_transform_place(pav_scene *scene, uint32_t node, const double world[16]);

/* World matrices of the marked nodes and those below them, and of what hangs on sockets. */
void pav_transform_apply_marks(pav_scene *scene);

/* ---- morph.c ---- */

/* UpdateMorph: clamped weights from targets, all meshes. */
pav_result pav_morph_update(void *scene, pav_scene *same);

/* Points and normals of a mesh from its weights. */
void pav_morph_deform(pav_scene *scene, uint32_t mesh);

/* To length 1; one that vanished or is no number becomes what it is at rest. */
void pav_morph_normalise(float normal[3], const float rest[3]);

/* ---- skin.c ---- */

/* Where a point goes, and what turns the normals there. */
typedef struct pav_skin_point {
    float position[3];
    float normal[9];
} pav_skin_point;

/* What the skins make of a point that has these influences. */
void pav_skin_move(const pav_skin_state *state, const pav_record_influence *influences, uint32_t count,
                   const float point[3], pav_skin_point *out);
/* A normal that the matrix makes nothing of stays as it is.  `out` is another array than `normal`. */
void pav_skin_turn(const float matrix[9], const float normal[3], float out[3]);

pav_result pav_skin_create(pav_scene *scene);

/* Skin matrices of a skinned node from the world matrices of this update. */
void pav_skin_matrices(pav_scene *scene, const pav_skin_state *skin);

/* Points and normals of a skinned node from its mesh's and its matrices. */
void pav_skin_deform(pav_scene *scene, const pav_skin_state *skin);

/* ---- deform.c ---- */

/* The arrays of all meshes and skinned nodes. */
pav_result pav_deform_create(pav_scene *scene);
void pav_deform_update(pav_scene *scene);

/* ---- vertices.c ---- */

/* With deform_off: the vertices of each point of all meshes. */
pav_result pav_vertices_create(pav_scene *scene);

/* ---- blend.c ---- */

/* Bytes that blend.c wants in scene->blend; SIZE_MAX when they do not fit.  Asked when all above is set up
 * but the callbacks. */
size_t pav_blend_size(const pav_scene *scene);

/* Called once, when scene->blend is there. */
void pav_blend_create(pav_scene *scene);

/* Writes all targets from the contributions (there is one at least) and forgets them. */
pav_result pav_scene_blend(pav_scene *scene, pav_error *error);

#endif
