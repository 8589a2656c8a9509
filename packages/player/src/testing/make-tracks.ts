import type { PlayerTrack, PlayingList } from '../state/player-state.ts'

/** A track of 100 seconds. */
export function makeTrack(id: string, fields: Partial<PlayerTrack> = {}): PlayerTrack {
  return {
    id,
    title: `Title ${id}`,
    albumId: 'album',
    albumTitle: 'Album',
    artistId: 'artist',
    artistName: 'Artist',
    genre: '',
    audioSrc: `sounds/${id}.flac`,
    durationSeconds: 100,
    artwork: '',
    disc: 1,
    number: 0,
    ...fields,
  }
}

export const makeTracks = (...ids: string[]): PlayerTrack[] => ids.map(id => makeTrack(id))

/** An album of the tracks with these ids, in order. */
export function makeAlbum(...ids: string[]): PlayingList & { type: 'album' } {
  return { id: 'album', title: 'Album', type: 'album', tracks: makeTracks(...ids) }
}

/** The ids `0` to `count - 1`. */
export const makeIds = (count: number): string[] => Array.from({ length: count }, (_, place) => String(place))
