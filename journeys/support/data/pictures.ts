import sharp from 'sharp'

/** A file as a file dialog returns it. */
export interface PictureFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

const RED = [200, 30, 30] as const
const GREEN = [30, 150, 60] as const
const BLUE = [40, 60, 190] as const

/** Three stripes from left to right: red, green, blue; three wide, two high. */
function stripes(edge: number) {
  const [width, height] = [edge * 3, edge * 2]
  const points = Buffer.alloc(width * height * 3)
  for (let at = 0; at < width * height; at++) {
    const colour = [RED, GREEN, BLUE][Math.floor((at % width) / edge)] ?? RED
    points.set(colour, at * 3)
  }
  return sharp(points, { raw: { width, height, channels: 3 } })
}

export async function png(edge = 200): Promise<PictureFile> {
  return { name: 'stripes.png', mimeType: 'image/png', buffer: await stripes(edge).png().toBuffer() }
}

/** Stored rotated, with an orientation tag: upright, the stripes go from left to right. */
export async function turnedTiff(): Promise<PictureFile> {
  const lying = await stripes(200).png().toBuffer()
  const turned = sharp(await sharp(lying).rotate(270).toBuffer()).withMetadata({ orientation: 6 })
  const buffer = await turned.tiff({ compression: 'lzw' }).toBuffer()
  return { name: 'stripes.tiff', mimeType: 'image/tiff', buffer }
}

/** The oldest format: 24 bits per pixel, rows from the bottom up. */
export async function bmp(): Promise<PictureFile> {
  const { data, info } = await stripes(200).raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const head = Buffer.alloc(54)
  head.write('BM')
  head.writeUInt32LE(54 + data.length, 2)
  head.writeUInt32LE(54, 10)
  head.writeUInt32LE(40, 14)
  head.writeInt32LE(width, 18)
  head.writeInt32LE(height, 22)
  head.writeUInt16LE(1, 26)
  head.writeUInt16LE(24, 28)
  const rows = Array.from({ length: height }, (_, row) => {
    const points = Buffer.from(data.subarray((height - 1 - row) * width * 3, (height - row) * width * 3))
    // Blue comes first; a row of 600 pixels needs no padding.
    for (let at = 0; at < points.length; at += 3) points.subarray(at, at + 3).reverse()
    return points
  })
  return { name: 'stripes.bmp', mimeType: 'image/bmp', buffer: Buffer.concat([head, ...rows]) }
}

/** The stripes at these fractions of a picture's width, halfway down. */
export async function stripesAt(picture: Buffer, shares: readonly number[]): Promise<string[]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return shares.map(share => {
    const at = (Math.floor(info.height / 2) * info.width + Math.floor(share * info.width)) * 3
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
    if (red > green && red > blue) return 'red'
    return green > blue ? 'green' : 'blue'
  })
}
