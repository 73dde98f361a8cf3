/* SPDX-License-Identifier: MIT */
#include "font.h"

#include "message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STBTT_STATIC
#define STB_TRUETYPE_IMPLEMENTATION
#include <stb/stb_truetype.h>

#include <stb/stb_easy_font.h>

enum { ATLAS_SIZE = 1024, SIZE_COUNT = 2, RANGE_COUNT = 3, WHITE = 4, EASY_LETTERS = 160 };

static const float pixel_sizes[SIZE_COUNT] = {16, 24};
static const float easy_scales[SIZE_COUNT] = {1.5f, 2.25f};

/* Latin, Greek and Cyrillic, punctuation. */
static const struct {
    int first, count;
} ranges[RANGE_COUNT] = {{0x20, 0x160}, {0x370, 0x190}, {0x2010, 0x18}};

enum { LETTER_COUNT = 0x160 + 0x190 + 0x18 };

struct view_font {
    GLuint texture;
    bool easy; /* No font file was found. */
    stbtt_packedchar letters[SIZE_COUNT][LETTER_COUNT];
};

/* ---- The system's font ---- */

static unsigned char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        return NULL;
    }
    unsigned char *bytes = NULL;
    long size = -1;
    if (!fseek(file, 0, SEEK_END)) {
        size = ftell(file);
    }
    if (size > 0 && !fseek(file, 0, SEEK_SET)) {
        bytes = malloc((size_t)size);
    }
    if (bytes && fread(bytes, 1, (size_t)size, file) != (size_t)size) {
        free(bytes);
        bytes = NULL;
    }
    fclose(file);
    return bytes;
}

static unsigned char *read_system_font(void)
{
    static const char *const paths[] = {
        "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
        "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
        "/usr/share/fonts/TTF/DejaVuSans.ttf",
        "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
        "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
        "/usr/share/fonts/truetype/liberation2/LiberationSans-Regular.ttf",
        "/usr/share/fonts/truetype/ubuntu/Ubuntu-R.ttf",
        "/usr/share/fonts/truetype/freefont/FreeSans.ttf",
    };
    unsigned char *bytes = NULL;
    for (size_t i = 0; i < sizeof paths / sizeof *paths && !bytes; i++) {
        bytes = read_file(paths[i]);
    }
    return bytes;
}

static bool pack(view_font *font, const unsigned char *file, unsigned char *atlas)
{
    stbtt_pack_context context;
    if (!stbtt_PackBegin(&context, atlas, ATLAS_SIZE, ATLAS_SIZE - WHITE, ATLAS_SIZE, 1, NULL)) {
        return false;
    }
    for (int size = 0; size < SIZE_COUNT; size++) {
        stbtt_packedchar *letters = font->letters[size];
        for (int range = 0; range < RANGE_COUNT; range++) {
            /* A letter that does not fit or that the font lacks stays a box or a blank. */
            stbtt_PackFontRange(&context, file, 0, pixel_sizes[size], ranges[range].first,
                                ranges[range].count, letters);
            letters += ranges[range].count;
        }
    }
    stbtt_PackEnd(&context);
    return true;
}

/* ---- Making ---- */

static void upload(view_font *font, unsigned char *atlas)
{
    memset(atlas + (size_t)ATLAS_SIZE * (ATLAS_SIZE - WHITE), 255, (size_t)ATLAS_SIZE * WHITE);
    glGenTextures(1, &font->texture);
    glBindTexture(GL_TEXTURE_2D, font->texture);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, ATLAS_SIZE, ATLAS_SIZE, 0, GL_RED, GL_UNSIGNED_BYTE, atlas);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
}

pav_result view_font_create(view_font **out, pav_error *error)
{
    view_font *font = calloc(1, sizeof *font);
    unsigned char *atlas = calloc(ATLAS_SIZE, ATLAS_SIZE);
    *out = NULL;
    if (!font || !atlas) {
        free(font);
        free(atlas);
        return view_fail(error, PAV_ERROR_MEMORY, "no memory for the letters");
    }
    unsigned char *file = read_system_font();
    font->easy = !file || stbtt_GetFontOffsetForIndex(file, 0) < 0 || !pack(font, file, atlas);
    upload(font, atlas);
    free(file);
    free(atlas);
    *out = font;
    return PAV_OK;
}

void view_font_destroy(view_font *font)
{
    if (font) {
        glDeleteTextures(1, &font->texture);
        free(font);
    }
}

GLuint view_font_texture(const view_font *font)
{
    return font->texture;
}

float view_font_white(void)
{
    return (ATLAS_SIZE - WHITE / 2) / (float)ATLAS_SIZE;
}

/* ---- Text ---- */

/* The next letter of UTF-8, or '?' for bytes that are none; moves on by one letter. */
static int next_letter(const char **text)
{
    const unsigned char *bytes = (const unsigned char *)*text;
    const int length = bytes[0] < 0x80   ? 1
                       : bytes[0] < 0xC2 ? 0
                       : bytes[0] < 0xE0 ? 2
                       : bytes[0] < 0xF0 ? 3
                                         : 4;
    int letter = length == 1 ? bytes[0] : length ? bytes[0] & (0x7F >> length) : '?';
    int used = 1;
    while (used < length && (bytes[used] & 0xC0) == 0x80) {
        letter = letter << 6 | (bytes[used++] & 0x3F);
    }
    *text += used;
    return length && used == length ? letter : '?';
}

static const stbtt_packedchar *find_letter(const view_font *font, view_text_size size, int letter)
{
    const stbtt_packedchar *letters = font->letters[size];
    for (int range = 0; range < RANGE_COUNT; range++) {
        if (letter >= ranges[range].first && letter < ranges[range].first + ranges[range].count) {
            return &letters[letter - ranges[range].first];
        }
        letters += ranges[range].count;
    }
    return &font->letters[size]['?' - 0x20];
}

/* stb_easy_font knows ASCII alone. */
static void to_ascii(const char *text, char out[EASY_LETTERS])
{
    size_t count = 0;
    while (*text && count + 1 < EASY_LETTERS) {
        const int letter = next_letter(&text);
        out[count++] = letter >= 0x20 && letter < 0x7F ? (char)letter : '?';
    }
    out[count] = 0;
}

float view_font_width(const view_font *font, view_text_size size, const char *text)
{
    if (font->easy) {
        char ascii[EASY_LETTERS];
        to_ascii(text, ascii);
        return (float)stb_easy_font_width(ascii) * easy_scales[size];
    }
    float width = 0;
    while (*text) {
        width += find_letter(font, size, next_letter(&text))->xadvance;
    }
    return width;
}

static void lay_easy(view_text_size size, float x, float y, const char *text,
                     void (*put)(void *user, const view_quad *quad), void *user)
{
    struct {
        float x, y, z;
        unsigned char color[4];
    } corners[EASY_LETTERS * 20];
    char ascii[EASY_LETTERS];
    to_ascii(text, ascii);
    const int count = stb_easy_font_print(0, 0, ascii, NULL, corners, sizeof corners);
    const float scale = easy_scales[size], white = view_font_white();
    for (int i = 0; i < count; i++) {
        const float left = x + scale * corners[4 * i].x, right = x + scale * corners[4 * i + 2].x;
        const float top = y + scale * (corners[4 * i].y - 7), bottom = y + scale * (corners[4 * i + 2].y - 7);
        put(user, &(view_quad){left, top, right, bottom, white, white, white, white});
    }
}

void view_font_lay(const view_font *font, view_text_size size, float x, float y, const char *text,
                   void (*put)(void *user, const view_quad *quad), void *user)
{
    if (font->easy) {
        lay_easy(size, x, y, text, put, user);
        return;
    }
    const float part = 1 / (float)ATLAS_SIZE;
    x = (float)(int)(x + 0.5f);
    y = (float)(int)(y + 0.5f);
    while (*text) {
        const stbtt_packedchar *letter = find_letter(font, size, next_letter(&text));
        /* On whole pixels, so that the letters are crisp. */
        const float left = (float)(int)(x + letter->xoff + 0.5f), top = y + (float)(int)(letter->yoff - 0.5f);
        const float width = (float)(letter->x1 - letter->x0), height = (float)(letter->y1 - letter->y0);
        put(user, &(view_quad){left, top, left + width, top + height, part * letter->x0, part * letter->y0,
                               part * letter->x1, part * letter->y1});
        x += letter->xadvance;
    }
}
