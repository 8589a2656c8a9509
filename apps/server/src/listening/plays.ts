import { COUNTED_AT } from '@refrain/contract/listening/plays'
import { considerCover } from '../catalogue/artist-cover-writer.ts'
import { incrementCatalogueVersion } from '../catalogue/version-writer.ts'
import { isDatabaseUnavailable, write } from '../database/retry.ts'
import type { Database, Transaction } from '../database/tables.ts'
import { UnauthorizedError } from '../http/errors/request-errors.ts'
import {
  incrementAlbumPlays,
  incrementTrackPlays,
  readTrackDurationMs,
  recordAlbumPlays,
  recordTrackPlay,
  userExists,
} from './play-store.ts'
import type { PlayTimeBudget } from './play-time-budget.ts'

const DAY_MS = 86_400_000
/** Of the time between two plays so much must have gone by: calls do not all take as long. */
const ABOUT = 0.9

/** However short a track is, its plays are so far apart. */
const LEAST_MS = 5_000

/**
 * Counts a play of a track, unless the listener's last one was counted less than about half the track ago:
 * who hears it over and over at double speed reaches its half so often, and nobody sooner. Nor where they
 * cannot have heard so much of all their tracks together.
 * @returns false where there is no such track
 * @throws UnauthorizedError where the listener has gone meanwhile
 */
export async function countTrackPlay(
  db: Database,
  listened: PlayTimeBudget,
  userId: string,
  trackId: string,
): Promise<boolean> {
  const milliseconds = await readTrackDurationMs(db, trackId)
  if (milliseconds === undefined) return false
  const now = Date.now()
  const heard = Math.max(milliseconds * COUNTED_AT * ABOUT, LEAST_MS)
  if (!listened.consume(userId, heard, performance.now())) return true
  let counts = false
  try {
    await writeFor(db, userId, async tx => {
      counts = await recordTrackPlay(tx, userId, trackId, now, now - heard)
      if (counts) await incrementTrackPlays(tx, trackId)
    })
  } catch (error) {
    counts = false
    throw error
  } finally {
    if (!counts) listened.refund(userId, heard)
  }
  return true
}

/**
 * Counts a play of each album once for the listener and day (READ-05); unknown albums are passed over.
 * @throws UnauthorizedError where the listener has gone meanwhile
 */
export async function countAlbumPlays(
  db: Database,
  userId: string,
  albumIds: readonly string[],
): Promise<void> {
  if (albumIds.length === 0) return
  const today = Math.floor(Date.now() / DAY_MS)
  await writeFor(db, userId, async tx => {
    const counted = await recordAlbumPlays(tx, userId, albumIds, today)
    await incrementAlbumPlays(tx, counted)
    const shown: boolean[] = []
    for (const albumId of counted) shown.push(await considerCover(tx, albumId))
    if (shown.includes(true)) await incrementCatalogueVersion(tx)
  })
}

/** Nothing can be noted of a listener whose account is deleted after the call was let in. */
async function writeFor(
  db: Database,
  userId: string,
  work: (tx: Transaction) => Promise<void>,
): Promise<void> {
  try {
    await write(db, work)
  } catch (error) {
    if (isDatabaseUnavailable(error) || (await userExists(db, userId))) throw error
    throw new UnauthorizedError()
  }
}
