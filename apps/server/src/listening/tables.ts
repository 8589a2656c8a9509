import type { PlaybackState } from '@refrain/contract/listening/now-playing'

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

/** A counted play of the last weeks. */
export interface CountedPlayRow {
  user_id: string
  track_id: string
  /** Epoch milliseconds; as the client says where it was reported afterwards. */
  played_at: number
  /** Whether it was reported afterwards: 0 or 1. */
  reported: number
}

/** What a listener plays, as one of their clients last reported. */
export interface NowPlayingRow {
  user_id: string
  track_id: string
  state: PlaybackState
  position_ms: number
  playback_rate: number
  /** How the client calls itself, or ''. */
  client: string
  /** When this play began. */
  started_at: number
  reported_at: number
  /** Whether this play was counted: 0 or 1. */
  counted: number
}

/** The queue that a listener's clients share. */
export interface PlayQueueRow {
  user_id: string
  /** JSON array. */
  track_ids: string
  /** Null for an empty queue. */
  current_index: number | null
  position_ms: number
  changed_by: string
  changed_at: number
  /** Incremented each time it is saved. */
  version: number
}

export interface BookmarkRow {
  user_id: string
  track_id: string
  position_ms: number
  comment: string
  created_at: number
  changed_at: number
}

export interface ListeningTables {
  counted_tracks: CountedTrackRow
  counted_albums: CountedAlbumRow
  interested_artists: InterestedArtistRow
  interested_genres: InterestedGenreRow
  played_tracks: PlayedTrackRow
  counted_plays: CountedPlayRow
  now_playing: NowPlayingRow
  play_queues: PlayQueueRow
  bookmarks: BookmarkRow
}
