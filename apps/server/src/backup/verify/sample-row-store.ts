import type { Database } from '../../database/tables.ts'

/** Rows to ask the service for; undefined where the database has none. */
export interface SampleRows {
  readonly artist: { readonly id: string; readonly name: string } | undefined
  readonly album: { readonly id: string; readonly title: string; readonly tracks: number } | undefined
  readonly genres: number
  /** The longest playlist. */
  readonly playlist:
    | { readonly id: string; readonly owner: string; readonly trackIds: readonly string[] }
    | undefined
}

export async function readSampleRows(db: Database): Promise<SampleRows> {
  const artist = await db
    .selectFrom('artists')
    .select(['id', 'name'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const { genres } = await db
    .selectFrom('genres')
    .select(eb => eb.fn.countAll<number>().as('genres'))
    .executeTakeFirstOrThrow()
  return { artist, album: await readAlbum(db), genres: Number(genres), playlist: await readPlaylist(db) }
}

async function readAlbum(db: Database): Promise<SampleRows['album']> {
  const album = await db
    .selectFrom('albums')
    .select(['id', 'title'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!album) return undefined
  const tracks = await db.selectFrom('tracks').select('id').where('album_id', '=', album.id).execute()
  return { ...album, tracks: tracks.length }
}

async function readPlaylist(db: Database): Promise<SampleRows['playlist']> {
  const longest = await db
    .selectFrom('playlist_tracks')
    .select('playlist_id as id')
    .groupBy('playlist_id')
    .orderBy(eb => eb.fn.countAll(), 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!longest) return undefined
  const { owner } = await db
    .selectFrom('playlists')
    .select('user_id as owner')
    .where('id', '=', longest.id)
    .executeTakeFirstOrThrow()
  const places = await db
    .selectFrom('playlist_tracks')
    .select('track_id')
    .where('playlist_id', '=', longest.id)
    .orderBy('position')
    .orderBy('track_id')
    .orderBy('copy')
    .execute()
  return { id: longest.id, owner, trackIds: places.map(place => place.track_id) }
}
