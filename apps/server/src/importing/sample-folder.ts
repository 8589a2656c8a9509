import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { sampleCatalogue } from '@refrain/demo'
import { sql } from 'kysely'
import type { Database } from '../database/tables.ts'
import { forgetTracks } from './settle-vanished.ts'
import { type WriteSlice, writeSlice } from './write-slice.ts'

let ids: readonly string[] | undefined

/** The sample's tracks are known by their sound wherever the data folder lies; composed once, asked for often. */
function audioIds(): readonly string[] {
  ids ??= sampleCatalogue().flatMap(album => album.tracks.map(track => track.audio.audioId))
  return ids
}

/** The folder of the sample catalogue's files, under the name the importer knows it by; made where it is not there. */
export async function openSampleFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'sample')
  await mkdir(folder, { recursive: true })
  return realpath(folder)
}

/** True where the operator's own music was imported: then the sample catalogue stays out. */
export async function holdsOwnMusic(db: Database): Promise<boolean> {
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
 * Takes the sample catalogue out of the catalogue; its files stay where they are.
 * @returns how many tracks it removed
 */
export async function forgetSample(db: Database, write: WriteSlice): Promise<number> {
  const files = await db
    .selectFrom('files')
    .select(['track_id as id', 'audio_id as audioId'])
    .where('audio_id', 'in', audioIds())
    .where('track_id', 'is not', null)
    .$narrowType<{ id: string }>()
    .execute()
  await forgetTracks(write, files, undefined)
  return files.length
}

/** A data folder may have been moved, or restored elsewhere: the sample's files are where it is now. */
export async function adoptSample(db: Database, folder: string): Promise<void> {
  await writeSlice(db, tx =>
    tx
      .updateTable('files')
      .set({ path: sql<string>`${folder} || substr(path, length(root) + 1)`, root: folder })
      .where('audio_id', 'in', audioIds())
      .where('root', '!=', folder)
      .execute(),
  )
}
