import type { CSSProperties } from 'react'

/** Of card.css, in pixels. */
const PADDING = 12
const RADIUS = 8

/**
 * The shape of a card as a ground that repeats: a place whose card is not drawn yet is never empty, however
 * fast the page is scrolled, and nothing has to be drawn for it.
 */
export function cardPattern(width: number, height: number, round: boolean): CSSProperties {
  const colour = getComputedStyle(document.documentElement).getPropertyValue('--skeleton')
  const edge = width - 2 * PADDING
  const bar = (y: number, part: number, thickness: number) =>
    `<rect x="${PADDING}" y="${PADDING + edge + y}" width="${edge * part}" height="${thickness}" rx="4"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="${colour}">
    <rect x="${PADDING}" y="${PADDING}" width="${edge}" height="${edge}" rx="${round ? edge / 2 : RADIUS}"/>
    ${bar(17, 0.75, 14)}${bar(40, 0.5, 12)}
  </svg>`
  return {
    backgroundImage: `url("data:image/svg+xml,${encodeURIComponent(svg)}")`,
    backgroundSize: `${width}px ${height}px`,
  }
}
