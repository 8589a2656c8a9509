import type { Selectable } from 'kysely'
import { foldFilePath, pathTail } from '../../catalogue/paths/path-tail.ts'
import type { Transaction } from '../../database/tables.ts'
import type { CollectionFile } from '../collection/album-folders.ts'
import type { FileRow } from '../tables.ts'

/** The tail follows from the path. */
type File = Omit<Selectable<FileRow>, 'tail'>

const AT_ONCE = 50

/** The row of an imported file. */
export function toFileRow(
  file: CollectionFile,
  { trackId, audioId }: { trackId: string | null; audioId: string },
  readVersion: number,
): File {
  return { ...rowOf(file, readVersion), track_id: trackId, audio_id: audioId, problem: '' }
}

/** Marks a row so that the next import reads the file again. */
export function forceReread(row: File): File {
  return { ...row, read_version: 0 }
}

function rowOf(file: CollectionFile, readVersion: number) {
  const { path, root, size, beside } = file
  return { path, root, size, mtime_ms: file.mtimeMs, beside, read_version: readVersion, missing: 0 }
}

/** Upserts files by path. */
export async function saveFiles(tx: Transaction, rows: readonly File[]): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    await tx
      .insertInto('files')
      .values(rows.slice(at, at + AT_ONCE).map(row => ({ ...row, tail: pathTail(foldFilePath(row.path)) })))
      .onConflict(conflict =>
        conflict.column('path').doUpdateSet(eb => ({
          root: eb.ref('excluded.root'),
          tail: eb.ref('excluded.tail'),
          size: eb.ref('excluded.size'),
          mtime_ms: eb.ref('excluded.mtime_ms'),
          beside: eb.ref('excluded.beside'),
          read_version: eb.ref('excluded.read_version'),
          track_id: eb.ref('excluded.track_id'),
          audio_id: eb.ref('excluded.audio_id'),
          problem: eb.ref('excluded.problem'),
          missing: eb.ref('excluded.missing'),
        })),
      )
      .execute()
  }
}

/**
 * Stores why a file was not imported. The file keeps its former track for the time it can be read again, unless that
 * track was found in another file.
 * @returns the id of that track
 */
export async function saveProblem(
  tx: Transaction,
  file: CollectionFile,
  { problem, readVersion }: { problem: string; readVersion: number },
  foundElsewhere: ReadonlySet<string>,
): Promise<string | null> {
  const known = await tx
    .selectFrom('files')
    .select(['track_id', 'audio_id'])
    .where('path', '=', file.path)
    .executeTakeFirst()
  const former = known?.track_id && !foundElsewhere.has(known.track_id) ? known : undefined
  const [track_id, audio_id] = [former?.track_id ?? null, former?.audio_id ?? '']
  await saveFiles(tx, [{ ...rowOf(file, readVersion), track_id, audio_id, problem }])
  return track_id
}

/** Deletes files by path; at most a few hundred per call. */
export async function deletePaths(tx: Transaction, paths: readonly string[]): Promise<void> {
  if (paths.length > 0) await tx.deleteFrom('files').where('path', 'in', paths).execute()
}
