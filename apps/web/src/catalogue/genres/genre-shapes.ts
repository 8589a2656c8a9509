/** One path of a motif in a view box of 100 × 100: a line of `width`, or filled without one. */
export interface GenreShape {
  readonly d: string
  readonly width?: number
  readonly opacity: number
}

type Draw = (random: () => number) => GenreShape[]

const steps = (count: number) => Array.from({ length: count }, (_, i) => i)
const integer = (random: () => number, low: number, high: number) =>
  low + Math.floor(random() * (high - low + 1))
const at = (...values: number[]) => values.map(value => value.toFixed(1)).join(' ')
const circle = (x: number, y: number, r: number) =>
  `M${at(x - r, y)}a${at(r, r, 0)} 1 0 ${at(2 * r, 0)}a${at(r, r, 0)} 1 0 ${at(-2 * r, 0)}Z`

const rings: Draw = random => {
  const [x, y] = [30 + random() * 40, 30 + random() * 40]
  const count = integer(random, 5, 7)
  return steps(count).map(i => ({
    d: circle(x, y, 9 + i * (62 / count)),
    width: 5 - i * 0.45,
    opacity: 1 - i * 0.11,
  }))
}

const waves: Draw = random => {
  const [height, turn] = [6 + random() * 7, random() * 6]
  return steps(7).map(i => {
    const y = 16 + i * 12
    const line = steps(23).map(k => at(k * 5 - 5, y + Math.sin((k * 5) / 17 + turn + i * 0.55) * height))
    return { d: `M${line.join('L')}`, width: 4.5, opacity: 0.35 + i * 0.1 }
  })
}

const levels: Draw = random =>
  steps(7).map(i => {
    const tall = 18 + random() * 58
    return { d: `M${at(11 + i * 13, 88)}V${(88 - tall).toFixed(1)}`, width: 8, opacity: 0.5 + tall / 160 }
  })

const halftone: Draw = random => {
  const corner = integer(random, 0, 3)
  return steps(7).map(row => ({
    d: steps(7)
      .map(column => {
        const far = (corner & 1 ? column : 6 - column) + (corner & 2 ? row : 6 - row)
        return circle(8 + column * 14, 8 + row * 14, 0.9 + (12 - far) * 0.48)
      })
      .join(''),
    opacity: 0.9,
  }))
}

const bloom: Draw = random => {
  const count = integer(random, 6, 10)
  const start = random() * 60
  const leaf = (angle: number, reach: number, bend: number) => {
    const turn = ((start + angle) * Math.PI) / 180
    const point = (along: number, aside: number) =>
      at(
        50 + Math.cos(turn) * along - Math.sin(turn) * aside,
        50 + Math.sin(turn) * along + Math.cos(turn) * aside,
      )
    return `M50 50Q${point(reach / 2, bend)} ${point(reach, 0)}Q${point(reach / 2, -bend)} 50 50Z`
  }
  return steps(count).flatMap(i => [
    { d: leaf((i * 360) / count, 46, 17), opacity: 0.34 },
    { d: leaf(((i + 0.5) * 360) / count, 29, 9), opacity: 0.8 },
  ])
}

const arches: Draw = random =>
  steps(4).flatMap(quarter => {
    const [left, top] = [(quarter % 2) * 50, quarter < 2 ? 0 : 50]
    const [x, y] = [left + integer(random, 0, 1) * 50, top + integer(random, 0, 1) * 50]
    const towards = [x > left ? -1 : 1, y > top ? -1 : 1] as const
    return steps(3).map(i => {
      const r = 12 + i * 14
      const sweep = towards[0] * towards[1] > 0 ? 1 : 0
      return {
        d: `M${at(x + towards[0] * r, y)}A${at(r, r, 0)} 0 ${sweep} ${at(x, y + towards[1] * r)}`,
        width: 7,
        opacity: 0.95 - i * 0.22,
      }
    })
  })

const ridges: Draw = random =>
  steps(4).map(i => {
    const line = steps(6).map(k => at(k * 20, 30 + i * 16 + (k % 2 === i % 2 ? -12 : 8) * (0.5 + random())))
    return { d: `M0 100L${line.join('L')}L100 100Z`, opacity: 0.3 + i * 0.13 }
  })

const rays: Draw = random => {
  const x = 20 + random() * 60
  const count = integer(random, 9, 13)
  return [
    ...steps(count).map(i => {
      const [from, to] = [i - 0.28, i + 0.28].map(k => Math.PI * (1 + (k + 0.5) / count)) as [number, number]
      const point = (turn: number) => at(x + Math.cos(turn) * 130, 92 + Math.sin(turn) * 130)
      return { d: `M${at(x, 92)}L${point(from)}L${point(to)}Z`, opacity: 0.45 + (i % 2) * 0.2 }
    }),
    { d: circle(x, 92, 26), opacity: 1 },
  ]
}

const MOTIFS: readonly Draw[] = [rings, waves, levels, halftone, bloom, arches, ridges, rays]

/** The motif of a genre, chosen and varied by a hash of its name (FNV-1a seeds mulberry32). */
export function genreShapes(name: string): GenreShape[] {
  let seed = 0x811c9dc5
  for (const letter of name.toLowerCase()) seed = Math.imul(seed ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  const random = () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const draw = MOTIFS[Math.floor(random() * MOTIFS.length)] as Draw
  return draw(random)
}
