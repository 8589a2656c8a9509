import { COUNTED_AT } from '@refrain/contract/listening'
import { write } from '../database/retry.ts'
import type { Database } from '../database/tables.ts'
import { addAlbumPlays, addTrackPlay, markAlbums, markTrack, readTrackMs } from './play-store.ts'

const DAY_MS = 86_400_000
/** Of the time between two plays so much must have gone by: calls do not all take as long. */
const ABOUT = 0.9

/**
 * Counts a play of a track, unless the listener's last one was counted less than about half the track ago:
 * who hears it over and over at double speed reaches its half so often, and nobody sooner.
 * @returns false where there is no such track
 */
export async function countTrackPlay(db: Database, userId: string, trackId: string): Promise<boolean> {
  const milliseconds = await readTrackMs(db, trackId)
  if (milliseconds === undefined) return false
  const now = Date.now()
  await write(db, async tx => {
    const counts = await markTrack(tx, userId, trackId, now, now - milliseconds * COUNTED_AT * ABOUT)
    if (counts) await addTrackPlay(tx, trackId)
  })
  return true
}

/** Counts a play of each album once for the listener and day (READ-05); unknown albums are passed over. */
export async function countAlbumPlays(
  db: Database,
  userId: string,
  albumIds: readonly string[],
): Promise<void> {
  if (albumIds.length === 0) return
  const today = Math.floor(Date.now() / DAY_MS)
  await write(db, async tx => {
    const counted = await markAlbums(tx, userId, albumIds, today)
    await addAlbumPlays(tx, counted)
  })
}
