import { createRandom } from '../synth/random.ts'
import { bandLooks } from './band-looks.ts'
import { print } from './print.ts'

/** The shapes of the cover of an artist's n-th album (from 0): the band's manner, the album's colours and luck. */
export function coverShapes(artist: string, title: string, n: number): string {
  const look = bandLooks[artist]
  if (!look) throw new Error(`${artist} has no look yet`)
  const manner = n > 0 && look.later ? look.later : look.manner
  return manner(createRandom(`cover ${artist}/${title}`), look.palettes[n % look.palettes.length]!)
}

/** The cover as a JPEG of 1200 × 1200. */
export function drawCover(artist: string, title: string, n: number): Promise<Buffer> {
  return print(coverShapes(artist, title, n), 1200)
}
