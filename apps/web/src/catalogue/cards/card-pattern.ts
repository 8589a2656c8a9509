import type { CSSProperties } from 'react'

/** As in card.css, in rem. */
const PADDING = 0.75
/** In pixels. */
const RADIUS = 8

/**
 * A repeating background of card outlines, so that rows which are not rendered yet never look empty during fast
 * scrolling.
 * @param rem font size of the page; everything is in pixels
 */
export function cardPattern(width: number, height: number, round: boolean, rem: number): CSSProperties {
  const colour = getComputedStyle(document.documentElement).getPropertyValue('--skeleton')
  const padding = PADDING * rem
  const edge = width - 2 * padding
  const bar = (y: number, share: number, thickness: number) =>
    `<rect x="${padding}" y="${padding + edge + y * rem}" width="${edge * share}" height="${thickness * rem}" rx="4"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="${colour}">
    <rect x="${padding}" y="${padding}" width="${edge}" height="${edge}" rx="${round ? edge / 2 : RADIUS}"/>
    ${bar(1.0625, 0.75, 0.875)}${bar(2.5, 0.5, 0.75)}
  </svg>`
  return {
    backgroundImage: `url("data:image/svg+xml,${encodeURIComponent(svg)}")`,
    backgroundSize: `${width}px ${height}px`,
  }
}
