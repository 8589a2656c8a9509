const BLOCK = 8
/** Blocks that one end-of-band run covers at most. */
const LONGEST_RUN = 32_767
const COEFFICIENTS = 63
const BITS = 14

/**
 * A small but valid progressive JPEG in plain grey with many empty scans. A decoder visits every block in each scan.
 * @param scans at most 883: one of the averages, 14 of each other coefficient
 */
export function progressiveJpeg(edge: number, scans: number): Buffer {
  const blocks = Math.ceil(edge / BLOCK) ** 2
  const size = [edge >> 8, edge & 255, edge >> 8, edge & 255]
  const parts = [
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array<number>(64).fill(1)]),
    segment(0xc2, [8, ...size, 1, 1, 0x11, 0]),
    // Two tables with a single code "0": a difference of zero, and the longest end-of-band run.
    segment(0xc4, [0x00, 1, ...Array<number>(15).fill(0), 0x00]),
    segment(0xc4, [0x10, 1, ...Array<number>(15).fill(0), 0xe0]),
    segment(0xda, [1, 1, 0x00, 0, 0, 0]),
    Buffer.alloc(Math.ceil(blocks / 8)),
  ]
  const runs = endOfBandRuns(blocks)
  for (let scan = 0; scan < scans - 1; scan++) {
    const coefficient = 1 + (scan % COEFFICIENTS)
    const bit = BITS - 1 - Math.floor(scan / COEFFICIENTS)
    const before = bit === BITS - 1 ? 0 : bit + 1
    parts.push(segment(0xda, [1, 1, 0x00, coefficient, coefficient, (before << 4) | bit]), runs)
  }
  return Buffer.concat([...parts, Buffer.from([0xff, 0xd9])])
}

function segment(marker: number, content: readonly number[]): Buffer {
  const length = content.length + 2
  return Buffer.from([0xff, marker, length >> 8, length & 255, ...content])
}

/** Runs that cover all blocks: the code "0", then 14 bits, each. */
function endOfBandRuns(blocks: number): Buffer {
  let bits = ''
  for (let left = blocks; left > 0; left -= LONGEST_RUN) {
    // The last run may cover more blocks than are left; decoders accept that.
    const run = Math.max(left, 16_384)
    bits += `0${(Math.min(run, LONGEST_RUN) - 16_384).toString(2).padStart(14, '0')}`
  }
  const bytes = bits.match(/.{1,8}/g)?.map(byte => Number.parseInt(byte.padEnd(8, '1'), 2)) ?? []
  return Buffer.from(bytes.flatMap(byte => (byte === 0xff ? [byte, 0] : [byte])))
}
