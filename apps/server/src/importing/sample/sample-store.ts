import { sampleCatalogue } from '@refrain/demo'
import { sql } from 'kysely'
import type { Database } from '../../database/tables.ts'
import { removeTracks } from '../removal/missing-track-writer.ts'
import { type WriteBatch, writeBatch } from '../write-batch.ts'

let ids: readonly string[] | undefined

/** The audio ids of the sample catalogue, which identify its tracks wherever the data folder is. */
function audioIds(): readonly string[] {
  ids ??= sampleCatalogue().flatMap(album => album.tracks.map(track => track.audio.audioId))
  return ids
}

/** True if the operator's own music was imported, which replaces the sample catalogue. */
export async function hasOwnMusic(db: Database): Promise<boolean> {
  const own = await db
    .selectFrom('files')
    .select('path')
    .where('track_id', 'is not', null)
    .where('audio_id', 'not in', audioIds())
    .limit(1)
    .executeTakeFirst()
  return own !== undefined
}

/**
 * Removes the sample catalogue from the database; its files stay.
 * @returns the number of removed tracks
 */
export async function removeSample(db: Database, write: WriteBatch): Promise<number> {
  const files = await db
    .selectFrom('files')
    .select(['track_id as id', 'audio_id as audioId'])
    .where('audio_id', 'in', audioIds())
    .where('track_id', 'is not', null)
    .$narrowType<{ id: string }>()
    .execute()
  await removeTracks(write, files, undefined)
  return files.length
}

/** Updates the paths of the sample's files, as the data folder may have been moved or restored elsewhere. */
export async function moveSampleRoot(db: Database, folder: string): Promise<void> {
  await writeBatch(db, tx =>
    tx
      .updateTable('files')
      .set({ path: sql<string>`${folder} || substr(path, length(root) + 1)`, root: folder })
      .where('audio_id', 'in', audioIds())
      .where('root', '!=', folder)
      .execute(),
  )
}
