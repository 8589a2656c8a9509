import type { Random } from '../random.ts'
import {
  background,
  blend,
  blob,
  circle,
  linearGradient,
  type Point,
  polygon,
  rect,
  smoothPath,
  stroke,
} from './shapes.ts'

/** One to five people as flat paper shapes, grouped inside a circle. */
export function drawPortrait(random: Random, palette: readonly string[], people: number): string {
  const [base, ...inks] = palette
  const light = blend(base!, '#ffffff', 0.25)
  const back = linearGradient([light, blend(base!, inks[0]!, 0.35)], random.range(30, 150))
  let out = back.definition + background(back.paint)
  out += circle(600, 560, people === 1 ? 440 : 470, inks[inks.length > 3 ? 3 : 0]!, 'fill-opacity="0.85"')
  const places: Record<number, readonly (readonly [number, number, number])[]> = {
    1: [[600, 560, 1.75]],
    2: [
      [400, 560, 1.12],
      [790, 590, 1.12],
    ],
    3: [
      [340, 600, 0.9],
      [860, 600, 0.9],
      [600, 520, 1.02],
    ],
    4: [
      [420, 420, 0.78],
      [790, 430, 0.78],
      [300, 690, 0.84],
      [880, 690, 0.84],
    ],
    5: [
      [420, 400, 0.68],
      [780, 400, 0.68],
      [260, 640, 0.74],
      [940, 640, 0.74],
      [600, 640, 0.84],
    ],
  }
  for (const [i, [x, y, scale]] of places[people]!.entries()) out += person(random, palette, i, x, y, scale)
  return out
}

function person(
  random: Random,
  palette: readonly string[],
  index: number,
  x: number,
  y: number,
  scale: number,
): string {
  const inks = palette.slice(1)
  const skins = ['#f2c9a1', '#8d5534', '#d99a6c', '#5c3a28', '#eab48a', '#b87446']
  const skin = skins[(index * 2 + random.integer(0, 5)) % skins.length]!
  const shade = blend(skin, '#2a1030', 0.28)
  const dark = blend(palette[0]!, '#0c0814', 0.82)
  const hair = random.pick([dark, blend(random.pick(inks), '#1a0f0a', 0.6), random.pick(inks)])
  const coat = inks[(index + 1) % inks.length]!
  const trim = inks[(index + 2) % inks.length]!
  const at = (dx: number, dy: number): Point => [x + dx * scale, y + dy * scale]
  const r = (value: number) => value * scale
  let out = ''
  const style = random.integer(0, 4)
  if (style === 0) out += `<path d="${blob(random, ...at(0, -50), r(172), 0.13, 12)}" fill="${hair}"/>`
  if (style === 1) out += rect(...at(-142, -90), r(284), r(330), hair, `rx="${r(120)}"`)
  out += `<path d="${smoothPath([at(-250, 420), at(-250, 250), at(-90, 170), at(90, 170), at(250, 250), at(250, 420), at(250, 900), at(-250, 900)], true)}" fill="${coat}"/>`
  out += polygon([at(-250, 420), at(-250, 1000), at(250, 1000), at(250, 420)], coat)
  if (random.chance(0.6))
    for (let k = 0; k < 5; k++)
      out += stroke(
        `M${at(-238, 300 + k * 62).join(' ')}Q${at(0, 360 + k * 62).join(' ')} ${at(238, 300 + k * 62).join(' ')}`,
        trim,
        r(20),
      )
  else out += polygon([at(-76, 186), at(0, 360), at(76, 186)], trim)
  out += rect(...at(-52, 90), r(104), r(120), shade, `rx="${r(42)}"`)
  out += `<ellipse cx="${x}" cy="${y}" rx="${r(122)}" ry="${r(152)}" fill="${skin}"/>`
  // Half of each face is in shadow.
  out += `<path d="M${at(4, -152).join(' ')}C${at(170, -150).join(' ')} ${at(170, 150).join(' ')} ${at(0, 152).join(' ')}C${at(30, 90).join(' ')} ${at(-6, 74).join(' ')} ${at(26, 46).join(' ')}C${at(44, 20).join(' ')} ${at(6, -20).join(' ')} ${at(4, -152).join(' ')}Z" fill="${shade}"/>`
  for (const side of [-1, 1])
    out +=
      `<path d="M${at(side * 52 - 28, -12).join(' ')}Q${at(side * 52, -30).join(' ')} ${at(side * 52 + 28, -12).join(' ')}" fill="none" stroke="${dark}" stroke-width="${r(9)}" stroke-linecap="round"/>` +
      stroke(
        `M${at(side * 52 - 32, -44).join(' ')}q${r(32)} ${r(-16)} ${r(64)} 0`,
        hair,
        r(9),
        'stroke-linecap="round"',
      )
  out += stroke(
    `M${at(-34, 88).join(' ')}Q${at(0, 106).join(' ')} ${at(34, 86).join(' ')}`,
    inks[0]!,
    r(13),
    'stroke-linecap="round"',
  )
  if (style === 2)
    out += `<path d="${smoothPath([at(-136, -10), at(-150, -150), at(0, -206), at(150, -150), at(136, -10), at(96, -96), at(0, -112), at(-96, -96)], true)}" fill="${hair}"/>`
  else if (style === 3)
    out +=
      rect(...at(-132, -170), r(264), r(96), trim, `rx="${r(46)}"`) +
      rect(...at(-170, -96), r(340), r(26), trim, `rx="${r(13)}"`)
  else
    out += `<path d="${smoothPath([at(-128, 0), at(-140, -140), at(-10, -196), at(140, -140), at(128, 10), at(90, -84), at(-30, -70)], true)}" fill="${hair}"/>`
  if (random.chance(0.4))
    for (const side of [-1, 1])
      out += circle(...at(side * 52, -8), r(38), 'none', `stroke="${dark}" stroke-width="${r(8)}"`)
  if (random.chance(0.35))
    out += `<path d="${smoothPath([at(-108, 50), at(-80, 150), at(0, 182), at(80, 150), at(108, 50), at(50, 112), at(-50, 112)], true)}" fill="${hair}"/>`
  return out
}
