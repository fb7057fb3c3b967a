/** Shaders of the figures: every vertex follows up to four joints, whose motions are in a texture. */

/** Where a vertex is in the world; for figures and for their shadows. */
export const POSED = /* glsl */ `
  uniform sampler2D poses;
  in vec4 joints;
  in vec4 weights;
  in vec4 shown;   // row in the texture, opacity, begin and size of its slab of depth

  vec4 texel(float joint, int n) { return texelFetch(poses, ivec2(int(joint) * 3 + n, int(shown.x)), 0); }

  // A motion as a dual quaternion: its turn and its shift.
  struct Motion { vec4 turn; vec4 shift; };

  void mixIn(inout Motion motion, float joint, float weight) {
    vec4 turn = texel(joint, 0);
    // The same turn has two quaternions: the nearer is meant.
    float signed_ = dot(turn, motion.turn) < 0.0 ? -weight : weight;
    motion.turn += signed_ * turn;
    motion.shift += signed_ * texel(joint, 1);
  }
  Motion motionHere() {
    Motion motion = Motion(weights.x * texel(joints.x, 0), weights.x * texel(joints.x, 1));
    if (weights.y > 0.0) mixIn(motion, joints.y, weights.y);
    if (weights.z > 0.0) mixIn(motion, joints.z, weights.z);
    if (weights.w > 0.0) mixIn(motion, joints.w, weights.w);
    float size = 1.0 / length(motion.turn);
    return Motion(size * motion.turn, size * motion.shift);
  }
  vec3 turned(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
  vec3 placed(Motion m) {
    vec3 shift = 2.0 * (m.turn.w * m.shift.xyz - m.shift.w * m.turn.xyz + cross(m.turn.xyz, m.shift.xyz));
    return turned(m.turn, position) + shift;
  }
`;

/** Where a vertex is on the picture: each kind of figure has depths of its own, the later is in front. */
const ON_PICTURE = /* glsl */ `
  invariant gl_Position;
  vec4 onPicture(Motion motion) {
    vec4 place = projectionMatrix * viewMatrix * vec4(placed(motion), 1.0);
    place.z = 2.0 * (shown.z * place.w + shown.w * 0.5 * (place.z + place.w)) - place.w;
    return place;
  }
`;

const LIGHT = /* glsl */ `
  uniform vec3 keyLight;
  uniform vec3 toViewer;
  uniform vec3 strengths;   // of the surroundings from below, from above, and of the light
  float lightOn(vec3 n) {
    return mix(strengths.x, strengths.y, 0.5 + 0.5 * n.y) + strengths.z * max(0.0, dot(n, keyLight) * 0.8 + 0.2);
  }
  // A darker edge sets an arm off from the chest behind it.
  float edgeOf(vec3 n) { return mix(0.62, 1.0, smoothstep(0.0, 0.5, dot(n, toViewer))); }
`;

export const FIGURE_VERTEX = /* glsl */ `
  ${POSED}
  ${ON_PICTURE}
  uniform vec3 sides[3];
  uniform vec3 ramp[3];
  uniform vec3 accent;
  uniform vec3 plants[2];  // what is on the ground: heel, toes
  uniform vec2 toes;       // their joints
  uniform float rampEnd;   // 0: not tinted
  in vec3 bones;           // a joint, the one at the far end, the part of the way between them
  in float side;           // 1 left, -1 right
  in vec4 wash;            // a colour that covers the figure's own, by its last part
  out vec3 facing;
  out vec3 paint;
  flat out float opacity;

  float marked() {
    vec4 marks = vec4(texel(joints.x, 2).y, texel(joints.y, 2).y, texel(joints.z, 2).y, texel(joints.w, 2).y);
    return dot(weights, vec4(0.35) * step(0.5, marks) + vec4(0.5) * step(1.5, marks));
  }

  void main() {
    Motion motion = motionHere();
    facing = turned(motion.turn, normal);
    vec4 state = texel(bones.x, 2);
    vec3 own = mix(sides[2], side > 0.0 ? sides[0] : sides[1], abs(side));
    if (rampEnd > 0.0) {
      float error = mix(state.x, texel(bones.y, 2).x, bones.z) / rampEnd;
      own = mix(mix(ramp[0], ramp[1], clamp(2.0 * error, 0.0, 1.0)), ramp[2], clamp(2.0 * error - 1.0, 0.0, 1.0));
    }
    own = mix(own, wash.rgb, wash.a);
    // Of a foot, the back is the heel's; toes have no heel, and are the toes' all over.
    float front = bones.x == toes.x || bones.x == toes.y ? 1.0 : smoothstep(0.3, 0.55, bones.z);
    own = mix(own, plants[0], 0.85 * state.z * (1.0 - front));
    own = mix(own, plants[1], 0.85 * state.w * front);
    paint = mix(own, accent, marked());
    opacity = shown.y;
    gl_Position = onPicture(motion);
  }
`;

export const FIGURE_FRAGMENT = /* glsl */ `
  ${LIGHT}
  in vec3 facing;
  in vec3 paint;
  flat in float opacity;
  out vec4 colour;

  void main() {
    vec3 n = normalize(facing);
    colour = vec4(paint * lightOn(n) * edgeOf(n), opacity);
  }
`;

/** Ghosts are many: lit at their corners, in one colour, and faded into the paper instead of translucent, so that they
 * cover each other cleanly and need no second drawing. */
export const GHOST_VERTEX = /* glsl */ `
  ${POSED}
  ${ON_PICTURE}
  ${LIGHT}
  uniform vec3 paper;
  in vec4 wash;
  out vec3 paint;

  void main() {
    Motion motion = motionHere();
    vec3 n = turned(motion.turn, normal);
    float light = mix(lightOn(n), 1.0, 0.35) * edgeOf(n);
    paint = mix(paper, wash.rgb * light, shown.y);
    gl_Position = onPicture(motion);
  }
`;

/** A veil has one colour, is lit at its corners, and drawn twice: first its depth alone, then what is in front of it. */
export const VEIL_VERTEX = /* glsl */ `
  ${POSED}
  ${ON_PICTURE}
  ${LIGHT}
  in vec4 wash;
  out vec4 paint;

  void main() {
    Motion motion = motionHere();
    vec3 n = turned(motion.turn, normal);
    paint = vec4(wash.rgb * lightOn(n) * edgeOf(n), shown.y);
    gl_Position = onPicture(motion);
  }
`;

export const VEIL_FRAGMENT = /* glsl */ `
  in vec4 paint;
  out vec4 colour;
  void main() { colour = paint; }
`;

export const DEPTH_VERTEX = /* glsl */ `
  ${POSED}
  ${ON_PICTURE}
  void main() { gl_Position = onPicture(motionHere()); }
`;

export const DEPTH_FRAGMENT = /* glsl */ `
  void main() {}
`;

export const GHOST_FRAGMENT = /* glsl */ `
  in vec3 paint;
  out vec4 colour;
  void main() { colour = vec4(paint, 1.0); }
`;
