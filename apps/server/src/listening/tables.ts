/** A listener's last counted play of a track. */
export interface CountedTrackRow {
  user_id: string
  track_id: string
  /** Epoch milliseconds. */
  counted_at: number
}

/** A listener's last counted play of an album. */
export interface CountedAlbumRow {
  user_id: string
  album_id: string
  /** Days since 1970 in UTC. */
  day: number
}

/** An artist a listener has heard. */
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

/** A track that a listener has started. */
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
