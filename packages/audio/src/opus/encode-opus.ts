import { spawn } from 'node:child_process'
import { pipeline } from 'node:stream/promises'
import type { AudioSample } from 'mediabunny'
import type { DecodedAudio } from '../samples/decoded-audio.ts'

/** Opus has one sample rate for all music, in Hz. */
export const OPUS_RATE = 48_000

/** Processor time in case nobody is left to stop it, in seconds. */
const MAX_SECONDS = 600
/** Browsers mix further channels down themselves, and Opus would need more bits for them. */
const MAX_CHANNELS = 2

export interface OpusEncoder {
  /** Path of an ffmpeg with libopus. */
  readonly ffmpeg: string
  /** In kbit/s. */
  readonly bitRate: number
}

/**
 * Encodes audio as Opus with ffmpeg, which gets samples only and may open nothing.
 * @returns an Ogg stream, as it is made
 * @throws Error if there is no audio, or ffmpeg fails; the errors of the given audio
 */
export async function* encodeOpus(
  { sampleRate, samples }: DecodedAudio,
  { ffmpeg, bitRate }: OpusEncoder,
): AsyncGenerator<Buffer> {
  const rest = samples[Symbol.asyncIterator]()
  const { value: first } = await rest.next()
  if (!first) throw new Error('No audio was found.')
  const channels = first.numberOfChannels
  const input = [
    ...['-nostdin', '-v', 'error', '-protocol_whitelist', 'pipe', '-timelimit', `${MAX_SECONDS}`],
    ...['-f', 'f32le', '-ar', `${sampleRate}`, '-ac', `${channels}`, '-i', 'pipe:0'],
  ]
  const output = [
    ...['-ac', `${Math.min(channels, MAX_CHANNELS)}`, '-ar', `${OPUS_RATE}`],
    ...['-c:a', 'libopus', '-vbr', 'constrained', '-b:a', `${bitRate}k`],
    ...['-f', 'ogg', '-flush_packets', '1', 'pipe:1'],
  ]
  const child = spawn(ffmpeg, [...input, ...output], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { PATH: process.env.PATH },
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  ended.catch(() => {})
  const fed = pipeline(toBytes(first, rest), child.stdin)
  fed.catch(() => {})
  try {
    yield* child.stdout as AsyncIterable<Buffer>
    if ((await ended) !== 0) throw new Error('ffmpeg cannot encode this track.')
    await fed
  } finally {
    child.kill('SIGKILL')
  }
}

/** Samples as 32-bit floats, channel by channel within each frame. */
async function* toBytes(first: AudioSample, rest: AsyncIterator<AudioSample>): AsyncGenerator<Uint8Array> {
  try {
    for (let sample: AudioSample | undefined = first; sample; sample = (await rest.next()).value) {
      const options = { planeIndex: 0, format: 'f32' } as const
      const data = new Uint8Array(sample.allocationSize(options))
      sample.copyTo(data, options)
      sample.close()
      yield data
    }
  } finally {
    await rest.return?.()
  }
}
