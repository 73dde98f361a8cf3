/* SPDX-License-Identifier: MIT */
/* Modifiers of a curve, in Blender's order. */
#ifndef PAV_MODIFIER_H
#define PAV_MODIFIER_H

#include "curve.h"

/* The time at which the keys are to be read.  `offset` becomes what its cycles add to the value. */
double pav_modifiers_time(const pav_curve *curve, double time, double *offset);

/* The value at that time; `value` is that of the keys. */
double pav_modifiers_value(const pav_curve *curve, double time, double value, double offset);

#endif
