import { inChunks } from '../../database/in-chunks.ts'
import type { Database } from '../../database/tables.ts'

/** Those of the tracks that can be played, in the order given. */
export async function filterAvailable(db: Database, trackIds: readonly string[]): Promise<string[]> {
  const available = new Set<string>()
  for (const chunk of inChunks(trackIds)) {
    const rows = await db
      .selectFrom('tracks')
      .select('id')
      .where('id', 'in', chunk)
      .where('available', '=', 1)
      .execute()
    for (const { id } of rows) available.add(id)
  }
  return trackIds.filter(id => available.has(id))
}
