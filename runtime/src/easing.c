/* SPDX-License-Identifier: MIT */
#include "easing.h"

#include <math.h>

#define PI 3.14159265358979323846

/* ---- Easing in: from 0 at u = 0 to 1 at u = 1 ---- */

static double sine(double u)
{
    return 1 - cos(u * (PI / 2));
}

/* A power of two, shifted so that it begins at 0. */
static double expo(double u)
{
    const double least = 1.0 / 1024;
    return (exp2(10 * (u - 1)) - least) / (1 - least);
}

static double circ(double u)
{
    return 1 - sqrt(fmax(1 - u * u, 0));
}

static double back(double u, double overshoot)
{
    return u * u * ((overshoot + 1) * u - overshoot);
}

/* Four parabolas, each a quarter as high as the one before: the floor is where the segment begins. */
static double bounce(double u)
{
    const double way = 2.75 * (1 - u);
    if (way < 1) {
        return 1 - way * way;
    }
    const double middle = way < 2 ? 1.5 : way < 2.5 ? 2.25 : 2.625;
    const double height = way < 2 ? 1.0 / 4 : way < 2.5 ? 1.0 / 16 : 1.0 / 64;
    return height - (way - middle) * (way - middle);
}

static double ease_in(uint8_t interpolation, double overshoot, double u)
{
    switch (interpolation) {
    case PAV_INTERPOLATION_BACK:
        return back(u, overshoot);
    case PAV_INTERPOLATION_BOUNCE:
        return bounce(u);
    case PAV_INTERPOLATION_CIRC:
        return circ(u);
    case PAV_INTERPOLATION_CUBIC:
        return u * u * u;
    case PAV_INTERPOLATION_EXPO:
        return expo(u);
    case PAV_INTERPOLATION_QUAD:
        return u * u;
    case PAV_INTERPOLATION_QUART:
        return u * u * u * u;
    case PAV_INTERPOLATION_QUINT:
        return u * u * u * u * u;
    default:
        return sine(u);
    }
}

/* ---- Elastic ---- */

/* A swing that dies away from x = 0, where it settles, towards negative x. */
typedef struct swing {
    double duration;
    double amplitude;
    double period;
    double shift;  /* frames */
    double damped; /* What is left of the amplitude further than `shift` from where it settles. */
} swing;

static swing make_swing(const pav_record_easing *easing, pav_segment segment, uint32_t direction)
{
    const double automatic = direction == PAV_EASING_IN_OUT ? 0.45 : 0.3;
    const double amplitude = (double)easing->amplitude, change = segment.change;
    swing made = {
        .duration = segment.duration,
        .period = easing->period != 0 ? (double)easing->period : segment.duration * automatic,
        .damped = 1,
    };
    if (amplitude == 0 || amplitude < fabs(change)) {
        made.amplitude = change;
        made.shift = made.period / 4;
        made.damped = change != 0 ? amplitude / fabs(change) : 1;
    } else {
        made.amplitude = amplitude;
        made.shift = made.period / (2 * PI) * asin(change / amplitude);
    }
    return made;
}

static double swing_at(const swing *swing, double x)
{
    const double distance = -x * swing->duration, near = fabs(swing->shift);
    const double way = distance < near ? distance / near : 1;
    const double damping = swing->damped * way + (1 - way);
    return damping * swing->amplitude * exp2(10 * x) *
           sin((x * swing->duration - swing->shift) * (2 * PI) / swing->period);
}

static double elastic(const pav_record_easing *easing, pav_segment segment, uint32_t direction)
{
    const swing swing = make_swing(easing, segment, direction);
    const double u = segment.progress, change = segment.change;
    switch (direction) {
    case PAV_EASING_IN:
        return -swing_at(&swing, u - 1);
    case PAV_EASING_OUT:
        return change + swing_at(&swing, -u);
    default:
        return u < 0.5 ? -swing_at(&swing, 2 * u - 1) / 2 : change + swing_at(&swing, 1 - 2 * u) / 2;
    }
}

/* ---- All of them ---- */

static uint32_t direction_of(uint8_t interpolation, uint32_t easing)
{
    if (easing != PAV_EASING_AUTO) {
        return easing;
    }
    switch (interpolation) {
    case PAV_INTERPOLATION_BACK:
    case PAV_INTERPOLATION_BOUNCE:
    case PAV_INTERPOLATION_ELASTIC:
        return PAV_EASING_OUT;
    default:
        return PAV_EASING_IN;
    }
}

double pav_easing_evaluate(uint8_t interpolation, const pav_record_easing *easing, pav_segment segment)
{
    const uint32_t direction = direction_of(interpolation, easing->easing);
    if (interpolation == PAV_INTERPOLATION_ELASTIC) {
        return elastic(easing, segment, direction);
    }
    const double u = segment.progress;
    const double overshoot = (double)easing->back * (direction == PAV_EASING_IN_OUT ? 1.525 : 1.0);
    double share;
    switch (direction) {
    case PAV_EASING_IN:
        share = ease_in(interpolation, overshoot, u);
        break;
    case PAV_EASING_OUT:
        share = 1 - ease_in(interpolation, overshoot, 1 - u);
        break;
    default:
        share = u < 0.5 ? ease_in(interpolation, overshoot, 2 * u) / 2
                        : 1 - ease_in(interpolation, overshoot, 2 - 2 * u) / 2;
    }
    return segment.change * share;
}
