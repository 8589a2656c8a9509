import { fetchStreamIndex, type StreamIndex } from '@refrain/contract/media/streams'
import { hasMediaSource, streamOptions } from '@refrain/player/dom/source/media-source-support'
import { call } from '../../api/call.ts'

/** The latest request; undefined once it is taken. */
let pending: { readonly trackId: string; readonly index: Promise<StreamIndex> } | undefined
let isOutputLoaded = false

/**
 * Requests how to stream a track, with its first bytes, while the code of the audio output is still loading: on a slow
 * line one after the other would take twice as long.
 */
export function requestEarly(trackId: string): void {
  if (isOutputLoaded || pending?.trackId === trackId || !hasMediaSource()) return
  const index = call(fetchStreamIndex, { trackId, ...streamOptions(), start: 'with' })
  // The output reports the error if it needs the index.
  index.catch(() => {})
  pending = { trackId, index }
}

/** The output's side: the response of an early request for this track, once. No more are made afterwards. */
export function takeEarly(trackId: string): Promise<StreamIndex> | undefined {
  isOutputLoaded = true
  const taken = pending
  pending = undefined
  return taken?.trackId === trackId ? taken.index : undefined
}
