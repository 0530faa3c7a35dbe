/**
 * A picture of space without perspective: a camera turns around 0, and a point's place in the picture is its part along
 * the camera's two directions. In float64, because it is a drawing: the numbers that are shown are the package's.
 */

/** @typedef {readonly [number, number, number]} Point */
/** @typedef {readonly [number, number]} Place  to the right and down, from the middle of the picture */
/** @typedef {{ right: Point, up: Point, toward: Point }} Camera  three directions; toward: to the one who looks */

const RADIANS = Math.PI / 180;
/** The radius of the circle and of the sphere: the root of three. */
export const RADIUS = Math.sqrt(3);
/** The direction of (1, 1, 1), and two at a right angle to it and to each other. */
export const ONES = /** @type {Point} */ ([1 / RADIUS, 1 / RADIUS, 1 / RADIUS]);
const ACROSS = /** @type {Point} */ ([1 / Math.SQRT2, -1 / Math.SQRT2, 0]);
const UPWARD = /** @type {Point} */ ([-1 / Math.sqrt(6), -1 / Math.sqrt(6), 2 / Math.sqrt(6)]);
/** The camera that looks along (1, 1, 1), in degrees. */
export const ALONG_ONES = { turn: 45, tilt: Number((Math.asin(1 / RADIUS) / RADIANS).toFixed(4)) };
/** The camera from which the plane at a right angle to (1, 1, 1) is a line. */
export const EDGE_ON = { turn: 315, tilt: 0 };

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** @param {ArrayLike<number>} a */
export const lengthOf = (a) => Math.sqrt(dot(a, a));
/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b @param {number} [factor] @returns {Point} */
export const plus = (a, b, factor = 1) => [a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]];
/** @param {ArrayLike<number>} a @param {number} factor @returns {Point} */
export const scaled = (a, factor) => [a[0] * factor, a[1] * factor, a[2] * factor];
/**
 * From one to the other, by so large a share.
 * @param {ArrayLike<number>} a
 * @param {ArrayLike<number>} b
 * @param {number} share
 */
export const between = (a, b, share) => plus(scaled(a, 1 - share), b, share);

/** @param {{ turn: number, tilt: number }} degrees @returns {Camera} */
export function cameraOf({ turn, tilt }) {
  const [cosTurn, sinTurn] = [Math.cos(turn * RADIANS), Math.sin(turn * RADIANS)];
  const [cosTilt, sinTilt] = [Math.cos(tilt * RADIANS), Math.sin(tilt * RADIANS)];
  return {
    right: [-sinTurn, cosTurn, 0],
    up: [-cosTurn * sinTilt, -sinTurn * sinTilt, cosTilt],
    toward: [cosTurn * cosTilt, sinTurn * cosTilt, sinTilt],
  };
}

/** @param {Camera} camera @param {ArrayLike<number>} point @returns {Place} */
export const placeOf = ({ right, up }, point) => [dot(right, point), -dot(up, point)];

/**
 * Where a point comes to when it is pulled so far in the picture, at its depth.
 * @param {Camera} camera
 * @param {ArrayLike<number>} point
 * @param {Place} by
 */
export const pulled = ({ right, up }, point, [across, down]) => plus(plus(point, right, across), up, -down);

/** How many corners a circle is drawn with. */
const CORNERS = 96;

/**
 * @param {Point} a
 * @param {Point} b  two directions in its plane, at a right angle
 * @param {number} radius
 * @returns {Point[]}
 */
const circle = (a, b, radius) =>
  Array.from({ length: CORNERS + 1 }, (_, i) => {
    const angle = (2 * Math.PI * i) / CORNERS;
    return plus(scaled(a, radius * Math.cos(angle)), b, radius * Math.sin(angle));
  });

/** Where LayerNorm takes all rows that are not constant, without eps. @param {number} [radius] */
export const circleInPlane = (radius = RADIUS) => circle(ACROSS, UPWARD, radius);

/** Three circles on the sphere, each at a right angle to one of the axes. */
export const circlesOnSphere = () =>
  /** @type {const} */ ([
    circle([1, 0, 0], [0, 1, 0], RADIUS),
    circle([0, 1, 0], [0, 0, 1], RADIUS),
    circle([0, 0, 1], [1, 0, 0], RADIUS),
  ]);

/**
 * @param {readonly Point[]} points
 * @param {ArrayLike<number>} weight
 * @param {ArrayLike<number>} bias
 * @returns {Point[]}
 */
export const affine = (points, weight, bias) =>
  points.map((point) => [0, 1, 2].map((i) => point[i] * weight[i] + bias[i])).map(([a, b, c]) => [a, b, c]);

/**
 * The pieces of a closed curve around a centre that lie on the camera's side of it, or on the other: those are hidden
 * by the ball that it lies on.
 * @param {readonly Point[]} points
 * @param {ArrayLike<number>} centre
 * @param {Camera} camera
 */
export function sidesOf(points, centre, { toward }) {
  const isNear = (/** @type {Point} */ point) => dot(toward, plus(point, centre, -1)) >= 0;
  /** @type {{ near: Point[][], far: Point[][] }} */
  const sides = { near: [], far: [] };
  /** @type {Point[] | undefined} */
  let piece;
  for (let i = 1; i < points.length; i++) {
    const side = isNear(between(points[i - 1], points[i], 0.5)) ? "near" : "far";
    if (piece && sides[side].at(-1) === piece) piece.push(points[i]);
    else {
      piece = [points[i - 1], points[i]];
      sides[side].push(piece);
    }
  }
  return sides;
}

/**
 * The half axes of the image of something round, whose directions are sent to these vectors: the roots of the
 * eigenvalues of the matrix of their products. Longest first; and the direction of the first in these terms.
 * @param {readonly ArrayLike<number>[]} columns  as many numbers each as there are directions in space
 * @param {number} radius
 */
function halfAxes([a, b], radius) {
  const product = (/** @type {ArrayLike<number>} */ p, /** @type {ArrayLike<number>} */ q) =>
    Array.from(p).reduce((sum, value, i) => sum + value * q[i], 0);
  const [aa, ab, bb] = [product(a, a), product(a, b), product(b, b)];
  const [middle, apart] = [(aa + bb) / 2, Math.hypot((aa - bb) / 2, ab)];
  return {
    lengths: /** @type {const} */ ([
      radius * Math.sqrt(middle + apart),
      radius * Math.sqrt(Math.max(middle - apart, 0)),
    ]),
    angle: Math.atan2(2 * ab, aa - bb) / 2,
  };
}

/** The half axes of the ellipse that a weight makes of LayerNorm's circle. @param {ArrayLike<number>} weight */
export function ellipseOf(weight) {
  const by = (/** @type {Point} */ direction) => [0, 1, 2].map((i) => direction[i] * weight[i]);
  return halfAxes([by(ACROSS), by(UPWARD)], RADIUS).lengths;
}

/**
 * The outline in the picture of the sphere that a weight has stretched: an ellipse, which the camera's two directions,
 * stretched alike, span.
 * @param {Camera} camera
 * @param {ArrayLike<number>} weight
 * @returns {{ lengths: readonly [number, number], degrees: number }}
 */
export function outlineOf({ right, up }, weight) {
  const by = (/** @type {Point} */ direction) => [0, 1, 2].map((i) => direction[i] * weight[i]);
  const { lengths, angle } = halfAxes([by(right), by(up)], RADIUS);
  return { lengths, degrees: -angle / RADIANS };
}

/**
 * The mark of a right angle at a point: a corner of a small square, whose sides lie along two directions.
 * @param {ArrayLike<number>} at
 * @param {ArrayLike<number>} a
 * @param {ArrayLike<number>} b
 * @param {number} size
 * @returns {Point[]}
 */
export function cornerOf(at, a, b, size) {
  const [along, across] = [a, b].map((direction) => scaled(direction, size / (lengthOf(direction) || 1)));
  return [plus(at, along), plus(plus(at, along), across), plus(at, across)];
}

/**
 * An arrow's head in the picture: its tip and two corners. Where the arrow points at the camera, it has hardly any.
 * @param {Place} from
 * @param {Place} to
 * @param {number} size
 * @returns {Place[] | null}
 */
export function headOf(from, to, size) {
  const [across, down] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(across, down);
  if (!(length > 1e-6)) return null;
  const [x, y] = [across / length, down / length];
  const long = Math.min(size, length);
  return [
    to,
    [to[0] - long * x - 0.4 * long * y, to[1] - long * y + 0.4 * long * x],
    [to[0] - long * x + 0.4 * long * y, to[1] - long * y - 0.4 * long * x],
  ];
}
