import type { PlayerTrack, PlayingList } from '@refrain/player/state/player-state'

/** Before the id of the track that the music is similar to; saved with the list. */
const PREFIX = 'similar-'

/** A list of music like a track, under that track's title. */
export function toSimilarList(track: PlayerTrack, tracks: readonly PlayerTrack[]): PlayingList {
  return { id: PREFIX + track.id, title: track.title, type: 'playlist', tracks }
}

/** Whether autoplay has made a list. */
export const isSimilarList = ({ id }: Pick<PlayingList, 'id'>): boolean => id.startsWith(PREFIX)
