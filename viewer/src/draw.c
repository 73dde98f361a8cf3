/* SPDX-License-Identifier: MIT */
#include "draw.h"

#include "bounds.h"
#include "glyphs.h"
#include "program.h"
#include "shader_mesh.h"
#include "shaders.h"

#include <math.h>

/* ---- Making ---- */

static pav_result create_programs(view_programs *programs, pav_error *error)
{
    const struct {
        const char *name, *vertex, *fragment;
        GLuint *program;
    } sources[] = {
        {"shadows", view_shader_shadow_vertex, view_shader_shadow_fragment, &programs->shadow},
        {"the ground", view_shader_ground_vertex, view_shader_ground_fragment, &programs->ground},
        {"the backdrop", view_shader_backdrop_vertex, view_shader_backdrop_fragment, &programs->backdrop},
        {"shapes", view_shader_shape_vertex, view_shader_shape_fragment, &programs->shape},
    };
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        const pav_result result = view_program_create(sources[i].name, sources[i].vertex, sources[i].fragment,
                                                      sources[i].program, error);
        if (result) {
            return result;
        }
    }
    const pav_result result =
        view_program_create_of_parts("meshes", view_shader_mesh_vertex, view_shader_mesh_fragment,
                                     VIEW_SHADER_MESH_PARTS, &programs->mesh, error);
    if (!result) {
        view_surfaces_prepare(programs->mesh);
        view_lights_prepare(programs->mesh);
    }
    return result;
}

pav_result view_drawing_create(pav_scene *scene, view_drawing *out, pav_error *error)
{
    const pav_chunk_scene *chunk = pav_document_scene(pav_scene_document(scene));
    *out = (view_drawing){.scene = scene, .ground = view_ground_of((pav_axis)chunk->scene->up_axis)};
    glGenVertexArrays(1, &out->empty);
    view_shapes_create(&out->shapes);
    view_lights_create(&out->lights);
    pav_result result = create_programs(&out->programs, error);
    if (!result) {
        result = view_shadow_create(&out->shadow, error);
    }
    if (!result) {
        result = view_mesh_buffers_create(scene, &out->meshes, error);
    }
    if (!result) {
        result = view_surfaces_create(scene, &out->surfaces, error);
    }
    if (!result) {
        result = view_depth_order_create(scene, &out->order, error);
    }
    if (result) {
        view_drawing_destroy(out);
    }
    return result;
}

void view_drawing_destroy(view_drawing *drawing)
{
    const view_programs *programs = &drawing->programs;
    glDeleteProgram(programs->mesh);
    glDeleteProgram(programs->shadow);
    glDeleteProgram(programs->ground);
    glDeleteProgram(programs->backdrop);
    glDeleteProgram(programs->shape);
    glDeleteVertexArrays(1, &drawing->empty);
    view_shapes_destroy(&drawing->shapes);
    view_shadow_destroy(&drawing->shadow);
    view_mesh_buffers_destroy(&drawing->meshes);
    view_surfaces_destroy(&drawing->surfaces);
    view_lights_destroy(&drawing->lights);
    view_depth_order_destroy(&drawing->order);
    *drawing = (view_drawing){.scene = NULL};
}

/* ---- Meshes ---- */

typedef struct mesh_pass {
    GLuint program;
    bool hidden;      /* Draws hidden nodes too. */
    bool rendered;    /* Hidden is what Blender does not render; false: what its viewport hides. */
    bool masks;       /* Each node in a colour of its own. */
    bool lit;         /* Sets materials and normals. */
    bool transparent; /* Draws the transparent materials, farthest first; false: the others. */
    const float *ink; /* One colour for everything; NULL: the materials'. */
} mesh_pass;

static void draw_primitive(const pav_record_primitive *primitive)
{
    glDrawElements(GL_TRIANGLES, (GLsizei)primitive->indices_count, GL_UNSIGNED_INT,
                   (const void *)(sizeof(uint32_t) * primitive->indices_first));
}

static void draw_primitives(const view_drawing *drawing, uint32_t node, const mesh_pass *pass)
{
    const pav_document *document = pav_scene_document(drawing->scene);
    const pav_chunk_mesh *mesh = pav_document_mesh(document, pav_document_scene(document)->nodes[node].mesh);
    for (uint32_t i = 0; i < mesh->primitive_count; i++) {
        const pav_record_primitive *primitive = &mesh->primitives[i];
        const uint32_t index = view_surfaces_of_slot(&drawing->surfaces, node, primitive->slot);
        const view_surface *surface = &drawing->surfaces.surfaces[index];
        if (!pass->ink && surface->see_through != pass->transparent) {
            continue;
        }
        if (pass->lit) {
            view_surfaces_bind(&drawing->surfaces, index, &drawing->meshes, node);
            (surface->double_sided && !pass->transparent ? glDisable : glEnable)(GL_CULL_FACE);
        }
        if (pass->transparent && surface->double_sided) {
            glCullFace(GL_FRONT); /* Of one surface the backs lie behind. */
            draw_primitive(primitive);
            glCullFace(GL_BACK);
        }
        draw_primitive(primitive);
    }
}

static bool is_drawn(const view_drawing *drawing, uint32_t node, const mesh_pass *pass)
{
    return pass->hidden || !(pass->rendered ? view_node_is_unrendered(drawing->scene, node)
                                            : view_node_is_hidden(drawing->scene, node));
}

/* The multiplier is odd, so no two nodes have one colour, and none has the black of the background. */
static void set_mask_ink(GLuint program, uint32_t node)
{
    const uint32_t color = (node + 1) * 0x9E3779u;
    float ink[4] = {0, 0, 0, 1};
    for (int i = 0; i < 3; i++) {
        ink[i] = (float)(color >> (16 - 8 * i) & 255) / 255;
    }
    view_program_set_color(program, "ink", ink);
}

static void draw_node(const view_drawing *drawing, uint32_t node, const mesh_pass *pass)
{
    const float *world = &pav_scene_world_matrices(drawing->scene)[16 * (size_t)node];
    if (!is_drawn(drawing, node, pass) || !view_mesh_buffers_bind(&drawing->meshes, node)) {
        return;
    }
    view_program_set_matrix(pass->program, "world", world);
    const bool mirrored = view_matrix_determinant(world) < 0;
    glFrontFace(mirrored ? GL_CW : GL_CCW);
    if (pass->lit) {
        float normal_matrix[9];
        view_matrix_normal(world, normal_matrix);
        for (int i = 0; mirrored && i < 9; i++) {
            normal_matrix[i] = -normal_matrix[i];
        }
        view_program_set_normal_matrix(pass->program, "normal_matrix", normal_matrix);
    }
    if (pass->masks) {
        set_mask_ink(pass->program, node);
    }
    draw_primitives(drawing, node, pass);
}

static void draw_meshes(const view_drawing *drawing, const mesh_pass *pass)
{
    const view_depth_order *order = &drawing->order;
    const uint32_t node_count = pav_document_scene(pav_scene_document(drawing->scene))->node_count;
    const uint32_t count = pass->transparent ? order->count : node_count;
    for (uint32_t i = 0; i < count; i++) {
        draw_node(drawing, pass->transparent ? order->nodes[i] : i, pass);
    }
    glFrontFace(GL_CCW);
    glDisable(GL_CULL_FACE);
    glBindVertexArray(0);
}

/* ---- Light ---- */

/* From above the camera's left shoulder, so that what one looks at is lit. */
static view_vector key_direction(const view_drawing *drawing, const view_lens *lens)
{
    const view_vector up = drawing->ground.up;
    const view_vector right = view_vector_normalize(view_vector_cross(up, lens->backward));
    const view_vector level = view_vector_cross(right, up);
    const view_vector aside =
        view_vector_subtract(view_vector_scale(level, 0.75f), view_vector_scale(right, 0.6f));
    return view_vector_normalize(view_vector_add(aside, up));
}

/* Where the light comes from that casts shadows. */
static view_vector light_up(view_drawing *drawing, const view_look *look)
{
    const view_vector middle =
        view_box_is_empty(&look->focus) ? (view_vector){0, 0, 0} : view_box_center(&look->focus);
    view_lights_upload(&drawing->lights, drawing->scene, middle, look->rendered);
    const bool file = look->lighting == VIEW_LIGHTING_FILE && drawing->lights.count;
    return file ? drawing->lights.towards : key_direction(drawing, &look->lens);
}

static void draw_shadow(view_drawing *drawing, const view_look *look, view_vector key)
{
    const GLuint program = drawing->programs.shadow;
    view_shadow_aim(&drawing->shadow, &look->focus, key, drawing->ground.up);
    view_shadow_begin(&drawing->shadow);
    glUseProgram(program);
    view_program_set_matrix(program, "view_projection", drawing->shadow.view_projection);
    glEnable(GL_DEPTH_CLAMP);
    draw_meshes(drawing,
                &(mesh_pass){.program = program, .hidden = look->hidden, .rendered = look->rendered});
    glDisable(GL_DEPTH_CLAMP);
}

/* ---- The parts of a picture ---- */

static void draw_backdrop(const view_drawing *drawing)
{
    glUseProgram(drawing->programs.backdrop);
    glDisable(GL_DEPTH_TEST);
    glBindVertexArray(drawing->empty);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glEnable(GL_DEPTH_TEST);
}

static void use_mesh_program(const view_drawing *drawing, const view_look *look,
                             const float view_projection[16], view_vector key)
{
    const float no_ink[4] = {0, 0, 0, 0};
    const GLuint program = drawing->programs.mesh;
    glUseProgram(program);
    view_program_set_matrix(program, "view_projection", view_projection);
    view_program_set_matrix(program, "shadow_matrix", drawing->shadow.lookup);
    view_program_set_float(program, "shadow_texel", drawing->shadow.texel);
    view_program_set_vector(program, "eye", look->lens.eye);
    view_program_set_vector(program, "up", drawing->ground.up);
    view_program_set_vector(program, "key_direction", key);
    view_program_set_color(program, "ink", no_ink);
    view_program_set_number(program, "lighting", (int)look->lighting);
    view_program_set_number(program, "masks", look->masks);
    glBindTexture(GL_TEXTURE_2D, drawing->shadow.map);
}

static mesh_pass mesh_pass_of(const view_drawing *drawing, const view_look *look)
{
    return (mesh_pass){
        .program = drawing->programs.mesh, .lit = true, .hidden = look->hidden, .rendered = look->rendered};
}

static void draw_wires(const view_drawing *drawing, const view_look *look)
{
    const float ink[4] = {0.02f, 0.03f, 0.05f, 0.55f};
    glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
    glEnable(GL_BLEND);
    mesh_pass pass = mesh_pass_of(drawing, look);
    pass.ink = ink;
    view_program_set_color(pass.program, "ink", ink);
    draw_meshes(drawing, &pass);
    view_program_set_color(pass.program, "ink", (const float[4]){0, 0, 0, 0});
    glDisable(GL_BLEND);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
}

/* The power of ten of which a few fit into what is looked at. */
static float cell_size(float radius)
{
    return radius > 0 ? powf(10, floorf(log10f(radius))) : 1;
}

static void draw_ground(const view_drawing *drawing, const view_look *look, const float view_projection[16])
{
    const GLuint program = drawing->programs.ground;
    const view_ground *ground = &drawing->ground;
    const view_vector middle =
        view_box_is_empty(&look->focus) ? (view_vector){0, 0, 0} : view_box_center(&look->focus);
    const float height = view_vector_dot(middle, ground->up);
    const view_vector center = view_vector_subtract(middle, view_vector_scale(ground->up, height));
    const float radius = view_box_radius(&look->focus);
    const float away = view_vector_length(view_vector_subtract(look->lens.eye, center));
    const bool z_up = ground->up.z > 0;
    glUseProgram(program);
    view_program_set_matrix(program, "view_projection", view_projection);
    view_program_set_matrix(program, "shadow_matrix", drawing->shadow.lookup);
    view_program_set_vector(program, "center", center);
    view_program_set_vector(program, "right", ground->right);
    view_program_set_vector(program, "front", ground->front);
    view_program_set_pair(program, "origin", -view_vector_dot(center, ground->right),
                          view_vector_dot(center, ground->front));
    view_program_set_vector(program, "second_axis",
                            z_up ? (view_vector){0.28f, 0.55f, 0.22f} : (view_vector){0.22f, 0.36f, 0.75f});
    view_program_set_float(program, "cell", cell_size(radius));
    view_program_set_float(program, "reach", fmaxf(8 * radius, 3 * away));
    view_program_set_float(program, "lines", look->grid ? 1 : 0);
    glEnable(GL_BLEND);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1, 8); /* A floor that lies in the same plane hides it. */
    glDepthMask(GL_FALSE);
    glBindVertexArray(drawing->empty);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glDepthMask(GL_TRUE);
    glDisable(GL_POLYGON_OFFSET_FILL);
    glDisable(GL_BLEND);
}

static void draw_shapes(view_drawing *drawing, const view_look *look, const float view_projection[16])
{
    glUseProgram(drawing->programs.shape);
    view_program_set_matrix(drawing->programs.shape, "view_projection", view_projection);
    glEnable(GL_BLEND);
    if (look->glyphs) {
        view_shapes_clear(&drawing->shapes);
        view_glyphs_add_cameras_and_lights(&drawing->shapes, drawing->scene,
                                           0.12f * view_box_radius(&look->focus));
        view_shapes_draw(&drawing->shapes);
    }
    if (look->bones) {
        view_shapes_clear(&drawing->shapes);
        view_glyphs_add_bones(&drawing->shapes, drawing->scene, look->lens.backward);
        glDisable(GL_DEPTH_TEST); /* Bones show through the skin. */
        view_shapes_draw(&drawing->shapes);
        glEnable(GL_DEPTH_TEST);
    }
    glDisable(GL_BLEND);
}

static void draw_surfaces(const view_drawing *drawing, const view_look *look)
{
    mesh_pass pass = mesh_pass_of(drawing, look);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1, 1); /* Wires lie on the surface. */
    draw_meshes(drawing, &pass);
    glDisable(GL_POLYGON_OFFSET_FILL);
    if (look->wireframe) {
        draw_wires(drawing, look);
    }
    glEnable(GL_BLEND);
    glDepthMask(GL_FALSE);
    pass.transparent = true;
    draw_meshes(drawing, &pass);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
}

static void clear(const view_drawing *drawing, const view_look *look)
{
    float sky[3] = {0, 0, 0};
    if (!look->masks) {
        view_lights_sky(drawing->scene, sky);
    }
    glClearColor(sky[0], sky[1], sky[2], 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

/* Pixels belong to what their middle shows, so that no colour is mixed. */
static void draw_masks(const view_drawing *drawing, const view_look *look)
{
    mesh_pass pass = mesh_pass_of(drawing, look);
    const float ink[4] = {0, 0, 0, 1};
    pass.ink = ink;
    pass.masks = true;
    glDisable(GL_MULTISAMPLE);
    draw_meshes(drawing, &pass);
    glEnable(GL_MULTISAMPLE);
}

static void draw_all(view_drawing *drawing, const view_look *look, const float view_projection[16],
                     view_vector key)
{
    if (!look->rendered) {
        draw_backdrop(drawing);
    }
    use_mesh_program(drawing, look, view_projection, key);
    draw_surfaces(drawing, look);
    if (!look->rendered) {
        draw_ground(drawing, look, view_projection);
    }
    draw_shapes(drawing, look, view_projection);
}

void view_drawing_draw(view_drawing *drawing, const view_picture *picture, const view_area *area,
                       const view_look *look)
{
    float view_projection[16];
    view_matrix_multiply(look->lens.projection, look->lens.view, view_projection);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    view_mesh_buffers_upload(&drawing->meshes);
    view_surfaces_upload(&drawing->surfaces, look->textures);
    view_depth_order_update(&drawing->order, look->lens.backward);
    const view_vector key = light_up(drawing, look);
    draw_shadow(drawing, look, key);
    view_picture_begin(picture);
    glViewport(area->x, area->y, area->width, area->height);
    glScissor(area->x, area->y, area->width, area->height);
    glEnable(GL_SCISSOR_TEST);
    clear(drawing, look);
    if (look->masks) {
        use_mesh_program(drawing, look, view_projection, key);
        draw_masks(drawing, look);
    } else {
        draw_all(drawing, look, view_projection, key);
    }
    glDisable(GL_SCISSOR_TEST);
    glViewport(0, 0, (GLsizei)picture->width, (GLsizei)picture->height);
}
