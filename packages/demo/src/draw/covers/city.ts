import {
  background,
  blend,
  CANVAS,
  type CoverDesign,
  circle,
  linearGradient,
  type Point,
  polygon,
  rect,
  ring,
  stroke,
} from '../shapes.ts'
import { stars } from './stars.ts'

/** House front at night, most windows dark. */
export const windows: CoverDesign = (random, [wall, dark, ...lights]) => {
  let out = background(wall!)
  const columns = random.integer(6, 8)
  const step = CANVAS / columns
  for (let row = 0; row < columns; row++) {
    for (let column = 0; column < columns; column++) {
      const x = column * step + step * 0.17
      const y = row * step + step * 0.12
      const w = step * 0.66
      const h = step * 0.76
      const on = random.chance(0.24)
      const light = random.pick(lights)
      out +=
        rect(x - 6, y - 6, w + 12, h + 12, blend(wall!, '#000000', 0.4)) +
        rect(x, y, w, h, on ? light : dark!)
      if (on) {
        const kind = random.integer(0, 3)
        if (kind === 0) out += rect(x, y, w * random.range(0.25, 0.5), h, blend(light, wall!, 0.45))
        if (kind === 1)
          out +=
            circle(x + w / 2, y + h * 0.62, w * 0.17, blend(light, '#000000', 0.75)) +
            rect(x + w * 0.24, y + h * 0.76, w * 0.52, h * 0.24, blend(light, '#000000', 0.75), 'rx="14"')
        if (kind === 2) out += rect(x, y, w, h * random.range(0.3, 0.6), blend(light, '#ffffff', 0.5))
        if (kind === 3)
          out +=
            stroke(`M${x + w / 2} ${y}v${h * 0.3}`, wall!, 4) +
            polygon(
              [
                [x + w * 0.32, y + h * 0.42],
                [x + w * 0.68, y + h * 0.42],
                [x + w / 2, y + h * 0.26],
              ],
              blend(light, '#000000', 0.6),
            )
      } else
        out += polygon(
          [
            [x, y + h],
            [x + w, y],
            [x + w, y + h * 0.34],
            [x + w * 0.34, y + h],
          ],
          blend(dark!, lights[0]!, 0.13),
        )
      out +=
        rect(x + w / 2 - 3, y, 6, h, wall!) +
        rect(x, y + h * 0.45, w, 6, wall!) +
        rect(x - 12, y + h + 6, w + 24, 9, blend(wall!, '#ffffff', 0.14))
    }
  }
  return out
}

/** A wall of loudspeakers in halftone. */
export const speakers: CoverDesign = (random, [ground0, box, ...rings]) => {
  let out = background(ground0!)
  let dots = ''
  for (let y = 0; y < 40; y++) {
    const r = 2 + 10 * (y / 40) ** 1.4
    for (let x = 0; x < 40; x++)
      dots += `M${(x * 31 + (y % 2) * 15.5 - r).toFixed(1)} ${y * 31}a${r.toFixed(1)} ${r.toFixed(1)} 0 1 0 ${(2 * r).toFixed(1)} 0a${r.toFixed(1)} ${r.toFixed(1)} 0 1 0 ${(-2 * r).toFixed(1)} 0`
  }
  out += `<path d="${dots}" fill="${blend(ground0!, box!, 0.45)}"/>`
  const stacks = [
    [90, 300, 470],
    [640, 300, 470],
  ] as const
  for (const [x, , w] of stacks) {
    const small = random.chance(0.5)
    const top = small ? 190 : 60
    out +=
      rect(x + 16, top + 16, w, CANVAS - top + 40, '#000000', 'fill-opacity="0.35" rx="20"') +
      rect(x, top, w, CANVAS - top + 40, box!, 'rx="20"')
    let y = top
    for (const size of small ? [0.5, 0.88, 0.88] : [0.88, 0.4, 0.88]) {
      const r = (w * size) / 2.25
      y += r + 22
      const shift = random.integer(0, 5)
      for (let k = 0; k < 7; k++)
        out += circle(x + w / 2, y, r * (1 - k * 0.135), k === 6 ? box! : rings[(k + shift) % rings.length]!)
      for (let k = 0; k < 8; k++)
        out += circle(x + w / 2 + Math.cos(k * 0.785) * r * 0.93, y + Math.sin(k * 0.785) * r * 0.93, 6, box!)
      y += r + 14
    }
  }
  return out
}

/** Wave pattern of a Portuguese pavement. */
export const pavement: CoverDesign = (random, [light, dark, sun, leaf]) => {
  let out = background(light!)
  const height = 150
  const amplitude = random.range(85, 115)
  const turned = random.chance(0.5)
  for (let band = -1; band < 9; band++) {
    let top = ''
    let back = ''
    for (let x = -100; x <= 1300; x += 50) {
      const y = band * height * 1.02 + amplitude * Math.sin((x / 1200) * Math.PI * 4)
      top += `${x === -100 ? 'M' : 'L'}${x} ${y.toFixed(1)}`
      const under =
        band * height * 1.02 + height / 2 + amplitude * 0.55 * Math.sin((x / 1200) * Math.PI * 4 + 0.5)
      back = `L${x} ${under.toFixed(1)}${back}`
    }
    out += `<path d="${top}${back}Z" fill="${dark}" stroke="${dark}" stroke-width="6" stroke-linejoin="round" ${turned ? 'transform="rotate(90 600 600)"' : ''}/>`
  }
  const x = random.range(330, 870)
  out += circle(x, 400, 232, light!) + circle(x, 400, 205, sun!)
  for (let k = 0; k < 5; k++) {
    const angle = -2.5 + k * 0.46
    const tip: Point = [900 + Math.cos(angle) * 420, 1200 + Math.sin(angle) * 640]
    const mid = (side: number): string =>
      `${((900 + tip[0]) / 2 + side * 70).toFixed(0)} ${((1200 + tip[1]) / 2).toFixed(0)}`
    out += `<path d="M900 1220Q${mid(-1)} ${tip[0].toFixed(0)} ${tip[1].toFixed(0)}Q${mid(1)} 900 1220Z" fill="${leaf}" stroke="${light}" stroke-width="7"/>`
  }
  return out
}

/** Umbrellas from above, in the rain. */
export const umbrellas: CoverDesign = (random, [street, ...colours]) => {
  let out = background(street!)
  for (let i = 0; i < 330; i++)
    out += rect(
      random.range(0, CANVAS),
      random.range(0, CANVAS),
      random.range(3, 5),
      random.range(20, 54),
      blend(street!, '#ffffff', random.range(0.12, 0.35)),
      'rx="2" transform="rotate(14 600 600)"',
    )
  const placed: [number, number, number][] = []
  for (let attempt = 0; attempt < 900 && placed.length < 17; attempt++) {
    const r = placed.length < 3 ? random.range(190, 260) : random.range(70, 150)
    const x = random.range(0, CANVAS)
    const y = random.range(0, CANVAS)
    if (placed.some(([px, py, pr]) => Math.hypot(px - x, py - y) < pr + r + 12)) continue
    placed.push([x, y, r])
  }
  for (const [x, y, r] of placed) {
    const panels = random.pick([6, 8, 8, 10])
    const turn = random.range(0, 3)
    const main = random.pick(colours)
    const second = random.chance(0.5) ? random.pick(colours) : blend(main, '#ffffff', 0.22)
    out += circle(x + r * 0.12, y + r * 0.16, r * 0.97, '#000000', 'fill-opacity="0.28"')
    for (let k = 0; k < panels; k++) {
      const a = turn + (k / panels) * 2 * Math.PI
      const b = turn + ((k + 1) / panels) * 2 * Math.PI
      const m = (a + b) / 2
      const at = (angle: number, reach: number) =>
        `${(x + Math.cos(angle) * r * reach).toFixed(1)} ${(y + Math.sin(angle) * r * reach).toFixed(1)}`
      out += `<path d="M${x} ${y}L${at(a, 1)}Q${at(m, 0.84)} ${at(b, 1)}Z" fill="${blend(k % 2 ? main : second, '#000000', 0.12 * (1 + Math.sin(m)))}"/>`
    }
    out += circle(x, y, r * 0.05, street!)
  }
  return out
}

/** Bear constellation above a city of concrete blocks. */
export const bearCity: CoverDesign = (random, [night, block, shade, lit, star]) => {
  const sky = linearGradient([night!, blend(night!, block!, 0.55)], 90)
  let out = sky.definition + background(sky.paint) + stars(random, 190, star!, 700)
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
      const height = random.integer(0, 4) * 34 + 18
      const face = random.chance(0.16) ? lit! : block!
      out += polygon(
        [
          [x, y - height],
          [x + side, y + rise - height],
          [x, y + 2 * rise - height],
          [x - side, y + rise - height],
        ],
        face,
      )
      out += polygon(
        [
          [x - side, y + rise - height],
          [x, y + 2 * rise - height],
          [x, y + 2 * rise + 60],
          [x - side, y + rise + 60],
        ],
        blend(face, shade!, 0.55),
      )
      out += polygon(
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
          out += polygon(
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
