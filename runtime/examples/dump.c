/* SPDX-License-Identifier: MIT */
/* pavane-dump [--materials] FILE.pav OUT.bin: poses a scene and writes what came out, for comparing with
 * another program.
 *
 * Requests come on standard input, one per line: `rest`, or `CLIP FRAME`: a clip's index and a decimal frame
 * number of Blender.  The output is little-endian: "PAVDUMP\n", the number of nodes, the number of nodes with
 * a mesh, and of each of the latter its node and its number of points (all u32); then for each request the
 * world matrices of all nodes and the points of all nodes with a mesh (all f32).  With --materials the number
 * of values of all materials' inputs comes before the first request's, and those values after each request's.
 * Channels that drive nothing are named on standard error. */
#include <pavane/pavane.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static uint32_t count_mesh_nodes(const pav_chunk_scene *chunk)
{
    uint32_t count = 0;
    for (uint32_t node = 0; node < chunk->node_count; node++) {
        count += chunk->nodes[node].mesh != PAV_NONE;
    }
    return count;
}

static uint32_t count_input_values(const pav_scene *scene)
{
    const pav_chunk_scene *chunk = pav_document_scene(pav_scene_document(scene));
    uint32_t sum = 0;
    for (uint32_t material = 0; material < chunk->material_count; material++) {
        uint32_t count;
        pav_scene_material_inputs(scene, material, &count);
        sum += count;
    }
    return sum;
}

static void write_materials(FILE *out, const pav_scene *scene)
{
    const pav_chunk_scene *chunk = pav_document_scene(pav_scene_document(scene));
    for (uint32_t material = 0; material < chunk->material_count; material++) {
        uint32_t count;
        const float *values = pav_scene_material_inputs(scene, material, &count);
        put_floats(out, values, count);
    }
}

static void write_head(FILE *out, const pav_scene *scene, bool materials)
{
    const pav_chunk_scene *chunk = pav_document_scene(pav_scene_document(scene));
    fputs("PAVDUMP\n", out);
    put_u32(out, chunk->node_count);
    put_u32(out, count_mesh_nodes(chunk));
    for (uint32_t node = 0; node < chunk->node_count; node++) {
        if (chunk->nodes[node].mesh != PAV_NONE) {
            uint32_t point_count;
            pav_scene_points(scene, node, &point_count);
            put_u32(out, node);
            put_u32(out, point_count);
        }
    }
    if (materials) {
        put_u32(out, count_input_values(scene));
    }
}

static void write_pose(FILE *out, const pav_scene *scene)
{
    const pav_chunk_scene *chunk = pav_document_scene(pav_scene_document(scene));
    put_floats(out, pav_scene_world_matrices(scene), 16 * (size_t)chunk->node_count);
    for (uint32_t node = 0; node < chunk->node_count; node++) {
        uint32_t point_count;
        const float *points = pav_scene_points(scene, node, &point_count);
        put_floats(out, points, 3 * (size_t)point_count);
    }
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
static bool answer(const char *line, pav_scene *scene, const pav_binding *binding, bool materials, FILE *out)
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
    write_pose(out, scene);
    if (materials) {
        write_materials(out, scene);
    }
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

static bool answer_all(pav_scene *scene, const pav_binding *binding, bool materials, FILE *out)
{
    char line[256];
    write_head(out, scene, materials);
    while (fgets(line, sizeof line, stdin)) {
        if (is_cut(line, sizeof line)) {
            fprintf(stderr, "pavane-dump: a request is longer than %u bytes: %.40s...\n",
                    (unsigned)(sizeof line - 1), line);
            return false;
        }
        if (!answer(line, scene, binding, materials, out)) {
            return false;
        }
    }
    return true;
}

static bool write_file(const char *path, pav_scene *scene, const pav_binding *binding, bool materials)
{
    FILE *out = fopen(path, "wb");
    if (!out) {
        fprintf(stderr, "pavane-dump: %s: cannot be written\n", path);
        return false;
    }
    const bool answered = answer_all(scene, binding, materials, out);
    const bool written = !ferror(out);
    if (fclose(out) || !written) {
        fprintf(stderr, "pavane-dump: %s: cannot be written\n", path);
        return false;
    }
    return answered;
}

static void print_help(FILE *out)
{
    fputs("usage: pavane-dump [--materials] FILE.pav OUT.bin < REQUESTS\n"
          "\n"
          "Poses the scene of FILE.pav and writes what came out, for comparing with another program.\n"
          "\n"
          "Requests, one per line on standard input:\n"
          "  rest         everything at rest\n"
          "  CLIP FRAME   a clip, by its index in the file from 0 on, at a frame number of Blender: 0 12.5\n"
          "\n"
          "OUT.bin is little-endian: the bytes \"PAVDUMP\\n\"; the number of nodes, the number of nodes\n"
          "with a mesh, and of each of these its node and its number of points (all u32); then for each\n"
          "request the world matrices of all nodes, 16 f32 each, column by column, and the points of all\n"
          "nodes with a mesh, 3 f32 each, in the space of the node.\n"
          "\n"
          "  --materials  also writes the number of values of all materials' inputs (u32), before the first\n"
          "               request's answer, and those values (f32) at the end of each answer\n"
          "  --help       this text\n",
          out);
}

int main(int argument_count, char **arguments)
{
    if (argument_count == 2 && (strcmp(arguments[1], "--help") == 0 || strcmp(arguments[1], "-h") == 0)) {
        print_help(stdout);
        return EXIT_SUCCESS;
    }
    const bool materials = argument_count > 1 && strcmp(arguments[1], "--materials") == 0;
    if (argument_count != 3 + materials) {
        fprintf(stderr, "usage: pavane-dump [--materials] FILE.pav OUT.bin < REQUESTS; see --help\n");
        return 2;
    }
    const char *file = arguments[argument_count - 2];
    pav_document *document = NULL;
    pav_scene *scene = NULL;
    pav_binding *binding = NULL;
    pav_error error;
    bool done = false;
    if (pav_document_load_file(file, NULL, &document, &error) ||
        pav_scene_create(document, NULL, &scene, &error) ||
        pav_binding_create(document, document, NULL, &binding, &error)) {
        const bool names_file = error.result == PAV_ERROR_FILE;
        fprintf(stderr, "pavane-dump: %s%s%s\n", names_file ? "" : file, names_file ? "" : ": ",
                error.message);
    } else {
        report_missed(binding);
        done = write_file(arguments[argument_count - 1], scene, binding, materials);
    }
    pav_binding_destroy(binding);
    pav_scene_destroy(scene);
    pav_document_destroy(document);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
