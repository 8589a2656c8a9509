/** Instants are epoch milliseconds in both databases. */
export interface FollowRow {
  user_id: string
  artist_id: string
  followed_at: number
}

export interface PlaylistRow {
  id: string
  user_id: string
  /** `liked` is Liked Songs, of which a listener has one at most. */
  kind: 'playlist' | 'liked'
  title: string
  /** File name of the picture, '' where it has none of its own. */
  profile_path: string
  color: string
  thumbhash: string
  /** Grows with each change. */
  version: number
  created_at: number
}

export interface PlaylistTrackRow {
  playlist_id: string
  track_id: string
  /** Grows along the list, with room between two; see track-order-store.ts. */
  position: number
  added_at: number
}

/** Which playlist a request made that may come again. */
export interface CreationKeyRow {
  user_id: string
  key: string
  playlist_id: string
  created_at: number
}

/** A track that the operator took out of the catalogue. */
export interface ForgottenTrackRow {
  id: string
  /** What it is found again by. */
  audio_id: string
  forgotten_at: number
}

/** The place that a forgotten track had in a playlist or in Liked Songs. */
export type ForgottenPlaceRow = PlaylistTrackRow

export interface LibraryTables {
  forgotten_tracks: ForgottenTrackRow
  forgotten_places: ForgottenPlaceRow
  follows: FollowRow
  playlists: PlaylistRow
  playlist_tracks: PlaylistTrackRow
  creation_keys: CreationKeyRow
}
