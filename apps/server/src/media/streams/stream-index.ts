import type { Rendition } from '@refrain/audio/rendition/rendition'
import { resampledLength } from '@refrain/audio/samples/resample'
import {
  AUDIO_PATH,
  type ReplayGain,
  STREAM_PATH,
  type StreamIndex,
  type Rendition as StreamRendition,
} from '@refrain/contract/media/streams'
import { fillPath } from '@refrain/contract/operation'
import type { StreamTrack } from './stream-store.ts'
import type { KnownStream } from './streams.ts'

/** Chromium compensates the decoder delay for raw MP3 frames, and for no other rendition. */
const MP3_DECODER_DELAY = 529
const RENDITION_FILE = /^([0-9a-f]{32})\.mp4$/

/** The index for the player: the renditions with lengths in its own sample rate. */
export function indexStream(
  track: StreamTrack,
  { key, set, complete, primingSamples }: KnownStream,
  gain: ReplayGain,
): StreamIndex {
  const rate = set.sampleRate || track.sample_rate
  const atRate = (samples: number) => resampledLength(samples, track.sample_rate, rate)
  const trueSamples = atRate(track.true_samples)
  const priming = atRate(primingSamples)
  const toStream = ({ mime, raw, init, lead, fragments }: Rendition): StreamRendition => ({
    mime,
    url: raw
      ? fillPath(AUDIO_PATH, { albumId: track.album_id, url: track.url })
      : fillPath(STREAM_PATH, { trackId: track.id, file: `${key}.mp4` }),
    init,
    primingSamples: raw ? Math.max(0, priming - MP3_DECODER_DELAY) : priming + lead,
    fragments,
  })
  // Gapless playback needs the exact length.
  const faces = trueSamples > 0 ? set.renditions.map(toStream) : []
  return { trackId: track.id, sampleRate: rate, trueSamples, faces, complete, gain }
}

/** The rendition that a file name stands for. */
export function renditionKey(file: string): string | undefined {
  return RENDITION_FILE.exec(file)?.[1]
}
