import { AudioSample } from 'mediabunny'
import type { DecodedAudio } from '../samples/decoded-audio.ts'
import { quietenFrame } from './quieten-frame.ts'
import { readMp3Frames } from './read-mp3-frames.ts'

/** Frames decoded at a time: about a second. */
const AT_ONCE = 40
/** Bytes that a frame may borrow from those before it. */
const MOST_BORROWED = 511
/** Frames decoded before the wanted one: each overlaps with the one before, and so does the filter. */
const SETTLING = 8
/**
 * The decoder adds in an order that comes round every four frames, of MPEG 2 every eight: only in step are its samples
 * the same to the last bit.
 */
const IN_STEP = 8

/**
 * Opens an MP3 file, without removing encoder and decoder delay.
 * @throws Error if it has no frame
 */
export async function decodeMp3(path: string): Promise<DecodedAudio> {
  return decodeFrames(path, 0, 0)
}

/**
 * The same, beginning with a frame before a sample that the decoder would output, and equal from that sample on.
 * @returns with how many samples are before that one
 */
export async function decodeMp3From(
  path: string,
  sample: number,
): Promise<{ readonly sound: DecodedAudio; readonly skipped: number }> {
  let at = 0
  const before: { at: number; bytes: number }[] = []
  for (const { samples, data } of readMp3Frames(path)) {
    if (at + samples > sample) break
    before.push({ at, bytes: quietenFrame(data, 0).left })
    at += samples
  }
  const settled = before.length - SETTLING
  let first = Math.max(0, settled)
  for (let bytes = 0; first > 0 && bytes < MOST_BORROWED; bytes += before[first]!.bytes) first--
  first = Math.floor(first / IN_STEP) * IN_STEP
  // From the start of the file, no bits are missing.
  const quiet = first === 0 ? 0 : settled - first
  return { sound: await decodeFrames(path, first, quiet), skipped: sample - (before[first]?.at ?? 0) }
}

/**
 * @param from number of the first frame
 * @param quiet number of frames from there on that only lend bits
 */
async function decodeFrames(path: string, from: number, quiet: number): Promise<DecodedAudio> {
  const frames = readMp3Frames(path)
  const first = frames.next().value
  // Closes the file.
  frames.return(undefined)
  if (!first) throw new Error('No MP3 frame found.')
  const { sampleRate } = first
  async function* samples(): AsyncGenerator<AudioSample> {
    const { MPEGDecoder } = await import('mpg123-decoder')
    const decoder = new MPEGDecoder({ enableGapless: false })
    await decoder.ready
    try {
      let made = 0
      for (const frames of batches(readMp3Frames(path), from, quiet)) {
        const { channelData, samplesDecoded } = decoder.decode(Buffer.concat(frames))
        if (samplesDecoded === 0) continue
        yield toSample(channelData, sampleRate, made)
        made += samplesDecoded
      }
    } finally {
      decoder.free()
    }
  }
  return { sampleRate, samples: samples(), [Symbol.dispose]: () => {} }
}

function* batches(
  frames: Iterable<{ data: Uint8Array }>,
  from: number,
  quiet: number,
): Generator<Uint8Array[]> {
  let batch: Uint8Array[] = []
  let number = 0
  let available = 0
  for (const { data } of frames) {
    const n = number++ - from
    if (n < 0) continue
    const quietened = n < quiet ? quietenFrame(data, available) : undefined
    available += quietened?.left ?? 0
    batch.push(quietened?.data ?? data)
    if (batch.length < AT_ONCE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** The channels as one audio sample. */
export function toSample(channels: readonly Float32Array[], sampleRate: number, at: number): AudioSample {
  const length = channels[0]?.length ?? 0
  const data = new Float32Array(length * channels.length)
  for (const [channel, plane] of channels.entries()) data.set(plane, channel * length)
  return new AudioSample({
    format: 'f32-planar',
    data,
    numberOfChannels: channels.length,
    sampleRate,
    timestamp: at / sampleRate,
  })
}
