import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '../settings.ts'
import type { OnRepaired } from './dump/repair-rows.ts'
import { type DumpedDatabase, restoreDatabase } from './dump/restore-database.ts'
import { restoreFiles } from './files/restore-files.ts'
import { KEY_FILES, MEDIA_FOLDERS, type ServicePlace } from './files/stored-files.ts'
import { type Manifest, readSnapshot } from './repository/manifest.ts'
import type { Repository } from './repository/repository.ts'
import { readRowChunks } from './repository/row-chunks.ts'

/** In the data folder until a restore is complete; holds the id of the snapshot. */
const UNFINISHED = 'restore.unfinished'

/**
 * Restores a snapshot into an empty data folder, empty media storage and an empty database of either kind, or continues an interrupted restore
 * of the same snapshot. Every row is read back before the database can be used.
 * @param onRepaired called for each table of which PostgreSQL cannot store everything
 * @throws OperatorError if the place is not empty, or the backup is damaged
 */
export async function restoreBackup(
  repository: Repository,
  id: string,
  place: ServicePlace,
  onRepaired: OnRepaired = () => {},
): Promise<Manifest> {
  const manifest = await readSnapshot(repository, id)
  const { dataDir } = place
  const marker = join(dataDir, UNFINISHED)
  const unfinished = await readFile(marker, 'utf8').catch(() => undefined)
  if (unfinished !== id) await checkEmpty(place)
  const dump = toDump(repository, id, manifest)
  await restoreDatabase(dump, place, {
    begun: () => writeFile(marker, id),
    onRepaired,
    verified: () => restoreFiles(repository, manifest.files.chunks, place),
  })
  await rm(marker, { force: true })
  return manifest
}

async function checkEmpty({ dataDir, storage }: ServicePlace): Promise<void> {
  const key = KEY_FILES.find(name => existsSync(join(dataDir, name)))
  if (key !== undefined) throw notEmpty(`The data folder ${dataDir}`, key)
  for (const folder of MEDIA_FOLDERS) {
    for await (const { name } of storage.list(`${folder}/`)) throw notEmpty(storage.label, name)
  }
}

const notEmpty = (place: string, found: string) =>
  new OperatorError(`${place} is not empty (${found}): name an empty place, or move this one away.`)

function toDump(repository: Repository, id: string, { steps, tables }: Manifest): DumpedDatabase {
  return {
    id,
    steps,
    tables: tables.map(({ chunks: _, ...table }) => table),
    readChunks: (name, skip) =>
      readRowChunks(repository, tables.find(table => table.name === name)?.chunks.slice(skip) ?? []),
  }
}
