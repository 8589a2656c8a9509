import { createRandom } from '../synth/random.ts'
import { bandLooks } from './band-looks.ts'
import { print } from './print.ts'

/** The cover of an artist's n-th album (from 0) as a JPEG of 1200 × 1200: the band's manner, the album's colours and luck. */
export async function drawCover(artist: string, title: string, n: number): Promise<Buffer> {
  const look = bandLooks[artist]
  if (!look) throw new Error(`${artist} has no look yet`)
  const palette = look.palettes[n % look.palettes.length]!
  const manner = n > 0 && look.later ? look.later : look.manner
  return print(manner(createRandom(`cover ${artist}/${title}`), palette), 1200)
}
