import type { Track } from '@refrain/contract/catalogue/tracks'
import type { PlayerTrack } from '@refrain/player/state/player-state'

interface Known {
  readonly picture: Track['picture']
  /** Of which state of the catalogue; lower if it may have been replaced. */
  readonly state: number
}

/** Those of an earlier visit are missing. */
const pictures = new WeakMap<PlayerTrack, Known>()
/** How often the catalogue has changed. */
let state = 0
const listeners = new Set<() => void>()

/** Keeps the picture that a track has in the catalogue. */
export function rememberPicture(track: PlayerTrack, picture: Track['picture']): void {
  pictures.set(track, { picture, state })
}

/** The picture that a track had in the catalogue. */
export const knownPicture = (track: PlayerTrack): Track['picture'] | undefined => pictures.get(track)?.picture

/** Whether the picture of a track is known, and nothing has happened since that may have replaced it. */
export const isPictureCurrent = (track: PlayerTrack): boolean => pictures.get(track)?.state === state

/** The catalogue has changed: any cover may be another one. */
export function doubtPictures(): void {
  state++
  notify()
}

/** The picture of a track does not load. */
export function doubtPicture(track: PlayerTrack): void {
  const picture = knownPicture(track)
  if (!picture || !isPictureCurrent(track)) return
  pictures.set(track, { picture, state: state - 1 })
  notify()
}

/** Calls back when a picture may no longer be current. @returns stops it */
export function onPictureDoubt(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notify(): void {
  for (const listener of listeners) listener()
}
