import sharp from 'sharp'
import { createRandom } from '../synth/random.ts'

/** The picture of an artist as a JPEG of 1000 × 1000, made to be cut to a circle. */
export async function drawArtist(artist: string): Promise<Buffer> {
  const random = createRandom(artist)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1000"><rect width="1000" height="1000" fill="hsl(${random.whole(0, 359)} 50% 50%)"/></svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer()
}
