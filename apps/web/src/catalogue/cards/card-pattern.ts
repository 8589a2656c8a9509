import type { CSSProperties } from 'react'

/** As in card.css, in pixels. */
const PADDING = 12
const RADIUS = 8

/**
 * A repeating background of card outlines, so that rows which are not rendered yet never look empty during fast
 * scrolling.
 */
export function cardPattern(width: number, height: number, round: boolean): CSSProperties {
  const colour = getComputedStyle(document.documentElement).getPropertyValue('--skeleton')
  const edge = width - 2 * PADDING
  const bar = (y: number, share: number, thickness: number) =>
    `<rect x="${PADDING}" y="${PADDING + edge + y}" width="${edge * share}" height="${thickness}" rx="4"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="${colour}">
    <rect x="${PADDING}" y="${PADDING}" width="${edge}" height="${edge}" rx="${round ? edge / 2 : RADIUS}"/>
    ${bar(17, 0.75, 14)}${bar(40, 0.5, 12)}
  </svg>`
  return {
    backgroundImage: `url("data:image/svg+xml,${encodeURIComponent(svg)}")`,
    backgroundSize: `${width}px ${height}px`,
  }
}
