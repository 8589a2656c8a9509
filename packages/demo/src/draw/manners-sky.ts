import {
  BOARD,
  blend,
  circle,
  glow,
  gradient,
  ground,
  hills,
  type Manner,
  type Point,
  rect,
  ring,
  shape,
  smooth,
  stroke,
} from './shapes.ts'

function stars(random: Parameters<Manner>[0], count: number, colour: string, low = BOARD): string {
  return Array.from({ length: count }, () =>
    circle(
      random.range(0, BOARD),
      random.range(0, low),
      random.next() ** 3 * 3.4 + 0.6,
      colour,
      `fill-opacity="${random.range(0.3, 1).toFixed(2)}"`,
    ),
  ).join('')
}

/** Orbits around a lit planet. */
export const orbits: Manner = (random, [dark, deep, warm, bright, pale]) => {
  const sky = gradient([dark!, deep!], 65)
  const body = glow([pale!, bright!, warm!, blend(warm!, dark!, 0.75)], 0.32, 0.3, 0.85)
  const x = random.range(690, 800)
  const y = random.range(640, 740)
  const r = random.range(250, 310)
  let rings = ''
  for (let i = 0; i < 16; i++) {
    const rx = r * (1.25 + i * 0.19)
    const more = `transform="rotate(-24 ${x} ${y})" fill="none" stroke="${i % 5 === 2 ? bright : pale}" stroke-width="${i % 5 === 2 ? 4 : 1.3}" fill-opacity="${(0.95 - i * 0.045).toFixed(2)}"`
    rings += `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${rx * 0.34}" ${more}/>`
    if (i % 4 === 1) {
      const t = random.range(2.4, 4.2)
      const ex = Math.cos(t) * rx
      const ey = Math.sin(t) * rx * 0.34
      const turn = (-24 * Math.PI) / 180
      rings += circle(
        x + ex * Math.cos(turn) - ey * Math.sin(turn),
        y + ex * Math.sin(turn) + ey * Math.cos(turn),
        random.range(9, 24),
        i % 3 ? warm! : pale!,
      )
    }
  }
  return (
    sky.definition +
    body.definition +
    ground(sky.paint) +
    stars(random, 240, pale!) +
    rings +
    circle(x, y, r, body.paint)
  )
}

/** A moon over slow bands of mist. */
export const mist: Manner = (random, palette) => {
  const [night, dusk, rose, light] = palette as [string, string, string, string]
  const sky = gradient([night, dusk, rose, light], 90)
  const moon = glow(['#ffffff', blend(light, '#ffffff', 0.6), `${light}/0.75`], 0.4, 0.4, 0.6)
  const halo = glow([`${light}/0.6`, `${light}/0`])
  const x = random.range(420, 780)
  let out = sky.definition + moon.definition + halo.definition + ground(sky.paint)
  out += circle(x, 470, 420, halo.paint) + circle(x, 470, 170, moon.paint)
  const terrain = hills(`mist${x}`)
  for (let layer = 0; layer < 9; layer++) {
    const base = 610 + layer * 68
    const points: Point[] = [[-80, BOARD + 90]]
    for (let px = -80; px <= BOARD + 80; px += 40)
      points.push([px, base - 120 * (terrain(px / 300 + layer * 7, layer * 3) - 0.4)])
    points.push([BOARD + 80, BOARD + 90])
    out += `<path d="${smooth(points)}Z" fill="${blend(light, night, layer / 8.5)}" fill-opacity="0.55"/>`
  }
  return out
}

/** Ridge behind ridge, a tower, and its beam. */
export const beacon: Manner = (random, [storm, sea, foam, lamp, ink]) => {
  const sky = gradient([storm!, blend(storm!, foam!, 0.55)], 90)
  const beam = gradient([`${lamp}/0.95`, `${lamp}/0`], 0)
  const x = random.range(300, 420)
  let out = sky.definition + beam.definition + ground(sky.paint)
  for (let i = 0; i < 90; i++) {
    const px = random.range(-200, BOARD)
    const py = random.range(0, 720)
    out += stroke(
      `M${px} ${py}l${-random.range(20, 70)} ${random.range(70, 180)}`,
      foam!,
      random.range(0.7, 2.2),
      `stroke-opacity="${random.range(0.12, 0.4).toFixed(2)}"`,
    )
  }
  out +=
    shape(
      [
        [x, 372],
        [BOARD + 60, 130],
        [BOARD + 60, 600],
      ],
      beam.paint,
    ) +
    shape(
      [
        [x, 372],
        [-60, 300],
        [-60, 470],
      ],
      lamp!,
      'fill-opacity="0.25"',
    )
  out += shape(
    [
      [x - 34, 420],
      [x + 34, 420],
      [x + 66, 900],
      [x - 66, 900],
    ],
    foam!,
  )
  for (let k = 0; k < 3; k++) {
    const top = 480 + k * 130
    const half = (y: number) => 34 + ((y - 420) / 480) * 32
    out += shape(
      [
        [x - half(top), top],
        [x + half(top), top],
        [x + half(top + 62), top + 62],
        [x - half(top + 62), top + 62],
      ],
      ink!,
    )
  }
  out +=
    rect(x - 40, 345, 80, 75, lamp!) +
    rect(x - 54, 415, 108, 16, ink!) +
    shape(
      [
        [x - 52, 345],
        [x, 285],
        [x + 52, 345],
      ],
      ink!,
    )
  const terrain = hills(`beacon${x}`)
  for (let layer = 0; layer < 8; layer++) {
    const base = 800 + layer * 56
    const points: Point[] = [[-90, BOARD + 90]]
    for (let px = -90; px <= BOARD + 90; px += 30)
      points.push([px, base - 150 * (terrain(px / 190 + layer * 11, layer * 2.7) - 0.5) * (1 + layer * 0.1)])
    points.push([BOARD + 90, BOARD + 90])
    out += `<path d="${smooth(points)}Z" fill="${blend(blend(foam!, sea!, 0.45), ink!, layer / 8)}"/>`
  }
  return out
}

/** A striped sun sinking behind a grid that runs to the horizon. */
export const vanishing: Manner = (random, [night, violet, hot, gold, cyan]) => {
  const sky = gradient([night!, violet!, hot!], 90)
  const sun = gradient([gold!, hot!], 90)
  const floor = gradient([blend(night!, violet!, 0.5), night!], 90)
  const horizon = 730
  const x = random.range(480, 720)
  let out =
    sky.definition +
    sun.definition +
    floor.definition +
    ground(sky.paint) +
    stars(random, 150, '#ffffff', 520)
  out += circle(x, 560, 330, sun.paint)
  for (let k = 0; k < 9; k++)
    out += rect(x - 340, 520 + k * 34, 680, 4 + k * 2.6, blend(violet!, hot!, 0.35 + k * 0.06))
  const terrain = hills(`vanish${x}`)
  for (const [share, colour] of [
    [0.75, blend(night!, violet!, 0.75)],
    [0.4, night!],
  ] as const) {
    const points: Point[] = [[-10, horizon]]
    for (let px = -10; px <= BOARD + 20; px += 55)
      points.push([
        px,
        horizon -
          330 *
            share *
            Math.max(0.04, terrain(px / 210 + share * 9, share * 20) - 0.25) *
            (Math.abs(px - x) / 420 + 0.12),
      ])
    points.push([BOARD + 20, horizon])
    out += shape(points, colour, `stroke="${cyan}" stroke-width="2.5"`)
  }
  out += rect(0, horizon, BOARD, BOARD - horizon, floor.paint)
  for (let i = -26; i <= 26; i++)
    out += stroke(`M${x + i * 26} ${horizon}L${x + i * 210} ${BOARD}`, cyan!, 2.4, 'stroke-opacity="0.85"')
  for (let k = 0; k < 13; k++) {
    const y = horizon + 470 * (k / 13) ** 2.2
    out += stroke(`M0 ${y}L${BOARD} ${y}`, cyan!, 1.2 + k * 0.25, 'stroke-opacity="0.85"')
  }
  return out
}

/** Stars joined to beasts, over a city of plain blocks. */
export const bearCity: Manner = (random, [night, block, shade, lit, star]) => {
  const sky = gradient([night!, blend(night!, block!, 0.55)], 90)
  let out = sky.definition + ground(sky.paint) + stars(random, 190, star!, 700)
  const dipper: Point[] = [
    [190, 330],
    [330, 250],
    [450, 270],
    [590, 300],
    [640, 440],
    [850, 430],
    [860, 260],
    [590, 300],
  ]
  const moved = dipper.map(([x, y]): Point => [x + random.range(-14, 14), y - 30 + random.range(-14, 14)])
  moved[7] = moved[3]!
  out += stroke(`M${moved.map(point => point.join(' ')).join('L')}`, star!, 3)
  for (const [x, y] of moved) out += circle(x, y, 13, star!) + ring(x, y, 26, star!, 1.6)
  const side = 74
  const rise = side * 0.5
  for (let row = 0; row < 13; row++) {
    for (let column = -1; column < 10; column++) {
      const x = column * side * 2 + (row % 2) * side
      const y = 700 + row * rise * 1.15
      const height = random.whole(0, 4) * 34 + 18
      const face = random.chance(0.16) ? lit! : block!
      out += shape(
        [
          [x, y - height],
          [x + side, y + rise - height],
          [x, y + 2 * rise - height],
          [x - side, y + rise - height],
        ],
        face,
      )
      out += shape(
        [
          [x - side, y + rise - height],
          [x, y + 2 * rise - height],
          [x, y + 2 * rise + 60],
          [x - side, y + rise + 60],
        ],
        blend(face, shade!, 0.55),
      )
      out += shape(
        [
          [x + side, y + rise - height],
          [x, y + 2 * rise - height],
          [x, y + 2 * rise + 60],
          [x + side, y + rise + 60],
        ],
        shade!,
      )
      for (let w = 0; w < height - 30; w += 34)
        if (random.chance(0.4))
          out += shape(
            [
              [x + 20, y + 1.72 * rise - height + 26 + w],
              [x + 40, y + 1.46 * rise - height + 26 + w],
              [x + 40, y + 1.46 * rise - height + 42 + w],
              [x + 20, y + 1.72 * rise - height + 42 + w],
            ],
            star!,
          )
    }
  }
  return out
}

/** A paper boat on a paper sea under a paper moon. */
export const paperNight: Manner = (random, [night, blue, moon, rose, white]) => {
  let out = ground(night!)
  for (let i = 0; i < 60; i++) {
    const x = random.range(30, 1170)
    const y = random.range(30, 640)
    const r = random.range(4, 15)
    const points = Array.from({ length: 10 }, (_, k): Point => {
      const reach = k % 2 ? r * 0.42 : r
      return [x + Math.cos(k * 0.628 + i) * reach, y + Math.sin(k * 0.628 + i) * reach]
    })
    out += shape(points, i % 4 ? white! : moon!)
  }
  const mx = random.range(640, 860)
  out +=
    circle(mx + 10, 334, 178, blend(night!, '#000000', 0.35)) +
    circle(mx, 320, 178, moon!) +
    circle(mx + 74, 270, 156, night!)
  const bx = random.range(360, 560)
  const draw = (dx: number, dy: number, paint: (c: string) => string) =>
    shape(
      [
        [bx - 210 + dx, 720 + dy],
        [bx + 210 + dx, 720 + dy],
        [bx + 128 + dx, 850 + dy],
        [bx - 128 + dx, 850 + dy],
      ],
      paint(white!),
    ) +
    shape(
      [
        [bx + dx, 450 + dy],
        [bx + 120 + dx, 720 + dy],
        [bx + dx, 720 + dy],
      ],
      paint(rose!),
    ) +
    shape(
      [
        [bx - 8 + dx, 500 + dy],
        [bx - 96 + dx, 720 + dy],
        [bx - 8 + dx, 720 + dy],
      ],
      paint(blend(rose!, white!, 0.5)),
    )
  for (let layer = 0; layer < 6; layer++) {
    if (layer === 1) out += draw(10, 14, () => blend(night!, '#000000', 0.4)) + draw(0, 0, colour => colour)
    const base = 770 + layer * 78
    const shift = random.range(0, 180)
    let d = `M-200 ${BOARD + 20}L-200 ${base}`
    for (let x = -200 + (shift % 180) - 180; x < BOARD + 200; x += 180)
      d += `Q${x + 90} ${base - 74} ${x + 180} ${base}`
    d += `L${BOARD + 400} ${BOARD + 20}Z`
    out += `<path d="${d}" transform="translate(6 -10)" fill="${blend(night!, '#000000', 0.4)}" fill-opacity="0.7"/><path d="${d}" fill="${blend(blue!, night!, layer / 7)}"/>`
  }
  return out
}

/** A mountain drawn with one brush stroke, and snow. */
export const inkSnow: Manner = (random, [paper, ink, sun, grey]) => {
  let out = ground(paper!)
  out += circle(random.range(760, 900), random.range(280, 360), 128, sun!)
  const terrain = hills(`ink${random.next()}`)
  for (let layer = 0; layer < 4; layer++) {
    const points: Point[] = [[-60, BOARD + 60]]
    const peak = random.range(350, 820)
    for (let x = -60; x <= BOARD + 60; x += 26)
      points.push([
        x,
        820 +
          layer * 85 -
          (430 - layer * 95) * Math.exp(-(((x - peak) / 330) ** 2)) -
          110 * (terrain(x / 120, layer * 9) - 0.5),
      ])
    points.push([BOARD + 60, BOARD + 60])
    const wash = gradient([`${layer < 3 ? grey : ink}/0.95`, `${paper}/0.5`], 90)
    out += `${wash.definition}<path d="${smooth(points)}Z" fill="${wash.paint}" fill-opacity="${0.55 + layer * 0.12}"/>`
  }
  for (let i = 0; i < 46; i++) {
    const y = 190 + i * 1.6
    const from = random.range(0.2, 0.5)
    out += `<path d="${arc(430, 430, 300 + i * 1.7 - 40, from, random.range(5.6, 6.1))}" fill="none" stroke="${ink}" stroke-width="${random.range(0.6, 4).toFixed(1)}" stroke-opacity="${random.range(0.35, 0.95).toFixed(2)}" transform="translate(0 ${y - 230})"/>`
  }
  for (let i = 0; i < 170; i++)
    out += circle(
      random.range(0, BOARD),
      random.range(0, BOARD),
      random.next() ** 2 * 9 + 1.5,
      '#ffffff',
      `fill-opacity="${random.range(0.6, 1).toFixed(2)}"`,
    )
  return out
}

function arc(x: number, y: number, r: number, from: number, to: number): string {
  const at = (angle: number) =>
    `${(x + Math.cos(angle) * r).toFixed(1)} ${(y + Math.sin(angle) * r).toFixed(1)}`
  return `M${at(from)}A${r} ${r} 0 ${to - from > Math.PI ? 1 : 0} 1 ${at(to)}`
}
