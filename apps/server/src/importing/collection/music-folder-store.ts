import type { Database, Transaction } from '../../database/tables.ts'
import { readSetUpChoices } from '../../set-up/set-up-store.ts'
import { isWithin } from './album-folders.ts'

/** The folders of music that a start imports: those of the setting MUSIC, else those chosen in the browser. */
export async function readMusicFolders(
  db: Database,
  configured: readonly string[],
): Promise<readonly string[]> {
  if (configured.length > 0) return configured
  const { music } = await readSetUpChoices(db)
  const added = await db.selectFrom('music_folders').select('path').orderBy('path').execute()
  return [...new Set([...(music === '' ? [] : [music]), ...added.map(({ path }) => path)])]
}

export async function insertMusicFolder(tx: Transaction, path: string, now: number): Promise<void> {
  await tx
    .insertInto('music_folders')
    .values({ path, added_at: now })
    .onConflict(conflict => conflict.column('path').doNothing())
    .execute()
}

/** Takes folders, and all in them, out of those that imports know. Their tracks stay. */
export async function deleteFolders(tx: Transaction, folders: readonly string[]): Promise<void> {
  const isGone = (path: string) => folders.some(folder => path === folder || isWithin(folder, path))
  const { music } = await readSetUpChoices(tx)
  if (music !== '' && isGone(music)) await tx.updateTable('set_up').set({ music: '' }).execute()
  for (const table of ['music_folders', 'collection_roots'] as const) {
    const rows = await tx.selectFrom(table).select('path').execute()
    const paths = rows.map(row => row.path).filter(isGone)
    if (paths.length > 0) await tx.deleteFrom(table).where('path', 'in', paths).execute()
  }
}
