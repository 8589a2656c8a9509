import { countLimits, dayLimits } from '@refrain/contract/limits'
import { COUNTED_AT } from '@refrain/contract/listening/plays'
import type { LiveUpdateKind } from '@refrain/contract/live-updates'
import { lockUser } from '../../account/user-store.ts'
import { CHUNK_SIZE, inChunks } from '../../database/in-chunks.ts'
import { write } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { upsertInterestedArtist, upsertInterestedGenre } from '../interest-store.ts'
import { type CountedPlay, readComparableSince, readCountedPlays } from '../listens/listen-store.ts'
import { insertListens, type NewListen } from '../listens/listen-writer.ts'
import { incrementTrackPlays } from '../play-store.ts'
import { insertPlayed } from '../played-track-store.ts'
import { readNowPlayingRow } from './now-playing-store.ts'
import * as store from './playable-track-store.ts'

const DAY_MS = 86_400_000
/** How old reported plays may be. @param listensDays for how long listens are kept: older plays could not be compared */
export const maxReportAge = (listensDays = Number.POSITIVE_INFINITY) =>
  Math.min(dayLimits.reportedPlay, listensDays) * DAY_MS

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
  /** Name of the device or app; '' if unknown. */
  readonly client: string
  /** Undefined if the client does not say. */
  readonly secondsHeard?: number | undefined
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
 * @param maxAgeMs how old plays may be, see `maxReportAge`
 * @throws UnauthorizedError if the account has been deleted
 */
export async function countReportedPlays(
  db: Database,
  userId: string,
  plays: readonly ReportedPlay[],
  maxAgeMs: number,
): Promise<CountResult> {
  const result = { counted: 0, unknown: new Set<string>(), changed: new Set<LiveUpdateKind>() }
  // In pieces: nobody else can write to the embedded database meanwhile.
  const sorted = plays.toSorted((a, b) => a.at - b.at)
  for (let start = 0; start < sorted.length; start += PLAYS_PER_TRANSACTION) {
    const part = sorted.slice(start, start + PLAYS_PER_TRANSACTION)
    const counted = await write(db, async tx => {
      await lockUser(tx, userId)
      const current = await readCurrentPlay(tx, userId)
      return countPlays(tx, userId, part, { current, maxAgeMs })
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
  { current = [], maxAgeMs }: { readonly current?: readonly CountedPlay[]; readonly maxAgeMs: number },
): Promise<CountResult> {
  const now = Date.now()
  const [ids = []] = inChunks(
    plays.map(play => play.trackId),
    CHUNK_SIZE,
  )
  const tracks = await store.readPlayableTracks(tx, ids)
  const since = Math.max(now - maxAgeMs, (await readComparableSince(tx, userId, countLimits.listens)) + 1)
  const likely = plays.flatMap(play => {
    const track = tracks.get(play.trackId)
    const at = Math.round(Math.min(play.at, now))
    return track && at >= since && play.at <= now + CLOCK_TOLERANCE_MS ? [{ ...play, track, at }] : []
  })
  const counted = [...(await readNeighbours(tx, userId, likely, ids)), ...current]
  const fresh: TrackPlay[] = []
  for (const play of likely) {
    const { track, at } = play
    const one = { track_id: track.id, played_at: at, duration: track.duration }
    if (counted.some(other => areOverlapping(other, one))) continue
    counted.push(one)
    fresh.push(play)
  }
  const changed = await recordPlays(tx, userId, fresh)
  return { counted: fresh.length, unknown: ids.filter(id => !tracks.has(id)), changed }
}

/** A reported play of a known track. */
interface TrackPlay extends ReportedPlay {
  readonly track: store.PlayableTrack
}

/** Stored plays that may overlap with these: the last one of each track, and those around them. */
async function readNeighbours(
  tx: Transaction,
  userId: string,
  plays: readonly TrackPlay[],
  trackIds: readonly string[],
): Promise<CountedPlay[]> {
  if (plays.length === 0) return []
  const longest = Math.max(...plays.map(play => intervalOf(play.track.duration)))
  const margin = Math.ceil(longest * SAME_TRACK_TOLERANCE)
  const around: CountedPlay[] = []
  for (const { first, last } of spansOf(
    plays.map(play => play.at),
    2 * margin,
  ))
    around.push(...(await readCountedPlays(tx, userId, first - margin, last + margin)))
  const last = await store.readLastCounted(tx, userId, trackIds)
  const durations = new Map(plays.map(({ track }) => [track.id, track.duration]))
  const lastPlays = Array.from(last, ([track_id, played_at]) => ({
    ...{ track_id, played_at, duration: durations.get(track_id) ?? 0 },
  }))
  return [...around, ...lastPlays]
}

/** Joins times that are close to each other, so that two plays a year apart do not read the whole year. */
function spansOf(times: readonly number[], gap: number): { first: number; last: number }[] {
  const spans: { first: number; last: number }[] = []
  for (const time of times.toSorted((a, b) => a - b)) {
    const span = spans.at(-1)
    if (span && time - span.last <= gap) span.last = time
    else spans.push({ first: time, last: time })
  }
  return spans
}

/**
 * The play that was counted as it went on (see now-playing.ts), at its start, in the middle and at its end: clients may
 * report it afterwards with any of these times.
 */
async function readCurrentPlay(tx: Transaction, userId: string): Promise<CountedPlay[]> {
  const row = await readNowPlayingRow(tx, userId)
  if (row?.counted !== 1) return []
  const { track_id, started_at, reported_at } = row
  const { duration } = (await store.readPlayableTracks(tx, [track_id])).get(track_id)!
  const end = Math.max(started_at, Math.min(reported_at, started_at + duration))
  return [started_at, (started_at + end) / 2, end].map(played_at => ({ track_id, played_at, duration }))
}

const intervalOf = (duration: number) => Math.max(duration * COUNTED_AT, MIN_INTERVAL_MS)

/** Whether nobody can have played both. */
function areOverlapping(one: CountedPlay, other: CountedPlay): boolean {
  const apart = Math.abs(one.played_at - other.played_at)
  if (one.track_id === other.track_id) return apart < intervalOf(one.duration) * SAME_TRACK_TOLERANCE
  return apart < intervalOf(Math.min(one.duration, other.duration)) * OTHER_TRACK_TOLERANCE
}

/** Counts plays with all that follows from them. @returns live updates to publish */
async function recordPlays(
  tx: Transaction,
  userId: string,
  plays: readonly TrackPlay[],
): Promise<LiveUpdateKind[]> {
  // First, as everywhere: this locks the tracks.
  for (const id of plays.map(play => play.trackId).toSorted()) await incrementTrackPlays(tx, id)
  const listens = plays.map(play => ({ ...play, isReported: true }) satisfies NewListen)
  await insertListens(tx, userId, listens)
  const changed = new Set<LiveUpdateKind>()
  for (const { track, at } of plays) {
    await store.raiseLastCounted(tx, userId, track.id, at)
    if (await insertPlayed(tx, userId, track.id)) changed.add('played')
    if (await upsertInterestedArtist(tx, userId, track.artist_id, at)) changed.add('interests')
    for (const genreId of track.genreIds)
      if (await upsertInterestedGenre(tx, userId, genreId, at)) changed.add('interests')
  }
  return [...changed]
}
