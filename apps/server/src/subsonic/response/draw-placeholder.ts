import { crc32, deflateSync } from 'node:zlib'

const EDGE = 256
const RADIUS = 88
const HOLE = 22
/** Ground, disc. */
const PALETTE = [0x2a, 0x2d, 0x3a, 0x56, 0x5b, 0x73]
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const BIT_DEPTH = 8
const INDEXED = 3

let drawn: Buffer | undefined

/** A PNG of a disc, for records without a picture. */
export function drawPlaceholder(): Buffer {
  drawn ??= Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header()),
    chunk('PLTE', Buffer.from(PALETTE)),
    chunk('IDAT', deflateSync(pixels())),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return drawn
}

function header(): Buffer {
  const bytes = Buffer.alloc(13)
  bytes.writeUInt32BE(EDGE, 0)
  bytes.writeUInt32BE(EDGE, 4)
  bytes.set([BIT_DEPTH, INDEXED], 8)
  return bytes
}

/** One byte of filter before each line. */
function pixels(): Buffer {
  const bytes = Buffer.alloc(EDGE * (EDGE + 1))
  const centre = (EDGE - 1) / 2
  for (let y = 0; y < EDGE; y++)
    for (let x = 0; x < EDGE; x++) {
      const distance = Math.hypot(x - centre, y - centre)
      if (distance <= RADIUS && distance >= HOLE) bytes[y * (EDGE + 1) + 1 + x] = 1
    }
  return bytes
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const bytes = Buffer.alloc(named.length + 8)
  bytes.writeUInt32BE(data.length, 0)
  named.copy(bytes, 4)
  bytes.writeUInt32BE(crc32(named), named.length + 4)
  return bytes
}
