import sharp from 'sharp'
import { createRandom } from '../random.ts'
import { CANVAS } from './shapes.ts'

const GRAIN = 256
let grain: Buffer | undefined

/** Tile of faint noise that imitates paper grain. */
function paperGrain(): Buffer {
  if (!grain) {
    const random = createRandom('grain')
    grain = Buffer.alloc(GRAIN * GRAIN * 4)
    for (let i = 0; i < GRAIN * GRAIN; i++) {
      const tone = random.chance(0.5) ? 255 : 0
      grain.fill(tone, i * 4, i * 4 + 3)
      grain[i * 4 + 3] = Math.floor(random.next() ** 2 * 17)
    }
  }
  return grain
}

/** Renders SVG shapes on the canvas as a JPEG of `size` × `size`. */
export async function renderJpeg(shapes: string, size: number): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${CANVAS} ${CANVAS}">${shapes}</svg>`
  return sharp(Buffer.from(svg), { unlimited: true })
    .composite([{ input: paperGrain(), raw: { width: GRAIN, height: GRAIN, channels: 4 }, tile: true }])
    .flatten({ background: '#000000' })
    .jpeg({ quality: 88, mozjpeg: false })
    .toBuffer()
}
