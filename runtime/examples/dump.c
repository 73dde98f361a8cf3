/* SPDX-License-Identifier: MIT */
/* pavane-dump [--materials | --values | --drawn] FILE.pav OUT.bin: poses a scene and writes what came out,
 * for comparing with another program; --help describes requests and output.  Channels that drive nothing are
 * named on standard error. */
#include <pavane/pavane.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Which arrays are written: beside the world matrices some of these. */
typedef struct dump_contents {
    bool weights, inputs, points, vertices, moves;
} dump_contents;

/* ---- Writing ---- */

static void put_u32(FILE *out, uint32_t number)
{
    const unsigned char bytes[4] = {
        (unsigned char)number,
        (unsigned char)(number >> 8),
        (unsigned char)(number >> 16),
        (unsigned char)(number >> 24),
    };
    fwrite(bytes, 1, sizeof bytes, out);
}

static void put_floats(FILE *out, const float *floats, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &floats[i], sizeof bits);
        put_u32(out, bits);
    }
}

/* Pinned: other programs read them. */
enum {
    WORLD_MATRICES,
    MORPH_WEIGHTS,
    MATERIAL_INPUTS,
    POINTS,
    POSITIONS,
    NORMALS,
    CAMERA,
    LIGHT,
    WORLD_COLOR,
    HIDDEN,
    PROPERTY
};

typedef enum dump_step { COUNT, LIST, WRITE } dump_step;

/* Goes over all arrays, in one order: first to count them, then to list them, then to write what they hold.
 */
typedef struct dump_walk {
    dump_step step;
    FILE *out;
    uint32_t count;
} dump_walk;

static void visit(dump_walk *walk, uint32_t kind, uint32_t index, const float *floats, size_t count)
{
    walk->count++;
    if (walk->step == LIST) {
        put_u32(walk->out, kind);
        put_u32(walk->out, index);
        put_u32(walk->out, (uint32_t)count);
    } else if (walk->step == WRITE) {
        put_floats(walk->out, floats, count);
    }
}

static void visit_values(dump_walk *walk, const pav_scene *scene, dump_contents contents)
{
    const pav_document *document = pav_scene_document(scene);
    uint32_t count;
    for (uint32_t mesh = 0; contents.weights && mesh < pav_document_mesh_count(document); mesh++) {
        const float *weights = pav_scene_morph_weights(scene, mesh, &count);
        if (weights) {
            visit(walk, MORPH_WEIGHTS, mesh, weights, count);
        }
    }
    const uint32_t material_count = pav_document_scene(document)->material_count;
    for (uint32_t material = 0; contents.inputs && material < material_count; material++) {
        const float *inputs = pav_scene_material_inputs(scene, material, &count);
        if (inputs) {
            visit(walk, MATERIAL_INPUTS, material, inputs, count);
        }
    }
}

static void visit_meshes(dump_walk *walk, const pav_scene *scene, dump_contents contents)
{
    const pav_chunk_scene *chunk = pav_document_scene(pav_scene_document(scene));
    uint32_t count;
    for (uint32_t node = 0; node < chunk->node_count; node++) {
        if (contents.points && chunk->nodes[node].mesh != PAV_NONE) {
            const float *points = pav_scene_points(scene, node, &count);
            visit(walk, POINTS, node, points, 3 * (size_t)count);
        }
        const float *positions = contents.vertices ? pav_scene_positions(scene, node, &count) : NULL;
        if (positions && count) {
            visit(walk, POSITIONS, node, positions, 3 * (size_t)count);
            visit(walk, NORMALS, node, pav_scene_normals(scene, node, NULL), 3 * (size_t)count);
        }
    }
}

static void visit_camera(dump_walk *walk, const pav_record_camera *camera, uint32_t index)
{
    const float numbers[] = {
        camera->lens,
        camera->sensor_width,
        camera->sensor_height,
        camera->ortho_scale,
        camera->shift_x,
        camera->shift_y,
        camera->clip_start,
        camera->clip_end,
        camera->focus_distance,
        camera->fstop,
        (camera->flags & PAV_CAMERA_FLAG_DEPTH_OF_FIELD) ? 1.0f : 0.0f,
    };
    visit(walk, CAMERA, index, numbers, sizeof numbers / sizeof *numbers);
}

static void visit_light(dump_walk *walk, const pav_record_light *light, uint32_t index)
{
    const float numbers[] = {
        light->color[0],  light->color[1],   light->color[2],  light->energy,     light->radius,
        light->spot_size, light->spot_blend, light->sun_angle, light->area_width, light->area_height,
    };
    visit(walk, LIGHT, index, numbers, sizeof numbers / sizeof *numbers);
}

static void visit_moves(dump_walk *walk, const pav_scene *scene)
{
    const pav_chunk_scene *chunk = pav_document_scene(pav_scene_document(scene));
    for (uint32_t camera = 0; camera < chunk->camera_count; camera++) {
        visit_camera(walk, pav_scene_camera(scene, camera), camera);
    }
    for (uint32_t light = 0; light < chunk->light_count; light++) {
        visit_light(walk, pav_scene_light(scene, light), light);
    }
    visit(walk, WORLD_COLOR, 0, pav_scene_world_color(scene), 3);
    for (uint32_t node = 0; node < chunk->node_count; node++) {
        const uint32_t flags = pav_scene_node_flags(scene)[node];
        const float hidden[] = {(flags & PAV_NODE_FLAG_HIDDEN_VIEWPORT) ? 1.0f : 0.0f,
                                (flags & PAV_NODE_FLAG_HIDDEN_RENDER) ? 1.0f : 0.0f};
        visit(walk, HIDDEN, node, hidden, 2);
    }
    for (uint32_t property = 0; property < chunk->property_count; property++) {
        uint32_t count;
        const float *numbers = pav_scene_property_values(scene, property, &count);
        if (numbers) {
            visit(walk, PROPERTY, property, numbers, count);
        }
    }
}

static uint32_t visit_all(FILE *out, dump_step step, const pav_scene *scene, dump_contents contents)
{
    dump_walk walk = {.step = step, .out = out};
    const size_t node_count = pav_document_scene(pav_scene_document(scene))->node_count;
    visit(&walk, WORLD_MATRICES, 0, pav_scene_world_matrices(scene), 16 * node_count);
    visit_values(&walk, scene, contents);
    visit_meshes(&walk, scene, contents);
    if (contents.moves) {
        visit_moves(&walk, scene);
    }
    return walk.count;
}

static void write_head(FILE *out, const pav_scene *scene, dump_contents contents)
{
    fputs("PAVDUMP\n", out);
    put_u32(out, visit_all(out, COUNT, scene, contents));
    visit_all(out, LIST, scene, contents);
}

/* ---- Posing ---- */

static void report_missed(const pav_binding *binding)
{
    char text[512];
    for (uint32_t link = 0; link < pav_binding_link_count(binding); link++) {
        if (pav_binding_link(binding, link).status != PAV_LINK_BOUND) {
            pav_binding_describe(binding, link, text, sizeof text);
            fprintf(stderr, "pavane-dump: %s\n", text);
        }
    }
}

static bool pose_clip(pav_scene *scene, const pav_binding *binding, uint32_t clip, double frame)
{
    const pav_document *document = pav_scene_document(scene);
    if (clip >= pav_document_clip_count(document)) {
        fprintf(stderr, "pavane-dump: clip %u, but there are %u clips\n", (unsigned)clip,
                (unsigned)pav_document_clip_count(document));
        return false;
    }
    const double seconds = pav_clip_seconds(pav_document_clip(document, clip), frame);
    if (pav_clip_apply(scene, binding, clip, NULL, seconds, 1.0f, 0)) {
        fprintf(stderr, "pavane-dump: clip %u cannot be applied at frame %g\n", (unsigned)clip, frame);
        return false;
    }
    return true;
}

static bool asks_for_rest(const char *line)
{
    char word[8];
    int length = 0;
    return sscanf(line, "%7s %n", word, &length) == 1 && strcmp(word, "rest") == 0 && !line[length];
}

/* A clip's index, of nine digits at most, and a frame, and nothing else. */
static bool read_moment(const char *line, unsigned *clip, double *frame)
{
    int length = 0;
    return line[strspn(line, " \t")] != '-' && sscanf(line, "%9u %lf %n", clip, frame, &length) == 2 &&
           !line[length];
}

/* Does what one line asks for; an empty line asks for nothing. */
static bool answer(const char *line, pav_scene *scene, const pav_binding *binding, dump_contents contents,
                   FILE *out)
{
    unsigned clip;
    double frame;
    pav_error error;
    if (!line[strspn(line, " \t\r\n")]) {
        return true;
    }
    pav_scene_reset_targets(scene);
    if (!asks_for_rest(line)) {
        if (!read_moment(line, &clip, &frame)) {
            fprintf(stderr, "pavane-dump: neither `rest` nor `CLIP FRAME`: %s", line);
            return false;
        }
        if (!pose_clip(scene, binding, clip, frame)) {
            return false;
        }
    }
    if (pav_scene_update(scene, &error)) {
        fprintf(stderr, "pavane-dump: %s\n", error.message);
        return false;
    }
    visit_all(out, WRITE, scene, contents);
    return true;
}

/* Whether `line` holds only the beginning of what stands there. */
static bool is_cut(const char *line, size_t size)
{
    if (strlen(line) < size - 1 || line[size - 2] == '\n') {
        return false;
    }
    const int next = getc(stdin);
    if (next != EOF) {
        ungetc(next, stdin);
    }
    return next != EOF;
}

static bool answer_all(pav_scene *scene, const pav_binding *binding, dump_contents contents, FILE *out)
{
    char line[256];
    write_head(out, scene, contents);
    while (fgets(line, sizeof line, stdin)) {
        if (is_cut(line, sizeof line)) {
            fprintf(stderr, "pavane-dump: a request is longer than %u bytes: %.40s...\n",
                    (unsigned)(sizeof line - 1), line);
            return false;
        }
        if (!answer(line, scene, binding, contents, out)) {
            return false;
        }
    }
    return true;
}

static bool write_file(const char *path, pav_scene *scene, const pav_binding *binding, dump_contents contents)
{
    FILE *out = fopen(path, "wb");
    if (!out) {
        fprintf(stderr, "pavane-dump: %s: cannot be written\n", path);
        return false;
    }
    const bool answered = answer_all(scene, binding, contents, out);
    const bool written = !ferror(out);
    if (fclose(out) || !written) {
        fprintf(stderr, "pavane-dump: %s: cannot be written\n", path);
        return false;
    }
    return answered;
}

static const char usage[] =
    "usage: pavane-dump [--materials | --values | --drawn] FILE.pav OUT.bin < REQUESTS";

static void print_help(FILE *out)
{
    fprintf(out, "%s\n\n", usage);
    fputs(
        "Poses the scene of FILE.pav and writes what came out, for comparing with another program.\n"
        "\n"
        "Requests, one per line on standard input:\n"
        "  rest         everything at rest\n"
        "  CLIP FRAME   a clip, by its index in the file from 0 on, at a frame number of Blender: 0 12.5\n"
        "\n"
        "OUT.bin is little-endian: the bytes \"PAVDUMP\\n\"; the number of arrays; of each its kind, its\n"
        "index and how many numbers it has (all u32); then for each request the numbers of all arrays\n"
        "(f32). The kinds, in the order in which they stand:\n"
        "  0  world matrices of all nodes, 16 each, column by column (index 0)\n"
        "  1  weights of a mesh's shape keys (the mesh); with --drawn\n"
        "  2  inputs of a material (the material); with --materials, --values or --drawn\n"
        "  3  points of a node's mesh, 3 each, in the space of the node (the node); not with --drawn\n"
        "  4  positions of a node's drawn vertices, 3 each; with --drawn\n"
        "  5  their normals, right behind them\n"
        "  6  a camera (the camera): lens, sensor width and height, ortho scale, shift x and y, clip\n"
        "     start and end, focus distance, f-stop, and 1 with depth of field; with --values, as the next\n"
        "  7  a light (the light): red, green, blue, energy, radius, spot size and blend, sun angle, area\n"
        "     width and height\n"
        "  8  the colour of the world, 3 (index 0)\n"
        "  9  whether a node is hidden in the viewport and when rendering, 0 or 1 (the node)\n"
        " 10  numbers of a custom property (the property), if it is no text\n"
        "\n"
        "  --materials  also what the inputs of materials are\n"
        "  --values     the same, and cameras, lights, the world, hidden nodes and custom properties\n"
        "  --drawn      what a program draws: the same as pavane-viewer --dump writes\n"
        "  --help       this text\n",
        out);
}

/* False when the arguments are none that there are. */
static bool read_contents(int argument_count, char **arguments, dump_contents *out)
{
    const char *option = argument_count == 4 ? arguments[1] : "";
    const bool drawn = strcmp(option, "--drawn") == 0;
    const bool values = strcmp(option, "--values") == 0;
    const bool materials = values || strcmp(option, "--materials") == 0;
    *out = (dump_contents){
        .weights = drawn, .inputs = drawn || materials, .points = !drawn, .vertices = drawn, .moves = values};
    return argument_count == 3 || drawn || materials;
}

int main(int argument_count, char **arguments)
{
    if (argument_count == 2 && (strcmp(arguments[1], "--help") == 0 || strcmp(arguments[1], "-h") == 0)) {
        print_help(stdout);
        return EXIT_SUCCESS;
    }
    dump_contents contents;
    if (!read_contents(argument_count, arguments, &contents)) {
        fprintf(stderr, "%s; see --help\n", usage);
        return 2;
    }
    const char *file = arguments[argument_count - 2];
    pav_document *document = NULL;
    pav_scene *scene = NULL;
    pav_binding *binding = NULL;
    pav_error error;
    bool done = false;
    if (pav_document_load_file(file, NULL, &document, &error)) {
        fprintf(stderr, "pavane-dump: %s\n", error.message);
    } else if (pav_scene_create(document, NULL, &scene, &error) ||
               pav_binding_create(document, document, NULL, &binding, &error)) {
        fprintf(stderr, "pavane-dump: %s: %s\n", file, error.message);
    } else {
        report_missed(binding);
        done = write_file(arguments[argument_count - 1], scene, binding, contents);
    }
    pav_binding_destroy(binding);
    pav_scene_destroy(scene);
    pav_document_destroy(document);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
