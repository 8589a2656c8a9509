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
  smoothPath,
  stroke,
} from '../shapes.ts'
import { stars } from './stars.ts'

/** Orbits around a lit planet. */
export const orbits: CoverDesign = (random, [dark, deep, warm, bright, pale]) => {
  const sky = linearGradient([dark!, deep!], 65)
  const body = radialGradient([pale!, bright!, warm!, blend(warm!, dark!, 0.75)], 0.32, 0.3, 0.85)
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
    background(sky.paint) +
    stars(random, 240, pale!) +
    rings +
    circle(x, y, r, body.paint)
  )
}

/** A moon over slow bands of mist. */
export const mist: CoverDesign = (random, palette) => {
  const [night, dusk, rose, light] = palette as [string, string, string, string]
  const sky = linearGradient([night, dusk, rose, light], 90)
  const moon = radialGradient(['#ffffff', blend(light, '#ffffff', 0.6), `${light}/0.75`], 0.4, 0.4, 0.6)
  const halo = radialGradient([`${light}/0.6`, `${light}/0`])
  const x = random.range(420, 780)
  let out = sky.definition + moon.definition + halo.definition + background(sky.paint)
  out += circle(x, 470, 420, halo.paint) + circle(x, 470, 170, moon.paint)
  const terrain = heightField(`mist${x}`)
  for (let layer = 0; layer < 9; layer++) {
    const base = 610 + layer * 68
    const points: Point[] = [[-80, CANVAS + 90]]
    for (let px = -80; px <= CANVAS + 80; px += 40)
      points.push([px, base - 120 * (terrain(px / 300 + layer * 7, layer * 3) - 0.4)])
    points.push([CANVAS + 80, CANVAS + 90])
    out += `<path d="${smoothPath(points)}Z" fill="${blend(light, night, layer / 8.5)}" fill-opacity="0.55"/>`
  }
  return out
}

/** Striped sun above a perspective grid. */
export const vanishing: CoverDesign = (random, [night, violet, hot, gold, cyan]) => {
  const sky = linearGradient([night!, violet!, hot!], 90)
  const sun = linearGradient([gold!, hot!], 90)
  const floor = linearGradient([blend(night!, violet!, 0.5), night!], 90)
  const horizon = 730
  const x = random.range(480, 720)
  let out =
    sky.definition +
    sun.definition +
    floor.definition +
    background(sky.paint) +
    stars(random, 150, '#ffffff', 520)
  out += circle(x, 560, 330, sun.paint)
  for (let k = 0; k < 9; k++)
    out += rect(x - 340, 520 + k * 34, 680, 4 + k * 2.6, blend(violet!, hot!, 0.35 + k * 0.06))
  const terrain = heightField(`vanish${x}`)
  for (const [share, colour] of [
    [0.75, blend(night!, violet!, 0.75)],
    [0.4, night!],
  ] as const) {
    const points: Point[] = [[-10, horizon]]
    for (let px = -10; px <= CANVAS + 20; px += 55)
      points.push([
        px,
        horizon -
          330 *
            share *
            Math.max(0.04, terrain(px / 210 + share * 9, share * 20) - 0.25) *
            (Math.abs(px - x) / 420 + 0.12),
      ])
    points.push([CANVAS + 20, horizon])
    out += polygon(points, colour, `stroke="${cyan}" stroke-width="2.5"`)
  }
  out += rect(0, horizon, CANVAS, CANVAS - horizon, floor.paint)
  for (let i = -26; i <= 26; i++)
    out += stroke(`M${x + i * 26} ${horizon}L${x + i * 210} ${CANVAS}`, cyan!, 2.4, 'stroke-opacity="0.85"')
  for (let k = 0; k < 13; k++) {
    const y = horizon + 470 * (k / 13) ** 2.2
    out += stroke(`M0 ${y}L${CANVAS} ${y}`, cyan!, 1.2 + k * 0.25, 'stroke-opacity="0.85"')
  }
  return out
}

/** Ink-wash mountain in snow. */
export const inkSnow: CoverDesign = (random, [paper, ink, sun, grey]) => {
  let out = background(paper!)
  out += circle(random.range(760, 900), random.range(280, 360), 128, sun!)
  const terrain = heightField(`ink${random.next()}`)
  for (let layer = 0; layer < 4; layer++) {
    const points: Point[] = [[-60, CANVAS + 60]]
    const peak = random.range(350, 820)
    for (let x = -60; x <= CANVAS + 60; x += 26)
      points.push([
        x,
        820 +
          layer * 85 -
          (430 - layer * 95) * Math.exp(-(((x - peak) / 330) ** 2)) -
          110 * (terrain(x / 120, layer * 9) - 0.5),
      ])
    points.push([CANVAS + 60, CANVAS + 60])
    const wash = linearGradient([`${layer < 3 ? grey : ink}/0.95`, `${paper}/0.5`], 90)
    out += `${wash.definition}<path d="${smoothPath(points)}Z" fill="${wash.paint}" fill-opacity="${0.55 + layer * 0.12}"/>`
  }
  for (let i = 0; i < 46; i++) {
    const y = 190 + i * 1.6
    const from = random.range(0.2, 0.5)
    out += `<path d="${arc(430, 430, 300 + i * 1.7 - 40, from, random.range(5.6, 6.1))}" fill="none" stroke="${ink}" stroke-width="${random.range(0.6, 4).toFixed(1)}" stroke-opacity="${random.range(0.35, 0.95).toFixed(2)}" transform="translate(0 ${y - 230})"/>`
  }
  for (let i = 0; i < 170; i++)
    out += circle(
      random.range(0, CANVAS),
      random.range(0, CANVAS),
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
