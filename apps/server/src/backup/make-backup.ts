import { checkComplete } from '../database/migrate.ts'
import { log } from '../log/log.ts'
import { OperatorError } from '../settings.ts'
import { openSnapshot } from './dump/open-snapshot.ts'
import type { Snapshot } from './dump/snapshot.ts'
import type { TableShape } from './dump/table-shape.ts'
import { TableSum } from './dump/table-sum.ts'
import type { FileEntry } from './files/file-entry.ts'
import { packFiles } from './files/pack-files.ts'
import { readEntries } from './files/restore-files.ts'
import type { ServicePlace } from './files/stored-files.ts'
import { ChunkWriter } from './repository/chunk-writer.ts'
import { type DumpedTable, type Manifest, readSnapshot } from './repository/manifest.ts'
import type { Repository } from './repository/repository.ts'
import { RowChunks } from './repository/row-chunks.ts'
import { newSnapshotId } from './repository/snapshot-id.ts'

/** Unfinished files this old belong to no backup that runs: only one does, and each file takes it seconds. */
const UNFINISHED_MS = 86_400_000

export interface BackupReport {
  readonly id: string
  readonly rows: number
  readonly files: number
  /** Stored by this backup, compressed. */
  readonly newBytes: number
  readonly newChunks: number
  /** Of this and earlier backups. */
  readonly chunks: number
}

/**
 * Stores a snapshot of the database, as it is at one moment, and of the files that it refers to. The service may run. A
 * snapshot is listed only once everything it needs is stored, so an interrupted backup leaves none; the next one uses what
 * was stored. Call it within `runAlone`: else files that the database named at that moment may be deleted meanwhile.
 * @param signal stops it
 * @throws OperatorError if there is nothing to back up, or another service has taken the place
 */
export async function makeBackup(
  place: ServicePlace,
  repository: Repository,
  signal?: AbortSignal,
): Promise<BackupReport> {
  await repository.target.removeUnfinished(Date.now() - UNFINISHED_MS)
  const previous = await readPreviousEntries(repository)
  const writer = await ChunkWriter.open(repository)
  const snapshot = await openSnapshot(place)
  const at = Date.now()
  let tables: DumpedTable[]
  try {
    if (snapshot.steps.length === 0)
      throw new OperatorError('There is no database to back up: check DATA_DIR and DATABASE_URL.')
    checkComplete(snapshot.steps)
    tables = await dumpTables(snapshot, writer, signal)
  } finally {
    await snapshot.close()
  }
  // After the database: newer files do no harm, missing ones would.
  const files = await packFiles({ place, writer, previous, ...(signal && { signal }) })
  await writer.finish()
  await checkPresent(repository, writer.used)
  await repository.checkOwner()
  signal?.throwIfAborted()
  const id = newSnapshotId(at)
  const manifest: Manifest = {
    at,
    steps: [...snapshot.steps],
    tables,
    files: { ...files, chunks: [...files.chunks] },
    chunks: [...writer.used],
  }
  await repository.writeManifest(id, JSON.stringify(manifest))
  return {
    id,
    rows: tables.reduce((sum, table) => sum + table.rows, 0),
    files: files.count,
    newBytes: writer.newBytes,
    newChunks: writer.newChunks,
    chunks: writer.used.size,
  }
}

async function dumpTables(
  snapshot: Snapshot,
  writer: ChunkWriter,
  signal: AbortSignal | undefined,
): Promise<DumpedTable[]> {
  const tables: DumpedTable[] = []
  for (const table of snapshot.tables) tables.push(await dumpTable(snapshot, table, writer, signal))
  return tables
}

async function dumpTable(
  snapshot: Snapshot,
  table: TableShape,
  writer: ChunkWriter,
  signal: AbortSignal | undefined,
): Promise<DumpedTable> {
  const sum = new TableSum()
  const output = new RowChunks(writer)
  for await (const rows of snapshot.readRows(table)) {
    signal?.throwIfAborted()
    for (const row of rows) await output.add(row, sum.add(row))
  }
  await output.flush()
  const { name, columns } = table
  return { name, columns: [...columns], rows: sum.rows, sum: sum.digest(), chunks: output.chunks }
}

/** An earlier snapshot that cannot be read must not prevent new ones: then every file is read again. */
async function readPreviousEntries(repository: Repository): Promise<Map<string, FileEntry>> {
  const entries = new Map<string, FileEntry>()
  const last = (await repository.listSnapshots()).at(-1)
  if (last === undefined) return entries
  try {
    const { files } = await readSnapshot(repository, last)
    for await (const some of readEntries(repository, files.chunks)) {
      for (const entry of some) entries.set(entry.path, entry)
    }
  } catch (error) {
    log.warn(`The last snapshot cannot be reused: ${(error as Error).message}`)
    entries.clear()
  }
  return entries
}

async function checkPresent(repository: Repository, chunks: ReadonlySet<string>): Promise<void> {
  const stored = await repository.listChunks()
  const missing = [...chunks].filter(chunk => !stored.has(chunk))
  if (missing.length === 0) return
  throw new OperatorError(
    `${missing.length} chunks have disappeared from ${repository.target.label} during the backup: run it again, and let only one service use the place.`,
  )
}
