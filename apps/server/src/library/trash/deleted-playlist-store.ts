import { countLimits, dayLimits } from '@refrain/contract/limits'
import type { OwnData } from '@refrain/contract/own-data'
import { type Selectable, sql } from 'kysely'
import { lockRows } from '../../database/lock-rows.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import type { DeletedPlaylistRow, PlaylistRow } from '../tables.ts'

/** How long a deleted playlist can be restored. */
const TRASH_MS = dayLimits.deletedPlaylist * 86_400_000

const PLAYLIST_COLUMNS = [
  ...(['id', 'user_id', 'kind', 'title', 'comment', 'profile_path', 'color', 'thumbhash'] as const),
  ...(['version', 'created_at', 'origin'] as const),
] as const

/** The columns of an entry, wherever it is. */
export const ENTRY_COLUMNS = ['playlist_id', 'track_id', 'position', 'added_at', 'copy'] as const

/**
 * Deletes a playlist of the listener into the trash, with the entries of forgotten tracks. An earlier deletion of the same
 * one (Liked Songs) is lost.
 * @returns its kind; undefined if it is not the listener's
 */
export async function movePlaylistToTrash(
  tx: Transaction,
  userId: string,
  id: string,
  now: number,
): Promise<PlaylistRow['kind'] | undefined> {
  const own = await tx
    .selectFrom('playlists')
    .select('kind')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!own) return undefined
  // An import that moves its entries ends before they are read.
  await lockRows(tx, 'playlists', [id], 'changes')
  await removeFromTrash(tx, id)
  await tx
    .insertInto('deleted_playlists')
    .columns([...PLAYLIST_COLUMNS, 'entries', 'deleted_at'])
    .expression(eb =>
      eb
        .selectFrom('playlists')
        .select([
          ...PLAYLIST_COLUMNS,
          sql<number>`(select count(*) from playlist_tracks where playlist_id = ${id})
            + (select count(*) from forgotten_places where playlist_id = ${id})`.as('entries'),
          sql<number>`cast(${now} as bigint)`.as('deleted_at'),
        ])
        .where('id', '=', id),
    )
    .execute()
  await tx
    .insertInto('deleted_playlist_tracks')
    .columns(ENTRY_COLUMNS)
    .expression(eb =>
      eb
        .selectFrom('playlist_tracks')
        .select(ENTRY_COLUMNS)
        .where('playlist_id', '=', id)
        .unionAll(eb.selectFrom('forgotten_places').select(ENTRY_COLUMNS).where('playlist_id', '=', id)),
    )
    .execute()
  await tx.deleteFrom('playlists').where('id', '=', id).execute()
  await makeRoom(tx, userId)
  return own.kind
}

/** Deletes the listener's oldest deleted playlists beyond as many, and as many entries, as they may have in the library. */
async function makeRoom(tx: Transaction, userId: string): Promise<void> {
  await sql`
    delete from deleted_playlists where id in (
      select id from (
        select id, row_number() over latest_first as place, sum(entries) over latest_first as entries
        from deleted_playlists where user_id = ${userId}
        window latest_first as (order by deleted_at desc, id)
      ) as ranked
      where place > ${countLimits.playlists} or entries > ${countLimits.tracksOfAllPlaylists}
    )`.execute(tx)
}

/** A deleted playlist of the listener that can still be restored. */
export function readDeletedPlaylist(
  db: Database,
  userId: string,
  id: string,
  now: number,
): Promise<Selectable<DeletedPlaylistRow> | undefined> {
  return db
    .selectFrom('deleted_playlists')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('deleted_at', '>', now - TRASH_MS)
    .executeTakeFirst()
}

/** The listener's deleted playlists without their songs, the last deletion first. */
export async function readDeletedPlaylists(
  db: Database,
  userId: string,
): Promise<Omit<OwnData['deletedPlaylists'][number], 'songs'>[]> {
  const rows = await db
    .selectFrom('deleted_playlists')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('deleted_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(row => ({
    id: row.id,
    type: row.kind,
    title: row.title,
    picturePath: row.profile_path,
    comment: row.comment,
    createdAt: new Date(row.created_at).toISOString(),
    deletedAt: new Date(row.deleted_at).toISOString(),
  }))
}

export async function removeFromTrash(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('deleted_playlists').where('id', '=', id).execute()
}

/** Deletes what has expired. */
export async function emptyPlaylistTrash(tx: Transaction, now: number): Promise<void> {
  await tx
    .deleteFrom('deleted_playlists')
    .where('deleted_at', '<=', now - TRASH_MS)
    .execute()
}
