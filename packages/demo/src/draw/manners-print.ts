import {
  BOARD,
  blend,
  circle,
  glow,
  gradient,
  ground,
  type Manner,
  type Point,
  rect,
  ring,
  shape,
  stroke,
} from './shapes.ts'

/** Three inks, printed slightly off: rain, a cup, someone's cat on the sill. */
export const rainPrint: Manner = (random, [paper, pink, blue, yellow, ink]) => {
  const over = (inner: string, dx: number, dy: number) =>
    `<g style="mix-blend-mode:multiply" transform="translate(${dx} ${dy})">${inner}</g>`
  let out = ground(paper!)
  out += over(circle(random.range(700, 860), random.range(300, 400), 250, yellow!), 0, 0)
  out += over(rect(110, 90, 980, 740, blue!, 'fill-opacity="0.8"') + rect(110, 90, 980, 740, 'none'), -9, 6)
  let rain = ''
  for (let i = 0; i < 150; i++) {
    const x = random.range(120, 1080)
    const y = random.range(90, 760)
    rain += stroke(`M${x} ${y}v${random.range(20, 90)}`, paper!, random.range(2, 6), 'stroke-linecap="round"')
  }
  out += rain + rect(585, 90, 26, 740, paper!) + rect(110, 420, 980, 22, paper!)
  out += over(rect(40, 822, 1120, 90, pink!) + rect(90, 912, 1020, 330, pink!, 'fill-opacity="0.55"'), 6, -4)
  const cx = random.range(290, 430)
  const cat = `M${cx - 120} 826Q${cx - 150} 610 ${cx - 62} 560L${cx - 84} 440L${cx - 26} 500H${cx + 36}L${cx + 92} 440L${cx + 72} 560Q${cx + 170} 640 ${cx + 140} 826Z`
  out += over(
    `<path d="${cat}" fill="${ink}"/>${stroke(`M${cx + 130} 810q150 20 120 -130q-10 -60 40 -60`, ink!, 34, 'stroke-linecap="round"')}`,
    0,
    0,
  )
  out += circle(cx - 22, 548, 9, yellow!) + circle(cx + 34, 548, 9, yellow!)
  const mx = random.range(800, 900)
  out +=
    over(rect(mx - 80, 690, 160, 136, pink!, 'rx="18"') + ring(mx + 92, 748, 38, pink!, 18), 0, 0) +
    over(rect(mx - 80, 690, 160, 136, yellow!, 'rx="18"'), 9, 7)
  for (let k = 0; k < 3; k++)
    out += stroke(`M${mx - 40 + k * 40} 670q-24 -36 0 -72t0 -72`, paper!, 9, 'stroke-linecap="round"')
  return out
}

/** Rust and paint in quarter arcs. */
export const truchet: Manner = (random, palette) => {
  const [base, ...inks] = palette
  let out = ground(base!)
  const tile = (x: number, y: number, s: number, deep: number): void => {
    if (deep > 0 && random.chance(0.34)) {
      for (const [dx, dy] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ] as const)
        tile(x + (dx * s) / 2, y + (dy * s) / 2, s / 2, deep - 1)
      return
    }
    const back = random.pick(inks)
    const line = random.pick(palette.filter(colour => colour !== back))
    const flip = random.chance(0.5)
    const id = `t${Math.round(x)}-${Math.round(y)}-${Math.round(s)}`
    out += `<clipPath id="${id}">${rect(x, y, s + 0.5, s + 0.5, '#000')}</clipPath><g clip-path="url(#${id})">${rect(x, y, s + 0.5, s + 0.5, back)}`
    for (const [cx, cy] of flip
      ? [
          [x, y],
          [x + s, y + s],
        ]
      : [
          [x + s, y],
          [x, y + s],
        ]) {
      for (let k = 0; k < 3; k++)
        out += ring(cx!, cy!, s * (0.24 + k * 0.26), k === 1 ? blend(line, '#000000', 0.25) : line, s * 0.13)
    }
    out += '</g>'
  }
  for (let y = 0; y < 4; y++) for (let x = 0; x < 4; x++) tile(x * 300, y * 300, 300, 2)
  return out
}

/** Paper lanterns, each with a light of its own. */
export const lanterns: Manner = (random, [night, ...lights]) => {
  const back = gradient([night!, blend(night!, lights[0]!, 0.28)], 90)
  let out = back.definition + ground(back.paint)
  const list = Array.from({ length: 21 }, (_, i) => ({
    x: ((i * 0.618) % 1) * 1120 + 40,
    y: random.range(120, 1080),
    r: random.range(44, 128),
    colour: lights[i % lights.length]!,
  })).sort((a, b) => a.r - b.r)
  for (const { x, y, r, colour } of list) {
    const halo = glow([`${colour}/0.55`, `${colour}/0`])
    const body = glow(
      ['#fffbe8', blend(colour, '#fff2c8', 0.5), colour, blend(colour, night!, 0.45)],
      0.5,
      0.62,
      0.62,
    )
    out +=
      halo.definition + body.definition + stroke(`M${x} -10V${y - r}`, blend(night!, '#ffffff', 0.25), 1.6)
    out +=
      circle(x, y, r * 2.1, halo.paint) +
      `<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${r * 1.14}" fill="${body.paint}"/>`
    for (let k = -3; k <= 3; k++)
      out += `<ellipse cx="${x}" cy="${y}" rx="${Math.abs(k) * r * 0.3}" ry="${r * 1.14}" fill="none" stroke="${blend(colour, '#000000', 0.35)}" stroke-width="1.6" stroke-opacity="0.55"/>`
    out +=
      rect(x - r * 0.32, y - r * 1.2, r * 0.64, r * 0.14, blend(colour, night!, 0.75), 'rx="5"') +
      rect(x - r * 0.28, y + r * 1.06, r * 0.56, r * 0.13, blend(colour, night!, 0.75), 'rx="5"')
  }
  return out
}

/** Tiles with clocks among the flowers. */
export const tiles: Manner = (random, [white, blue, light, gold, red]) => {
  let out = ground(white!)
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
      rect(k * s - 2.5, 0, 5, BOARD, blend(white!, blue!, 0.3)) +
      rect(0, k * s - 2.5, BOARD, 5, blend(white!, blue!, 0.3))
  return out
}

/** Pearls rising through deep water. */
export const pearls: Manner = (random, [deep, mid, shallow, pearl, blush]) => {
  const sea = gradient([shallow!, mid!, deep!], 90)
  let out = sea.definition + ground(sea.paint)
  for (let k = 0; k < 9; k++) {
    const x = random.range(-200, 1200)
    const ray = gradient(['#ffffff/0.28', '#ffffff/0'], 90)
    out +=
      ray.definition +
      shape(
        [
          [x, -10],
          [x + random.range(50, 150), -10],
          [x + random.range(240, 480), 1000],
          [x + random.range(-40, 140), 1000],
        ],
        ray.paint,
      )
  }
  const columns = 7
  const step = BOARD / columns
  const wave = random.range(0, 6)
  for (let row = 0; row < columns + 1; row++) {
    for (let column = 0; column < columns; column++) {
      const x = (column + 0.5) * step
      const y = (row + 0.15) * step + Math.sin(column * 0.9 + wave) * 66
      const r = step * 0.44 * (0.22 + 0.78 * Math.abs(Math.sin(column * 0.7 + row * 0.5 + wave)))
      const skin = glow(
        ['#ffffff', pearl!, blend(pearl!, blush!, 0.7), blend(blush!, deep!, 0.55)],
        0.34,
        0.3,
        0.8,
      )
      out +=
        skin.definition +
        circle(x + r * 0.16, y + r * 0.22, r, '#000000', 'fill-opacity="0.22"') +
        circle(x, y, r, skin.paint) +
        circle(x - r * 0.32, y - r * 0.36, r * 0.16, '#ffffff', 'fill-opacity="0.9"')
    }
  }
  return out
}
