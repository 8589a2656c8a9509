import type { importArchiveListens as operation } from '@refrain/contract/library/archive'
import type { InputOf, OutputOf } from '@refrain/contract/operation'
import { lockUser } from '../../account/user-store.ts'
import { filterExistingTrackIds } from '../../catalogue/track-store.ts'
import { CHUNK_SIZE, inChunks } from '../../database/in-chunks.ts'
import { lockRows } from '../../database/lock-rows.ts'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { insertListens } from '../../listening/listens/listen-writer.ts'
import { readTime } from './import-items.ts'

/** Adds listens of an archive to those that the listener has. */
export function importListens(
  db: Database,
  userId: string,
  { listens }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const now = Date.now()
  const ids = [...new Set(listens.map(listen => listen.id))].toSorted()
  return write(db, async tx => {
    await lockUser(tx, userId)
    for (const chunk of inChunks(ids)) await lockRows(tx, 'tracks', chunk, 'changes')
    const known = new Set(await filterExistingTrackIds(tx, ids))
    const rows = listens
      .filter(({ id }) => known.has(id))
      .map(({ id, at, client = '', secondsHeard }) => ({
        ...{ trackId: id, at: readTime(at, now), client, isReported: true },
        secondsHeard: secondsHeard ?? undefined,
      }))
    let added = 0
    for (let start = 0; start < rows.length; start += CHUNK_SIZE)
      added += await insertListens(tx, userId, rows.slice(start, start + CHUNK_SIZE))
    return { added }
  })
}
