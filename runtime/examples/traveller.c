/* SPDX-License-Identifier: MIT */
/* The traveller: he stands, walks, and strikes when the mouse is clicked; at 0.8 of the stroke he goes back
 * to standing by himself.  The sword hangs on his hand by a socket, and follows through all fades.
 *
 *      pavane-traveller DEMO.pav [--print | PICTURE.png SECONDS]
 *
 * DEMO.pav is the demo, as ./dev play makes it (build/play/demo.pav).  Without a mouse a script plays: he
 * walks from second 1 on, and strikes at second 3. */
#include "example.h"

typedef struct traveller {
    uint32_t idle, walk, attack; /* Clips. */
    uint32_t sword, hand;        /* Nodes. */
    double clock;                /* Of the script. */
    bool clicked;                /* The mouse plays, not the script. */
} traveller;

/* ---- What he can do ---- */

static pav_result walk(const traveller *self, pav_player *player, pav_error *error)
{
    const pav_play_options options = {.fade = {.seconds = 0.3}, .cross_fade = true};
    return pav_player_play(player, self->walk, &options, NULL, error);
}

static pav_result attack(const traveller *self, pav_player *player, pav_error *error)
{
    const pav_transition back = {
        .at = PAV_TRANSITION_MOMENT_RATIO, .ratio = 0.8, .clip = self->idle, .fade = {.seconds = 0.2}};
    const pav_play_options options = {.fade = {.seconds = 0.1}, .cross_fade = true, .then = &back};
    return pav_player_play(player, self->attack, &options, NULL, error);
}

static pav_result click(void *user, pav_player *player, pav_error *error)
{
    traveller *self = user;
    self->clicked = true;
    return attack(self, player, error);
}

/* The script: each of its moments comes at the end of an update. */
static pav_result update(void *user, pav_player *player, double seconds, pav_error *error)
{
    traveller *self = user;
    const double before = self->clock;
    pav_result result = pav_player_update(player, seconds, error);
    self->clock += seconds;
    if (!result && !self->clicked && before < 1 && self->clock >= 1) {
        result = walk(self, player, error);
    }
    if (!result && !self->clicked && before < 3 && self->clock >= 3) {
        result = attack(self, player, error);
    }
    return result;
}

/* ---- The scene ---- */

static uint32_t find_clip(const pav_document *document, const char *name)
{
    const uint32_t clip = pav_document_find_clip(document, name);
    if (clip == PAV_NONE) {
        fprintf(stderr, "no clip %s: is this the demo?\n", name);
        exit(EXIT_FAILURE);
    }
    return clip;
}

static uint32_t find_node(const pav_scene *scene, const char *owner, const char *bone)
{
    const uint32_t node = pav_scene_find_node(scene, NULL, owner, bone);
    if (node == PAV_NONE) {
        fprintf(stderr, "no %s: is this the demo?\n", bone ? bone : owner);
        exit(EXIT_FAILURE);
    }
    return node;
}

/* He holds it as in the file, where it lies in the space of the hand. */
static void take_sword(const traveller *self, pav_scene *scene)
{
    pav_error error;
    pav_socket socket = {.node = self->sword, .to = self->hand, .offset_set = true};
    memcpy(socket.offset, pav_scene_local_matrices(scene) + 16 * (size_t)self->sword, sizeof socket.offset);
    example_check(pav_scene_attach(scene, &socket, NULL, &error), &error);
}

static void open_demo(const char *path, example *out)
{
    pav_error error;
    example_check(pav_document_load_file(path, NULL, &out->document, &error), &error);
    example_check(pav_scene_create(out->document, NULL, &out->scene, &error), &error);
    example_check(pav_player_create(out->scene, NULL, &out->player, &error), &error);
}

/* ---- Numbers ---- */

/* How much of a clip counts. */
static double weight(const example *self, uint32_t clip)
{
    double sum = 0;
    pav_playback_state state;
    for (uint32_t i = 0; pav_player_playback(self->player, i) != PAV_NONE; i++) {
        const pav_result result = pav_player_get(self->player, pav_player_playback(self->player, i), &state);
        sum += result == PAV_OK && state.clip == clip ? state.effective_weight : 0;
    }
    return sum;
}

/* Idle, walk and attack, and where the sword is. */
static void print(const example *example)
{
    const traveller *self = example->self;
    const float *sword = pav_scene_world_matrices(example->scene) + 16 * (size_t)self->sword;
    printf(" %.4f %.4f %.4f", weight(example, self->idle), weight(example, self->walk),
           weight(example, self->attack));
    printf(" %.4f %.4f %.4f", (double)sword[12], (double)sword[13], (double)sword[14]);
}

int main(int count, char **arguments)
{
    pav_error error;
    traveller self = {.clock = 0};
    example example = {
        .update = update, .self = &self, .click = click, .print = print, .seconds = 5, .file = "DEMO.pav"};
    if (count < 2 || arguments[1][0] == '-') {
        return example_usage(arguments[0], example.file);
    }
    open_demo(arguments[1], &example);
    arguments[1] = arguments[0];
    self.idle = find_clip(example.document, "Idle");
    self.walk = find_clip(example.document, "Walk");
    self.attack = find_clip(example.document, "Attack");
    self.sword = find_node(example.scene, "Sword", NULL);
    self.hand = find_node(example.scene, "Hero", "Hand.R");
    take_sword(&self, example.scene);
    example_check(pav_player_play(example.player, self.idle, NULL, NULL, &error), &error);
    return example_run(&example, count - 1, arguments + 1);
}
