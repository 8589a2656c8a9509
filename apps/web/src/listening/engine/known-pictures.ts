import type { Track } from '@refrain/contract/catalogue/tracks'
import type { PlayerTrack } from '@refrain/player/state/player-state'

/** The pictures that tracks have had in the catalogue; those of an earlier visit have none. */
export const knownPictures = new WeakMap<PlayerTrack, Track['picture']>()
