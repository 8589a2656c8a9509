import { COUNTED_AT } from '@refrain/contract/listening/plays'
import { offerCover } from '../catalogue/artist-cover-writer.ts'
import { markCatalogueChanged } from '../catalogue/version-writer.ts'
import { isDatabaseGone, write } from '../database/retry.ts'
import type { Database, Transaction } from '../database/tables.ts'
import { UnauthorizedError } from '../http/errors/request-errors.ts'
import type { ListenedTime } from './listened-time.ts'
import { addAlbumPlays, addTrackPlay, isListener, markAlbums, markTrack, readTrackMs } from './play-store.ts'

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
  listened: ListenedTime,
  userId: string,
  trackId: string,
): Promise<boolean> {
  const milliseconds = await readTrackMs(db, trackId)
  if (milliseconds === undefined) return false
  const now = Date.now()
  const heard = Math.max(milliseconds * COUNTED_AT * ABOUT, LEAST_MS)
  if (!listened.take(userId, heard, performance.now())) return true
  let counts = false
  try {
    await writeFor(db, userId, async tx => {
      counts = await markTrack(tx, userId, trackId, now, now - heard)
      if (counts) await addTrackPlay(tx, trackId)
    })
  } catch (error) {
    counts = false
    throw error
  } finally {
    if (!counts) listened.giveBack(userId, heard)
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
    const counted = await markAlbums(tx, userId, albumIds, today)
    await addAlbumPlays(tx, counted)
    const shown: boolean[] = []
    for (const albumId of counted) shown.push(await offerCover(tx, albumId))
    if (shown.includes(true)) await markCatalogueChanged(tx)
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
    if (isDatabaseGone(error) || (await isListener(db, userId))) throw error
    throw new UnauthorizedError()
  }
}
