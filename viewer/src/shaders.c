/* SPDX-License-Identifier: MIT */
#include "shaders.h"

/* ---- Shadows ---- */

const char view_shader_shadow_vertex[] =
    "#version 330 core\n"
    "layout(location = 0) in vec3 position;\n"
    "uniform mat4 world, view_projection;\n"
    "void main() { gl_Position = view_projection * (world * vec4(position, 1.0)); }\n";

const char view_shader_shadow_fragment[] = "#version 330 core\n"
                                           "void main() {}\n";

/* ---- The ground: a grid that fades with distance, and the shadow of what stands on it ---- */

const char view_shader_ground_vertex[] =
    "#version 330 core\n"
    "uniform vec3 center, right, front;\n"
    "uniform float reach;\n"
    "uniform mat4 view_projection;\n"
    "out vec2 offset;\n"
    "void main()\n"
    "{\n"
    "    vec2 corner = vec2((gl_VertexID & 1) * 2 - 1, (gl_VertexID >> 1) * 2 - 1);\n"
    "    offset = corner * reach;\n"
    "    gl_Position = view_projection * vec4(center + right * offset.x - front * offset.y, 1.0);\n"
    "}\n";

const char view_shader_ground_fragment[] =
    "#version 330 core\n"
    "in vec2 offset;\n"
    "uniform vec3 center, right, front;\n"
    "uniform vec2 origin;\n"      /* Where the world's origin lies from the middle of the plane. */
    "uniform vec3 second_axis;\n" /* Its colour: green for y, blue for z. */
    "uniform float cell, reach, lines;\n"
    "uniform mat4 shadow_matrix;\n"
    "uniform sampler2DShadow shadow_map;\n"
    "out vec4 color;\n"
    "float line(vec2 at, float size, float width)\n"
    "{\n"
    "    vec2 part = at / size, wide = fwidth(part);\n"
    "    vec2 near = abs(fract(part - 0.5) - 0.5) / max(wide, 1e-6);\n"
    "    vec2 there = clamp(width * 0.5 + 0.5 - near, 0.0, 1.0) * clamp(1.0 - wide * 2.5, 0.0, 1.0);\n"
    "    return max(there.x, there.y);\n"
    "}\n"
    "float dark()\n"
    "{\n"
    "    vec4 at = shadow_matrix * vec4(center + right * offset.x - front * offset.y, 1.0);\n"
    "    if (any(greaterThan(abs(at.xyz - 0.5), vec3(0.5)))) return 0.0;\n"
    "    float sum = 0.0;\n"
    "    vec2 texel = 1.0 / vec2(textureSize(shadow_map, 0));\n"
    "    for (int y = -1; y <= 1; y++)\n"
    "        for (int x = -1; x <= 1; x++)\n"
    "            sum += texture(shadow_map, vec3(at.xy + vec2(x, y) * texel * 2.0, at.z - 0.0015));\n"
    "    vec2 edge = smoothstep(0.5, 0.42, abs(at.xy - 0.5));\n"
    "    return (1.0 - sum / 9.0) * edge.x * edge.y;\n"
    "}\n"
    "void main()\n"
    "{\n"
    "    vec2 at = offset - origin, wide = fwidth(at);\n"
    "    float fade = 1.0 - smoothstep(0.15, 1.0, length(offset) / reach);\n"
    "    float fine = 0.22 * line(at, cell, 1.0), coarse = 0.42 * line(at, cell * 10.0, 1.4);\n"
    "    vec2 axis = clamp(1.5 - abs(at) / max(wide, 1e-9), 0.0, 1.0);\n"
    "    vec3 ink = vec3(0.16, 0.20, 0.26);\n"
    "    float strength = max(fine, coarse);\n"
    "    if (axis.y > 0.0) { ink = mix(ink, vec3(0.72, 0.22, 0.24), axis.y); strength = max(strength, 0.7 * "
    "axis.y); }\n"
    "    if (axis.x > 0.0) { ink = mix(ink, second_axis, axis.x); strength = max(strength, 0.7 * axis.x); }\n"
    "    float shade = 0.34 * dark();\n"
    "    strength *= fade * lines;\n"
    "    float alpha = shade + strength * (1.0 - shade);\n"
    "    color = vec4(mix(vec3(0.10, 0.12, 0.16), ink, alpha > 0.0 ? strength / alpha : 0.0), alpha);\n"
    "}\n";

/* ---- Behind everything ---- */

const char view_shader_backdrop_vertex[] = "#version 330 core\n"
                                           "out vec2 part;\n"
                                           "void main()\n"
                                           "{\n"
                                           "    part = vec2((gl_VertexID & 1) * 2, (gl_VertexID >> 1) * 2);\n"
                                           "    gl_Position = vec4(part * 2.0 - 1.0, 1.0, 1.0);\n"
                                           "}\n";

const char view_shader_backdrop_fragment[] =
    "#version 330 core\n"
    "in vec2 part;\n"
    "out vec4 color;\n"
    "void main()\n"
    "{\n"
    "    vec3 low = vec3(0.72, 0.74, 0.76), middle = vec3(0.89, 0.90, 0.90), high = vec3(0.60, 0.69, 0.78);\n"
    "    vec3 seen = mix(low, middle, smoothstep(0.0, 0.55, part.y));\n"
    "    seen = mix(seen, high, smoothstep(0.45, 1.1, part.y));\n"
    "    seen *= 1.0 - 0.16 * dot(part - 0.5, part - 0.5);\n"
    /* Half a step of noise, or the gradient would show bands. */
    "    float noise = fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453);\n"
    "    color = vec4(seen + (noise - 0.5) / 255.0, 1.0);\n"
    "}\n";

/* ---- Bones and other shapes in the scene: colours as given ---- */

const char view_shader_shape_vertex[] = "#version 330 core\n"
                                        "layout(location = 0) in vec3 position;\n"
                                        "layout(location = 1) in vec4 tint;\n"
                                        "uniform mat4 view_projection;\n"
                                        "out vec4 shade;\n"
                                        "void main()\n"
                                        "{\n"
                                        "    shade = tint;\n"
                                        "    gl_Position = view_projection * vec4(position, 1.0);\n"
                                        "}\n";

const char view_shader_shape_fragment[] = "#version 330 core\n"
                                          "in vec4 shade;\n"
                                          "out vec4 color;\n"
                                          "void main() { color = shade; }\n";

/* ---- Panels and text over the picture, in pixels from the top left ---- */

const char view_shader_overlay_vertex[] =
    "#version 330 core\n"
    "layout(location = 0) in vec2 position;\n"
    "layout(location = 1) in vec2 texture_place;\n"
    "layout(location = 2) in vec4 tint;\n"
    "uniform vec2 size;\n"
    "out vec2 place;\n"
    "out vec4 shade;\n"
    "void main()\n"
    "{\n"
    "    place = texture_place;\n"
    "    shade = tint;\n"
    "    gl_Position = vec4(position.x / size.x * 2.0 - 1.0, 1.0 - position.y / size.y * 2.0, 0.0, 1.0);\n"
    "}\n";

const char view_shader_overlay_fragment[] =
    "#version 330 core\n"
    "in vec2 place;\n"
    "in vec4 shade;\n"
    "uniform sampler2D letters;\n"
    "out vec4 color;\n"
    "void main() { color = vec4(shade.rgb, shade.a * texture(letters, place).r); }\n";
