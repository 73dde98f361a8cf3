# SPDX-License-Identifier: MIT
"""Files that break the named rules of FORMAT.md."""

from __future__ import annotations

import numpy as np
from broken_case import Parts, values
from pavane_format import layout


@values("rule_frames_scene", "SCNE: scene: ends at frame 0.5, before its start at 1")
def _(parts: Parts) -> None:
    parts["SCNE"]["scene"]["frame_end"] = 0.5


@values("rule_frames_clip", "CLIP 1: clip: ends at frame 9, before its start at 10")
def _(parts: Parts) -> None:
    parts["CLIP", 1]["clip"]["frame_end"] = 9


@values("rule_parents_first", "SCNE: node 1: parent is 2, but parents stand before their children")
def _(parts: Parts) -> None:
    parts["SCNE"]["nodes"]["parent"][1] = 2  # a cycle: 2's parent is 1


@values(
    "rule_parents_first_itself",
    "SCNE: node 0: parent is 0, but parents stand before their children",
    "minimal",
)
def _(parts: Parts) -> None:
    parts["SCNE"]["nodes"]["parent"][0] = 0


@values("rule_bone_armature", "SCNE: node 2: is a bone, but its armature is no object")
def _(parts: Parts) -> None:
    parts["SCNE"]["nodes"]["armature"][2] = layout.NONE


@values("rule_bone_armature_bone", "SCNE: node 2: is a bone, but its armature is no object")
def _(parts: Parts) -> None:
    parts["SCNE"]["nodes"]["armature"][2] = 1


@values("rule_bone_inherits_object", "SCNE: node 0: only bones may leave out what they inherit", "inherit")
def _(parts: Parts) -> None:
    parts["SCNE"]["nodes"]["inherit_scale"][0] = layout.ENUMS["inherit_scale"]["none"]


@values(
    "rule_bone_inherits_parent",
    "SCNE: node 4: does not inherit all, so its parent must be its armature or one of its bones",
    "inherit",
)
def _(parts: Parts) -> None:
    parts["SCNE"]["nodes"]["kind"][2] = 0
    parts["SCNE"]["nodes"]["parent"][4] = 2


@values("rule_element_values", "SCNE: element 1: has 3 values, but its kind takes 4")
def _(parts: Parts) -> None:
    parts["SCNE"]["elements"]["values_count"][1] = 3


@values("rule_element_counts", "SCNE: node 0: has 33 elements, but 32 at most are allowed", "minimal")
def _(parts: Parts) -> None:
    scene = parts["SCNE"]
    scene["elements"] = np.repeat(scene["elements"], 33)
    scene["elements"]["values_first"] = np.arange(33) * 3
    scene["element_values"] = np.zeros((99, 1))
    scene["nodes"]["elements_count"] = 33


@values("rule_skins_mesh", "SCNE: node 3: has a skin, but no mesh")
def _(parts: Parts) -> None:
    parts["SCNE"]["nodes"]["mesh"][3] = layout.NONE


@values("rule_skins_group", "SCNE: node 3: its skin 0, or one after it, names group 2, but there are 2 groups in its mesh")
def _(parts: Parts) -> None:
    parts["SCNE"]["joints"]["group"][0] = 2


@values(
    "rule_skins_mask",
    "SCNE: node 0: its skin 0, or one after it, names group 3, but there are 3 groups in its mesh",
    "skins",
)
def _(parts: Parts) -> None:
    parts["SCNE"]["skins"]["mask"][2] = 3


@values("rule_skin_order", "SCNE: skin 1: next is 1, but that stands after it", "skins")
def _(parts: Parts) -> None:
    parts["SCNE"]["skins"]["next"][1] = 1


@values("rule_skin_order_many", "SCNE: skin 0: more than 32 skins one after the other", "skins")
def _(parts: Parts) -> None:
    scene = parts["SCNE"]
    scene["skins"] = np.repeat(scene["skins"][-1:], 33)
    scene["skins"]["joints_count"] = 0
    scene["skins"]["next"] = [*range(1, 33), layout.NONE]


@values("value_mesh_smoothing", "MESH 0: mesh: smoothing is 5, which is no mesh_smoothing", "skins")
def _(parts: Parts) -> None:
    parts["MESH"]["mesh"]["smoothing"] = 5


@values("value_sharp_corner", "MESH 0: sharp_corners[1] is 4, but there are 4 corners", "skins")
def _(parts: Parts) -> None:
    parts["MESH"]["sharp_corners"][1] = 4


@values("value_skin_blending", "SCNE: skin 0: blending is 3, which is no skin_blending", "skins")
def _(parts: Parts) -> None:
    parts["SCNE"]["skins"]["blending"][0] = 3


@values("rule_polygon_corners", "MESH 0: polygons have 9 corners together, but there are 8 corners")
def _(parts: Parts) -> None:
    parts["MESH"]["polygons"][1] = 5


@values("rule_influence_counts_points", "MESH 0: there are 5 influence_counts, but 6 points")
def _(parts: Parts) -> None:
    parts["MESH"]["influence_counts"] = parts["MESH"]["influence_counts"][:-1]


@values(
    "rule_influence_counts_sum",
    "MESH 0: points have 4294967302 influences together, but there are 8 influences",
)
def _(parts: Parts) -> None:
    parts["MESH"]["influence_counts"][0] = 0xFFFFFFFF


@values("rule_triangles", "MESH 0: primitive 1: has 5 indices, which makes no whole triangles")
def _(parts: Parts) -> None:
    parts["MESH"]["primitives"]["indices_count"][1] = 5


@values("rule_layers_uv", "MESH 0: uv_layer 0: has 7 values, but there are 8 vertices")
def _(parts: Parts) -> None:
    parts["MESH"]["uv_layers"]["uvs_count"][0] = 7


@values("rule_layers_color", "MESH 0: color_layer 0: has 0 values, but there are 8 vertices")
def _(parts: Parts) -> None:
    parts["MESH"]["color_layers"]["colors_count"][0] = 0


@values("rule_morph_range", "MESH 0: morph 1: minimum 2 is above maximum 1")
def _(parts: Parts) -> None:
    parts["MESH"]["morphs"]["minimum"][1] = 2


@values("rule_sequence_order", "MESH 0: sequence_key 2: is at 3.5, but the key before it at 3.5", "sequences")
def _(parts: Parts) -> None:
    parts["MESH"]["sequence_keys"]["frame"][2] = 3.5


@values("rule_sequence_morph", "MESH 4: sequence_key 1: morph is 4, but there are 4 morphs", "sequences")
def _(parts: Parts) -> None:
    parts["MESH", 4]["sequence_keys"]["morph"][1] = 4


@values("rule_sequence_interpolation",
        "MESH 0: sequence_key 0: interpolation is 4, which is no sequence_interpolation", "sequences")
def _(parts: Parts) -> None:
    parts["MESH"]["sequence_keys"]["interpolation"][0] = 4


@values("rule_sequence_not_finite", "MESH 0: mesh: eval_time is not finite", "sequences")
def _(parts: Parts) -> None:
    parts["MESH"]["mesh"]["eval_time"] = np.inf


@values("rule_keys_none", "CLIP 0: curve 2: has neither a key nor a modifier")
def _(parts: Parts) -> None:
    parts["CLIP"]["curves"]["keys_count"][2] = 0


@values("rule_keys_order", "CLIP 0: curve 0: key 2 is at 5, before the key before it at 13")
def _(parts: Parts) -> None:
    parts["CLIP"]["key_times"][2] = 5


@values("rule_sampled_keys_some", "CLIP 0: curve 7: key 3 is no sample, but key 0 is one", "curves")
def _(parts: Parts) -> None:
    parts["CLIP"]["key_interpolations"][27] = layout.ENUMS["interpolation"]["linear"]


@values("rule_sampled_keys_late", "CLIP 0: curve 0: key 2 is a sample, but key 0 is not", "curves")
def _(parts: Parts) -> None:
    parts["CLIP"]["key_interpolations"][2] = layout.ENUMS["interpolation"]["sample"]


@values(
    "rule_sampled_keys_whole",
    "CLIP 0: curve 7: key 0 is a sample at -5.5, which is no whole frame",
    "curves",
)
def _(parts: Parts) -> None:
    parts["CLIP"]["key_times"][24] = -5.5


@values(
    "rule_sampled_keys_apart",
    "CLIP 0: curve 7: key 2 is a sample at -4, not one frame after that at -4",
    "curves",
)
def _(parts: Parts) -> None:
    parts["CLIP"]["key_times"][26] = -4


@values(
    "rule_easings", "CLIP 0: easing 0: key is 5, but in curve 1 must be at least 6 and below 9", "curves"
)
def _(parts: Parts) -> None:
    parts["CLIP"]["easings"]["key"][0] = 5


@values(
    "rule_easings_order", "CLIP 0: easing 1: key is 6, but in curve 1 must be at least 7 and below 9", "curves"
)
def _(parts: Parts) -> None:
    parts["CLIP"]["easings"]["key"][1] = 6


@values(
    "rule_easings_end", "CLIP 0: easing 2: key is 9, but in curve 1 must be at least 8 and below 9", "curves"
)
def _(parts: Parts) -> None:
    parts["CLIP"]["easings"]["key"][2] = 9


@values(
    "rule_cycles_first", "CLIP 0: modifier 1: is cycles, but not the first modifier of curve 3", "curves"
)
def _(parts: Parts) -> None:
    parts["CLIP"]["modifiers"]["kind"][1] = layout.ENUMS["modifier_kind"]["cycles"]


@values(
    "rule_generators",
    "CLIP 0: modifier 5: has 3 coefficients, but those of factors come in pairs",
    "curves",
)
def _(parts: Parts) -> None:
    parts["CLIP"]["modifiers"]["coefficients_count"][5] = 3


@values("rule_envelopes", "CLIP 0: modifier 3: default_min and default_max are both 0.5", "curves")
def _(parts: Parts) -> None:
    parts["CLIP"]["modifiers"]["default_min"][3] = parts["CLIP"]["modifiers"]["default_max"][3] = 0.5


@values(
    "rule_envelopes_order",
    "CLIP 0: modifier 3: control point 1 is at 5, before the one before it at 10",
    "curves",
)
def _(parts: Parts) -> None:
    parts["CLIP"]["control_points"]["frame"][1] = 5


@values("value_influence", "CLIP 0: modifier 0: influence is 1.5, but must be at most 1", "curves")
def _(parts: Parts) -> None:
    parts["CLIP"]["modifiers"]["influence"][0] = 1.5


@values("value_coefficient", "CLIP 0: coefficients[1] is not finite", "curves")
def _(parts: Parts) -> None:
    parts["CLIP"]["coefficients"][1] = np.inf


@values("value_interpolation", "CLIP 0: key_interpolations[2] is 14, which is no interpolation", "curves")
def _(parts: Parts) -> None:
    parts["CLIP"]["key_interpolations"][2] = 14


@values("rule_sample_groups_rate", "CLIP 2: sample_group 0: rate is 3, but must be 1, 2, 4 or 8")
def _(parts: Parts) -> None:
    parts["CLIP", 2]["sample_groups"]["rate"][0] = 3


@values(
    "rule_sample_groups_count", "CLIP 2: sample_group 1: sample_count is 9, but at its rate the clip has 10"
)
def _(parts: Parts) -> None:
    parts["CLIP", 2]["sample_groups"]["sample_count"][1] = 9


@values(
    "rule_sample_groups_total",
    "CLIP 2: sample_group 0: has 12 samples, but sample_count times lane_count is 6442450944",
)
def _(parts: Parts) -> None:
    parts["CLIP", 2]["sample_groups"]["lane_count"][0] = 1 << 30


@values("rule_knots_order", "CLIP 2: knot 1: is at frame 2.25, but must be after 2.25 and before 5.25")
def _(parts: Parts) -> None:
    parts["CLIP", 2]["knots"]["frame"][1] = 2.25


@values("rule_knots_start", "CLIP 2: knot 0: is at frame 1, but must be after 1 and before 5.25")
def _(parts: Parts) -> None:
    parts["CLIP", 2]["knots"]["frame"][0] = 1


@values("rule_knots_end", "CLIP 2: knot 1: is at frame 5.25, but must be after 2.25 and before 5.25")
def _(parts: Parts) -> None:
    parts["CLIP", 2]["knots"]["frame"][1] = 5.25


@values("rule_knots_sample", "CLIP 2: knot 1: is at frame 3.5, where its group has a sample")
def _(parts: Parts) -> None:
    parts["CLIP", 2]["knots"]["frame"][1] = 3.5


@values("rule_knots_cut", "CLIP 2: knot 1: is at frame 2.875, where its group has a cut")
def _(parts: Parts) -> None:
    parts["CLIP", 2]["knots"]["frame"][1] = 2.875


@values("rule_knots_values", "CLIP 2: knot 0: has 0 values, but its group has 1 lanes")
def _(parts: Parts) -> None:
    parts["CLIP", 2]["knots"]["values_count"][0] = 0


@values("rule_event_order", "CLIP 0: event 1: is at frame 0.5, before the event before it at 1")
def _(parts: Parts) -> None:
    parts["CLIP"]["events"]["frame"][1] = 0.5


@values("rule_component_order", "CLIP 0: channel 1: component is 0, but must be at least 1 and below 16")
def _(parts: Parts) -> None:
    parts["CLIP"]["components"]["component"][4] = 0


@values("rule_component_order_limit", "CLIP 0: channel 0: component is 3, but must be at least 2 and below 3")
def _(parts: Parts) -> None:
    parts["CLIP"]["components"]["component"][2] = 3


@values("rule_component_sources_curve", "CLIP 0: component 1: is a curve, but has none")
def _(parts: Parts) -> None:
    parts["CLIP"]["components"]["curve"][1] = layout.NONE


@values("rule_slerp_keys_count", "CLIP 0: channel 4: has 3 components, but slerp takes 4", "curves")
def _(parts: Parts) -> None:
    parts["CLIP"]["channels"]["components_count"][4] = 3


@values("rule_slerp_keys_curve", "CLIP 0: channel 4: component 2 is no curve, as slerp takes it", "curves")
def _(parts: Parts) -> None:
    parts["CLIP"]["components"]["kind"][12] = 1


SLERP = "slerp takes constant and linear keys alone, of all components at the same times"


def slerp_curve(parts: Parts, number: int) -> int:
    """The curve of a component of the golden's channel 4."""
    return int(parts["CLIP"]["components"]["curve"][parts["CLIP"]["channels"]["components_first"][4] + number])


def slerp_key(parts: Parts, number: int) -> int:
    """Its first key."""
    return int(parts["CLIP"]["curves"]["keys_first"][slerp_curve(parts, number)])


@values("rule_slerp_keys_times", f"CLIP 0: channel 4: component 1: {SLERP}", "curves")
def _(parts: Parts) -> None:
    parts["CLIP"]["key_times"][slerp_key(parts, 1)] += 1


@values("rule_slerp_keys_bezier", f"CLIP 0: channel 4: component 0: {SLERP}", "curves")
def _(parts: Parts) -> None:
    for number in range(4):
        parts["CLIP"]["key_interpolations"][slerp_key(parts, number)] = layout.ENUMS["interpolation"]["bezier"]


@values("rule_slerp_keys_extrapolation", f"CLIP 0: channel 4: component 3: {SLERP}", "curves")
def _(parts: Parts) -> None:
    parts["CLIP"]["curves"]["extrapolation"][slerp_curve(parts, 3)] = 1


@values("rule_cuts_start", "CLIP 2: cut 0: is at frame 1, but must be after 1 and not after 5.25")
def _(parts: Parts) -> None:
    parts["CLIP", 2]["cuts"]["frame"][0] = 1


@values("rule_cuts_order", "CLIP 2: cut 2: is at frame 3.25, but must be after 3.25 and not after 5.25")
def _(parts: Parts) -> None:
    parts["CLIP", 2]["cuts"]["frame"][2] = 3.25


@values("rule_cuts_end", "CLIP 2: cut 3: is at frame 5.5, but must be after 3.375 and not after 5.25")
def _(parts: Parts) -> None:
    parts["CLIP", 2]["cuts"]["frame"][3] = 5.5


@values("rule_cuts_values", "CLIP 2: cut 3: has 1 values, but its group has 1 lanes, two of each")
def _(parts: Parts) -> None:
    parts["CLIP", 2]["cuts"]["values_count"][3] = 1


@values("rule_component_sources_group", "CLIP 2: component 0: is sampled, but has no group")
def _(parts: Parts) -> None:
    parts["CLIP", 2]["components"]["group"][0] = layout.NONE


@values("rule_component_sources_lane", "CLIP 2: component 2: lane is 2, but its group has 2 lanes")
def _(parts: Parts) -> None:
    parts["CLIP", 2]["components"]["lane"][2] = 2


@values("rule_clip_names_count", "INFO: names 2 clips, but there are 3 CLIP chunks")
def _(parts: Parts) -> None:
    parts["INFO"]["clips"] = parts["INFO"]["clips"][:-1]


@values("rule_clip_names", 'CLIP 1: is "Smile" of "", but INFO says "Wave" of ""')
def _(parts: Parts) -> None:
    parts["INFO"]["clips"]["name"][1] = parts["INFO"]["clips"]["name"][0]


# ---- Custom properties ----


@values("rule_property_owners", "SCNE: property 0: owner_kind is 6, which has no custom properties", "moves")
def _(parts: Parts) -> None:
    parts["SCNE"]["properties"]["owner_kind"][0] = layout.ENUMS["target_kind"]["scene"]


@values(
    "rule_property_order", 'SCNE: property 3: "speed" of "Rig" does not come after the one before it', "moves"
)
def _(parts: Parts) -> None:
    properties = parts["SCNE"]["properties"]
    properties["name"][2:4] = properties["name"][[3, 2]]


@values(
    "rule_property_order_twice",
    'SCNE: property 2: "speed" of "Rig" does not come after the one before it',
    "moves",
)
def _(parts: Parts) -> None:
    properties = parts["SCNE"]["properties"]
    properties["library"][2] = properties["library"][1]


@values("rule_property_values", "SCNE: property 0: has 17 values, but its kind takes 1 to 16", "moves")
def _(parts: Parts) -> None:
    properties = parts["SCNE"]["properties"]
    properties["values_first"], properties["values_count"] = 0, 0
    properties["values_count"][0] = 17
    parts["SCNE"]["property_values"] = np.zeros((17, 1), np.float32)


@values("rule_property_values_string", "SCNE: property 3: has 1 values, but its kind takes 0 to 0", "moves")
def _(parts: Parts) -> None:
    properties = parts["SCNE"]["properties"]
    properties["values_first"][3] = properties["values_first"][4]
    properties["values_count"][3], properties["values_count"][4] = 1, 0


@values("rule_property_values_integer", "SCNE: property 0: value 2 is 2.5, which is no integer", "moves")
def _(parts: Parts) -> None:
    parts["SCNE"]["property_values"][2] = 2.5


@values("rule_property_values_large", "SCNE: property 0: value 4 is 16777218, which is no integer", "moves")
def _(parts: Parts) -> None:
    parts["SCNE"]["property_values"][4] = 16777218


@values("rule_property_values_boolean", "SCNE: property 4: value 0 is 2, which is no boolean", "moves")
def _(parts: Parts) -> None:
    parts["SCNE"]["property_values"][7] = 2


# ---- Materials and images ----


@values("rule_input_values", "SCNE: material_input 1: has 2 values, but must have 1, 3 or 4", "looks")
def _(parts: Parts) -> None:
    parts["SCNE"]["material_inputs"]["values_first"][1] = 3
    parts["SCNE"]["material_inputs"]["values_count"][1:3] = 2, 0


@values("rule_input_values_none", "SCNE: material_input 0: has 0 values, but must have 1, 3 or 4", "looks")
def _(parts: Parts) -> None:
    parts["SCNE"]["material_inputs"]["values_count"][0] = 0


@values("rule_input_names", 'SCNE: material 0: two inputs are called "base_color"', "looks")
def _(parts: Parts) -> None:
    names = parts["SCNE"]["material_inputs"]["name"]
    names[2] = names[0]


@values("rule_input_names_many", "SCNE: material 0: has 129 inputs, but 128 at most are allowed", "looks")
def _(parts: Parts) -> None:
    scene = parts["SCNE"]
    inputs = np.repeat(scene["material_inputs"][:1], 129)
    inputs["values_first"], inputs["values_count"] = np.arange(129), 1
    scene["material_inputs"], scene["input_values"] = inputs, np.zeros((129, 1), np.float32)
    scene["materials"]["inputs_count"] = 0
    scene["materials"]["inputs_count"][0] = 129
    scene["materials"]["textures_first"] = scene["materials"]["textures_count"] = 0
    scene["textures"] = scene["textures"][:0]


@values("rule_texture_inputs", "SCNE: texture 0: input is 3, which is no input of its material 1", "looks")
def _(parts: Parts) -> None:
    parts["SCNE"]["textures"]["input"][0] = 3


@values(
    "rule_texture_inputs_after", "SCNE: texture 0: scale is 9, which is no input of its material 1", "looks"
)
def _(parts: Parts) -> None:
    parts["SCNE"]["textures"]["scale"][0] = 9


@values(
    "rule_texture_inputs_count",
    "SCNE: texture 0: rotation is an input of 1 values, but must be of 3",
    "looks",
)
def _(parts: Parts) -> None:
    parts["SCNE"]["textures"]["rotation"][0] = 5


@values("value_index_image", "SCNE: texture 1: image is 2, but there are 2 IMAG", "looks")
def _(parts: Parts) -> None:
    parts["SCNE"]["textures"]["image"][1] = 2


@values("rule_image_bytes", "IMAG 1: its bytes are no jpeg file", "looks")
def _(parts: Parts) -> None:
    parts["IMAG", 1]["image"]["encoding"] = 1


@values("rule_image_bytes_none", "IMAG 0: its bytes are no png file", "looks")
def _(parts: Parts) -> None:
    parts["IMAG", 0]["bytes"] = parts["IMAG", 0]["bytes"][:7]
