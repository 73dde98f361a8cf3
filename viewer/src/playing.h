/* SPDX-License-Identifier: MIT */
/* What plays: one chosen clip, clips that go along with it, and their common clock. */
#ifndef VIEW_PLAYING_H
#define VIEW_PLAYING_H

#include <pavane/pavane.h>

/* Moves a player on and updates its scene. */
typedef pav_result view_update(void *user, pav_player *player, double seconds, pav_error *error);

/* A clip that went along before another one was chosen. */
typedef struct view_companion {
    uint32_t clip;
    uint32_t playback;
    double fade_left; /* Seconds that it still fades in. */
} view_companion;

typedef struct view_playing {
    pav_player *player;
    view_update *update; /* NULL: pav_player_update. */
    void *update_user;
    pav_binding *binding;         /* Held. */
    const pav_document *document; /* Of the clips. */
    uint32_t clip;                /* PAV_NONE: the scene at rest. */
    uint32_t playback;            /* The chosen clip's. */
    uint32_t newest;              /* What was there to stay and was started last, at the last look. */
    uint32_t *along;              /* Clips named by the user to go along. */
    uint32_t along_count;
    uint32_t *companions;      /* Playbacks of all clips that go along. */
    uint32_t *companion_clips; /* Which clips they play. */
    uint32_t companion_count;
    view_companion
        *before; /* While another clip is chosen: those that play on if they go along with it, too. */
    uint32_t before_count;
    uint32_t left_out; /* Clips that did not fit into the player. */
    bool others;       /* Owners that nothing else moves play their first clip. */
    bool paused;
    bool adopted; /* It plays what the player played already. */
    int32_t
        priority; /* That of the program's own, so that layers of the program stay when a clip is chosen. */
    pav_play_mode mode; /* Of all that plays, when it is not paused. */
    double speed;       /* At least 0. */
    double shown;       /* Seconds that have been played or stepped through. */
    double fade;        /* Seconds that one clip takes to give way to another. */
    bool reverse;
} view_playing;

/* Where it stands. */
typedef struct view_moment {
    double seconds, duration;
    double frame, frame_start, frame_end;
    bool ended; /* The clip plays once, and is over. */
} view_moment;

/* A fade from what played before to what plays now. */
typedef struct view_fading {
    bool under_way;
    double part;      /* How much of it is over, 0 to 1. */
    const char *from; /* The clip that counts most among those that give way; NULL: none. */
} view_fading;

/* How many playbacks there can be at once. */
uint32_t view_playing_capacity(const pav_document *document);

/* Takes over what the player plays, its first playback as the chosen clip; it starts nothing.  What somebody
 * else starts later is followed: it is the chosen clip then. */
pav_result view_playing_create(pav_player *player, view_playing *out, pav_error *error);
void view_playing_destroy(view_playing *playing);

/* Lets a clip of that name go along. */
pav_result view_playing_add_along(view_playing *playing, const char *name, pav_error *error);

/* Plays a clip from its start, or from its end in reverse; PAV_NONE: the scene at rest. */
pav_result view_playing_choose(view_playing *playing, uint32_t clip, pav_error *error);
/* The same with a fade to it from whatever plays at its priority, the same clip among it; at once while it is
 * paused.  Additive clips and other priorities, which only a program plays, go on. */
pav_result view_playing_fade_to(view_playing *playing, uint32_t clip, pav_error *error);
view_fading view_playing_fading(const view_playing *playing);
/* Starts the clips that go along anew, after a change of `others`. */
pav_result view_playing_refresh(view_playing *playing, pav_error *error);

view_moment view_playing_moment(const view_playing *playing);
/* Goes to a time of the clip and shows that, also its very end; the others go to the same time. */
void view_playing_seek(view_playing *playing, double seconds);
/* Pauses, and goes to the next whole frame in that direction, round the ends. */
void view_playing_step(view_playing *playing, int frames);
void view_playing_set_paused(view_playing *playing, bool paused);
void view_playing_set_speed(view_playing *playing, double speed, bool reverse);
pav_result view_playing_set_mode(view_playing *playing, pav_play_mode mode, pav_error *error);
/* Nothing moves: it is paused, or everything is over. */
bool view_playing_stands(const view_playing *playing);
/* Pauses, or plays on; from its start when everything is over. */
pav_result view_playing_go_on(view_playing *playing, pav_error *error);

/* Lets `seconds` of the clock pass and updates the scene, and looks for what others have started. */
pav_result view_playing_advance(view_playing *playing, double seconds, pav_error *error);

const char *view_mode_name(pav_play_mode mode);

#endif
