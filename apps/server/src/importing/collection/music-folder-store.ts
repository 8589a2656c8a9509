import type { Database, Transaction } from '../../database/tables.ts'
import { readSetUpChoices } from '../../set-up/set-up-store.ts'

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
