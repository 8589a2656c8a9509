/** Writes numbers bit by bit, lowest first, as in Vorbis. */
class BitWriter {
  readonly #bits: number[] = []

  put(...pairs: (readonly [value: number, width: number])[]): this {
    for (const [value, width] of pairs) {
      for (let i = 0; i < width; i++) this.#bits.push(Math.floor(value / 2 ** i) % 2)
    }
    return this
  }

  toHeader(kind: number): Buffer {
    const body = Buffer.alloc(Math.ceil(this.#bits.length / 8))
    for (const [i, bit] of this.#bits.entries()) body[i >> 3] = (body[i >> 3] as number) | (bit << (i & 7))
    return Buffer.concat([Buffer.of(kind), Buffer.from('vorbis'), body])
  }
}

/** Headers for eight channels in blocks of 8,192, with a number of coupled channel pairs. */
export function vorbisHeaders(pairs: number): { identification: Buffer; setup: Buffer } {
  const identification = new BitWriter()
    .put([0, 32], [8, 8], [44_100, 32], [0, 32], [0, 32], [0, 32], [13, 4], [13, 4], [1, 1])
    .toHeader(1)
  const setup = new BitWriter()
    // A codebook of two entries of one bit.
    .put([0, 8], [0x564342, 24], [1, 16], [2, 24], [0, 1], [0, 1], [0, 5], [0, 5], [0, 4])
    .put([0, 6], [0, 16])
    // A floor of two points and an empty residue.
    .put([0, 6], [1, 16], [0, 5], [0, 2], [8, 4])
    .put([0, 6], [2, 16], [0, 24], [0, 24], [0, 24], [0, 6], [0, 8], [0, 3], [0, 1])
    .put([0, 6], [0, 16], [0, 1], [1, 1], [pairs - 1, 8])
    .put(...Array.from({ length: pairs }, (_, i) => [[(i % 2) * 2, 3] as const, [1, 3] as const]).flat())
    .put([0, 2], [0, 8], [0, 8], [0, 8])
    .put([0, 6], [1, 1], [0, 32], [0, 8], [1, 1])
    .toHeader(5)
  return { identification, setup }
}

const PACKETS_PER_PAGE = 240
const SAMPLES_PER_PACKET = 4_096

/** A silent Ogg file with two bytes per packet. */
export function silentVorbis(pages: number): Buffer {
  const { identification, setup } = vorbisHeaders(7)
  const comments = Buffer.from('\x03vorbis\0\0\0\0\0\0\0\0\x01', 'latin1')
  const packets = Array.from({ length: PACKETS_PER_PAGE }, () => Buffer.alloc(2))
  const granule = PACKETS_PER_PAGE * SAMPLES_PER_PACKET
  return Buffer.concat([
    oggPage([identification], 0, 0, 2),
    oggPage([comments, setup], 1, 0, 0),
    ...Array.from({ length: pages }, (_, i) =>
      oggPage(packets, i + 2, (i + 1) * granule, i === pages - 1 ? 4 : 0),
    ),
  ])
}

function oggPage(packets: readonly Buffer[], sequence: number, granule: number, flags: number): Buffer {
  const lacing = packets.flatMap(({ length }) => [...Array(Math.floor(length / 255)).fill(255), length % 255])
  const page = Buffer.concat([Buffer.alloc(27), Buffer.from(lacing), ...packets])
  page.write('OggS', 0)
  page[5] = flags
  page.writeBigInt64LE(BigInt(granule), 6)
  page.writeUInt32LE(7, 14)
  page.writeUInt32LE(sequence, 18)
  page[26] = lacing.length
  page.writeUInt32LE(checksumOf(page), 22)
  return page
}

function checksumOf(page: Buffer): number {
  let sum = 0
  for (const byte of page) {
    sum ^= byte << 24
    for (let bit = 0; bit < 8; bit++) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1
  }
  return sum >>> 0
}
