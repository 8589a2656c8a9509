import { spawn } from 'node:child_process'
import type { Codec } from '@refrain/audio/audio-info'
import type { ChosenEncoding } from './choose-encoding.ts'
import { ENCODINGS } from './encodings.ts'

/** Demuxers for the files of each codec. ffmpeg may use no others: some of them open further files. */
const DEMUXERS: Readonly<Record<Codec, string>> = {
  aac: 'mov,aac',
  alac: 'mov',
  ape: 'ape',
  dsd: 'dsf,iff',
  flac: 'flac,ogg',
  matroska: 'matroska',
  mp3: 'mp3',
  musepack: 'mpc,mpc8',
  opus: 'ogg',
  pcm: 'wav,aiff',
  tta: 'tta',
  vorbis: 'ogg',
  wavpack: 'wv',
  wma: 'asf',
}

/** Processor time in case nobody is left to stop it, in seconds. */
const MAX_SECONDS = 600

/** A part of a file, in seconds. */
export interface FilePart {
  readonly start: number
  readonly seconds: number
}

export interface EncodeJob {
  readonly ffmpeg: string
  /** Path of a file of this machine. */
  readonly source: string
  readonly codec: Codec
  readonly encoding: ChosenEncoding
  /** Where to start, in seconds. */
  readonly offset: number
  /** What to encode of the file; all by default. */
  readonly part?: FilePart | undefined
  readonly signal: AbortSignal
}

/**
 * Transcodes a track with ffmpeg, which may read only this file.
 * @returns the encoded bytes as they are made
 * @throws Error if it fails, is stopped by the signal or takes too long
 */
export async function* encode(job: EncodeJob): AsyncGenerator<Buffer> {
  const { name, bitRate, sampleRate, channels } = job.encoding
  const { encoder, options, container } = ENCODINGS[name]
  const input = [
    ...['-nostdin', '-v', 'error', '-protocol_whitelist', 'file,pipe', '-timelimit', `${MAX_SECONDS}`],
    ...['-format_whitelist', DEMUXERS[job.codec]],
    ...placeOf(job),
  ]
  const output = [
    ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1'],
    ...['-ac', `${channels}`, '-ar', `${sampleRate}`],
    ...['-c:a', encoder, ...options, '-b:a', `${bitRate}k`, '-f', container, 'pipe:1'],
  ]
  const child = spawn(job.ffmpeg, [...input, '-i', `file:${job.source}`, ...output], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env.PATH },
    signal: job.signal,
    killSignal: 'SIGKILL',
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  ended.catch(() => {})
  try {
    yield* child.stdout as AsyncIterable<Buffer>
    if ((await ended) !== 0) throw new Error('ffmpeg cannot transcode this file.')
  } finally {
    child.kill('SIGKILL')
  }
}

/** To the sample: ffmpeg counts microseconds. */
function placeOf({ offset, part }: EncodeJob): string[] {
  const start = (part?.start ?? 0) + offset
  const length = part ? ['-t', (part.seconds - offset).toFixed(6)] : []
  return start > 0 ? ['-ss', start.toFixed(6), ...length] : length
}
