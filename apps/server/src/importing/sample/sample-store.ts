import { sql } from 'kysely'
import { incrementCatalogueVersion } from '../../catalogue/version-writer.ts'
import type { Database } from '../../database/tables.ts'
import type { LeasedDatabase } from '../leased-database.ts'
import { removeTracks } from '../removal/missing-track-writer.ts'
import { writeBatch } from '../write-batch.ts'

/** More files than the sample catalogue has: with more than these, its code need not be loaded. */
export const SAMPLE_FILES = 1_000

let ids: readonly string[] | undefined

/** The audio ids of the sample catalogue, which identify its tracks wherever the data folder is. */
async function audioIds(): Promise<readonly string[]> {
  if (ids) return ids
  const { sampleCatalogue } = await import('@refrain/demo')
  ids = sampleCatalogue().flatMap(album => album.tracks.map(track => track.audio.audioId))
  return ids
}

/** True if the operator's own music was imported, which replaces the sample catalogue. */
export async function hasOwnMusic(db: Database): Promise<boolean> {
  const files = db.selectFrom('files').where('track_id', 'is not', null)
  const more = await files.select('path').limit(1).offset(SAMPLE_FILES).executeTakeFirst()
  if (more) return true
  const own = await files
    .select('path')
    .where('audio_id', 'not in', await audioIds())
    .limit(1)
    .executeTakeFirst()
  return own !== undefined
}

/**
 * Removes the sample catalogue from the database; its files stay.
 * @returns the number of removed tracks
 */
export async function removeSample({ db, write }: LeasedDatabase): Promise<number> {
  const sample = await audioIds()
  const files = await db
    .selectFrom('files')
    .select(['track_id as id', 'audio_id as audioId'])
    .where('audio_id', 'in', sample)
    .where('track_id', 'is not', null)
    .$narrowType<{ id: string }>()
    .execute()
  await removeTracks(write, files, undefined)
  return files.length
}

/** The files of the sample catalogue as Home shows their albums, each album's in its order. */
export function readSampleFiles(db: Database, folder: string) {
  return db
    .selectFrom('files')
    .innerJoin('tracks', 'tracks.id', 'files.track_id')
    .innerJoin('albums', 'albums.id', 'tracks.album_id')
    .select(['files.path', 'tracks.album_id as albumId', 'tracks.artist_id as artistId'])
    .select(['tracks.play_count as plays', 'tracks.sort_title as title'])
    .where('files.root', '=', folder)
    .orderBy('albums.play_count', 'desc')
    .orderBy('albums.sort_title')
    .orderBy('albums.id')
    .orderBy('tracks.disc')
    .orderBy('tracks.number')
    .execute()
}

/** Updates the paths of the sample's files, as the data folder may have been moved or restored elsewhere. */
export async function moveSampleRoot(db: Database, folder: string): Promise<void> {
  const sample = await audioIds()
  await writeBatch(db, async tx => {
    const { numUpdatedRows } = await tx
      .updateTable('files')
      .set({ path: sql<string>`${folder} || substr(path, length(root) + 1)`, root: folder })
      .where('audio_id', 'in', sample)
      .where('root', '!=', folder)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) await incrementCatalogueVersion(tx)
  })
}
