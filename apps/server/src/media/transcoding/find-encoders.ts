import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findFfmpeg } from '@refrain/audio/aac/find-ffmpeg'
import { ENCODINGS, type EncodingName } from './encodings.ts'

const TIMEOUT_MS = 10_000
const MAX_BUFFER = 1024 * 1024

export interface Encoders {
  /** Path of ffmpeg; undefined if there is none. */
  readonly ffmpeg: string | undefined
  readonly available: ReadonlySet<EncodingName>
}

const NONE: Encoders = { ffmpeg: undefined, available: new Set() }

/** Which encoders the operator's ffmpeg has. Without one, nothing is transcoded. */
export async function findEncoders(ffmpeg = findFfmpeg()): Promise<Encoders> {
  if (ffmpeg === undefined) return NONE
  try {
    const { stdout } = await promisify(execFile)(ffmpeg, ['-nostdin', '-hide_banner', '-encoders'], {
      ...{ timeout: TIMEOUT_MS, maxBuffer: MAX_BUFFER, env: { PATH: process.env.PATH } },
    })
    const names = new Set(stdout.split('\n').map(line => line.trim().split(/\s+/)[1]))
    const encodings = Object.entries(ENCODINGS) as [EncodingName, (typeof ENCODINGS)[EncodingName]][]
    return {
      ffmpeg,
      available: new Set(encodings.flatMap(([name, { encoder }]) => (names.has(encoder) ? name : []))),
    }
  } catch {
    return NONE
  }
}
