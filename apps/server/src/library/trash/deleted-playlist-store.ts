import { countLimits, dayLimits } from '@refrain/contract/limits'
import { type Selectable, sql } from 'kysely'
import { lockRows } from '../../database/lock-rows.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import type { AddedTrack } from '../playlists/track-order-store.ts'
import type { DeletedPlaylistRow, PlaylistRow } from '../tables.ts'

/** How long a deleted playlist can be restored. */
const TRASH_MS = dayLimits.deletedPlaylist * 86_400_000

const PLAYLIST_COLUMNS = [
  ...(['id', 'user_id', 'kind', 'title', 'comment', 'profile_path', 'color', 'thumbhash'] as const),
  ...(['version', 'created_at', 'origin'] as const),
] as const

const ENTRY_COLUMNS = ['playlist_id', 'track_id', 'position', 'added_at', 'copy'] as const

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

/** The listener's deleted playlists, the last deletion first. */
export function readDeletedPlaylists(
  db: Database,
  userId: string,
): Promise<Selectable<DeletedPlaylistRow>[]> {
  return db
    .selectFrom('deleted_playlists')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('deleted_at', 'desc')
    .orderBy('id')
    .execute()
}

/** How many tracks restoring would add to the playlist: those that exist and that it does not hold. */
export async function countRestorable(tx: Transaction, id: string): Promise<number> {
  const { count } = await tx
    .selectFrom('deleted_playlist_tracks as entry')
    .innerJoin('tracks', 'tracks.id', 'entry.track_id')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('entry.playlist_id', '=', id)
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('playlist_tracks as held')
            .select('held.track_id')
            .where('held.playlist_id', '=', id)
            .whereRef('held.track_id', '=', 'entry.track_id'),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return count
}

/** The tracks that a playlist holds now and did not hold when it was deleted, in order. */
export async function readAddedSince(tx: Transaction, id: string): Promise<AddedTrack[]> {
  return tx
    .selectFrom('playlist_tracks as held')
    .select(['held.track_id as id', 'held.added_at as at'])
    .where('held.playlist_id', '=', id)
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('deleted_playlist_tracks as entry')
            .select('entry.track_id')
            .where('entry.playlist_id', '=', id)
            .whereRef('entry.track_id', '=', 'held.track_id'),
        ),
      ),
    )
    .orderBy('held.position')
    .orderBy('held.track_id')
    .execute()
}

/** Moves the entries of a deleted playlist into it; those of forgotten tracks to their places in the trash. */
export async function restoreEntries(tx: Transaction, id: string): Promise<void> {
  const entries = (tracks: 'tracks' | 'forgotten_tracks') =>
    tx
      .selectFrom('deleted_playlist_tracks')
      .select(ENTRY_COLUMNS)
      .where('playlist_id', '=', id)
      .where('track_id', 'in', eb => eb.selectFrom(tracks).select('id'))
  await tx.insertInto('playlist_tracks').columns(ENTRY_COLUMNS).expression(entries('tracks')).execute()
  await tx
    .insertInto('forgotten_places')
    .columns(ENTRY_COLUMNS)
    .expression(entries('forgotten_tracks'))
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export async function removeFromTrash(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('deleted_playlists').where('id', '=', id).execute()
}

/** Raises the version of a playlist to at least this one: pages have seen it. */
export async function raiseVersion(tx: Transaction, id: string, version: number): Promise<void> {
  await tx
    .updateTable('playlists')
    .set({ version })
    .where('id', '=', id)
    .where('version', '<', version)
    .execute()
}

/** Deletes what has expired. */
export async function emptyPlaylistTrash(tx: Transaction, now: number): Promise<void> {
  await tx
    .deleteFrom('deleted_playlists')
    .where('deleted_at', '<=', now - TRASH_MS)
    .execute()
}
