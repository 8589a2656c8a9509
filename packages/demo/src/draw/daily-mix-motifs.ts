import {
  blend,
  CANVAS,
  circle,
  linearGradient,
  type Point,
  rect,
  ring,
  smoothPath,
  stroke,
} from './shapes.ts'

interface MotifColours {
  readonly ground: string
  /** Highlights: analogous to the background, and contrasting. */
  readonly near: string
  readonly far: string
}

const MIDDLE = CANVAS / 2
const steps = (count: number) => Array.from({ length: count }, (_, i) => i)
const rotate = (angle: number, shapes: string) =>
  `<g transform="rotate(${angle.toFixed(1)} ${MIDDLE} ${MIDDLE})">${shapes}</g>`
const ellipse = (rx: number, ry: number, more: string, cy = MIDDLE) =>
  `<ellipse cx="${MIDDLE}" cy="${cy.toFixed(1)}" rx="${rx.toFixed(1)}" ry="${ry.toFixed(1)}" ${more}/>`

/** Off-centre rings, like the grooves of a record. */
function grooves({ near, far }: MotifColours): string {
  return steps(15)
    .map(i => {
      const share = i / 14
      const x = 700 - share * 130
      return ring(x, 660 - share * 60, 560 - i * 36, blend(near, far, share), 5 + share * 13)
    })
    .join('')
}

/** Ocean swell. */
function swells({ ground, near, far }: MotifColours): string {
  return steps(8)
    .map(i => {
      const points: Point[] = [[-90, CANVAS + 90]]
      for (let x = -90; x <= CANVAS + 90; x += 45)
        points.push([
          x,
          330 +
            i * 108 +
            Math.sin(x / (150 + i * 14) + i * 1.1) * (78 - i * 5) -
            ((x - MIDDLE) / CANVAS) * 130,
        ])
      points.push([CANVAS + 90, CANVAS + 90])
      const tone = i < 2 ? blend(far, near, i / 2) : blend(near, blend(ground, '#000000', 0.35), (i - 1) / 7)
      return `<path d="${smoothPath(points)}Z" fill="${tone}" fill-opacity="0.92"/>`
    })
    .join('')
}

/** Low sun cut by stripes. */
function lowSun({ ground, near, far }: MotifColours): string {
  const sun = linearGradient([far, near, blend(near, ground, 0.35)], 90)
  const bars = steps(7).map(i =>
    rect(0, 620 + i * 62, CANVAS, 10 + i * 7, blend(ground, '#000000', 0.28), 'clip-path="url(#sun)"'),
  )
  const clip = `<clipPath id="sun">${circle(MIDDLE, 640, 401, '#000')}</clipPath>`
  return sun.definition + clip + circle(MIDDLE, 640, 400, sun.paint) + bars.join('')
}

/** Flower with many petals. */
function bloom({ ground, near, far }: MotifColours): string {
  const leaves = (count: number, reach: number, width: number, paint: string, opacity: number) =>
    steps(count)
      .map(i =>
        rotate(
          (i * 360) / count,
          ellipse(width, reach / 2, `fill="${paint}" fill-opacity="${opacity}"`, MIDDLE - reach / 2),
        ),
      )
      .join('')
  return (
    leaves(18, 540, 84, near, 0.24) +
    leaves(12, 400, 78, blend(near, far, 0.55), 0.34) +
    leaves(9, 240, 58, far, 0.6) +
    circle(MIDDLE, MIDDLE, 66, blend(ground, '#000000', 0.35))
  )
}

/** Level meter bars. */
function levels({ near, far }: MotifColours): string {
  const bar = linearGradient([far, near, `${near}/0.15`], 90)
  const heights = [0.3, 0.52, 0.4, 0.78, 0.94, 0.66, 0.84, 0.5, 0.62, 0.34, 0.22]
  const step = CANVAS / (heights.length + 1)
  return (
    bar.definition +
    heights
      .map((height, i) => {
        const tall = height * 960
        return rect(step * (i + 0.62), CANVAS - 120 - tall, step * 0.7, tall, bar.paint, 'rx="38"')
      })
      .join('')
  )
}

/** Elliptical orbits around a bright centre. */
function paths({ near, far }: MotifColours): string {
  const rounds = steps(9).map(i => {
    const angle = i * 20
    const tone = blend(near, far, i / 8)
    const reach = 500 - (i % 3) * 40
    return rotate(
      angle,
      ellipse(reach, 190, `fill="none" stroke="${tone}" stroke-width="7"`) +
        circle(MIDDLE + reach * Math.cos(i), MIDDLE + 190 * Math.sin(i), 20 + (i % 3) * 9, far),
    )
  })
  return rounds.join('') + circle(MIDDLE, MIDDLE, 92, far)
}

/** Nested arches: two that meet in the middle, one in each other corner. */
function arches({ ground, near, far }: MotifColours): string {
  const quarters: readonly (readonly [cell: Point, centre: Point])[] = [
    [
      [0, 0],
      [0, 0],
    ],
    [
      [MIDDLE, 0],
      [MIDDLE, MIDDLE],
    ],
    [
      [0, MIDDLE],
      [MIDDLE, MIDDLE],
    ],
    [
      [MIDDLE, MIDDLE],
      [CANVAS, CANVAS],
    ],
  ]
  return quarters
    .map(([cell, centre], place) => {
      const clip = `<clipPath id="q${place}">${rect(cell[0], cell[1], MIDDLE, MIDDLE, '#000')}</clipPath>`
      const rounds = steps(6).map(i => {
        const tone = i % 2 ? blend(ground, '#000000', 0.3) : blend(near, far, i / 5)
        return circle(centre[0], centre[1], 576 - i * 96, tone, `clip-path="url(#q${place})"`)
      })
      return clip + rounds.join('')
    })
    .join('')
}

/** Twisted band of threads. */
function threads({ near, far }: MotifColours): string {
  return steps(34)
    .map(i => {
      const share = i / 33
      const points = steps(29).map((k): Point => {
        const along = k / 28
        const twist = Math.sin(along * Math.PI * 1.9 + 0.5)
        return [
          -80 + along * (CANVAS + 160),
          MIDDLE + 40 + Math.sin(along * 4.2) * 170 + (share - 0.5) * 760 * twist,
        ]
      })
      return stroke(
        smoothPath(points),
        blend(near, far, share),
        7,
        `stroke-opacity="${(0.5 + share / 2).toFixed(2)}"`,
      )
    })
    .join('')
}

/** One motif per daily mix picture. */
export const dailyMixMotifs: readonly ((ink: MotifColours) => string)[] = [
  grooves,
  swells,
  lowSun,
  bloom,
  levels,
  paths,
  arches,
  threads,
]
