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

enum { ATLAS_SIZE = 1024, SIZE_COUNT = 2, RANGE_COUNT = 3, WHITE = 4, EASY_LETTERS = 160, MOST_RARE = 512 };

static const float pixel_sizes[SIZE_COUNT] = {16, 24};
static const float easy_scales[SIZE_COUNT] = {1.5f, 2.25f};

/* Latin, Greek and Cyrillic, punctuation. */
static const struct {
    int first, count;
} ranges[RANGE_COUNT] = {{0x20, 0x160}, {0x370, 0x190}, {0x2010, 0x18}};

enum { LETTER_COUNT = 0x160 + 0x190 + 0x18 };

/* A letter of none of the ranges, in one size. */
typedef struct rare_letter {
    int letter;
    view_text_size size;
    bool found; /* One of the fonts has it, and there was room. */
    stbtt_packedchar place;
} rare_letter;

/* Those that have been asked for.  The second font has what the first one lacks: Chinese, Japanese, Korean.
 */
typedef struct rare_letters {
    unsigned char *files[2];
    unsigned char *atlas;
    stbtt_pack_context context;
    rare_letter items[MOST_RARE];
    int count;
} rare_letters;

struct view_font {
    GLuint texture;
    bool easy; /* No font file was found. */
    stbtt_packedchar letters[SIZE_COUNT][LETTER_COUNT];
    rare_letters *rare;
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

static unsigned char *read_first(const char *const *paths, size_t count)
{
    unsigned char *bytes = NULL;
    for (size_t i = 0; i < count && !bytes; i++) {
        bytes = read_file(paths[i]);
        if (bytes && stbtt_GetFontOffsetForIndex(bytes, 0) < 0) {
            free(bytes);
            bytes = NULL;
        }
    }
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
    return read_first(paths, sizeof paths / sizeof *paths);
}

/* Where distributions put a font of Chinese, Japanese and Korean. */
static unsigned char *read_second_font(void)
{
    static const char *const paths[] = {
        "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
        "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
        "/usr/share/fonts/google-noto-cjk/NotoSansCJK-Regular.ttc",
        "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
        "/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc",
        "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
        "/usr/share/fonts/truetype/unifont/unifont.ttf",
    };
    return read_first(paths, sizeof paths / sizeof *paths);
}

static bool pack(view_font *font)
{
    stbtt_pack_context *context = &font->rare->context;
    const unsigned char *file = font->rare->files[0];
    if (!stbtt_PackBegin(context, font->rare->atlas, ATLAS_SIZE, ATLAS_SIZE - WHITE, ATLAS_SIZE, 1, NULL)) {
        return false;
    }
    for (int size = 0; size < SIZE_COUNT; size++) {
        stbtt_packedchar *letters = font->letters[size];
        for (int range = 0; range < RANGE_COUNT; range++) {
            /* A letter that does not fit or that the font lacks stays a box or a blank. */
            stbtt_PackFontRange(context, file, 0, pixel_sizes[size], ranges[range].first, ranges[range].count,
                                letters);
            letters += ranges[range].count;
        }
    }
    return true;
}

/* ---- Rare letters ---- */

/* The first of the fonts that has a letter; NULL: none. */
static const unsigned char *find_file(const rare_letters *rare, int letter)
{
    for (int i = 0; i < 2; i++) {
        stbtt_fontinfo info;
        const unsigned char *file = rare->files[i];
        if (file && stbtt_InitFont(&info, file, stbtt_GetFontOffsetForIndex(file, 0)) &&
            stbtt_FindGlyphIndex(&info, letter)) {
            return file;
        }
    }
    return NULL;
}

static void upload_letter(const view_font *font, const stbtt_packedchar *place)
{
    const int width = place->x1 - place->x0, height = place->y1 - place->y0;
    GLint before = 0;
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &before);
    glBindTexture(GL_TEXTURE_2D, font->texture);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, ATLAS_SIZE);
    glTexSubImage2D(GL_TEXTURE_2D, 0, place->x0, place->y0, width, height, GL_RED, GL_UNSIGNED_BYTE,
                    font->rare->atlas + (size_t)ATLAS_SIZE * place->y0 + place->x0);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glBindTexture(GL_TEXTURE_2D, (GLuint)before);
}

/* Draws a letter into the texture when it is asked for the first time; NULL: there is none. */
static const stbtt_packedchar *find_rare(const view_font *font, view_text_size size, int letter)
{
    rare_letters *rare = font->rare;
    for (int i = 0; i < rare->count; i++) {
        if (rare->items[i].letter == letter && rare->items[i].size == size) {
            return rare->items[i].found ? &rare->items[i].place : NULL;
        }
    }
    if (rare->count == MOST_RARE) {
        return NULL;
    }
    rare_letter *added = &rare->items[rare->count++];
    const unsigned char *file = find_file(rare, letter);
    *added = (rare_letter){.letter = letter, .size = size};
    added->found =
        file && stbtt_PackFontRange(&rare->context, file, 0, pixel_sizes[size], letter, 1, &added->place);
    if (added->found) {
        upload_letter(font, &added->place);
    }
    return added->found ? &added->place : NULL;
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
    rare_letters *rare = calloc(1, sizeof *rare);
    unsigned char *atlas = calloc(ATLAS_SIZE, ATLAS_SIZE);
    *out = NULL;
    if (!font || !rare || !atlas) {
        free(font);
        free(rare);
        free(atlas);
        return view_fail(error, PAV_ERROR_MEMORY, "no memory for the letters");
    }
    font->rare = rare;
    rare->atlas = atlas;
    rare->files[0] = read_system_font();
    rare->files[1] = read_second_font();
    font->easy = !rare->files[0] || !pack(font);
    upload(font, atlas);
    *out = font;
    return PAV_OK;
}

void view_font_destroy(view_font *font)
{
    if (!font) {
        return;
    }
    if (!font->easy) {
        stbtt_PackEnd(&font->rare->context);
    }
    glDeleteTextures(1, &font->texture);
    free(font->rare->files[0]);
    free(font->rare->files[1]);
    free(font->rare->atlas);
    free(font->rare);
    free(font);
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
    const stbtt_packedchar *rare = find_rare(font, size, letter);
    return rare ? rare : &font->letters[size]['?' - 0x20];
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
