/** Files in formats that no free program encodes. */

/** Monkey's Audio of 1,000 silent samples in stereo: its frames can say that they are silent. */
export function silentApe(): Buffer {
  const descriptor = Buffer.alloc(52)
  descriptor.write('MAC ', 'latin1')
  descriptor.writeUInt16LE(3_990, 4)
  descriptor.writeUInt32LE(descriptor.length, 8)
  descriptor.writeUInt32LE(24, 12)
  // One entry in the table of frames.
  descriptor.writeUInt32LE(4, 16)
  const frame = Buffer.alloc(16)
  // A checksum, whose upper bit says that flags follow: both channels are silent.
  frame.writeUInt32LE(0x80000000, 0)
  frame.writeUInt32LE(3, 4)
  descriptor.writeUInt32LE(frame.length, 24)
  const header = Buffer.alloc(24)
  header.writeUInt16LE(1_000, 0)
  header.writeUInt32LE(73_728 * 4, 4)
  header.writeUInt32LE(1_000, 8)
  header.writeUInt32LE(1, 12)
  header.writeUInt16LE(16, 16)
  header.writeUInt16LE(2, 18)
  header.writeUInt32LE(44_100, 20)
  const table = Buffer.alloc(4)
  table.writeUInt32LE(descriptor.length + header.length + table.length)
  return Buffer.concat([descriptor, header, table, frame])
}

const DSD_RATE = 2_822_400
const BLOCK = 4_096

/** Sets the bits whose density is the level, the first one lowest. */
function modulate(data: Buffer, samples: number, level: (sample: number) => number): void {
  let sum = 0
  for (let sample = 0; sample < samples; sample++) {
    sum += level(sample)
    if (sum >= 0) data[sample >> 3]! |= 1 << (sample & 7)
    sum += sum >= 0 ? -1 : 1
  }
}

/**
 * DSD of a tenth of a second in mono, in DSF.
 * @param level of each sample, -1 to 1; alternating bits by default, which are silent
 */
export function makeDsf(samples = DSD_RATE / 10, level?: (sample: number) => number): Buffer {
  const blocks = Math.ceil(samples / 8 / BLOCK)
  const data = Buffer.alloc(blocks * BLOCK, 0x55)
  if (level) modulate(data.fill(0), samples, level)
  const head = Buffer.alloc(28 + 52 + 12)
  head.write('DSD ', 'latin1')
  head.writeBigUInt64LE(28n, 4)
  head.writeBigUInt64LE(BigInt(head.length + data.length), 12)
  head.write('fmt ', 28, 'latin1')
  head.writeBigUInt64LE(52n, 32)
  const words = [1, 0, 1, 1, DSD_RATE, 1]
  for (const [n, word] of words.entries()) head.writeUInt32LE(word, 40 + 4 * n)
  head.writeBigUInt64LE(BigInt(samples), 64)
  head.writeUInt32LE(BLOCK, 72)
  head.write('data', 80, 'latin1')
  head.writeBigUInt64LE(BigInt(data.length + 12), 84)
  return Buffer.concat([head, data])
}
