import { likedSongsId } from '@refrain/contract/library/playlists'
import { hashToken } from '@refrain/server/account/sessions/token'
import {
  albumId,
  artistId,
  type CataloguePlan,
  GENRES,
  genreId,
  MEMBERS,
  memberId,
  memberToken,
  SIGNED_IN,
  TRACKS_PER_ALBUM,
  trackId,
} from './catalogue-plan.ts'
import { pick } from './mix.ts'
import type { TableRows, Value } from './table-rows.ts'

const JOINED_AT = Date.UTC(2024, 4, 3)
/** Of the sessions, so that they never expire. */
const FAR_AHEAD = Date.UTC(2100, 0, 1)
const DAY = Math.floor(JOINED_AT / 86_400_000)

const LIKES = 25
const PLAYLIST_TRACKS = 40
/** One member of so many has a playlist. */
const PLAYLIST_SHARE = 4
const PLAYS = 40
const INTERESTS = 10
const PURPOSE = { likes: 20, playlist: 21, plays: 22, genres: 23 }

/** Members with their sessions, follows, likes, playlists, plays and interests. */
export function memberRows(plan: CataloguePlan): TableRows[] {
  return [...accounts(), ...libraries(plan), ...listening(plan)]
}

function* ofMembers<T>(
  rows: (member: number) => readonly T[],
  write: (member: number, row: T, nth: number) => readonly Value[],
): Generator<readonly Value[]> {
  for (let member = 0; member < MEMBERS; member++) {
    for (const [nth, row] of rows(member).entries()) yield write(member, row, nth)
  }
}

function accounts(): TableRows[] {
  return [
    {
      table: 'users',
      columns: ['id', 'name', 'email', 'folded_email', 'profile_path', 'created_at'],
      rows: ofMembers(
        member => [`member${member}@example.org`],
        (member, email) => [memberId(member), `Member ${member}`, email, email, '', JOINED_AT],
      ),
    },
    {
      table: 'sessions',
      columns: ['token_hash', 'user_id', 'created_at', 'last_used_at'],
      rows: ofMembers(
        member => (member < SIGNED_IN ? [memberToken(member)] : []),
        (member, token) => [hashToken(token), memberId(member), FAR_AHEAD, FAR_AHEAD],
      ),
    },
  ]
}

function libraries(plan: CataloguePlan): TableRows[] {
  const playlistId = (member: number) => `pl${memberId(member)}`
  return [
    {
      table: 'follows',
      columns: ['user_id', 'artist_id', 'followed_at'],
      rows: ofMembers(plan.artistsFollowedBy, (member, artist, nth) => [
        memberId(member),
        artistId(artist),
        JOINED_AT + nth,
      ]),
    },
    {
      table: 'playlists',
      columns: ['id', 'user_id', 'kind', 'title', 'profile_path', 'color', 'thumbhash'].concat(
        'version',
        'created_at',
      ),
      rows: ofMembers(
        member => (member % PLAYLIST_SHARE === 0 ? ['liked', 'playlist'] : ['liked']),
        (member, kind, nth) => [
          kind === 'liked' ? likedSongsId(memberId(member)) : playlistId(member),
          memberId(member),
          kind,
          kind === 'liked' ? 'Liked Songs' : 'Road trip',
          '',
          '',
          '',
          1,
          JOINED_AT + nth,
        ],
      ),
    },
    {
      table: 'playlist_tracks',
      columns: ['playlist_id', 'track_id', 'position', 'added_at'],
      rows: ofMembers(
        member => [
          ...plan
            .tracksChosenBy(member, PURPOSE.likes, LIKES)
            .map(track => [likedSongsId(memberId(member)), track] as const),
          ...(member % PLAYLIST_SHARE === 0
            ? plan.tracksChosenBy(member, PURPOSE.playlist, PLAYLIST_TRACKS)
            : []
          ).map(track => [playlistId(member), track] as const),
        ],
        (_member, [playlist, track], nth) => [playlist, trackId(track), (nth + 1) * 65_536, JOINED_AT + nth],
      ),
    },
  ]
}

function listening(plan: CataloguePlan): TableRows[] {
  const tracks = (member: number) => plan.tracksChosenBy(member, PURPOSE.plays, PLAYS)
  const albums = (member: number) =>
    distinct(tracks(member), track => Math.floor(track / TRACKS_PER_ALBUM)).slice(0, INTERESTS)
  const artists = (member: number) =>
    distinct(tracks(member), track => plan.artistsOfTrack(track)[0] ?? 0).slice(0, INTERESTS)
  const genres = (member: number) =>
    distinct([0, 1, 2], nth => pick(GENRES, member * 3 + nth, PURPOSE.genres, 2))
  return [
    {
      table: 'counted_tracks',
      columns: ['user_id', 'track_id', 'counted_at'],
      rows: ofMembers(tracks, (member, track) => [memberId(member), trackId(track), JOINED_AT]),
    },
    {
      table: 'played_tracks',
      columns: ['user_id', 'track_id'],
      rows: ofMembers(tracks, (member, track) => [memberId(member), trackId(track)]),
    },
    {
      table: 'counted_albums',
      columns: ['user_id', 'album_id', 'day'],
      rows: ofMembers(albums, (member, album) => [memberId(member), albumId(album), DAY]),
    },
    {
      table: 'interested_artists',
      columns: ['user_id', 'artist_id', 'heard_at'],
      rows: ofMembers(artists, (member, artist, nth) => [
        memberId(member),
        artistId(artist),
        JOINED_AT + nth,
      ]),
    },
    {
      table: 'interested_genres',
      columns: ['user_id', 'genre_id', 'heard_at'],
      rows: ofMembers(genres, (member, genre, nth) => [memberId(member), genreId(genre), JOINED_AT + nth]),
    },
  ]
}

const distinct = (values: readonly number[], of: (value: number) => number) => [...new Set(values.map(of))]
