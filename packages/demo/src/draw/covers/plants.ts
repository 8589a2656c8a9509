import {
  background,
  blend,
  CANVAS,
  type CoverDesign,
  circle,
  linearGradient,
  type Point,
  rect,
  smoothPath,
  stroke,
} from '../shapes.ts'

/** Rows of branching trees by still water. */
export const orchard: CoverDesign = (random, [sky, land, water, bark, ...fruit]) => {
  const level = random.range(640, 720)
  const light = linearGradient([sky!, blend(sky!, '#ffffff', 0.55)], 90)
  let out =
    light.definition +
    background(light.paint) +
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
  const count = random.integer(2, 4)
  for (let i = 0; i < count; i++)
    branch(
      150 + ((i + 0.5) * 900) / count + random.range(-40, 40),
      level + 6,
      random.range(100, 150),
      -Math.PI / 2 + random.range(-0.1, 0.1),
      21,
    )
  out += `<path d="M0 ${level - 40}Q300 ${level - 130} 640 ${level - 50}T1200 ${level - 70}V${level + 10}H0Z" fill="${land}"/>${trees}`
  out += rect(0, level, CANVAS, CANVAS - level, water!)
  out += `<g transform="translate(0 ${level * 2}) scale(1 -1)" opacity="0.35">${trees}</g>`
  for (let i = 0; i < 60; i++) {
    const y = level + random.next() ** 1.6 * (CANVAS - level)
    out += rect(
      random.range(-100, CANVAS),
      y,
      random.range(60, 330),
      random.range(2, 7),
      i % 3 ? blend(water!, sky!, 0.5) : blend(water!, '#000000', 0.2),
      `fill-opacity="${random.range(0.25, 0.7).toFixed(2)}" rx="3"`,
    )
  }
  return out
}

/** Paper-cut dog rose with four strings behind it. */
export const rose: CoverDesign = (random, [paper, petal, deep, leaf, gold]) => {
  let out = background(paper!)
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
      const outline = smoothPath(
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

/** Willow branches in front of a window. */
export const willow: CoverDesign = (random, [wall, glassA, glassB, frame, leaf]) => {
  let out = background(wall!)
  const columns = [90, random.range(380, 500), random.range(700, 800), 1110]
  const rows = [90, random.range(320, 480), random.range(760, 860), 1110]
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      const pane = linearGradient(
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
