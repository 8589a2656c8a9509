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
  smooth,
  stroke,
} from './shapes.ts'

/** Small creatures in squares, left and right alike, as on an old screen. */
export const creatures: Manner = (random, [night, ...lights]) => {
  const screen = glow([blend(night!, lights[0]!, 0.3), night!], 0.5, 0.45, 0.75)
  let out = screen.definition + ground(screen.paint)
  const cell = 17
  for (let row = 0; row < 6; row++) {
    for (let column = 0; column < 6; column++) {
      const colour = lights[(row + (column === row ? 1 : 0)) % lights.length]!
      const x = 92 + column * 176
      const y = 92 + row * 176
      let body = ''
      for (let py = 0; py < 8; py++) {
        for (let px = 0; px < 4; px++) {
          const edge = py === 0 || py === 7 || px === 0
          if (!random.chance(edge ? 0.38 : px === 3 ? 0.86 : 0.62) || (py === 3 && px === 2)) continue
          for (const at of [px, 7 - px])
            body += `M${x + at * cell} ${y + py * cell}h${cell - 2}v${cell - 2}h-${cell - 2}Z`
        }
      }
      out += `<path d="${body}" fill="${colour}"/>`
    }
  }
  for (let y = 0; y < BOARD; y += 6) out += rect(0, y, BOARD, 2, '#000000', 'fill-opacity="0.2"')
  return out
}

/** A small round bird, much winter, one branch. */
export const wren: Manner = (random, [sky, , , dark, pale, snow, warm]) => {
  const air = gradient([sky!, blend(sky!, snow!, 0.8)], 90)
  let out = air.definition + ground(air.paint) + circle(random.range(280, 400), 300, 170, warm!)
  const twig = (d: string, width: number) => stroke(d, dark!, width, 'stroke-linecap="round"')
  out +=
    twig('M-20 860Q360 800 640 850T1220 790', 34) +
    twig('M880 830Q980 700 1010 520', 17) +
    twig('M960 660Q1050 600 1090 470', 10) +
    twig('M190 830Q150 980 210 1110', 15) +
    twig('M420 820Q360 690 270 640', 13) +
    twig('M330 715Q330 650 380 600', 8)
  for (const [x, y] of [
    [1010, 515],
    [1090, 465],
    [270, 640],
    [380, 598],
    [210, 1110],
    [986, 610],
  ] as const)
    out += circle(x, y, random.range(17, 28), warm!)
  const brown = blend(dark!, warm!, 0.42)
  out += `<path d="M455 640Q380 430 430 350Q480 420 560 520Z" fill="${blend(brown, dark!, 0.4)}"/>`
  out += `<path d="${smooth(
    [
      [440, 640],
      [500, 480],
      [640, 430],
      [760, 420],
      [838, 480],
      [830, 580],
      [790, 730],
      [660, 800],
      [520, 770],
    ],
    true,
  )}" fill="${brown}"/>`
  out += `<path d="${smooth(
    [
      [540, 720],
      [640, 600],
      [760, 540],
      [826, 560],
      [786, 720],
      [660, 796],
      [580, 780],
    ],
    true,
  )}" fill="${pale}"/>`
  out += `<path d="${smooth(
    [
      [430, 590],
      [540, 520],
      [660, 560],
      [690, 640],
      [600, 690],
      [500, 670],
    ],
    true,
  )}" fill="${blend(brown, dark!, 0.45)}"/>`
  for (let k = 0; k < 6; k++)
    out += stroke(`M${470 + k * 30} ${580 + k * 4}q${50} ${30} ${70} ${76}`, pale!, 4, 'stroke-opacity="0.6"')
  out +=
    shape(
      [
        [832, 492],
        [920, 470],
        [836, 524],
      ],
      dark!,
    ) +
    circle(776, 482, 17, dark!) +
    circle(782, 476, 5, snow!) +
    stroke('M690 450Q760 424 826 462', pale!, 9, 'stroke-linecap="round"')
  out += twig('M640 796L628 856M700 792L708 852', 9)
  for (let i = 0; i < 120; i++)
    out += circle(
      random.range(0, BOARD),
      random.range(0, BOARD),
      random.next() ** 2 * 10 + 2,
      '#ffffff',
      `fill-opacity="${random.range(0.5, 1).toFixed(2)}"`,
    )
  return out
}

/** Cranes over the quay, and the sun between them. */
export const harbour: Manner = (random, [sea, night, sun, pale, deep]) => {
  const sky = gradient([blend(sun!, pale!, 0.5), pale!, blend(sea!, pale!, 0.4)], 90)
  let out = sky.definition + ground(sky.paint)
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
    list += shape(
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
  out += rect(0, 905, BOARD, 300, deep!)
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
