import type { Database, Transaction } from '../../database/tables.ts'
import type { WatchedFolderRow } from '../tables.ts'
import type { WatchState } from './watch-state.ts'

/** Replaces what is known of how folders are followed. */
export async function replaceWatchedFolders(
  tx: Transaction,
  { folders, nextWalkAt }: WatchState,
): Promise<void> {
  await tx.deleteFrom('watched_folders').execute()
  for (const { path, isWatched, reason } of folders) {
    const row = { path, watched: isWatched ? 1 : 0, reason, next_walk_at: nextWalkAt }
    await tx.insertInto('watched_folders').values(row).execute()
  }
}

export function readWatchedFolders(db: Database): Promise<WatchedFolderRow[]> {
  return db.selectFrom('watched_folders').selectAll().orderBy('path').execute()
}
