import { mkdir, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Database } from '../database/tables.ts'
import { forgetVanished } from './settle-vanished.ts'

const NAME = 'sample'

/** The folder of the sample catalogue's files, under the name the importer knows it by; made where it is not there. */
export async function openSampleFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, NAME)
  await mkdir(folder, { recursive: true })
  return realpath(folder)
}

/** True where the operator's own music was imported: then the sample catalogue stays out. */
export async function holdsOwnMusic(db: Database, dataDir: string): Promise<boolean> {
  const own = await db
    .selectFrom('files')
    .select('path')
    .where('root', '!=', await knownRoot(dataDir))
    .limit(1)
    .executeTakeFirst()
  return own !== undefined
}

/** Takes the sample catalogue out of the catalogue; its files stay where they are. */
export async function forgetSample(db: Database, dataDir: string): Promise<void> {
  const files = await db
    .selectFrom('files')
    .select(['path', 'root', 'track_id', 'missing', 'problem'])
    .where('root', '=', await knownRoot(dataDir))
    .execute()
  if (files.length > 0) await forgetVanished(db, files)
}

function knownRoot(dataDir: string): Promise<string> {
  const folder = resolve(dataDir, NAME)
  return realpath(folder).catch(() => folder)
}
