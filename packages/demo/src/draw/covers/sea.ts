import {
  background,
  blend,
  CANVAS,
  type CoverDesign,
  circle,
  heightField,
  linearGradient,
  type Point,
  polygon,
  radialGradient,
  rect,
  ring,
  smoothPath,
  stroke,
} from '../shapes.ts'

/** Lighthouse with its beam, ridges behind it. */
export const beacon: CoverDesign = (random, [storm, sea, foam, lamp, ink]) => {
  const sky = linearGradient([storm!, blend(storm!, foam!, 0.55)], 90)
  const beam = linearGradient([`${lamp}/0.95`, `${lamp}/0`], 0)
  const x = random.range(300, 420)
  let out = sky.definition + beam.definition + background(sky.paint)
  for (let i = 0; i < 90; i++) {
    const px = random.range(-200, CANVAS)
    const py = random.range(0, 720)
    out += stroke(
      `M${px} ${py}l${-random.range(20, 70)} ${random.range(70, 180)}`,
      foam!,
      random.range(0.7, 2.2),
      `stroke-opacity="${random.range(0.12, 0.4).toFixed(2)}"`,
    )
  }
  out +=
    polygon(
      [
        [x, 372],
        [CANVAS + 60, 130],
        [CANVAS + 60, 600],
      ],
      beam.paint,
    ) +
    polygon(
      [
        [x, 372],
        [-60, 300],
        [-60, 470],
      ],
      lamp!,
      'fill-opacity="0.25"',
    )
  out += polygon(
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
    out += polygon(
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
    polygon(
      [
        [x - 52, 345],
        [x, 285],
        [x + 52, 345],
      ],
      ink!,
    )
  const terrain = heightField(`beacon${x}`)
  for (let layer = 0; layer < 8; layer++) {
    const base = 800 + layer * 56
    const points: Point[] = [[-90, CANVAS + 90]]
    for (let px = -90; px <= CANVAS + 90; px += 30)
      points.push([px, base - 150 * (terrain(px / 190 + layer * 11, layer * 2.7) - 0.5) * (1 + layer * 0.1)])
    points.push([CANVAS + 90, CANVAS + 90])
    out += `<path d="${smoothPath(points)}Z" fill="${blend(blend(foam!, sea!, 0.45), ink!, layer / 8)}"/>`
  }
  return out
}

/** Harbour cranes at sunset. */
export const harbour: CoverDesign = (random, [sea, night, sun, pale, deep]) => {
  const sky = linearGradient([blend(sun!, pale!, 0.5), pale!, blend(sea!, pale!, 0.4)], 90)
  let out = sky.definition + background(sky.paint)
  const sx = random.range(520, 680)
  for (let k = 4; k >= 0; k--) out += circle(sx, 620, 170 + k * 62, blend(sun!, pale!, k * 0.2))
  const crane = (x: number, base: number, h: number, side: number, colour: string) => {
    const top = base - h
    const legs: Point[] = [
      [x - 60, base],
      [x - 34, top],
      [x + 34, top],
      [x + 60, base],
    ]
    let list = stroke(`M${legs.map(point => point.join(' ')).join('L')}`, colour, 16)
    for (let k = 0; k < 6; k++) {
      const y = base - (h / 6) * k
      const w = 60 - 26 * (k / 6)
      list += stroke(`M${x - w} ${y}L${x + w - 5} ${y - h / 6}M${x - w} ${y}H${x + w}`, colour, 6)
    }
    list += polygon(
      [
        [x - 50, top],
        [x + 50, top],
        [x + 50, top - 54],
        [x - 50, top - 54],
      ],
      colour,
    )
    list += stroke(
      `M${x - side * 180} ${top - 40}L${x + side * 420} ${top - 190}M${x} ${top - 54}L${x} ${top - 190}L${x + side * 400} ${top - 186}M${x} ${top - 190}L${x - side * 170} ${top - 44}`,
      colour,
      10,
    )
    return (
      list +
      rect(x - side * 180 - 34, top - 62, 68, 72, colour) +
      stroke(`M${x + side * 380} ${top - 180}V${base - h * 0.35}`, colour, 4) +
      rect(x + side * 380 - 52, base - h * 0.35, 104, 58, colour)
    )
  }
  out +=
    crane(random.range(880, 960), 900, 430, -1, blend(deep!, pale!, 0.35)) +
    crane(random.range(220, 300), 930, 560, 1, night!)
  out += rect(0, 905, CANVAS, 300, deep!)
  for (let row = 0; row < 3; row++)
    for (let k = 0; k < 4 - row; k++)
      out += rect(
        620 + k * 142 + row * 60,
        850 - row * 64,
        134,
        58,
        [sun!, deep!, night!, blend(sun!, night!, 0.4)][(k + row * 2) % 4]!,
      )
  for (let i = 0; i < 70; i++) {
    const y = 930 + random.next() ** 1.4 * 270
    const near = Math.max(0, 1 - Math.abs(y - 900) / 500)
    out += rect(
      sx + random.range(-1, 1) * (180 + (y - 900)) - 60,
      y,
      random.range(40, 220) * near + 20,
      random.range(4, 9),
      i % 3 ? sun! : pale!,
      'rx="4"',
    )
  }
  return out + ring(sx, 620, 168, pale!, 3)
}

/** Pearls rising through deep water. */
export const pearls: CoverDesign = (random, [deep, mid, shallow, pearl, blush]) => {
  const sea = linearGradient([shallow!, mid!, deep!], 90)
  let out = sea.definition + background(sea.paint)
  for (let k = 0; k < 9; k++) {
    const x = random.range(-200, 1200)
    const ray = linearGradient(['#ffffff/0.28', '#ffffff/0'], 90)
    out +=
      ray.definition +
      polygon(
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
  const step = CANVAS / columns
  const wave = random.range(0, 6)
  for (let row = 0; row < columns + 1; row++) {
    for (let column = 0; column < columns; column++) {
      const x = (column + 0.5) * step
      const y = (row + 0.15) * step + Math.sin(column * 0.9 + wave) * 66
      const r = step * 0.44 * (0.22 + 0.78 * Math.abs(Math.sin(column * 0.7 + row * 0.5 + wave)))
      const skin = radialGradient(
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

/** Flow field of an ocean current. */
export const current: CoverDesign = (random, [deep, ...inks]) => {
  const back = linearGradient([deep!, blend(deep!, inks[0]!, 0.45)], 60)
  let out = back.definition + background(back.paint)
  const field = heightField(`flow${random.next()}`)
  for (let i = 0; i < 520; i++) {
    let x = random.range(-60, CANVAS + 60)
    let y = random.range(-60, CANVAS + 60)
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
      smoothPath(points),
      ink,
      random.next() ** 2 * 11 + 1.6,
      `stroke-linecap="round" stroke-opacity="${random.range(0.55, 1).toFixed(2)}"`,
    )
  }
  return out
}

/** Paper boat on a paper sea under a paper moon. */
export const paperNight: CoverDesign = (random, [night, blue, moon, rose, white]) => {
  let out = background(night!)
  for (let i = 0; i < 60; i++) {
    const x = random.range(30, 1170)
    const y = random.range(30, 640)
    const r = random.range(4, 15)
    const points = Array.from({ length: 10 }, (_, k): Point => {
      const reach = k % 2 ? r * 0.42 : r
      return [x + Math.cos(k * 0.628 + i) * reach, y + Math.sin(k * 0.628 + i) * reach]
    })
    out += polygon(points, i % 4 ? white! : moon!)
  }
  const mx = random.range(640, 860)
  out +=
    circle(mx + 10, 334, 178, blend(night!, '#000000', 0.35)) +
    circle(mx, 320, 178, moon!) +
    circle(mx + 74, 270, 156, night!)
  const bx = random.range(360, 560)
  const draw = (dx: number, dy: number, paint: (c: string) => string) =>
    polygon(
      [
        [bx - 210 + dx, 720 + dy],
        [bx + 210 + dx, 720 + dy],
        [bx + 128 + dx, 850 + dy],
        [bx - 128 + dx, 850 + dy],
      ],
      paint(white!),
    ) +
    polygon(
      [
        [bx + dx, 450 + dy],
        [bx + 120 + dx, 720 + dy],
        [bx + dx, 720 + dy],
      ],
      paint(rose!),
    ) +
    polygon(
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
    let d = `M-200 ${CANVAS + 20}L-200 ${base}`
    for (let x = -200 + (shift % 180) - 180; x < CANVAS + 200; x += 180)
      d += `Q${x + 90} ${base - 74} ${x + 180} ${base}`
    d += `L${CANVAS + 400} ${CANVAS + 20}Z`
    out += `<path d="${d}" transform="translate(6 -10)" fill="${blend(night!, '#000000', 0.4)}" fill-opacity="0.7"/><path d="${d}" fill="${blend(blue!, night!, layer / 7)}"/>`
  }
  return out
}
