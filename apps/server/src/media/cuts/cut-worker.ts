import type { AudioFile } from '@refrain/audio/format'
import { readWavRange } from '@refrain/audio/pcm/wav-range'
import { serveJobs } from '../../workers/serve-jobs.ts'

/** A range of the WAV that a cut is sent as. */
export interface CutJob {
  readonly file: AudioFile
  readonly bits: number
  readonly start: number
  /** First byte behind it. */
  readonly end: number
}

serveJobs<CutJob, Uint8Array>(({ file, bits, start, end }, { reportUsage }) =>
  readWavRange(file, bits, { start, end }, reportUsage),
)
