import type { Transaction } from '../database/tables.ts'
import type { CollectionFile } from './join-folders.ts'
import type { FileRow } from './tables.ts'

const AT_ONCE = 50

/** What is remembered of a file that went in. */
export function rememberedFile(file: CollectionFile, trackId: string, audioId: string): FileRow {
  return { ...rowOf(file), track_id: trackId, audio_id: audioId, problem: '' }
}

/** No file has this beside it, so that the next run takes the file for a changed one. */
const CHANGED = 'changed'

/** As the next run reads a file again, although nothing about it has changed. */
export function readAgain(row: FileRow): FileRow {
  return { ...row, beside: CHANGED }
}

function rowOf(file: CollectionFile) {
  const { path, root, size, beside } = file
  return { path, root, size, mtime_ms: file.mtimeMs, beside, missing: 0 }
}

/** Remembers files, in place of what was known of the same paths. */
export async function rememberFiles(tx: Transaction, rows: readonly FileRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    await tx
      .insertInto('files')
      .values(rows.slice(at, at + AT_ONCE))
      .onConflict(conflict =>
        conflict.column('path').doUpdateSet(eb => ({
          root: eb.ref('excluded.root'),
          size: eb.ref('excluded.size'),
          mtime_ms: eb.ref('excluded.mtime_ms'),
          beside: eb.ref('excluded.beside'),
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
 * Remembers why a file did not go in. The track it held before keeps its id for the day it can be read
 * again, unless the track was found in another file. Answers that track.
 */
export async function rememberProblem(
  tx: Transaction,
  file: CollectionFile,
  problem: string,
  foundElsewhere: ReadonlySet<string>,
): Promise<string | null> {
  const known = await tx
    .selectFrom('files')
    .select(['track_id', 'audio_id'])
    .where('path', '=', file.path)
    .executeTakeFirst()
  const kept = known?.track_id && !foundElsewhere.has(known.track_id) ? known : undefined
  const [track_id, audio_id] = [kept?.track_id ?? null, kept?.audio_id ?? '']
  await rememberFiles(tx, [{ ...rowOf(file), track_id, audio_id, problem }])
  return track_id
}

/** Forgets paths, a few hundred at a time. */
export async function forgetPaths(tx: Transaction, paths: readonly string[]): Promise<void> {
  if (paths.length > 0) await tx.deleteFrom('files').where('path', 'in', paths).execute()
}
