import { randomFillSync } from 'node:crypto'

const SAMPLES_PER_FRAME = 1152
/** Header of a stereo frame of 256 kbit/s at 44.1 kHz with a padding byte. */
const HEADER = [0xff, 0xfb, 0xd2, 0x00]
const FRAME_BYTES = 836
/** Zero: no Huffman data, so that the rest of the frame is ancillary. */
const SIDE_INFO_BYTES = 32

/** An MP3 of constant 256 kbit/s whose frames decode to silence and do not compress. */
export function makeMp3(samples: number): Buffer {
  const frame = (bytes: Buffer) => {
    bytes.set(HEADER)
    bytes.fill(0, HEADER.length, HEADER.length + SIDE_INFO_BYTES)
  }
  const frames = Math.ceil(samples / SAMPLES_PER_FRAME)
  const mp3 = randomFillSync(Buffer.allocUnsafe(frames * FRAME_BYTES))
  for (let n = 0; n < frames; n++) frame(mp3.subarray(n * FRAME_BYTES, (n + 1) * FRAME_BYTES))
  return mp3
}
