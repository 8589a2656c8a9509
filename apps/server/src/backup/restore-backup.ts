import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '../settings.ts'
import type { DatabasePlace } from './dump/open-snapshot.ts'
import { type DumpedDatabase, restoreDatabase } from './dump/restore-database.ts'
import { restoreFiles } from './files/restore-files.ts'
import { STORED_NAMES } from './files/stored-files.ts'
import { type Manifest, readSnapshot } from './repository/manifest.ts'
import type { Repository } from './repository/repository.ts'
import { readRowChunks } from './repository/row-chunks.ts'

/** In the data folder until a restore is complete; holds the id of the snapshot. */
const UNFINISHED = 'restore.unfinished'

/**
 * Restores a snapshot into an empty data folder and an empty database of either kind, or continues an interrupted restore
 * of the same snapshot. Every row is read back before the database can be used.
 * @throws OperatorError if the place is not empty, or the backup is damaged
 */
export async function restoreBackup(
  repository: Repository,
  id: string,
  place: DatabasePlace,
): Promise<Manifest> {
  const manifest = await readSnapshot(repository, id)
  const { dataDir } = place
  const marker = join(dataDir, UNFINISHED)
  const unfinished = await readFile(marker, 'utf8').catch(() => undefined)
  if (unfinished !== id) checkEmpty(dataDir)
  const dump = toDump(repository, id, manifest)
  await restoreDatabase(dump, place, {
    begun: () => writeFile(marker, id),
    verified: () => restoreFiles(repository, manifest.files.chunks, dataDir),
  })
  await rm(marker, { force: true })
  return manifest
}

function checkEmpty(dataDir: string): void {
  const found = STORED_NAMES.find(name => existsSync(join(dataDir, name)))
  if (found === undefined) return
  throw new OperatorError(
    `The data folder ${dataDir} is not empty (${found}): name an empty one, or move this one away.`,
  )
}

function toDump(repository: Repository, id: string, { steps, tables }: Manifest): DumpedDatabase {
  return {
    id,
    steps,
    tables: tables.map(({ chunks: _, ...table }) => table),
    readChunks: (name, skip) =>
      readRowChunks(repository, tables.find(table => table.name === name)?.chunks.slice(skip) ?? []),
  }
}
