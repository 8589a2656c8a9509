import type { AudioOutput } from '../output.ts'
import type { StreamIndex } from '../stream-index.ts'
import { createTwoElementOutput } from './two-element-output.ts'

export interface AudioOutputParts {
  /** How a track can be streamed; rejects where the track is gone. */
  readonly fetchStreamIndex: (trackId: string, signal: AbortSignal) => Promise<StreamIndex>
}

/** The output of a browser. */
export function createAudioOutput(_parts: AudioOutputParts): AudioOutput {
  return createTwoElementOutput()
}
