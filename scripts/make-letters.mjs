// Writes the outlines of the letters on drawn covers: `node scripts/make-letters.mjs`. The server then needs neither a font nor a
// library for them. Run it after an update of the font.

import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import opentype from 'opentype.js'

const { resolve } = createRequire(import.meta.url)
const FILES = ['latin', 'latin-ext'].map(subset =>
  resolve(`@fontsource/figtree/files/figtree-${subset}-600-normal.woff`),
)
const TARGET = new URL('../apps/server/src/media/pictures/title-cover/letters.txt', import.meta.url)
/** Units of a line's height in the outlines: enough for a picture of some hundred pixels, and two digits shorter than the font's. */
const EM = 200

// The library's own `toPathData` leaves out the blank before what it rounds to minus zero.
const write = commands =>
  commands
    .map(({ type, ...at }) => {
      const points = [at.x1, at.y1, at.x2, at.y2, at.x, at.y].filter(value => value !== undefined)
      return type + points.map(value => Math.round(value) + 0).join(' ')
    })
    .join('')

const letters = {}
for (const file of FILES) {
  const bytes = readFileSync(file)
  const font = opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
  for (const glyph of Object.values(font.glyphs.glyphs)) {
    for (const code of glyph.unicodes) {
      const outline = write(glyph.getPath(0, 0, EM).commands)
      letters[String.fromCodePoint(code)] ??= [
        Math.round((glyph.advanceWidth * EM) / font.unitsPerEm),
        outline,
      ]
    }
  }
}
const rows = Object.keys(letters)
  .filter(letter => letter >= ' ')
  .sort()
  .map(letter => [letter, ...letters[letter]].join('\t'))
writeFileSync(TARGET, `${rows.join('\n')}\n`)
