import { spawn } from 'node:child_process'
import { AudioSample } from 'mediabunny'
import type { DecodedAudio } from '../samples/decoded-audio.ts'

/** Processor time limit in case nobody is left to stop it: a minute, and more for very long files. */
const USUAL_SECONDS = 60
const MAX_SECONDS = 300
const SOUND_PER_SECOND = 60

/** In which ffmpeg outputs samples. */
export type SampleFormat = 'f32' | 's16' | 's32'
const BYTES: Readonly<Record<SampleFormat, number>> = { f32: 4, s16: 2, s32: 4 }

export interface FfmpegInput {
  /** ffmpeg's name of the container: no other is tried, whatever the file says. */
  readonly demuxer: string
  readonly sampleRate: number
  readonly channels: number
  /** At that rate, for the time limit. */
  readonly trueSamples: number
  readonly format: SampleFormat
  /** Where to begin, in whole seconds, so that it is a sample at any rate. */
  readonly start?: number
}

/**
 * Layouts in the order that `mixToStereo` expects, by number of channels. ffmpeg's own for a number differ, and it would mix to
 * them.
 */
const LAYOUTS: Readonly<Record<number, string>> = {
  3: '3.0',
  4: 'quad|quad(side)',
  5: '5.0|5.0(side)',
  6: '5.1|5.1(side)',
  7: '6.1',
  8: '7.1',
}

function toChannels(channels: number): string[] {
  const layouts = LAYOUTS[channels]
  return layouts ? ['-af', `aformat=channel_layouts=${layouts}`] : ['-ac', `${channels}`]
}

/**
 * Decodes the first sound track of a file with ffmpeg, which trims the priming that the container tells of. It may open this file
 * only, as one format: ffmpeg knows formats that name further files.
 */
export function decodeWithFfmpeg(
  ffmpeg: string,
  path: string,
  { demuxer, sampleRate, channels, trueSamples, format, start = 0 }: FfmpegInput,
): DecodedAudio {
  const seconds = Math.ceil(USUAL_SECONDS + trueSamples / sampleRate / SOUND_PER_SECOND)
  const only = [
    ...['-nostdin', '-v', 'error', '-protocol_whitelist', 'file,pipe'],
    ...['-timelimit', `${Math.min(seconds, MAX_SECONDS)}`, '-f', demuxer],
    ...(start > 0 ? ['-ss', `${start}`] : []),
  ]
  const wanted = [
    ...['-map', '0:a:0', '-vn', '-sn', '-dn', ...toChannels(channels), '-ar', `${sampleRate}`],
    ...['-f', `${format}le`, 'pipe:1'],
  ]
  async function* samples(): AsyncGenerator<AudioSample> {
    const child = spawn(ffmpeg, [...only, '-i', `file:${path}`, ...wanted], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { PATH: process.env.PATH },
    })
    const ended = new Promise<number | null>((resolve, reject) => {
      child.on('error', reject)
      child.on('close', resolve)
    })
    ended.catch(() => {})
    const frameBytes = BYTES[format] * channels
    let rest: Buffer = Buffer.alloc(0)
    let made = 0
    try {
      for await (const chunk of child.stdout) {
        const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : (chunk as Buffer)
        const frames = Math.floor(bytes.length / frameBytes)
        rest = bytes.subarray(frames * frameBytes)
        if (frames === 0) continue
        // A copy, for the alignment of numbers.
        const data = Uint8Array.from(bytes.subarray(0, frames * frameBytes))
        const timestamp = made / sampleRate
        made += frames
        yield new AudioSample({ format, data, numberOfChannels: channels, sampleRate, timestamp })
      }
      if ((await ended) !== 0) throw new Error('ffmpeg cannot read this file.')
    } finally {
      child.kill('SIGKILL')
    }
  }
  // The program runs from the first sample until the last one, or until they are left.
  return { sampleRate, samples: samples(), [Symbol.dispose]: () => {} }
}
