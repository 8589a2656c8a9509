import { sql } from 'kysely'
import { inChunks } from '../../database/in-chunks.ts'
import { lockRows } from '../../database/lock-rows.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import type { ForgottenTrackRow } from '../tables.ts'

/** How long a forgotten track can return with its likes and playlist positions. */
const TRASH_MS = 90 * 86_400_000

/** What listeners have saved of some tracks. */
export interface ListenerItems {
  readonly likes: number
  /** Entries in playlists other than Liked Songs. */
  readonly places: number
  readonly listeners: number
}

/** Counts what listeners would lose if these tracks were forgotten. */
export async function countListenerItems(db: Database, trackIds: readonly string[]): Promise<ListenerItems> {
  const listeners = new Set<string>()
  let likes = 0
  let places = 0
  for (const chunk of inChunks(trackIds)) {
    const rows = await db
      .selectFrom('playlist_tracks')
      .innerJoin('playlists', 'playlists.id', 'playlist_tracks.playlist_id')
      .select(['playlists.user_id', 'playlists.kind', eb => eb.fn.countAll<number>().as('count')])
      .where('playlist_tracks.track_id', 'in', chunk)
      .groupBy(['playlists.user_id', 'playlists.kind'])
      .execute()
    for (const { user_id, kind, count } of rows) {
      listeners.add(user_id)
      if (kind === 'liked') likes += count
      else places += count
    }
  }
  return { likes, places, listeners: listeners.size }
}

/** Moves the tracks' likes and playlist entries to the trash. Call it before deleting the tracks. For some hundreds. */
export async function moveToTrash(tx: Transaction, tracks: readonly ForgottenTrackRow[]): Promise<void> {
  if (tracks.length === 0) return
  const ids = tracks.map(track => track.id)
  // From here on, nobody can like them or add them to a playlist.
  await lockRows(tx, 'tracks', ids, 'references')
  await tx.deleteFrom('forgotten_tracks').where('id', 'in', ids).execute()
  await tx.insertInto('forgotten_tracks').values(tracks).execute()
  const entries = () => tx.selectFrom('playlist_tracks').where('track_id', 'in', ids)
  const playlists = await entries().select('playlist_id').distinct().execute()
  // This locks the playlists: one that is being deleted is gone before its entries are read.
  await incrementVersions(
    tx,
    playlists.map(row => row.playlist_id),
  )
  const columns = ['playlist_id', 'track_id', 'position', 'added_at', 'copy'] as const
  await tx.insertInto('forgotten_places').columns(columns).expression(entries().select(columns)).execute()
}

/**
 * Former track ids by audio id, those forgotten first come first. Includes everything still in the trash: only the sweep
 * decides what has expired, by a clock that ignores jumps.
 */
export async function readForgottenIds(
  db: Database,
  audioIds: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const chunk of inChunks(audioIds)) {
    const rows = await db
      .selectFrom('forgotten_tracks')
      .select(['id', 'audio_id'])
      .where('audio_id', 'in', chunk)
      .orderBy('forgotten_at')
      .orderBy('id')
      .execute()
    for (const { id, audio_id } of rows) found.set(audio_id, [...(found.get(audio_id) ?? []), id])
  }
  return found
}

/** Restores the likes and playlist entries of tracks that have returned. Call it after inserting the tracks. */
export async function restoreFromTrash(tx: Transaction, trackIds: readonly string[]): Promise<void> {
  if (trackIds.length === 0) return
  // From here on, nobody can restore a playlist with them to the trash: they are about to leave it.
  await lockRows(tx, 'forgotten_tracks', trackIds, 'references')
  const places = tx
    .selectFrom('forgotten_places as place')
    .innerJoin('forgotten_tracks as track', 'track.id', 'place.track_id')
    .where('track.id', 'in', trackIds)
  const playlists = await places.select('place.playlist_id').distinct().execute()
  // This locks the playlists: one that is being deleted is gone before its entries are read.
  await incrementVersions(
    tx,
    playlists.map(row => row.playlist_id),
  )
  const rows = await places
    .select(['place.playlist_id', 'place.track_id', 'place.position', 'place.added_at', 'place.copy'])
    .execute()
  for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
    await tx
      .insertInto('playlist_tracks')
      .values(rows.slice(at, at + ROWS_PER_INSERT))
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }
  await tx.deleteFrom('forgotten_tracks').where('id', 'in', trackIds).execute()
}

/** Deletes what has expired. */
export async function emptyTrash(tx: Transaction, now: number): Promise<void> {
  await tx
    .deleteFrom('forgotten_tracks')
    .where('forgotten_at', '<=', now - TRASH_MS)
    .execute()
}

/** Rows of five values that fit into one statement in both databases. */
const ROWS_PER_INSERT = 500

/** Locks the playlists, increments their versions and sets the time of their last change. */
async function incrementVersions(tx: Transaction, playlistIds: readonly string[]): Promise<void> {
  for (const chunk of inChunks(playlistIds.toSorted())) {
    await lockRows(tx, 'playlists', chunk, 'changes')
    await tx
      .updateTable('playlists')
      .set({ version: sql<number>`version + 1`, changed_at: Date.now() })
      .where('id', 'in', chunk)
      .execute()
  }
}
