import { dayLimits } from '@refrain/contract/limits'
import { COUNTED_AT } from '@refrain/contract/listening/plays'
import type { LiveUpdateKind } from '@refrain/contract/live-updates'
import { lockUser } from '../../account/user-store.ts'
import { CHUNK_SIZE, inChunks } from '../../database/in-chunks.ts'
import { write } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { upsertInterestedArtist, upsertInterestedGenre } from '../interest-store.ts'
import { incrementTrackPlays } from '../play-store.ts'
import { insertPlayed } from '../played-track-store.ts'
import * as store from './counted-play-store.ts'
import { readNowPlayingRow } from './now-playing-store.ts'

const DAY_MS = 86_400_000
export const MAX_AGE_MS = dayLimits.reportedPlay * DAY_MS
/** Clocks of clients may be ahead. */
const CLOCK_TOLERANCE_MS = 60_000
/** Some clients report when a track starts, some when half of it was played: more than half a track lies between both. */
export const SAME_TRACK_TOLERANCE = 1.1
/** Plays of different tracks may be closer: clients round times. */
const OTHER_TRACK_TOLERANCE = 0.9
/** Minimum time between two plays, for very short tracks. */
const MIN_INTERVAL_MS = 5_000

/** A play that a client reports with its time, in epoch milliseconds. */
export interface ReportedPlay {
  readonly trackId: string
  readonly at: number
}

export interface CountResult {
  readonly counted: number
  /** Ids that the catalogue does not have. */
  readonly unknown: readonly string[]
  /** Live updates to publish. */
  readonly changed: readonly LiveUpdateKind[]
}

/**
 * Counts plays by the times at which a client says they have been. A play is not counted if it is in the future or too
 * old, or if it overlaps with another play of the listener: plays are at least half of the shorter track apart. So the same
 * play counts once, whoever reports it and however often.
 * @throws UnauthorizedError if the account has been deleted
 */
export async function countReportedPlays(
  db: Database,
  userId: string,
  plays: readonly ReportedPlay[],
): Promise<CountResult> {
  const result = { counted: 0, unknown: new Set<string>(), changed: new Set<LiveUpdateKind>() }
  // In pieces: nobody else can write to the embedded database meanwhile.
  const sorted = plays.toSorted((a, b) => a.at - b.at)
  for (let start = 0; start < sorted.length; start += PLAYS_PER_TRANSACTION) {
    const part = sorted.slice(start, start + PLAYS_PER_TRANSACTION)
    const counted = await write(db, async tx => {
      await lockUser(tx, userId)
      return countPlays(tx, userId, part, await readCurrentPlay(tx, userId))
    })
    result.counted += counted.counted
    for (const id of counted.unknown) result.unknown.add(id)
    for (const kind of counted.changed) result.changed.add(kind)
  }
  return { counted: result.counted, unknown: [...result.unknown], changed: [...result.changed] }
}

const PLAYS_PER_TRANSACTION = 100

/**
 * The same within a transaction that has locked the listener, for at most CHUNK_SIZE plays.
 * @param current counted plays that are not stored with their times
 */
export async function countPlays(
  tx: Transaction,
  userId: string,
  plays: readonly ReportedPlay[],
  current: readonly store.CountedPlay[] = [],
): Promise<CountResult> {
  const now = Date.now()
  const [ids = []] = inChunks(
    plays.map(play => play.trackId),
    CHUNK_SIZE,
  )
  const tracks = await store.readPlayableTracks(tx, ids)
  const likely = plays.flatMap(({ trackId, at }) => {
    const track = tracks.get(trackId)
    return track && at >= now - MAX_AGE_MS && at <= now + CLOCK_TOLERANCE_MS
      ? [{ track, at: Math.round(Math.min(at, now)) }]
      : []
  })
  const counted = [...(await readNeighbours(tx, userId, likely, ids)), ...current]
  const changed = new Set<LiveUpdateKind>()
  let count = 0
  for (const { track, at } of likely) {
    if (counted.some(other => areOverlapping(other, { track_id: track.id, played_at: at, ...track })))
      continue
    counted.push({ track_id: track.id, played_at: at, duration: track.duration })
    for (const kind of await countPlay(tx, userId, track, at)) changed.add(kind)
    count++
  }
  await store.deleteOldPlays(tx, userId, now - 2 * MAX_AGE_MS)
  return { counted: count, unknown: ids.filter(id => !tracks.has(id)), changed: [...changed] }
}

/** Stored plays that may overlap with these: the last one of each track, and those around them. */
async function readNeighbours(
  tx: Transaction,
  userId: string,
  plays: readonly { readonly track: store.PlayableTrack; readonly at: number }[],
  trackIds: readonly string[],
): Promise<store.CountedPlay[]> {
  if (plays.length === 0) return []
  const times = plays.map(play => play.at)
  const longest = Math.max(...plays.map(play => intervalOf(play.track.duration)))
  const margin = Math.ceil(longest * SAME_TRACK_TOLERANCE)
  const around = await store.readCountedPlays(
    tx,
    userId,
    Math.min(...times) - margin,
    Math.max(...times) + margin,
  )
  const last = await store.readLastCounted(tx, userId, trackIds)
  const durations = new Map(plays.map(({ track }) => [track.id, track.duration]))
  const lastPlays = Array.from(last, ([track_id, played_at]) => ({
    ...{ track_id, played_at, duration: durations.get(track_id) ?? 0 },
  }))
  return [...around, ...lastPlays]
}

/**
 * The play that was counted as it went on (see now-playing.ts), at its start, in the middle and at its end: clients may
 * report it afterwards with any of these times.
 */
async function readCurrentPlay(tx: Transaction, userId: string): Promise<store.CountedPlay[]> {
  const row = await readNowPlayingRow(tx, userId)
  if (row?.counted !== 1) return []
  const { track_id, started_at, reported_at } = row
  const { duration } = (await store.readPlayableTracks(tx, [track_id])).get(track_id)!
  const end = Math.max(started_at, Math.min(reported_at, started_at + duration))
  return [started_at, (started_at + end) / 2, end].map(played_at => ({ track_id, played_at, duration }))
}

const intervalOf = (duration: number) => Math.max(duration * COUNTED_AT, MIN_INTERVAL_MS)

/** Whether nobody can have played both. */
function areOverlapping(one: store.CountedPlay, other: store.CountedPlay): boolean {
  const apart = Math.abs(one.played_at - other.played_at)
  if (one.track_id === other.track_id) return apart < intervalOf(one.duration) * SAME_TRACK_TOLERANCE
  return apart < intervalOf(Math.min(one.duration, other.duration)) * OTHER_TRACK_TOLERANCE
}

/** Counts a play with all that follows from it. @returns live updates to publish */
async function countPlay(
  tx: Transaction,
  userId: string,
  { id, artist_id, genreIds }: store.PlayableTrack,
  at: number,
): Promise<LiveUpdateKind[]> {
  await store.insertCountedPlay(tx, userId, id, at, true)
  await store.raiseLastCounted(tx, userId, id, at)
  await incrementTrackPlays(tx, id)
  const changed: LiveUpdateKind[] = (await insertPlayed(tx, userId, id)) ? ['played'] : []
  let hasNewInterest = await upsertInterestedArtist(tx, userId, artist_id, at)
  for (const genreId of genreIds)
    if (await upsertInterestedGenre(tx, userId, genreId, at)) hasNewInterest = true
  return hasNewInterest ? [...changed, 'interests'] : changed
}
