import { createRandom } from '../random.ts'
import { artistStyles } from './artist-styles.ts'
import { renderJpeg } from './render-jpeg.ts'

/** SVG shapes of the cover of an artist's n-th album (from 0). */
export function coverShapes(artist: string, title: string, n: number): string {
  const style = artistStyles[artist]
  if (!style) throw new Error(`${artist} has no picture style`)
  const design = n > 0 && style.laterCover ? style.laterCover : style.cover
  return design(createRandom(`cover ${artist}/${title}`), style.palettes[n % style.palettes.length]!)
}

/** Draws a cover as a JPEG of 1200 × 1200. */
export function drawCover(artist: string, title: string, n: number): Promise<Buffer> {
  return renderJpeg(coverShapes(artist, title, n), 1200)
}
