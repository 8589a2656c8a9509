import { createRandom } from '../synth/random.ts'
import { bandLooks } from './band-looks.ts'
import { drawEmblem } from './emblem.ts'
import { drawPortrait } from './portrait.ts'
import { print } from './print.ts'

/** The picture of an artist as a JPEG of 1000 × 1000, made to be cut to a circle. */
export async function drawArtist(artist: string): Promise<Buffer> {
  const look = bandLooks[artist]
  if (!look) throw new Error(`${artist} has no look yet`)
  const random = createRandom(`artist ${artist}`)
  const palette = look.palettes[0]!
  return print(
    look.people === 0 ? drawEmblem(random, palette) : drawPortrait(random, palette, look.people),
    1000,
  )
}
