import { PLAYLIST_COLOUR } from '@refrain/contract/library/playlists'
import type { Selectable } from 'kysely'
import { lockRows } from '../../database/lock-rows.ts'
import type { Transaction } from '../../database/tables.ts'
import { uploadId } from '../../media/uploads/upload-name.ts'
import { attachUpload, updatePlaylistRow } from '../playlists/playlist-store.ts'
import type { AddedTrack } from '../playlists/track-order-store.ts'
import type { PlaylistRow } from '../tables.ts'
import { ENTRY_COLUMNS } from './deleted-playlist-store.ts'

/** How many tracks restoring would add to the playlist: those that exist and that it does not hold. */
export async function countRestorable(tx: Transaction, id: string): Promise<number> {
  const { count } = await tx
    .selectFrom('deleted_playlist_tracks as entry')
    .innerJoin('tracks', 'tracks.id', 'entry.track_id')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('entry.playlist_id', '=', id)
    .where('entry.track_id', 'not in', trackIds(tx, 'playlist_tracks', id))
    .executeTakeFirstOrThrow()
  return count
}

/** The tracks that a playlist holds now and did not hold when it was deleted, in order. */
export async function readAddedSince(tx: Transaction, id: string): Promise<AddedTrack[]> {
  return tx
    .selectFrom('playlist_tracks')
    .select(['track_id as id', 'added_at as at'])
    .where('playlist_id', '=', id)
    .where('track_id', 'not in', trackIds(tx, 'deleted_playlist_tracks', id))
    .orderBy('position')
    .orderBy('track_id')
    .execute()
}

const trackIds = (tx: Transaction, table: 'playlist_tracks' | 'deleted_playlist_tracks', id: string) =>
  tx.selectFrom(table).select('track_id').where('playlist_id', '=', id)

/** Moves the entries of a deleted playlist into it; those of forgotten tracks to their places in the trash. */
export async function restoreEntries(tx: Transaction, id: string): Promise<void> {
  // In the order of an import. It must not move tracks between the two statements, nor delete what they refer to.
  for (const table of ['tracks', 'forgotten_tracks'] as const)
    await lockRows(tx, table, trackIds(tx, 'deleted_playlist_tracks', id).$asScalar(), 'deletion')
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

/** Gives a playlist its picture again, or none if the listener has used it elsewhere since. */
export async function restorePicture(
  tx: Transaction,
  row: Selectable<PlaylistRow>,
): Promise<Selectable<PlaylistRow>> {
  const picture = uploadId(row.profile_path)
  if (picture === undefined) return row
  const wanted = { userId: row.user_id, playlistId: row.id, uploadId: picture }
  if (await attachUpload(tx, wanted)) return row
  return updatePlaylistRow(tx, row.id, { profile_path: '', color: PLAYLIST_COLOUR, thumbhash: '' })
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
