/* SPDX-License-Identifier: MIT */
#include "options.h"

#include "keys.h"
#include "message.h"

#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* ---- Readers: each reads a value into its place in the command; false when it is none of its kind ---- */

static bool read_flag(view_command *command, void *place, const char *value)
{
    (void)command;
    (void)value;
    *(bool *)place = true;
    return true;
}

static bool read_text(view_command *command, void *place, const char *value)
{
    (void)command;
    *(const char **)place = value;
    return *value != 0;
}

static bool read_number(view_command *command, void *place, const char *value)
{
    char *end;
    double *number = place;
    (void)command;
    *number = strtod(value, &end);
    return end != value && !*end && isfinite(*number);
}

static bool read_time(view_command *command, void *place, const char *value)
{
    command->time_set = true;
    return read_number(command, place, value);
}

static bool read_positive(view_command *command, void *place, const char *value)
{
    return read_number(command, place, value) && *(double *)place > 0;
}

static bool read_fade(view_command *command, void *place, const char *value)
{
    command->options.fade_set = true;
    return read_number(command, place, value) && *(double *)place >= 0;
}

static bool read_frame(view_command *command, void *place, const char *value)
{
    command->options.frame_set = true;
    return read_number(command, place, value);
}

static bool read_angle(view_command *command, void *place, const char *value)
{
    /* The other angle keeps its default. */
    if (!command->options.view_set) {
        command->options.yaw = PAV_VIEW_YAW;
        command->options.pitch = PAV_VIEW_PITCH;
        command->options.view_set = true;
    }
    return read_number(command, place, value);
}

static bool read_switch(view_command *command, void *place, const char *value)
{
    pav_view_switch *choice = place;
    (void)command;
    *choice = strcmp(value, "on") == 0 ? PAV_VIEW_ON : PAV_VIEW_OFF;
    return *choice == PAV_VIEW_ON || strcmp(value, "off") == 0;
}

static bool read_camera(view_command *command, void *place, const char *value)
{
    bool *file_camera = place;
    (void)command;
    *file_camera = strcmp(value, "file") == 0;
    return *file_camera || strcmp(value, "orbit") == 0;
}

static bool read_lighting(view_command *command, void *place, const char *value)
{
    static const char *const names[] = {"", "file", "studio", "flat"};
    (void)command;
    for (int lighting = PAV_VIEW_LIGHTING_FILE; lighting <= PAV_VIEW_LIGHTING_FLAT; lighting++) {
        if (strcmp(value, names[lighting]) == 0) {
            *(pav_view_lighting *)place = (pav_view_lighting)lighting;
            return true;
        }
    }
    return false;
}

static bool read_mode(view_command *command, void *place, const char *value)
{
    static const char *const names[] = {"once", "stay", "loop", "ping-pong"};
    for (int mode = PAV_PLAY_MODE_ONCE; mode <= PAV_PLAY_MODE_PING_PONG; mode++) {
        if (strcmp(value, names[mode]) == 0) {
            *(pav_play_mode *)place = (pav_play_mode)mode;
            command->options.mode_set = true;
            return true;
        }
    }
    return false;
}

static bool read_along(view_command *command, void *place, const char *value)
{
    uint32_t *count = place;
    command->options.along = command->along;
    if (*count == VIEW_MOST_ALONG) {
        return false;
    }
    command->along[(*count)++] = value;
    return true;
}

/* Two whole numbers with something between them. */
static bool read_pair(const char *value, const char *between, long out[2])
{
    char *end;
    out[0] = strtol(value, &end, 10);
    const size_t length = strlen(between);
    if (end == value || strncmp(end, between, length) != 0) {
        return false;
    }
    const char *second = end + length;
    out[1] = strtol(second, &end, 10);
    return end != second && !*end && out[0] > -INT_MAX && out[0] < INT_MAX && out[1] > -INT_MAX &&
           out[1] < INT_MAX;
}

static bool read_size(view_command *command, void *place, const char *value)
{
    long size[2];
    (void)place;
    if (!read_pair(value, "x", size) || size[0] < 16 || size[1] < 16 || size[0] > 16384 || size[1] > 16384) {
        return false;
    }
    command->options.width = (uint32_t)size[0];
    command->options.height = (uint32_t)size[1];
    return true;
}

static bool read_frames(view_command *command, void *place, const char *value)
{
    long frames[2];
    (void)place;
    if (!read_pair(value, "..", frames)) {
        return false;
    }
    command->options.frames_set = true;
    command->options.frames_first = (int32_t)frames[0];
    command->options.frames_last = (int32_t)frames[1];
    return true;
}

/* ---- The table ---- */

typedef struct option {
    const char *name;
    const char *value; /* What it is followed by; NULL: nothing. */
    bool (*read)(view_command *command, void *place, const char *value);
    size_t place;
    const char *help;
} option;

#define PLACE(member) offsetof(view_command, member)

static const option options[] = {
    {"--clip", "NAME", read_text, PLACE(options.clip),
     "play this clip; without: the one with the most channels"},
    {"--with", "NAME", read_along, PLACE(options.along_count),
     "a further clip that plays along; may be repeated"},
    {"--others", "on|off", read_switch, PLACE(options.others),
     "whatever no chosen clip moves plays its own first clip (default on)"},
    {"--rest", NULL, read_flag, PLACE(options.rest), "no clip: the scene at rest"},
    {"--time", "SECONDS", read_time, PLACE(options.time), "start at this time of the clip"},
    {"--frame", "FRAME", read_frame, PLACE(options.frame), "start at this frame"},
    {"--mode", "MODE", read_mode, PLACE(options.mode),
     "once, stay, loop or ping-pong, for all that plays together (default loop)"},
    {"--speed", "FACTOR", read_positive, PLACE(options.speed), "2 plays twice as fast"},
    {"--reverse", NULL, read_flag, PLACE(options.reverse), "play backwards"},
    {"--fade", "SECONDS", read_fade, PLACE(options.fade),
     "how long a chosen clip takes to fade in while the others fade out (default 0.3)"},
    {"--paused", NULL, read_flag, PLACE(options.paused), "start paused"},
    {"--camera", "file|orbit", read_camera, PLACE(options.file_camera),
     "look through the file's camera, or from where the mouse puts it (default)"},
    {"--yaw", "DEGREES", read_angle, PLACE(options.yaw),
     "around the up axis: 0 from the front, 90 from the right"},
    {"--pitch", "DEGREES", read_angle, PLACE(options.pitch), "above the ground, -89 to 89"},
    {"--distance", "UNITS", read_positive, PLACE(options.distance), "from the middle of what is framed"},
    {"--pan-right", "HEIGHTS", read_number, PLACE(options.pan_right),
     "move the view to the right by so many heights of the picture"},
    {"--pan-up", "HEIGHTS", read_number, PLACE(options.pan_up),
     "move the view up by so many heights of the picture"},
    {"--frame-all", NULL, read_flag, PLACE(options.frame_all),
     "frame everything, not only what the clip moves"},
    {"--bones", NULL, read_flag, PLACE(options.bones), "show bones, cameras and lights"},
    {"--wireframe", NULL, read_flag, PLACE(options.wireframe), "show the triangles' edges"},
    {"--hidden", NULL, read_flag, PLACE(options.hidden), "show objects that Blender's viewport hides"},
    {"--as-rendered", NULL, read_flag, PLACE(options.as_rendered),
     "the objects that Blender renders, before the world's colour, no ground"},
    {"--masks", NULL, read_flag, PLACE(options.masks),
     "each object in a flat colour of its own on black, with hard edges"},
    {"--exact-normals", NULL, read_flag, PLACE(options.exact_normals),
     "computed anew as surfaces bend, as Blender does it, not turned along"},
    {"--no-grid", NULL, read_flag, PLACE(options.grid_off), "no ground grid"},
    {"--lighting", "KIND", read_lighting, PLACE(options.lighting),
     "file: its lights (default where it has any), studio: the viewer's own, flat: none"},
    {"--no-textures", NULL, read_flag, PLACE(options.textures_off), "no images on surfaces"},
    {"--hud", "on|off", read_switch, PLACE(options.hud),
     "time bar and names (default: on in the window, off in pictures)"},
    {"--statistics", NULL, read_flag, PLACE(options.statistics),
     "how long pictures take, and how much there is in them"},
    {"--statistics-file", "OUT.txt", read_text, PLACE(options.statistics_file),
     "write the same as text at the end; with --frames without a window"},
    {"--values", NULL, read_flag, PLACE(options.values),
     "what plays, shape keys and materials, with their numbers, which can be changed"},
    {"--find", "TEXT", read_text, PLACE(options.find),
     "look for a clip whose name holds this; Enter plays it"},
    {"--title", "TEXT", read_text, PLACE(options.title), "of the window (default: the file)"},
    {"--fullscreen", NULL, read_flag, PLACE(options.fullscreen), "fill the screen"},
    {"--no-watch", NULL, read_flag, PLACE(watch_off), "do not show the file anew when it changes"},
    {"--press", "KEYS", read_text, PLACE(options.press),
     "press keys at the start: Space,Right,H; 0.5s lets half a second pass"},
    {"--size", "WxH", read_size, 0,
     "16 to 16384 each, of the window or picture (1280x800; contact sheet 1920x1080)"},
    {"--screenshot", "OUT.png", read_text, PLACE(options.screenshot), "write a picture and quit"},
    {"--frames", "A..B", read_frames, 0,
     "a picture of each frame, its name holding a %d as in out_%04d.png; or all of them in one dump"},
    {"--contact-sheet", "OUT.png", read_text, PLACE(options.contact_sheet),
     "write eight moments in one picture"},
    {"--dump", "OUT.bin", read_text, PLACE(options.dump),
     "write matrices, weights, materials and vertices as they are drawn"},
    {"--help", NULL, read_flag, PLACE(help), "show this"},
    {"--version", NULL, read_flag, PLACE(version), "show the version"},
};

enum { OPTION_COUNT = sizeof options / sizeof *options };

/* ---- Parsing ---- */

static const option *find_option(const char *name, size_t length)
{
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if (strlen(options[i].name) == length && memcmp(options[i].name, name, length) == 0) {
            return &options[i];
        }
    }
    return NULL;
}

/* Both `--name value` and `--name=value`. */
static pav_result parse_option(int count, char *const *arguments, int *position, view_command *command,
                               pav_error *error)
{
    const char *argument = arguments[*position], *equals = strchr(argument, '=');
    const size_t length = equals ? (size_t)(equals - argument) : strlen(argument);
    const option *option = find_option(argument, length);
    if (!option) {
        return view_fail(error, PAV_ERROR_NAME, "unknown option %.*s; --help lists them", (int)length,
                         argument);
    }
    const char *value = equals ? equals + 1 : NULL;
    if (!option->value && value) {
        return view_fail(error, PAV_ERROR_VALUE, "%s takes no value", option->name);
    }
    if (option->value && !value) {
        if (*position + 1 == count) {
            return view_fail(error, PAV_ERROR_VALUE, "%s needs a value: %s", option->name, option->value);
        }
        value = arguments[++*position];
    }
    if (!option->read(command, (char *)command + option->place, value)) {
        return view_fail(error, PAV_ERROR_VALUE, "%s %.80s: not %s: %s", option->name, value, option->value,
                         option->help);
    }
    return PAV_OK;
}

/* Two options that say different things about one. */
static pav_result check_pairs(const view_command *command, pav_error *error)
{
    const pav_view_options *options = &command->options;
    const struct {
        bool given;
        const char *one, *other, *about;
    } pairs[] = {
        {command->time_set && options->frame_set, "--time", "--frame", "where to start"},
        {command->time_set && options->frames_set, "--time", "--frames", "what moments to show"},
        {options->frame_set && options->frames_set, "--frame", "--frames", "what moments to show"},
        {options->clip && options->rest, "--clip", "--rest", "what plays"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (pairs[i].given) {
            return view_fail(error, PAV_ERROR_VALUE, "%s and %s both say %s; give one of them", pairs[i].one,
                             pairs[i].other, pairs[i].about);
        }
    }
    return PAV_OK;
}

pav_result view_options_read(int count, char *const *arguments, view_command *out, pav_error *error)
{
    *out = (view_command){.file = NULL};
    for (int i = 1; i < count; i++) {
        if (arguments[i][0] == '-' && arguments[i][1]) {
            const pav_result result = parse_option(count, arguments, &i, out, error);
            if (result) {
                return result;
            }
        } else if (out->file) {
            return view_fail(error, PAV_ERROR_VALUE, "two files: %.100s and %.100s", out->file, arguments[i]);
        } else {
            out->file = arguments[i];
        }
    }
    out->options.watch = out->watch_off ? NULL : out->file;
    return check_pairs(out, error);
}

pav_result view_options_parse(int count, char *const *arguments, view_command *out, pav_error *error)
{
    const pav_result result = view_options_read(count, arguments, out, error);
    if (!result && !out->file && !out->help && !out->version) {
        return view_fail(error, PAV_ERROR_VALUE,
                         "no file; usage: pavane-viewer FILE.pav [OPTIONS], see --help");
    }
    return result;
}

/* ---- Help ---- */

void view_options_print_help(FILE *out)
{
    fprintf(out, "usage: pavane-viewer FILE.pav [OPTIONS]\n\n");
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        const option *option = &options[i];
        const int used = fprintf(out, "  %s%s%s", option->name, option->value ? " " : "",
                                 option->value ? option->value : "");
        fprintf(out, "%*s%s\n", used < 28 ? 28 - used : 1, "", option->help);
    }
    fprintf(out, "\nKeys:\n\n");
    for (size_t i = 0; i < view_key_count; i++) {
        if (view_keys[i].shown) {
            fprintf(out, "  %-25s %s\n", view_keys[i].shown, view_keys[i].help);
        }
    }
    fprintf(out, "\nKeys while values are shown:\n\n");
    for (size_t i = 0; i < view_value_key_count; i++) {
        if (view_value_keys[i].shown) {
            fprintf(out, "  %-25s %s\n", view_value_keys[i].shown, view_value_keys[i].help);
        }
    }
    fprintf(out, "\nMouse:\n\n");
    for (size_t i = 0; i < view_mouse_help_count; i++) {
        fprintf(out, "  %-25s %s\n", view_mouse_help[i][0], view_mouse_help[i][1]);
    }
}
