import sharp from 'sharp'
import { createRandom } from '../synth/random.ts'

/** The cover of an album as a JPEG of 1200 × 1200. */
export async function drawCover(artist: string, title: string): Promise<Buffer> {
  const random = createRandom(`${artist}/${title}`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1200"><rect width="1200" height="1200" fill="hsl(${random.whole(0, 359)} 60% 40%)"/></svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer()
}
