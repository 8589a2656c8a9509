import {
  BOARD,
  blend,
  blob,
  circle,
  glow,
  gradient,
  ground,
  hills,
  type Manner,
  type Point,
  rect,
  shape,
  smooth,
  stroke,
} from './shapes.ts'

/** Trees that branch, in rows, over still water. */
export const orchard: Manner = (random, [sky, land, water, bark, ...fruit]) => {
  const level = random.range(640, 720)
  const light = gradient([sky!, blend(sky!, '#ffffff', 0.55)], 90)
  let out =
    light.definition +
    ground(light.paint) +
    circle(random.range(260, 940), random.range(230, 380), random.range(110, 160), fruit[0]!)
  let trees = ''
  const branch = (x: number, y: number, length: number, angle: number, width: number): void => {
    const tip: Point = [x + Math.cos(angle) * length, y + Math.sin(angle) * length]
    trees += stroke(
      `M${x.toFixed(1)} ${y.toFixed(1)}L${tip[0].toFixed(1)} ${tip[1].toFixed(1)}`,
      bark!,
      width,
      'stroke-linecap="round"',
    )
    if (length < 24) {
      trees += circle(tip[0], tip[1], random.range(5, 15), random.pick(fruit), 'fill-opacity="0.92"')
      return
    }
    const spread = random.range(0.3, 0.55)
    branch(...tip, length * random.range(0.68, 0.8), angle - spread, width * 0.66)
    branch(...tip, length * random.range(0.68, 0.8), angle + spread * random.range(0.7, 1.1), width * 0.66)
  }
  const count = random.whole(2, 4)
  for (let i = 0; i < count; i++)
    branch(
      150 + ((i + 0.5) * 900) / count + random.range(-40, 40),
      level + 6,
      random.range(100, 150),
      -Math.PI / 2 + random.range(-0.1, 0.1),
      21,
    )
  out += `<path d="M0 ${level - 40}Q300 ${level - 130} 640 ${level - 50}T1200 ${level - 70}V${level + 10}H0Z" fill="${land}"/>${trees}`
  out += rect(0, level, BOARD, BOARD - level, water!)
  out += `<g transform="translate(0 ${level * 2}) scale(1 -1)" opacity="0.35">${trees}</g>`
  for (let i = 0; i < 60; i++) {
    const y = level + random.next() ** 1.6 * (BOARD - level)
    out += rect(
      random.range(-100, BOARD),
      y,
      random.range(60, 330),
      random.range(2, 7),
      i % 3 ? blend(water!, sky!, 0.5) : blend(water!, '#000000', 0.2),
      `fill-opacity="${random.range(0.25, 0.7).toFixed(2)}" rx="3"`,
    )
  }
  return out
}

/** A dog rose: petals cut from paper, with four strings behind it. */
export const rose: Manner = (random, [paper, petal, deep, leaf, gold]) => {
  let out = ground(paper!)
  for (let k = 0; k < 4; k++) {
    const x = 330 + k * 62
    out += stroke(`M${x} -20Q${x + random.range(240, 420)} 600 ${x + 300} 1220`, leaf!, 3.5 + k * 2.6)
  }
  const blossoms: [number, number, number][] = [
    [random.range(520, 700), random.range(480, 620), 330],
    [random.range(180, 300), random.range(880, 980), 170],
    [random.range(900, 1010), random.range(160, 250), 140],
  ]
  for (const [x, y, r] of blossoms) {
    for (let k = 0; k < 3; k++) {
      const angle = random.range(0, 6.3)
      const tip: Point = [x + Math.cos(angle) * r * 1.5, y + Math.sin(angle) * r * 1.5]
      const side = r * 0.5
      out += `<path d="M${x} ${y}Q${(x + tip[0]) / 2 + side} ${(y + tip[1]) / 2 - side} ${tip[0]} ${tip[1]}Q${(x + tip[0]) / 2 - side} ${(y + tip[1]) / 2 + side} ${x} ${y}Z" fill="${blend(leaf!, '#000000', k * 0.13)}"/>`
    }
    const turn = random.range(0, 1)
    for (let k = 0; k < 5; k++) {
      const a = turn + (k / 5) * 2 * Math.PI
      const at = (angle: number, reach: number): Point => [
        x + Math.cos(angle) * r * reach,
        y + Math.sin(angle) * r * reach,
      ]
      const outline = smooth(
        [
          at(a, 0.06),
          at(a - 0.5, 0.55),
          at(a - 0.52, 0.98),
          at(a - 0.16, 1.1),
          at(a, 0.95),
          at(a + 0.16, 1.1),
          at(a + 0.52, 0.98),
          at(a + 0.5, 0.55),
        ],
        true,
      )
      out += `<path d="${outline}" transform="translate(7 10)" fill="#000000" fill-opacity="0.16"/><path d="${outline}" fill="${blend(petal!, deep!, (k % 3) * 0.24)}"/>`
      for (let v = -2; v <= 2; v++)
        out += stroke(
          `M${at(a + v * 0.06, 0.2).join(' ')}L${at(a + v * 0.13, 0.72).join(' ')}`,
          deep!,
          2.2,
          'stroke-opacity="0.55"',
        )
    }
    for (let k = 0; k < 34; k++) {
      const a = random.range(0, 6.3)
      const reach = r * random.range(0.1, 0.3)
      out +=
        stroke(`M${x} ${y}l${Math.cos(a) * reach} ${Math.sin(a) * reach}`, gold!, 2) +
        circle(x + Math.cos(a) * reach, y + Math.sin(a) * reach, r * 0.022, gold!)
    }
    out += circle(x, y, r * 0.1, leaf!)
  }
  return out
}

/** Lines that follow an unseen current. */
export const current: Manner = (random, [deep, ...inks]) => {
  const back = gradient([deep!, blend(deep!, inks[0]!, 0.45)], 60)
  let out = back.definition + ground(back.paint)
  const field = hills(`flow${random.next()}`)
  for (let i = 0; i < 520; i++) {
    let x = random.range(-60, BOARD + 60)
    let y = random.range(-60, BOARD + 60)
    const points: Point[] = [[x, y]]
    for (let k = 0; k < 22; k++) {
      const angle = field(x / 330, y / 330) * 10 + 0.4
      x += Math.cos(angle) * 15
      y += Math.sin(angle) * 15
      points.push([x, y])
    }
    const tone = field(points[0]![0] / 240 + 30, points[0]![1] / 240)
    const ink = inks[Math.min(inks.length - 1, Math.floor(tone * tone * 1.5 * inks.length))]!
    out += stroke(
      smooth(points),
      ink,
      random.next() ** 2 * 11 + 1.6,
      `stroke-linecap="round" stroke-opacity="${random.range(0.55, 1).toFixed(2)}"`,
    )
  }
  return out
}

/** Lines of equal height, as on a walker's map. */
export const contours: Manner = (random, [low, ...steps]) => {
  const terrain = hills(`map${random.next()}`)
  const cells = 68
  const size = BOARD / cells
  const height = (x: number, y: number) =>
    terrain(x / 24, y / 24) * 0.9 + 0.28 * Math.exp(-(((x - 50) / 26) ** 2 + ((y - 36) / 22) ** 2))
  let out = ground(low!)
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

/** Shapes cut freely from painted paper. */
export const cutouts: Manner = (random, palette) => {
  const [paper, ...inks] = palette
  let out = ground(paper!)
  const blocks = [
    [0, 0, 620, 500],
    [620, 0, 580, 700],
    [0, 500, 480, 700],
    [480, 700, 720, 500],
  ] as const
  const turn = random.whole(0, 3)
  for (const [i, [x, y, w, h]] of blocks.entries()) out += rect(x, y, w, h, inks[(i + turn) % inks.length]!)
  const leaf = (x: number, y: number, length: number, angle: number, colour: string) => {
    const lobes = random.whole(4, 6)
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
    return `<path d="${smooth([...right, at(length * 1.08, 0), ...left], true)}" fill="${colour}"/>`
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

/** The chambers of a shell. */
export const ammonite: Manner = (random, [stone, shadow, bone, glowing, dark]) => {
  const back = glow([blend(stone!, '#ffffff', 0.18), stone!, shadow!], 0.5, 0.5, 0.75)
  let out = back.definition + ground(back.paint)
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
    out += shape(ribs, colour, `stroke="${dark}" stroke-width="2.4" stroke-linejoin="round"`)
  }
  return out
}

/** Willow branches across a window. */
export const willow: Manner = (random, [wall, glassA, glassB, frame, leaf]) => {
  let out = ground(wall!)
  const columns = [90, random.range(380, 500), random.range(700, 800), 1110]
  const rows = [90, random.range(320, 480), random.range(760, 860), 1110]
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      const pane = gradient(
        [blend(glassA!, glassB!, random.next()), blend(glassA!, glassB!, random.next())],
        random.range(40, 140),
      )
      out +=
        pane.definition +
        rect(columns[c]!, rows[r]!, columns[c + 1]! - columns[c]!, rows[r + 1]! - rows[r]!, pane.paint)
    }
  }
  for (let i = 0; i < 30; i++) {
    const x = random.range(20, 1180)
    const end = random.range(420, 1080)
    const sway = random.range(-110, 30)
    out += stroke(
      `M${x} -20Q${x + sway * 0.1} ${end * 0.6} ${x + sway} ${end}`,
      blend(leaf!, '#000000', 0.35),
      2.6,
    )
    for (let y = 30; y < end; y += 26) {
      const t = y / end
      const px = x + sway * (0.2 * t * (1 - t) + t * t)
      const side = y % 52 < 26 ? 1 : -1
      out += `<path d="M${px.toFixed(1)} ${y}q${side * 22} 8 ${side * 13} 46q${-side * 18} -18 ${-side * 13} -46Z" fill="${blend(leaf!, '#ffffff', random.range(0, 0.35))}"/>`
    }
  }
  for (const x of columns) out += rect(x - 13, 60, 26, 1080, frame!)
  for (const y of rows) out += rect(60, y - 13, 1080, 26, frame!)
  return out
}

/** Cloth: bands over and under bands. */
export const woven: Manner = (random, palette) => {
  const count = 15
  const step = BOARD / count
  const pick = () => Array.from({ length: count }, () => random.pick(palette.slice(1)))
  const warp = pick()
  const weft = pick()
  let out = ground(palette[0]!)
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
