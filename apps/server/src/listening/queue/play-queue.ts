import type { savePlayQueue as operation, PlayQueue } from '@refrain/contract/listening/play-queue'
import type { InputOf } from '@refrain/contract/operation'
import { lockUser } from '../../account/user-store.ts'
import { filterExistingTrackIds } from '../../catalogue/track-store.ts'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { InvalidInputError } from '../../http/errors/request-errors.ts'
import { readPlayQueueRow, upsertPlayQueue } from './play-queue-store.ts'

/** The listener's saved queue, without tracks that have left the catalogue; empty if it was never saved. */
export async function readPlayQueue(db: Database, userId: string): Promise<PlayQueue> {
  const row = await readPlayQueueRow(db, userId)
  if (!row)
    return { tracks: [], currentIndex: null, positionMs: 0, changedBy: '', changedAt: null, version: 0 }
  const saved = JSON.parse(row.track_ids) as string[]
  const existing = new Set(await filterExistingTrackIds(db, saved))
  const isHere = (id: string) => existing.has(id)
  const tracks = saved.filter(isHere)
  const savedIndex = row.current_index ?? 0
  const hasCurrent = isHere(saved[savedIndex] ?? '')
  // Without the current track, the one after it comes next, from its start.
  const index = Math.min(saved.slice(0, savedIndex).filter(isHere).length, tracks.length - 1)
  return {
    tracks,
    currentIndex: tracks.length === 0 ? null : index,
    positionMs: hasCurrent ? row.position_ms : 0,
    changedBy: row.changed_by,
    changedAt: new Date(row.changed_at).toISOString(),
    version: row.version,
  }
}

/**
 * Replaces the listener's saved queue; without tracks, it is emptied.
 * @throws InvalidInputError if there is no track at `currentIndex`
 */
export async function savePlayQueue(
  db: Database,
  userId: string,
  { tracks, currentIndex = 0, positionMs = 0, changedBy = '' }: InputOf<typeof operation>,
): Promise<PlayQueue> {
  const isEmpty = tracks.length === 0
  if (currentIndex >= tracks.length && !(isEmpty && currentIndex === 0))
    throw new InvalidInputError('currentIndex: the queue has no such track')
  await write(db, async tx => {
    await lockUser(tx, userId)
    await upsertPlayQueue(tx, {
      user_id: userId,
      track_ids: JSON.stringify(tracks),
      current_index: isEmpty ? null : currentIndex,
      position_ms: isEmpty ? 0 : positionMs,
      changed_by: changedBy,
      changed_at: Date.now(),
    })
  })
  return readPlayQueue(db, userId)
}
