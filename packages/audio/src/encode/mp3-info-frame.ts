/** Samples in one frame of MPEG-1 Layer III. */
export const FRAME_SAMPLES = 1152
/** Samples that LAME inserts before the music. */
export const ENCODER_DELAY = 576
/** Samples that every decoder adds to that. */
export const DECODER_DELAY = 529

const INFO_OFFSET = 36
const BITRATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]

/** Length in bytes of the frame at `offset` (MPEG-1 Layer III at 44.1 kHz only). */
function frameLength(mp3: Uint8Array, offset: number): number {
  const bitrate = BITRATES[mp3[offset + 2]! >> 4]!
  const padding = (mp3[offset + 2]! >> 1) & 1
  return Math.floor((144_000 * bitrate) / 44100) + padding
}

/** Byte offset of each frame. */
export function frameOffsets(mp3: Uint8Array): number[] {
  const offsets: number[] = []
  for (let offset = 0; offset + 4 <= mp3.length; offset += frameLength(mp3, offset)) {
    if (mp3[offset] !== 0xff || (mp3[offset + 1]! & 0xfe) !== 0xfa)
      throw new Error('not a frame of MPEG-1 Layer III')
    offsets.push(offset)
  }
  return offsets
}

/**
 * The silent Info frame with the number of frames and bytes, a seek table, and the encoder delay and padding
 * that gapless players remove.
 */
export function writeInfoFrame(mp3: Uint8Array, trueSamples: number): Buffer {
  const offsets = frameOffsets(mp3)
  const header = Buffer.from(mp3.subarray(0, 4))
  // 128 kbit/s without padding, large enough for the content.
  header[2] = (9 << 4) | (header[2]! & 0x0c)
  const frame = Buffer.alloc(frameLength(header, 0))
  header.copy(frame)
  frame.write('Info', INFO_OFFSET, 'latin1')
  frame.writeUInt32BE(0xf, INFO_OFFSET + 4)
  frame.writeUInt32BE(offsets.length, INFO_OFFSET + 8)
  const bytes = mp3.length + frame.length
  frame.writeUInt32BE(bytes, INFO_OFFSET + 12)
  for (let i = 0; i < 100; i++) {
    const at = frame.length + offsets[Math.floor((i * offsets.length) / 100)]!
    frame[INFO_OFFSET + 16 + i] = Math.min(255, Math.floor((at * 256) / bytes))
  }
  frame.writeUInt32BE(80, INFO_OFFSET + 116)
  const lame = INFO_OFFSET + 120
  frame.write('LAME3.100', lame, 'latin1')
  frame[lame + 9] = 0x01
  const padding = offsets.length * FRAME_SAMPLES - ENCODER_DELAY - trueSamples
  if (padding < 0 || padding > 0xfff) throw new Error(`the encoder left ${padding} samples of padding`)
  frame[lame + 21] = ENCODER_DELAY >> 4
  frame[lame + 22] = ((ENCODER_DELAY & 0xf) << 4) | (padding >> 8)
  frame[lame + 23] = padding & 0xff
  return frame
}
