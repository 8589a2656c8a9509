import sharp from 'sharp'
import { type Letters, outlineLine, readLetters, setText } from './set-text.ts'

export interface TitleCover {
  readonly title: string
  readonly artist: string
  /** The album's colour as `#rrggbb`. */
  readonly colour: string
}

const CANVAS = 512
/** As on the pages (`.typographic-cover`), in pixels of the canvas. */
const MARGIN = 46
const TITLE = { width: CANVAS - 2 * MARGIN, maxLines: 4, sizes: [68, 56, 46, 38] }
const ARTIST = { width: CANVAS - 2 * MARGIN, maxLines: 2, sizes: [34, 28] }
const LINE_HEIGHT = 1.15
const GAP = 24
/** Share of a line above its baseline. */
const ASCENT = 0.8
/** How dark the lower end of the ground is. */
const SHADE = 0.45

/**
 * Draws the cover of an album that has none: its title and artist on its colour; a disc if the title has letters that cannot be drawn.
 * @param edge in pixels
 */
export async function drawTitleCover(
  cover: TitleCover,
  edge: number,
  format: 'jpeg' | 'webp',
): Promise<Buffer> {
  const letters = await readLetters()
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${edge}" height="${edge}" viewBox="0 0 ${CANVAS} ${CANVAS}">${ground(cover.colour)}${texts(letters, cover) ?? disc()}</svg>`
  const picture = sharp(Buffer.from(svg)).flatten({ background: '#000000' })
  return (format === 'webp' ? picture.webp({ quality: 86 }) : picture.jpeg({ quality: 86 })).toBuffer()
}

function ground(colour: string): string {
  // Whatever the database holds: nothing else may stand in the drawing.
  const fill = /^#[0-9a-f]{6}$/i.test(colour) ? colour : '#333333'
  return `<linearGradient id="shade" x1="0.33" y1="0" x2="0.67" y2="1"><stop stop-opacity="0"/><stop offset="1" stop-opacity="${SHADE}"/></linearGradient><rect width="100%" height="100%" fill="${fill}"/><rect width="100%" height="100%" fill="url(#shade)"/>`
}

function texts(letters: Letters, { title, artist }: TitleCover): string | undefined {
  const name = setText(letters, title, TITLE)
  if (!name || name.lines[0] === '') return undefined
  const by = setText(letters, artist, ARTIST)
  let drawn = ''
  let top = MARGIN
  for (const { lines, size } of by ? [name, by] : [name]) {
    const shapes = lines
      .map((line, n) => outlineLine(letters, line, MARGIN, top + (n * LINE_HEIGHT + ASCENT) * size, size))
      .join('')
    drawn += size === name.size ? shapes : `<g opacity="0.8">${shapes}</g>`
    top += lines.length * LINE_HEIGHT * size + GAP
  }
  return `<g fill="#ffffff">${drawn}</g>`
}

function disc(): string {
  return '<g fill="none" stroke="#ffffff" stroke-opacity="0.6" stroke-width="10"><circle cx="256" cy="256" r="120"/><circle cx="256" cy="256" r="26"/></g>'
}
