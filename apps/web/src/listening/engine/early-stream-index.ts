import { fetchStreamIndex, type StreamIndex, type StreamQuality } from '@refrain/contract/media/streams'
import { qualityForNetwork } from '@refrain/player/dom/network/connection'
import { hasMediaSource, streamOptions } from '@refrain/player/dom/source/media-source-support'
import type { PlaybackSettings } from '@refrain/player/state/playback-settings'
import { call } from '../../api/call.ts'

/** The latest request; undefined once it is taken. */
let pending:
  | { readonly trackId: string; readonly quality: StreamQuality; readonly index: Promise<StreamIndex> }
  | undefined
let isOutputLoaded = false

/**
 * Requests how to stream a track, with its first bytes, while the code of the audio output is still loading: on a slow
 * line one after the other would take twice as long.
 */
export function requestEarly(trackId: string, settings: PlaybackSettings): void {
  const options = streamOptions(qualityForNetwork(settings))
  const { quality = 'original' } = options
  const isPending = pending?.trackId === trackId && pending.quality === quality
  if (isOutputLoaded || isPending || !hasMediaSource()) return
  const index = call(fetchStreamIndex, { trackId, ...options, start: 'with' })
  // The output reports the error if it needs the index.
  index.catch(() => {})
  pending = { trackId, quality, index }
}

/** The output's side: the response of an early request for this stream, once. No more are made afterwards. */
export function takeEarly(
  trackId: string,
  quality: StreamQuality = 'original',
): Promise<StreamIndex> | undefined {
  isOutputLoaded = true
  const taken = pending
  pending = undefined
  return taken?.trackId === trackId && taken.quality === quality ? taken.index : undefined
}
