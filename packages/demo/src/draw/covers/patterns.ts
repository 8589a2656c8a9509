import {
  background,
  blend,
  blob,
  CANVAS,
  type CoverDesign,
  circle,
  heightField,
  type Point,
  polygon,
  radialGradient,
  rect,
  smoothPath,
  stroke,
} from '../shapes.ts'

/** Contour lines of a topographic map. */
export const contours: CoverDesign = (random, [low, ...steps]) => {
  const terrain = heightField(`map${random.next()}`)
  const cells = 68
  const size = CANVAS / cells
  const height = (x: number, y: number) =>
    terrain(x / 24, y / 24) * 0.9 + 0.28 * Math.exp(-(((x - 50) / 26) ** 2 + ((y - 36) / 22) ** 2))
  let out = background(low!)
  const levels = 20
  for (let n = 1; n < levels; n++) {
    const level = 0.24 + (n / levels) * 0.72
    let fill = ''
    let edge = ''
    for (let row = 0; row < cells; row++) {
      let run = -1
      for (let column = 0; column <= cells; column++) {
        const inside =
          column < cells &&
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 1],
          ].every(([dx, dy]) => height(column + dx!, row + dy!) > level)
        if (inside && run < 0) run = column
        if (!inside && run >= 0) {
          fill += `M${(run * size).toFixed(1)} ${(row * size).toFixed(1)}H${(column * size).toFixed(1)}V${((row + 1) * size + 0.6).toFixed(1)}H${(run * size).toFixed(1)}Z`
          run = -1
        }
        if (column === cells || inside) continue
        const corners = [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 1],
        ] as const
        const crossings: Point[] = []
        let cut: Point[] = []
        for (let k = 0; k < 4; k++) {
          const [ax, ay] = corners[k]!
          const [bx, by] = corners[(k + 1) % 4]!
          const a = height(column + ax, row + ay)
          const b = height(column + bx, row + by)
          if (a > level) cut.push([(column + ax) * size, (row + ay) * size])
          if (a > level === b > level) continue
          const t = (level - a) / (b - a)
          const at: Point = [(column + ax + (bx - ax) * t) * size, (row + ay + (by - ay) * t) * size]
          crossings.push(at)
          cut.push(at)
        }
        if (crossings.length === 2) {
          edge += `M${crossings[0]!.map(v => v.toFixed(1)).join(' ')}L${crossings[1]!.map(v => v.toFixed(1)).join(' ')}`
          fill += `M${cut.map(point => point.map(v => v.toFixed(1)).join(' ')).join('L')}Z`
        }
        cut = []
      }
    }
    const place = (n / levels) * (steps.length - 1)
    const colour = blend(
      steps[Math.floor(place)]!,
      steps[Math.min(steps.length - 1, Math.floor(place) + 1)]!,
      place % 1,
    )
    out +=
      `<path d="${fill}" fill="${colour}" stroke="${colour}" stroke-width="0.8"/>` +
      stroke(
        edge,
        blend(colour, '#000000', n % 5 === 0 ? 0.5 : 0.25),
        n % 5 === 0 ? 3.4 : 1.5,
        'stroke-linecap="round"',
      )
  }
  return out
}

/** Section of an ammonite shell. */
export const ammonite: CoverDesign = (random, [stone, shadow, bone, glowing, dark]) => {
  const back = radialGradient([blend(stone!, '#ffffff', 0.18), stone!, shadow!], 0.5, 0.5, 0.75)
  let out = back.definition + background(back.paint)
  for (let i = 0; i < 26; i++)
    out += stroke(
      `M-20 ${i * 50 + random.range(-10, 10)}Q400 ${i * 50 + random.range(-40, 40)} 800 ${i * 50}T1240 ${i * 50 + random.range(-24, 24)}`,
      shadow!,
      random.range(1, 7),
      'stroke-opacity="0.45"',
    )
  const cx = random.range(560, 640)
  const cy = random.range(570, 640)
  const reach = (turns: number) => 26 * Math.exp(0.178 * turns * 2 * Math.PI * 0.52)
  const at = (turns: number, share: number): Point => {
    const outer = reach(turns)
    const inner = reach(turns - 1)
    const r = inner + (outer - inner) * share
    return [cx + Math.cos(turns * 2 * Math.PI) * r, cy + Math.sin(turns * 2 * Math.PI) * r]
  }
  const turns = 5.35
  for (let t = 0.4; t < turns; t += 0.036) {
    const next = t + 0.0365
    const ribs = [at(t, 0), at(t + 0.012, 0.5), at(t, 1), at(next, 1), at(next + 0.012, 0.5), at(next, 0)]
    const tone = (Math.sin(t * 170) + 1) / 2
    const colour = blend(
      blend(bone!, glowing!, Math.min(1, t / turns)),
      dark!,
      Math.round(t / 0.036) % 2 ? 0.42 : tone * 0.1,
    )
    out += polygon(ribs, colour, `stroke="${dark}" stroke-width="2.4" stroke-linejoin="round"`)
  }
  return out
}

/** Woven bands. */
export const woven: CoverDesign = (random, palette) => {
  const count = 15
  const step = CANVAS / count
  const pick = () => Array.from({ length: count }, () => random.pick(palette.slice(1)))
  const warp = pick()
  const weft = pick()
  let out = background(palette[0]!)
  const twill = random.pick([2, 3, 4])
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < count; column++) {
      const x = column * step
      const y = row * step
      const over = (row + column) % twill < twill / 2
      const put = (vertical: boolean) => {
        const colour = vertical ? warp[column]! : weft[row]!
        const gap = step * 0.09
        let band = vertical
          ? rect(x + gap, y - gap, step - 2 * gap, step + 2 * gap, colour, 'rx="9"')
          : rect(x - gap, y + gap, step + 2 * gap, step - 2 * gap, colour, 'rx="9"')
        for (let k = 1; k < 5; k++) {
          const at = (k / 5) * step
          const thread = blend(colour, k % 2 ? '#ffffff' : '#000000', 0.2)
          band += vertical
            ? rect(x + at, y - gap, 3, step + 2 * gap, thread)
            : rect(x - gap, y + at, step + 2 * gap, 3, thread)
        }
        return band
      }
      out += put(over) + put(!over)
    }
  }
  return out
}

/** Shapes cut from painted paper, after Matisse. */
export const cutouts: CoverDesign = (random, palette) => {
  const [paper, ...inks] = palette
  let out = background(paper!)
  const blocks = [
    [0, 0, 620, 500],
    [620, 0, 580, 700],
    [0, 500, 480, 700],
    [480, 700, 720, 500],
  ] as const
  const turn = random.integer(0, 3)
  for (const [i, [x, y, w, h]] of blocks.entries()) out += rect(x, y, w, h, inks[(i + turn) % inks.length]!)
  const leaf = (x: number, y: number, length: number, angle: number, colour: string) => {
    const lobes = random.integer(4, 6)
    const at = (along: number, side: number): Point => [
      x + Math.cos(angle) * along - Math.sin(angle) * side,
      y + Math.sin(angle) * along + Math.cos(angle) * side,
    ]
    const right: Point[] = []
    const left: Point[] = []
    for (let k = 0; k < lobes; k++) {
      const along = (k / lobes) * length
      const reach = length * 0.42 * Math.sin(Math.PI * (0.22 + 0.7 * (k / lobes)))
      right.push(
        at(along, length * 0.05),
        at(along + length * 0.05, reach),
        at(along + length * 0.15, reach * 0.9),
      )
      left.unshift(
        at(along + length * 0.15, -reach * 0.9),
        at(along + length * 0.05, -reach),
        at(along, -length * 0.05),
      )
    }
    return `<path d="${smoothPath([...right, at(length * 1.08, 0), ...left], true)}" fill="${colour}"/>`
  }
  const spots = [
    [310, 430, 1.1],
    [900, 560, 1.35],
    [240, 1010, 1],
    [860, 1040, 0.9],
    [560, 690, 0.8],
  ] as const
  for (const [i, [x, y, scale]] of spots.entries()) {
    const colour = i % 2 ? paper! : inks[(i + turn + 2) % inks.length]!
    out += leaf(
      x + random.range(-30, 30),
      y + random.range(-30, 30),
      360 * scale,
      -Math.PI / 2 + random.range(-0.7, 0.7),
      colour,
    )
  }
  for (let i = 0; i < 5; i++)
    out += `<path d="${blob(random, random.range(80, 1120), random.range(80, 1120), random.range(28, 84), 0.3, 7)}" fill="${random.pick(palette)}"/>`
  return out
}

/** Azulejo tiles with flowers and clocks. */
export const tiles: CoverDesign = (random, [white, blue, light, gold, red]) => {
  let out = background(white!)
  const s = 300
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < 4; column++) {
      const x = column * s + s / 2
      const y = row * s + s / 2
      for (const [dx, dy] of [
        [-1, -1],
        [1, -1],
        [-1, 1],
        [1, 1],
      ] as const) {
        const cx = x + (dx * s) / 2
        const cy = y + (dy * s) / 2
        out +=
          `<path d="M${cx} ${cy - dy * 118}A118 118 0 0 ${dx * dy > 0 ? 0 : 1} ${cx - dx * 118} ${cy}" fill="none" stroke="${blue}" stroke-width="15"/>` +
          circle(cx, cy, 46, light!) +
          circle(cx, cy, 22, gold!)
      }
      const clock = (row * 3 + column * 5 + 1) % 4 === 0
      if (clock) {
        out += circle(x, y, 118, blue!) + circle(x, y, 102, white!)
        for (let k = 0; k < 12; k++)
          out += stroke(
            `M${x + Math.sin(k * 0.5236) * 94} ${y - Math.cos(k * 0.5236) * 94}L${x + Math.sin(k * 0.5236) * (k % 3 ? 84 : 70)} ${y - Math.cos(k * 0.5236) * (k % 3 ? 84 : 70)}`,
            blue!,
            k % 3 ? 4 : 8,
          )
        const hour = random.range(0, 6.28)
        out +=
          stroke(
            `M${x} ${y}L${x + Math.sin(hour) * 50} ${y - Math.cos(hour) * 50}`,
            red!,
            12,
            'stroke-linecap="round"',
          ) +
          stroke(
            `M${x} ${y}L${x + Math.sin(hour * 12) * 78} ${y - Math.cos(hour * 12) * 78}`,
            blue!,
            7,
            'stroke-linecap="round"',
          ) +
          circle(x, y, 11, gold!)
      } else {
        for (let k = 0; k < 8; k++) {
          const a = (k * Math.PI) / 4
          const tip: Point = [x + Math.cos(a) * 116, y + Math.sin(a) * 116]
          const side = (turn: number) =>
            `${(x + Math.cos(a + turn) * 72).toFixed(1)} ${(y + Math.sin(a + turn) * 72).toFixed(1)}`
          out += `<path d="M${x} ${y}Q${side(-0.55)} ${tip[0].toFixed(1)} ${tip[1].toFixed(1)}Q${side(0.55)} ${x} ${y}Z" fill="${k % 2 ? light : (row + column) % 3 ? blue : red}"/>`
        }
        out += circle(x, y, 26, gold!) + circle(x, y, 11, blue!)
      }
    }
  }
  for (let k = 1; k < 4; k++)
    out +=
      rect(k * s - 2.5, 0, 5, CANVAS, blend(white!, blue!, 0.3)) +
      rect(0, k * s - 2.5, CANVAS, 5, blend(white!, blue!, 0.3))
  return out
}
