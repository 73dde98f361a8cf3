/* SPDX-License-Identifier: MIT */
/** @file view.h
 *  The viewer as a library: a window on the caller's own scene and player, or pictures and dumps of them.
 *
 *  Needs freeglut 3.4, OpenGL 3.3 and a display; under Xvfb with Mesa's software driver it works too.
 */
#ifndef PAVANE_VIEW_H
#define PAVANE_VIEW_H

#include <pavane/pavane.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Where the orbit camera stands at first, in degrees. */
#define PAV_VIEW_YAW 28.0
#define PAV_VIEW_PITCH 14.0

/** Seconds that one clip takes to give way to another. */
#define PAV_VIEW_FADE 0.3

/** A choice that has a default of its own where it is used. */
typedef enum pav_view_switch { PAV_VIEW_DEFAULT, PAV_VIEW_ON, PAV_VIEW_OFF } pav_view_switch;

/** How meshes are lit; the default is the file's lights when it has some, else the viewer's own. */
typedef enum pav_view_lighting {
    PAV_VIEW_LIGHTING_DEFAULT,
    PAV_VIEW_LIGHTING_FILE,   /**< The file's lights and the colour of its world. */
    PAV_VIEW_LIGHTING_STUDIO, /**< A soft light from the camera's side. */
    PAV_VIEW_LIGHTING_FLAT    /**< No light: colours as they are. */
} pav_view_lighting;

/** All zero: a window, the clip that moves most, the orbit camera.  With a path for a picture, a sheet or a
 * dump no window is shown, and the call returns when they are written. */
typedef struct pav_view_options {
    const char *watch; /**< While the window is open: when this file changes, it is loaded and shown in place
                        * of the caller's scene, whose player then stays as it was; NULL: none. */
    const char *title; /**< Shown in the window; NULL: "Pavane". */
    const char
        *clip; /**< Plays this clip; NULL: what the player plays, or the clip with the most channels. */
    const char *const *along; /**< Names of further clips that loop along. */
    uint32_t along_count;
    pav_view_switch others; /**< Owners that no chosen clip moves play their own first clip; default on. */
    bool rest;              /**< No clip plays at first: the scene at rest. */

    bool frame_set; /**< Start at `frame`; false: at `time`. */
    double frame;   /**< A frame of Blender. */
    double time;    /**< Seconds into the clip. */
    bool mode_set;  /**< All that plays has `mode`; false: it loops. */
    pav_play_mode mode;
    double speed; /**< 0: 1. */
    bool reverse;
    bool paused;
    bool fade_set; /**< Use `fade`; false: PAV_VIEW_FADE. */
    double fade;   /**< Seconds that a clip chosen in the viewer takes to fade in; 0: at once, as while it is
                    * paused. */

    bool file_camera; /**< Look through the scene's camera. */
    bool view_set;    /**< Use yaw and pitch; false: PAV_VIEW_YAW and PAV_VIEW_PITCH. */
    double yaw;       /**< Degrees around the up axis, 0 from the front, 90 from the right. */
    double pitch;     /**< Degrees above the ground, -90 to 90. */
    double distance;  /**< From the middle of what is framed, in units of the scene; 0: so that it fits. */
    double pan_right; /**< How far the view is moved from there, in heights of the picture. */
    double pan_up;    /**< The same upwards. */
    bool frame_all;   /**< Frame everything; false: what the clip moves. */

    bool bones;
    bool wireframe;
    bool hidden; /**< Objects that Blender's viewport hides are shown too, as they are when all are hidden. */
    bool as_rendered; /**< Shows the objects that Blender renders, whatever its viewport hides, before the
                       * world's colour, without a ground. */
    bool masks;       /**< Each object in a colour of its own on black, with hard edges: that of node n is, as
                       * RRGGBB, (n + 1) * 0x9E3779 modulo 2^24.  Surfaces of alpha below a half are left out. */
    bool exact_normals; /**< Of a file alone: its scene has PAV_NORMALS_EXACT.  PAV_ERROR_VALUE for a scene
                         * that is there already. */
    bool grid_off;
    pav_view_lighting lighting;
    bool textures_off;
    bool fullscreen;
    bool statistics;             /**< How long pictures take, and how much there is in them. */
    const char *statistics_file; /**< Writes the same as text at the end. */
    bool values; /**< A panel of what plays, shape keys and materials; what is changed there stays overridden
                  * in the scene, also when the viewer is closed. */
    const char *find;            /**< Looks for a clip whose name holds this; NULL: not at first. */
    pav_view_switch hud;         /**< Time bar and names; default: on in a window, off in pictures. */
    const char *press; /**< Keys pressed before the first picture, by name, with commas; "0.5s" lets time
                        * pass: "Space,Right,2,0.5s,H". */
    uint32_t width,
        height; /**< Of the window, a picture or the sheet; 0: 1280 x 800, of a sheet 1920 x 1080. */

    const char *screenshot;    /**< Writes a PNG; with several frames the name holds a %d for the frame. */
    const char *contact_sheet; /**< Writes a PNG of eight moments. */
    const char *dump;          /**< Writes what is uploaded to the graphics card, see dump.h. */
    bool frames_set;           /**< Pictures and dump of every frame from first to last. */
    int32_t frames_first;
    int32_t frames_last;

    /** Called for every picture in place of pav_player_update, by callers with something to do around it;
     * what it fails with ends the viewer.  NULL: none. */
    pav_result (*update)(void *user, pav_player *player, double seconds, pav_error *error);
    void *update_user;
    /** Called when the left button of the mouse is pressed and let go at one place of the picture, which else
     * does nothing; what it fails with ends the viewer.  NULL: none. */
    pav_result (*click)(void *user, pav_player *player, pav_error *error);
    void *click_user;
} pav_view_options;

/** Runs until the window is closed or the files are written.  The player advances by the time that passes,
 * and is left as it is then: it plays what the viewer played last.  One viewer at a time in a process.
 * `options` and `error` may be NULL.  PAV_ERROR_FILE when there is no display or a file cannot be written,
 * PAV_ERROR_NAME for an unknown clip, PAV_ERROR_VALUE for options that cannot be. */
pav_result pav_view(pav_scene *scene, pav_player *player, const pav_view_options *options, pav_error *error);

/** The same of a file.  The window is there at once and shows how much of the file is loaded; when it is
 * closed meanwhile, that is no failure. */
pav_result pav_view_file(const char *path, const pav_view_options *options, pav_error *error);

/** How many playbacks the viewer may start at once on a document: for apply_capacity in pav_scene_options. */
uint32_t pav_view_capacity(const pav_document *document);

#ifdef __cplusplus
}
#endif

#endif
