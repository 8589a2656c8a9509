import { foldForSearch } from '@refrain/contract/fold-for-search'
import { foldName } from '@refrain/contract/fold-name'
import { toCollectionPlaylistId } from '@refrain/contract/library/collection-playlist-ids'
import { type Insertable, sql } from 'kysely'
import { foldFilePath, pathTail } from '../catalogue/paths/path-tail.ts'
import type { AlbumRow, ArtistRow, GenreRow, TrackRow } from '../catalogue/tables.ts'
import type { Database } from '../database/tables.ts'

const LOOK = { color: '#335577', thumbhash: '' }
const DAY = 86_400_000
const SEEDED_AT = Date.UTC(2024, 4, 3)

/** Inserts catalogue rows into a test database, with default values. */
export function seed(db: Database) {
  let count = 0
  /** Ids increase, so that ties are sorted in the order of insertion. */
  const nextId = (kind: string) => `${kind}${String(++count).padStart(4, '0')}`

  return {
    async artist(name: string, given: Partial<Insertable<ArtistRow>> = {}): Promise<string> {
      const id = given.id ?? nextId('ar')
      await db
        .insertInto('artists')
        .values({
          name,
          sort_name: foldName(name),
          folded_name: foldName(name),
          search_name: foldForSearch(name),
          mbid: '',
          profile_path: '',
          ...LOOK,
          created_at: SEEDED_AT,
          ...given,
          id,
        })
        .execute()
      return id
    },
    async album(title: string, artistId: string, given: Partial<Insertable<AlbumRow>> = {}): Promise<string> {
      const id = given.id ?? nextId('al')
      await db
        .insertInto('albums')
        .values({
          title,
          sort_title: foldName(title),
          search_title: foldForSearch(title),
          artist_id: artistId,
          album_key: id,
          mbid: '',
          compilation: 0,
          profile_path: '',
          ...LOOK,
          released_at: '2024-05-03T00:00:00.000Z',
          release_date: given.released_at?.slice(0, 10) ?? '2024-05-03',
          created_at: SEEDED_AT,
          ...given,
          id,
        })
        .execute()
      return id
    },
    /** @param artistIds the first is the main artist */
    async track(
      title: string,
      albumId: string,
      artistIds: readonly [string, ...string[]],
      given: Partial<Insertable<TrackRow>> = {},
    ): Promise<string> {
      const id = given.id ?? nextId('tr')
      await db
        .insertInto('tracks')
        .values({
          title,
          sort_title: foldName(title),
          search_title: foldForSearch(title),
          album_id: albumId,
          artist_id: artistIds[0],
          credit: 'Somebody',
          genre: '',
          disc: 1,
          number: count,
          url: `${id}.mp3`,
          codec: 'mp3',
          sample_rate: 44_100,
          channels: 2,
          true_samples: 44_100 * 185,
          priming_samples: 1105,
          track_gain: null,
          album_gain: null,
          track_peak: null,
          album_peak: null,
          mbid: '',
          added_at: SEEDED_AT + DAY,
          available: 1,
          ...given,
          id,
        })
        .execute()
      for (const [position, artist_id] of artistIds.entries()) {
        await db.insertInto('track_artists').values({ track_id: id, artist_id, position }).execute()
      }
      return id
    },
    async genre(
      name: string,
      trackIds: readonly string[],
      given: Partial<Insertable<GenreRow>> = {},
    ): Promise<string> {
      const id = given.id ?? nextId('ge')
      await db
        .insertInto('genres')
        .values({
          genre: name,
          folded_genre: foldName(name),
          color: '#ffffff',
          bg_color: '#224466',
          position: ++count,
          ...given,
          id,
        })
        .execute()
      for (const track_id of trackIds) {
        await db.insertInto('track_genres').values({ track_id, genre_id: id, position: 0 }).execute()
      }
      return id
    },
    /** Sets the audio file of a track. */
    async file(
      path: string,
      root: string,
      trackId: string,
      audioId: string = `sound-${trackId}`,
    ): Promise<void> {
      await db
        .insertInto('files')
        .values({
          path,
          tail: pathTail(foldFilePath(path)),
          root,
          size: 1,
          mtime_ms: 1,
          beside: '',
          track_id: trackId,
          audio_id: audioId,
          problem: '',
          missing: 0,
        })
        .execute()
    },
    /** A playlist of the collection. */
    async collectionPlaylist(title: string, trackIds: readonly string[]): Promise<string> {
      const id = toCollectionPlaylistId(title.replaceAll(' ', '-'))
      const file = { path: `/srv/music/${title}.m3u`, root: '/srv/music', size: 1, mtime_ms: 1, missing: 0 }
      const state = { state: 'playlist', problem: '', removed: 0, owner_id: null, version: 1 } as const
      const counts = { lines: trackIds.length, matched: trackIds.length }
      const times = { created_at: SEEDED_AT, changed_at: SEEDED_AT }
      await db
        .insertInto('collection_playlists')
        .values({ id, title, ...file, ...state, ...counts, ...times })
        .execute()
      const rows = trackIds.map((track_id, position) => ({ playlist_id: id, position, track_id }))
      await db.insertInto('collection_playlist_tracks').values(rows).execute()
      return id
    },
    /** Increments the catalogue's version, as an import does. */
    async changed(): Promise<void> {
      await sql`update catalogue_version set version = version + 1`.execute(db)
    },
  }
}
