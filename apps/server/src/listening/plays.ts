import { COUNTED_AT } from '@refrain/contract/listening/plays'
import { considerCover } from '../catalogue/artist-cover-writer.ts'
import { incrementCatalogueVersion } from '../catalogue/version-writer.ts'
import { isDatabaseUnavailable, write } from '../database/retry.ts'
import type { Database, Transaction } from '../database/tables.ts'
import { UnauthorizedError } from '../http/errors/request-errors.ts'
import { hasReportedPlay } from './listens/listen-store.ts'
import { insertListens } from './listens/listen-writer.ts'
import {
  incrementAlbumPlays,
  incrementTrackPlays,
  readTrackDurationMs,
  recordAlbumPlays,
  recordTrackPlay,
  userExists,
} from './play-store.ts'
import type { PlayTimeBudget } from './play-time-budget.ts'
import { SAME_TRACK_TOLERANCE } from './reported/reported-plays.ts'

const DAY_MS = 86_400_000
/** Tolerance for the time between two plays: network delays vary. */
const TOLERANCE = 0.9
/** Minimum time between two plays, for very short tracks. */
const MIN_INTERVAL_MS = 5_000

/** Who plays, and with which device; '' if unknown. */
export interface Listener {
  readonly userId: string
  readonly client: string
}

/**
 * Counts a play of a track, unless the last one was less than about half the track's length ago, or the listener cannot
 * have played so much in total. Half the length allows for double speed.
 * @returns when it was counted, in epoch milliseconds; null if it does not count, undefined if there is no such track
 * @throws UnauthorizedError if the account has been deleted
 */
export async function countTrackPlay(
  db: Database,
  listened: PlayTimeBudget,
  listener: Listener,
  trackId: string,
): Promise<number | null | undefined> {
  const milliseconds = await readTrackDurationMs(db, trackId)
  if (milliseconds === undefined) return undefined
  const { userId } = listener
  const now = Date.now()
  const interval = Math.max(milliseconds * COUNTED_AT * TOLERANCE, MIN_INTERVAL_MS)
  if (!listened.consume(userId, interval, performance.now())) return null
  let countedAt: number | null = null
  try {
    await writeFor(db, userId, async tx => {
      countedAt = await recordPlay(tx, listener, trackId, { now, milliseconds, interval })
    })
  } catch (error) {
    countedAt = null
    throw error
  } finally {
    if (countedAt === null) listened.refund(userId, interval)
  }
  return countedAt
}

/** @returns when it counts; null if it does not, as where another client of the listener has reported it, too */
async function recordPlay(
  tx: Transaction,
  { userId, client }: Listener,
  trackId: string,
  { now, milliseconds, interval }: { now: number; milliseconds: number; interval: number },
): Promise<number | null> {
  const sameUntil = now - milliseconds * COUNTED_AT * SAME_TRACK_TOLERANCE
  if (await hasReportedPlay(tx, userId, trackId, sameUntil)) return null
  if (!(await recordTrackPlay(tx, userId, trackId, now, now - interval))) return null
  // Before the listen: it locks the track.
  await incrementTrackPlays(tx, trackId)
  for (let at = now; at < now + MAX_SHIFT_MS; at++)
    if ((await insertListens(tx, userId, [{ trackId, at, client, isReported: false }])) === 1) return at
  throw new Error('There is no free moment for this play.')
}

/** Plays on two devices may count in the same millisecond; the second listen is stored for the next one. */
const MAX_SHIFT_MS = 100

/**
 * Counts a play of each album, once per listener and day. Ignores unknown albums.
 * @throws UnauthorizedError if the account has been deleted
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
    let hasNewCover = false
    for (const albumId of counted) if (await considerCover(tx, albumId)) hasNewCover = true
    if (hasNewCover) await incrementCatalogueVersion(tx)
  })
}

/** Turns a foreign key error into 401 if the account was deleted during the call. */
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
