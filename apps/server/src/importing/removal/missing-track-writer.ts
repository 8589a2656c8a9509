import { deleteEmptyAlbums } from '../../catalogue/album-writer.ts'
import { replaceMissingCovers } from '../../catalogue/artist-cover-writer.ts'
import { deleteUnusedArtists } from '../../catalogue/artist-writer.ts'
import { deleteUncredited, readCreditedIds } from '../../catalogue/credits/credit-writer.ts'
import { deleteUnusedGenres } from '../../catalogue/genre-writer.ts'
import { markUnavailable } from '../../catalogue/track-writer.ts'
import { incrementCatalogueVersion } from '../../catalogue/version-writer.ts'
import { lockRows } from '../../database/lock-rows.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { moveToTrash } from '../../library/trash/trash-store.ts'
import { describeListenedTracks } from '../../listening/listens/listen-writer.ts'
import type { LeasedDatabase } from '../leased-database.ts'
import type { KnownFile } from '../phases/walk-collection.ts'
import type { WriteBatch } from '../write-batch.ts'
import { deletePaths } from '../writers/file-writer.ts'

const SLICE = 50

/** Marks the tracks of missing files as unavailable and deletes missing files without a track. @returns the number of tracks */
export async function markMissing(
  { db, write }: LeasedDatabase,
  missing: readonly KnownFile[],
): Promise<number> {
  const still = await filterKnown(db, missing)
  const fresh = still.filter(row => row.missing === 0 || !row.track_id)
  for (let at = 0; at < fresh.length; at += SLICE) {
    const some = fresh.slice(at, at + SLICE)
    await write(async tx => {
      await deletePaths(
        tx,
        some.filter(row => !row.track_id).map(row => row.path),
      )
      const lost = some.filter(row => row.track_id)
      if (lost.length === 0) return
      await tx
        .updateTable('files')
        .set({ missing: 1 })
        .where(
          'path',
          'in',
          lost.map(row => row.path),
        )
        .execute()
      await markUnavailable(
        tx,
        lost.map(row => row.track_id!),
      )
    })
  }
  return still.filter(row => row.track_id).length
}

/** Marks those of the tracks as unavailable that no file has any more. */
export async function markWithoutFile(tx: Transaction, ids: readonly string[]): Promise<void> {
  const files = await tx.selectFrom('files').select('track_id').where('track_id', 'in', ids).execute()
  const found = new Set(files.map(file => file.track_id))
  await markUnavailable(
    tx,
    ids.filter(id => !found.has(id)),
  )
}

/** Drops files whose rows have moved with them since the walk. */
export async function filterKnown(db: Database, missing: readonly KnownFile[]): Promise<KnownFile[]> {
  const still: KnownFile[] = []
  for (let at = 0; at < missing.length; at += 500) {
    const some = missing.slice(at, at + 500)
    const rows = await db
      .selectFrom('files')
      .select('path')
      .where(
        'path',
        'in',
        some.map(row => row.path),
      )
      .execute()
    const paths = new Set(rows.map(row => row.path))
    still.push(...some.filter(row => paths.has(row.path)))
  }
  return still
}

/** A track to remove. */
export interface RemovableTrack {
  readonly id: string
  readonly audioId: string
}

/** The tracks of missing files, and tracks without any file. */
export async function findRemovableTracks(
  db: Database,
  missing: readonly KnownFile[],
): Promise<RemovableTrack[]> {
  const orphans = await db
    .selectFrom('tracks')
    .select('id')
    .where('available', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('files').select('path').whereRef('files.track_id', '=', 'tracks.id'))),
    )
    .execute()
  const found = new Map(orphans.map(({ id }) => [id, { id, audioId: id }]))
  for (const { track_id: id, audio_id } of await filterKnown(db, missing)) {
    if (id) found.set(id, { id, audioId: audio_id })
  }
  return [...found.values()]
}

/**
 * Removes tracks from the catalogue, and albums, artists and genres that become empty.
 * @param now time at which likes and playlist entries go to the trash; undefined deletes them permanently
 */
export async function removeTracks(
  write: WriteBatch,
  tracks: readonly RemovableTrack[],
  now: number | undefined,
): Promise<void> {
  for (let at = 0; at < tracks.length; at += SLICE) {
    const some = tracks.slice(at, at + SLICE)
    await write(async tx => {
      if (now !== undefined) {
        await moveToTrash(
          tx,
          some.map(({ id, audioId }) => ({ id, audio_id: audioId, forgotten_at: now })),
        )
      }
      await removeFromCatalogue(
        tx,
        some.map(track => track.id),
      )
    })
  }
}

async function removeFromCatalogue(tx: Transaction, ids: readonly string[]): Promise<void> {
  await lockRows(tx, 'tracks', ids, 'references')
  await describeListenedTracks(tx, ids)
  const tracks = await tx
    .selectFrom('tracks')
    .select(['album_id', 'artist_id'])
    .where('id', 'in', ids)
    .execute()
  const artists = await tx
    .selectFrom('track_artists')
    .select('artist_id')
    .where('track_id', 'in', ids)
    .execute()
  const genres = await tx.selectFrom('track_genres').select('genre_id').where('track_id', 'in', ids).execute()
  const people = await readCreditedIds(tx, ids)
  await tx.deleteFrom('files').where('track_id', 'in', ids).execute()
  await tx.deleteFrom('tracks').where('id', 'in', ids).execute()
  const byGone = await deleteEmptyAlbums(tx, [...new Set(tracks.map(row => row.album_id))])
  await replaceMissingCovers(tx, byGone)
  await deleteUnusedArtists(tx, [
    ...new Set([...artists, ...tracks].map(row => row.artist_id).concat(byGone)),
  ])
  await deleteUncredited(tx, people)
  await deleteUnusedGenres(tx, [...new Set(genres.map(row => row.genre_id))])
  await incrementCatalogueVersion(tx)
}
