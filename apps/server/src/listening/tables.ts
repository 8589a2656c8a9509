/** When a play of a track by a listener was counted last. */
export interface CountedTrackRow {
  user_id: string
  track_id: string
  /** Epoch milliseconds. */
  counted_at: number
}

/** On which day a play of an album by a listener was counted last. */
export interface CountedAlbumRow {
  user_id: string
  album_id: string
  /** Days since 1970 in UTC. */
  day: number
}

/** When a listener heard an artist last. */
export interface InterestedArtistRow {
  user_id: string
  artist_id: string
  /** Epoch milliseconds. */
  heard_at: number
}

export interface InterestedGenreRow {
  user_id: string
  genre_id: string
  heard_at: number
}

/** A listener has begun to play a track; its album is the one it is on now. */
export interface PlayedTrackRow {
  user_id: string
  track_id: string
}

export interface ListeningTables {
  counted_tracks: CountedTrackRow
  counted_albums: CountedAlbumRow
  interested_artists: InterestedArtistRow
  interested_genres: InterestedGenreRow
  played_tracks: PlayedTrackRow
}
