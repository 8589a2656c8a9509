import type { Generated } from 'kysely'

/** Times are epoch milliseconds in both databases. */
interface FollowRow {
  user_id: string
  artist_id: string
  followed_at: number
}

interface KeptAlbumRow {
  user_id: string
  album_id: string
  kept_at: number
}

/** A listener's rating of a track, an album or an artist. */
interface RatingRow {
  user_id: string
  /** 1 to 5. */
  rating: number
  rated_at: number
}
type TrackRatingRow = RatingRow & { track_id: string }
type AlbumRatingRow = RatingRow & { album_id: string }
type ArtistRatingRow = RatingRow & { artist_id: string }

export interface PlaylistRow {
  id: string
  user_id: string
  /** `liked` is Liked Songs; a listener has at most one. */
  kind: 'playlist' | 'liked'
  title: string
  /** File name of the picture, '' for none. */
  profile_path: string
  color: string
  thumbhash: string
  /** Incremented by each change. */
  version: number
  created_at: number
  /** Id of the playlist on the instance from whose archive it was imported; null if it was created here. */
  origin: Generated<string | null>
  comment: Generated<string>
  /** With each new version. */
  changed_at: Generated<number>
}

export interface PlaylistTrackRow {
  playlist_id: string
  track_id: string
  /** Sort key with gaps; see track-order-store.ts. */
  position: number
  added_at: number
  /** Tells entries of the same track apart; 0 for the first. */
  copy: Generated<number>
}

/** The playlist created by a request with an idempotency key. */
export interface CreationKeyRow {
  user_id: string
  key: string
  playlist_id: string
  created_at: number
}

/** A track that the operator took out of the catalogue. */
export interface ForgottenTrackRow {
  id: string
  /** Identifies the track's audio if it returns. */
  audio_id: string
  forgotten_at: number
}

/** A forgotten track's entry in a playlist or in Liked Songs. */
type ForgottenPlaceRow = PlaylistTrackRow

/** A playlist or Liked Songs that its listener can restore. */
export type DeletedPlaylistRow = Omit<PlaylistRow, 'changed_at'> & {
  /** Number of its entries, forgotten ones included. */
  entries: number
  deleted_at: number
}

/** A playlist file of the collection. */
export interface CollectionPlaylistRow {
  id: string
  /** Absolute path of the file. */
  path: string
  /** The collection folder it was found under. */
  root: string
  size: number
  mtime_ms: number
  /** `playlist`: listeners see it. `album`: it repeats an album, and is not shown. `problem`: it could not be read. */
  state: 'playlist' | 'album' | 'problem'
  /** Why it could not be read, else ''. */
  problem: string
  /** 1 while the file does not exist. */
  missing: number
  /** 1 if an administrator removed it while its file stays. */
  removed: number
  title: string
  /** Number of entries in the file. */
  lines: number
  /** Number of them whose track was found. */
  matched: number
  /** The listener whom an administrator chose; null for the service. */
  owner_id: string | null
  /** Incremented when its title or its tracks change. */
  version: number
  created_at: number
  /** With each new version. */
  changed_at: number
}

interface CollectionPlaylistTrackRow {
  playlist_id: string
  /** From 0. */
  position: number
  track_id: string
}

export interface LibraryTables {
  collection_playlists: CollectionPlaylistRow
  collection_playlist_tracks: CollectionPlaylistTrackRow
  deleted_playlists: DeletedPlaylistRow
  deleted_playlist_tracks: PlaylistTrackRow
  forgotten_tracks: ForgottenTrackRow
  forgotten_places: ForgottenPlaceRow
  follows: FollowRow
  kept_albums: KeptAlbumRow
  track_ratings: TrackRatingRow
  album_ratings: AlbumRatingRow
  artist_ratings: ArtistRatingRow
  playlists: PlaylistRow
  playlist_tracks: PlaylistTrackRow
  creation_keys: CreationKeyRow
}
