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

export interface ListeningTables {
  counted_tracks: CountedTrackRow
  counted_albums: CountedAlbumRow
}
