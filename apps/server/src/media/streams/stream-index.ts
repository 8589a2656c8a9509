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
import type { MediaFile } from '../storage/media-storage.ts'
import { readBytes } from '../storage/read-bytes.ts'
import type { StreamTrack } from './stream-store.ts'
import type { KnownStream } from './streams.ts'

/** Chromium compensates the decoder delay for raw MP3 frames, and for no other rendition. */
const MP3_DECODER_DELAY = 529
/**
 * The response must arrive completely before playback starts; players request the rest of a longer fragment
 * by range.
 */
const MAX_START_BYTES = 32 * 1024
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

/**
 * The first bytes of a rendition, up to the end of its first fragment: enough for playback to start.
 * @param file that the rendition's ranges refer to
 */
export async function readFirstFragment(
  { init, fragments }: StreamRendition,
  file: MediaFile,
): Promise<Buffer | undefined> {
  const [first] = fragments
  if (!first) return undefined
  const [offset, length] = first
  const from = init?.[0] ?? offset
  return readBytes(file, from, Math.min(offset + length - from, MAX_START_BYTES))
}
