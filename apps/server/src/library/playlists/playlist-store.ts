import { toEntryId } from '@refrain/contract/entry-ids'
import type { Playlist } from '@refrain/contract/library/playlists'
import type { Insertable, Selectable } from 'kysely'
import { compileOnce } from '../../database/compile-once.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { uploadName } from '../../media/uploads/upload-name.ts'
import type { PlaylistRow, PlaylistTrackRow } from '../tables.ts'

/** A track in a playlist; `copy` tells entries of the same track apart. */
export type Entry = Pick<Selectable<PlaylistTrackRow>, 'track_id' | 'copy'>

const selectEntries = compileOnce((db, playlistId) =>
  db
    .selectFrom('playlist_tracks')
    .select(['track_id', 'copy'])
    .where('playlist_id', '=', playlistId)
    .orderBy('position')
    .orderBy('track_id')
    .orderBy('copy'),
)

/** A playlist's entries in the listener's order. Reads committed data only, also inside a transaction. */
export function readEntries(db: Database, playlistId: string): Promise<Entry[]> {
  return selectEntries(db, playlistId)
}

/** The ids of their tracks. */
export async function readTrackIds(db: Database, playlistId: string): Promise<string[]> {
  const rows = await selectEntries(db, playlistId)
  return rows.map(row => row.track_id)
}

/** Number of tracks by playlist; empty playlists are missing. For some hundreds of ids. */
export async function countTracksOf(
  db: Database,
  playlistIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('playlist_tracks')
    .select(['playlist_id', eb => eb.fn.countAll<number>().as('count')])
    .where('playlist_id', 'in', playlistIds)
    .groupBy('playlist_id')
    .execute()
  return new Map(rows.map(row => [row.playlist_id, row.count]))
}

/** `readEntries` for several playlists; empty ones are missing. For some hundreds of ids. */
export async function readEntriesOf(
  db: Database,
  playlistIds: readonly string[],
): Promise<Map<string, Entry[]>> {
  const rows = await db
    .selectFrom('playlist_tracks')
    .select(['playlist_id', 'track_id', 'copy'])
    .where('playlist_id', 'in', playlistIds)
    .orderBy('playlist_id')
    .orderBy('position')
    .orderBy('track_id')
    .orderBy('copy')
    .execute()
  return Map.groupBy(rows, row => row.playlist_id)
}

/** A listener's playlists of one kind or both, newest first. */
export function readPlaylistRows(
  db: Database,
  userId: string,
  kind?: PlaylistRow['kind'],
): Promise<Selectable<PlaylistRow>[]> {
  let query = db.selectFrom('playlists').selectAll().where('user_id', '=', userId)
  if (kind) query = query.where('kind', '=', kind)
  return query.orderBy('created_at', 'desc').orderBy('id').execute()
}

/** Undefined if there is no such playlist, or it belongs to somebody else. */
export function readPlaylistRow(
  db: Database,
  userId: string,
  id: string,
): Promise<Selectable<PlaylistRow> | undefined> {
  return db
    .selectFrom('playlists')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

export async function countPlaylists(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('playlists')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('kind', '=', 'playlist')
    .executeTakeFirstOrThrow()
  return count
}

export async function insertPlaylist(tx: Transaction, row: Insertable<PlaylistRow>): Promise<void> {
  await tx.insertInto('playlists').values(row).execute()
}

/** The parts of a playlist that its owner can change. */
export type PlaylistAppearance = Pick<
  Selectable<PlaylistRow>,
  'title' | 'comment' | 'profile_path' | 'color' | 'thumbhash'
>

/** Increments the version and sets the time of the last change. @returns the new row */
export function updatePlaylistRow(
  tx: Transaction,
  id: string,
  appearance: Partial<PlaylistAppearance> = {},
): Promise<Selectable<PlaylistRow>> {
  return tx
    .updateTable('playlists')
    .set(eb => ({ ...appearance, version: eb('version', '+', 1), changed_at: Date.now() }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Assigns an uploaded picture to a playlist.
 * @returns its colours; undefined if the upload is not the listener's, belongs to another playlist, or is their profile
 * picture
 */
export function attachUpload(
  tx: Transaction,
  { userId, playlistId, uploadId }: { userId: string; playlistId: string; uploadId: string },
): Promise<{ color: string; thumbhash: string } | undefined> {
  return tx
    .updateTable('uploads')
    .set({ playlist_id: playlistId })
    .where('id', '=', uploadId)
    .where('user_id', '=', userId)
    .where(eb => eb.or([eb('playlist_id', 'is', null), eb('playlist_id', '=', playlistId)]))
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('users')
            .select('users.id')
            .where('users.id', '=', userId)
            .where('users.profile_path', '=', uploadName(uploadId)),
        ),
      ),
    )
    .returning(['color', 'thumbhash'])
    .executeTakeFirst()
}

export function toPlaylist(row: Selectable<PlaylistRow>, entries: readonly Entry[]): Playlist {
  const entryIds = entries.some(({ copy }) => copy > 0)
    ? { entryIds: entries.map(({ track_id, copy }) => toEntryId(track_id, copy)) }
    : {}
  return {
    id: row.id,
    type: row.kind,
    title: row.title,
    picturePath: row.profile_path,
    color: row.color,
    thumbhash: row.thumbhash,
    tracks: entries.map(({ track_id }) => track_id),
    ...entryIds,
    comment: row.comment,
    createdAt: new Date(row.created_at).toISOString(),
    changedAt: new Date(row.changed_at).toISOString(),
    version: row.version,
  }
}
