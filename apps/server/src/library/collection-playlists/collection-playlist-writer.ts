import { randomBytes } from 'node:crypto'
import { toCollectionPlaylistId } from '@refrain/contract/library/collection-playlist-ids'
import { sql } from 'kysely'
import { incrementCatalogueVersion } from '../../catalogue/version-writer.ts'
import { inChunks } from '../../database/in-chunks.ts'
import { literal } from '../../database/literal.ts'
import type { Transaction } from '../../database/tables.ts'
import type { CollectionPlaylistRow } from '../tables.ts'
import { readTrackIdsOf } from './collection-playlist-store.ts'
import { hasRoom, NO_ROOM, readRoom } from './playlist-room-store.ts'

const ID_BYTES = 16

/** A playlist file as an import read it. */
export type SavedList = Pick<
  CollectionPlaylistRow,
  'path' | 'root' | 'size' | 'mtime_ms' | 'state' | 'problem' | 'title' | 'lines'
> & {
  /** Tracks of its entries, in their order. */
  readonly trackIds: readonly string[]
}

/**
 * Stores what an import read of a playlist file. The version counts if its title or its tracks change.
 * @returns whether listeners see a difference
 */
export async function saveList(tx: Transaction, list: SavedList, now: number): Promise<boolean> {
  const { trackIds, ...read } = list
  const known = await tx
    .selectFrom('collection_playlists')
    .select(['id', 'title', 'state', 'removed', 'matched', 'version'])
    .where('path', '=', list.path)
    .executeTakeFirst()
  const shown = list.state === 'playlist' ? trackIds : []
  const values = { ...read, matched: trackIds.length, missing: 0 }
  if (known === undefined) {
    const id = toCollectionPlaylistId(randomBytes(ID_BYTES).toString('base64url'))
    const times = { created_at: now, changed_at: now }
    await tx
      .insertInto('collection_playlists')
      .values({ id, ...values, removed: 0, owner_id: null, version: 1, ...times })
      .execute()
    await insertTracks(tx, id, shown)
    return shown.length > 0
  }
  const before = await readTrackIdsOf(tx, known.id)
  const hasSameTracks = before.length === shown.length && shown.every((id, n) => id === before[n])
  const isChanged = !hasSameTracks || known.title !== list.title
  await tx
    .updateTable('collection_playlists')
    .set({ ...values, ...(isChanged && { version: known.version + 1, changed_at: now }) })
    .where('id', '=', known.id)
    .execute()
  const wasShown = known.state === 'playlist' && known.removed === 0 && known.matched > 0
  const isShown = known.removed === 0 && shown.length > 0
  if (!hasSameTracks) {
    await tx.deleteFrom('collection_playlist_tracks').where('playlist_id', '=', known.id).execute()
    await insertTracks(tx, known.id, shown)
  }
  return wasShown !== isShown || (isShown && isChanged)
}

async function insertTracks(tx: Transaction, id: string, trackIds: readonly string[]): Promise<void> {
  const rows = trackIds.map((track_id, position) => ({ playlist_id: id, position, track_id }))
  for (const chunk of inChunks(rows))
    await tx.insertInto('collection_playlist_tracks').values(chunk).execute()
}

/** Lets a playlist follow its file to another path, where it counts as not yet read unless an administrator removed it. */
export async function moveList(
  tx: Transaction,
  id: string,
  to: { path: string; root: string },
): Promise<void> {
  await tx
    .updateTable('collection_playlists')
    .set(eb => ({ path: to.path, root: to.root, missing: eb(literal(1), '-', eb.ref('removed')) }))
    .where('id', '=', id)
    .execute()
}

/** Stores that files are gone: their playlists stay, all else of them goes. */
export async function saveGoneLists(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('collection_playlists')
    .where('id', 'in', ids)
    .where(eb => eb.or([eb('state', '<>', 'playlist'), eb('removed', '=', 1)]))
    .execute()
  await tx.updateTable('collection_playlists').set({ missing: 1 }).where('id', 'in', ids).execute()
}

/** Counts the tracks of playlists again, after some have left the catalogue. */
export async function recountTracks(tx: Transaction, now: number): Promise<void> {
  const count = sql`(select count(*) from collection_playlist_tracks
    where collection_playlist_tracks.playlist_id = collection_playlists.id)`
  await sql`update collection_playlists
    set matched = ${count}, version = version + 1, changed_at = ${now}
    where state = 'playlist' and matched <> ${count}`.execute(tx)
}

/**
 * Removes a playlist. While its file is there it is remembered, so that the next import does not make it again.
 * @returns false if there is none
 */
export async function removeCollectionPlaylist(tx: Transaction, id: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('collection_playlists')
    .where('id', '=', id)
    .where('missing', '=', 1)
    .executeTakeFirst()
  if (gone.numDeletedRows > 0n) return true
  const { numUpdatedRows } = await tx
    .updateTable('collection_playlists')
    .set({ removed: 1 })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Shows a removed playlist again, or if there are too many by now, leaves it to an import that finds room for it.
 * @returns false if there is none
 */
export async function restoreCollectionPlaylist(tx: Transaction, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('collection_playlists')
    .select(['state', 'lines', 'removed'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return false
  const isFull = row.removed === 1 && row.state === 'playlist' && !hasRoom(await readRoom(tx), row.lines)
  await tx
    .updateTable('collection_playlists')
    .set({ removed: 0, ...(isFull && { state: 'problem', problem: NO_ROOM }) })
    .where('id', '=', id)
    .execute()
  return true
}

/** @param ownerId null for the service. @returns false if there is no such playlist */
export async function updateOwner(tx: Transaction, id: string, ownerId: string | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('collection_playlists')
    .set({ owner_id: ownerId })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Invalidates the caches of every process if the name of a listener stands on a playlist: it is about to change or to go. */
export async function incrementVersionOfOwner(tx: Transaction, userId: string): Promise<void> {
  const owned = await tx
    .selectFrom('collection_playlists')
    .select('id')
    .where('owner_id', '=', userId)
    .limit(literal(1))
    .executeTakeFirst()
  if (owned) await incrementCatalogueVersion(tx)
}
