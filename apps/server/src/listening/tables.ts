import type { PlaybackState } from '@refrain/contract/listening/now-playing'
import type { Generated } from 'kysely'

/** A listener's last counted play of a track. */
interface CountedTrackRow {
  user_id: string
  track_id: string
  /** Epoch milliseconds. */
  counted_at: number
}

/** A listener's last counted play of an album. */
interface CountedAlbumRow {
  user_id: string
  album_id: string
  /** Days since 1970 in UTC. */
  day: number
}

/** An artist a listener has heard. */
interface InterestedArtistRow {
  user_id: string
  artist_id: string
  /** Epoch milliseconds. */
  heard_at: number
}

interface InterestedGenreRow {
  user_id: string
  genre_id: string
  heard_at: number
}

/** A track that a listener has started. */
interface PlayedTrackRow {
  user_id: string
  track_id: string
}

/** A listen: a counted play, stored until it is deleted. */
interface CountedPlayRow {
  /** Epoch milliseconds; as the client says where it was reported afterwards. One listener has one at a time. */
  played_at: number
  /** Number in `listen_users`. */
  listener: number
  /** Number in `listen_tracks`. */
  track: number
  /** Number in `listen_clients`; null if unknown. */
  client: Generated<number | null>
  /** Null where the client does not say. */
  seconds_heard: Generated<number | null>
  /** Whether it was reported afterwards: 0 or 1. */
  reported: number
}

/** The number that stands for a listener in their listens. */
interface ListenUserRow {
  number: number
  user_id: string
  /** How many listens are stored. */
  listens: number
  /** When the listener last deleted all listens; 0 if never. Earlier plays that are reported afterwards are not counted. */
  deleted_at: number
}

/** The number that stands for a track in listens. The rest describes a track that has left the catalogue; until then it is empty. */
interface ListenTrackRow {
  number: number
  track_id: string
  audio_id: Generated<string>
  mbid: Generated<string>
  title: Generated<string>
  artist_name: Generated<string>
  album_title: Generated<string>
  album_mbid: Generated<string>
  duration_ms: Generated<number>
}

/** A device or app that a listener has played with. */
interface ListenClientRow {
  /** Number in `listen_users`. */
  listener: number
  number: number
  name: string
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
  listen_users: ListenUserRow
  listen_tracks: ListenTrackRow
  listen_clients: ListenClientRow
  now_playing: NowPlayingRow
  play_queues: PlayQueueRow
  bookmarks: BookmarkRow
}
