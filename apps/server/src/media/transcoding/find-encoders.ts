import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { arch, cpus } from 'node:os'
import { promisify } from 'node:util'
import { findFfmpeg } from '@refrain/audio/ffmpeg/find-ffmpeg'
import { ENCODINGS, type EncodingName } from './encodings.ts'

const TIMEOUT_MS = 10_000
const MAX_BUFFER = 1024 * 1024

export interface Encoders {
  /** Path of ffmpeg; undefined if there is none. */
  readonly ffmpeg: string | undefined
  readonly available: ReadonlySet<EncodingName>
  /** Identifies its version and the processor: the same encoding by another one gives other bytes. */
  readonly build: string
}

const NONE: Encoders = { ffmpeg: undefined, available: new Set(), build: '' }

/** Which encoders the operator's ffmpeg has. Without one, nothing is transcoded. */
export async function findEncoders(ffmpeg = findFfmpeg()): Promise<Encoders> {
  if (ffmpeg === undefined) return NONE
  try {
    const { stdout, stderr } = await promisify(execFile)(ffmpeg, ['-nostdin', '-encoders'], {
      ...{ timeout: TIMEOUT_MS, maxBuffer: MAX_BUFFER, env: { PATH: process.env.PATH } },
    })
    const names = new Set(stdout.split('\n').map(line => line.trim().split(/\s+/)[1]))
    const encodings = Object.entries(ENCODINGS) as [EncodingName, (typeof ENCODINGS)[EncodingName]][]
    return {
      ffmpeg,
      available: new Set(encodings.flatMap(([name, { encoder }]) => (names.has(encoder) ? name : []))),
      // The banner tells the versions of its libraries.
      build: createHash('sha256')
        .update(stderr)
        .update(arch())
        .update(cpus()[0]?.model ?? '')
        .digest('hex'),
    }
  } catch {
    return NONE
  }
}
