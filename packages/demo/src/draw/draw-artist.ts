import { createRandom } from '../random.ts'
import { artistStyles } from './artist-styles.ts'
import { drawEmblem } from './draw-emblem.ts'
import { drawPortrait } from './draw-portrait.ts'
import { renderJpeg } from './render-jpeg.ts'

/** Draws an artist's picture as a JPEG of 1000 × 1000, composed for a circular crop. */
export async function drawArtist(artist: string): Promise<Buffer> {
  const style = artistStyles[artist]
  if (!style) throw new Error(`${artist} has no picture style`)
  const random = createRandom(`artist ${artist}`)
  const palette = style.palettes[0]!
  return renderJpeg(
    style.people === 0 ? drawEmblem(random, palette) : drawPortrait(random, palette, style.people),
    1000,
  )
}
