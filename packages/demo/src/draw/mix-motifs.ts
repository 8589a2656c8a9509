import { BOARD, blend, circle, gradient, type Point, rect, ring, smooth, stroke } from './shapes.ts'

interface MixInk {
  readonly ground: string
  /** A light of the ground's own family, and one across from it. */
  readonly near: string
  readonly far: string
}

const MIDDLE = BOARD / 2
const steps = (count: number) => Array.from({ length: count }, (_, i) => i)
const turned = (angle: number, shapes: string) =>
  `<g transform="rotate(${angle.toFixed(1)} ${MIDDLE} ${MIDDLE})">${shapes}</g>`
const ellipse = (rx: number, ry: number, more: string, cy = MIDDLE) =>
  `<ellipse cx="${MIDDLE}" cy="${cy.toFixed(1)}" rx="${rx.toFixed(1)}" ry="${ry.toFixed(1)}" ${more}/>`

/** Rings that wander off their centre, as grooves of a record seen from the side. */
function grooves({ near, far }: MixInk): string {
  return steps(15)
    .map(i => {
      const share = i / 14
      const x = 700 - share * 130
      return ring(x, 660 - share * 60, 560 - i * 36, blend(near, far, share), 5 + share * 13)
    })
    .join('')
}

/** Swell behind swell. */
function swells({ ground, near, far }: MixInk): string {
  return steps(8)
    .map(i => {
      const points: Point[] = [[-90, BOARD + 90]]
      for (let x = -90; x <= BOARD + 90; x += 45)
        points.push([
          x,
          330 +
            i * 108 +
            Math.sin(x / (150 + i * 14) + i * 1.1) * (78 - i * 5) -
            ((x - MIDDLE) / BOARD) * 130,
        ])
      points.push([BOARD + 90, BOARD + 90])
      const tone = i < 2 ? blend(far, near, i / 2) : blend(near, blend(ground, '#000000', 0.35), (i - 1) / 7)
      return `<path d="${smooth(points)}Z" fill="${tone}" fill-opacity="0.92"/>`
    })
    .join('')
}

/** A low sun cut by lines that grow wider. */
function lowSun({ ground, near, far }: MixInk): string {
  const sun = gradient([far, near, blend(near, ground, 0.35)], 90)
  const bars = steps(7).map(i =>
    rect(0, 620 + i * 62, BOARD, 10 + i * 7, blend(ground, '#000000', 0.28), 'clip-path="url(#sun)"'),
  )
  const clip = `<clipPath id="sun">${circle(MIDDLE, 640, 401, '#000')}</clipPath>`
  return sun.definition + clip + circle(MIDDLE, 640, 400, sun.paint) + bars.join('')
}

/** One flower of many leaves. */
function bloom({ ground, near, far }: MixInk): string {
  const leaves = (count: number, reach: number, width: number, paint: string, opacity: number) =>
    steps(count)
      .map(i =>
        turned(
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

/** Bars that rise and fall, as a song does. */
function levels({ near, far }: MixInk): string {
  const bar = gradient([far, near, `${near}/0.15`], 90)
  const heights = [0.3, 0.52, 0.4, 0.78, 0.94, 0.66, 0.84, 0.5, 0.62, 0.34, 0.22]
  const step = BOARD / (heights.length + 1)
  return (
    bar.definition +
    heights
      .map((height, i) => {
        const tall = height * 960
        return rect(step * (i + 0.62), BOARD - 120 - tall, step * 0.7, tall, bar.paint, 'rx="38"')
      })
      .join('')
  )
}

/** Paths around a bright centre, each with its traveller. */
function paths({ near, far }: MixInk): string {
  const rounds = steps(9).map(i => {
    const angle = i * 20
    const tone = blend(near, far, i / 8)
    const reach = 500 - (i % 3) * 40
    return turned(
      angle,
      ellipse(reach, 190, `fill="none" stroke="${tone}" stroke-width="7"`) +
        circle(MIDDLE + reach * Math.cos(i), MIDDLE + 190 * Math.sin(i), 20 + (i % 3) * 9, far),
    )
  })
  return rounds.join('') + circle(MIDDLE, MIDDLE, 92, far)
}

/** Arches within arches: two that meet in the middle, one in each other corner. */
function arches({ ground, near, far }: MixInk): string {
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
      [BOARD, BOARD],
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

/** A band of threads that turns over itself. */
function threads({ near, far }: MixInk): string {
  return steps(34)
    .map(i => {
      const share = i / 33
      const points = steps(29).map((k): Point => {
        const along = k / 28
        const twist = Math.sin(along * Math.PI * 1.9 + 0.5)
        return [
          -80 + along * (BOARD + 160),
          MIDDLE + 40 + Math.sin(along * 4.2) * 170 + (share - 0.5) * 760 * twist,
        ]
      })
      return stroke(
        smooth(points),
        blend(near, far, share),
        7,
        `stroke-opacity="${(0.5 + share / 2).toFixed(2)}"`,
      )
    })
    .join('')
}

/** What stands on the pictures of daily mixes, one manner each. */
export const mixMotifs: readonly ((ink: MixInk) => string)[] = [
  grooves,
  swells,
  lowSun,
  bloom,
  levels,
  paths,
  arches,
  threads,
]
