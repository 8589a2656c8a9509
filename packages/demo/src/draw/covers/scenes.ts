import {
  background,
  blend,
  CANVAS,
  type CoverDesign,
  circle,
  linearGradient,
  polygon,
  radialGradient,
  rect,
  ring,
  smoothPath,
  stroke,
} from '../shapes.ts'

/** Risograph print with misaligned inks: rain, a cup and a cat on the window sill. */
export const rainPrint: CoverDesign = (random, [paper, pink, blue, yellow, ink]) => {
  const over = (inner: string, dx: number, dy: number) =>
    `<g style="mix-blend-mode:multiply" transform="translate(${dx} ${dy})">${inner}</g>`
  let out = background(paper!)
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

/** Glowing paper lanterns at night. */
export const lanterns: CoverDesign = (random, [night, ...lights]) => {
  const back = linearGradient([night!, blend(night!, lights[0]!, 0.28)], 90)
  let out = back.definition + background(back.paint)
  const list = Array.from({ length: 21 }, (_, i) => ({
    x: ((i * 0.618) % 1) * 1120 + 40,
    y: random.range(120, 1080),
    r: random.range(44, 128),
    colour: lights[i % lights.length]!,
  })).sort((a, b) => a.r - b.r)
  for (const { x, y, r, colour } of list) {
    const halo = radialGradient([`${colour}/0.55`, `${colour}/0`])
    const body = radialGradient(
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

/** Symmetrical pixel creatures, as in an early video game. */
export const creatures: CoverDesign = (random, [night, ...lights]) => {
  const screen = radialGradient([blend(night!, lights[0]!, 0.3), night!], 0.5, 0.45, 0.75)
  let out = screen.definition + background(screen.paint)
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
  for (let y = 0; y < CANVAS; y += 6) out += rect(0, y, CANVAS, 2, '#000000', 'fill-opacity="0.2"')
  return out
}

/** Wren on a branch in winter. */
export const wren: CoverDesign = (random, [sky, , , dark, pale, snow, warm]) => {
  const air = linearGradient([sky!, blend(sky!, snow!, 0.8)], 90)
  let out = air.definition + background(air.paint) + circle(random.range(280, 400), 300, 170, warm!)
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
  out += `<path d="${smoothPath(
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
  out += `<path d="${smoothPath(
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
  out += `<path d="${smoothPath(
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
    polygon(
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
      random.range(0, CANVAS),
      random.range(0, CANVAS),
      random.next() ** 2 * 10 + 2,
      '#ffffff',
      `fill-opacity="${random.range(0.5, 1).toFixed(2)}"`,
    )
  return out
}
