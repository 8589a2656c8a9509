import { markUnavailable } from '../../catalogue/track-writer.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { wholePath } from '../../media/cuts/cut-path.ts'
import type { CollectionFile } from '../collection/album-folders.ts'
import type { RemovableTrack } from '../removal/missing-track-writer.ts'
import { deletePaths, saveFiles, toFileRow } from './file-writer.ts'

/**
 * Stores a file whose tracks are cuts, after these. If it was one track before, that is kept as missing: it returns with its
 * likes when the cue sheet goes.
 * @param given ids of tracks that this import has found
 * @returns that track
 */
export async function saveDisc(
  tx: Transaction,
  { file, audioId }: { readonly file: CollectionFile; readonly audioId: string },
  readVersion: number,
  given: ReadonlySet<string>,
): Promise<RemovableTrack | undefined> {
  const former = await tx
    .selectFrom('files')
    .select(['track_id', 'audio_id'])
    .where('path', '=', file.path)
    .executeTakeFirst()
  const row = toFileRow(file, { trackId: null, audioId }, readVersion)
  await saveFiles(tx, [row])
  if (!former?.track_id || given.has(former.track_id)) return undefined
  const { track_id, audio_id } = former
  await saveFiles(tx, [{ ...row, path: wholePath(file.path), size: 0, track_id, audio_id, missing: 1 }])
  await markUnavailable(tx, [track_id])
  return { id: track_id, audioId: audio_id }
}

/** Marks the tracks of former cuts as missing: the cue sheet has changed or is gone. */
export async function markCutsMissing(tx: Transaction, paths: readonly string[]): Promise<void> {
  const rows = await tx.selectFrom('files').select(['path', 'track_id']).where('path', 'in', paths).execute()
  await deletePaths(
    tx,
    rows.filter(row => row.track_id === null).map(row => row.path),
  )
  const ids = rows.flatMap(row => row.track_id ?? [])
  if (ids.length === 0) return
  await tx.updateTable('files').set({ missing: 1 }).where('path', 'in', paths).execute()
  const found = await tx
    .selectFrom('files')
    .select('track_id')
    .where('track_id', 'in', ids)
    .where('missing', '=', 0)
    .execute()
  const there = new Set(found.map(row => row.track_id))
  await markUnavailable(
    tx,
    ids.filter(id => !there.has(id)),
  )
}

/** Whether no listener has played or saved a track. */
export async function isUntouched(db: Database, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('tracks')
    .select('id')
    .where('id', '=', id)
    .where('play_count', '=', 0)
    .where(({ not, exists, selectFrom, or }) => {
      const saved = (['playlist_tracks', 'bookmarks', 'track_ratings'] as const).map(table =>
        exists(selectFrom(table).select('track_id').whereRef(`${table}.track_id`, '=', 'tracks.id')),
      )
      return not(or(saved))
    })
    .executeTakeFirst()
  return row !== undefined
}
