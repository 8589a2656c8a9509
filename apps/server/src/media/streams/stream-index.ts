import type { RenditionFace } from '@refrain/audio/rendition/rendition'
import { resampledLength } from '@refrain/audio/samples/resample'
import {
  AUDIO_PATH,
  type Rendition,
  type ReplayGain,
  STREAM_PATH,
  type StreamIndex,
} from '@refrain/contract/media/streams'
import { fillPath } from '@refrain/contract/operation'
import type { StreamTrack } from './stream-store.ts'
import type { KnownStream } from './streams.ts'

/** Chromium compensates the decoder delay for raw MP3 frames, and for no other face. */
const MP3_DECODER_DELAY = 529
const RENDITION_FILE = /^([0-9a-f]{32})\.mp4$/

/** The index for the player: the rendition with lengths in its own sample rate. */
export function indexStream(
  track: StreamTrack,
  { key, rendition, complete }: KnownStream,
  gain: ReplayGain,
): StreamIndex {
  const rate = rendition.sampleRate || track.sample_rate
  const atRate = (samples: number) => resampledLength(samples, track.sample_rate, rate)
  const trueSamples = atRate(track.true_samples)
  const priming = atRate(track.priming_samples)
  const toFace = ({ mime, raw, init, lead, fragments }: RenditionFace): Rendition => ({
    mime,
    url: raw
      ? fillPath(AUDIO_PATH, { albumId: track.album_id, url: track.url })
      : fillPath(STREAM_PATH, { trackId: track.id, file: `${key}.mp4` }),
    init,
    primingSamples: raw ? Math.max(0, priming - MP3_DECODER_DELAY) : priming + lead,
    fragments,
  })
  // Gapless playback needs the exact length.
  const faces = trueSamples > 0 ? rendition.faces.map(toFace) : []
  return { trackId: track.id, sampleRate: rate, trueSamples, faces, complete, gain }
}

/** The rendition that a file name stands for. */
export function renditionKey(file: string): string | undefined {
  return RENDITION_FILE.exec(file)?.[1]
}
