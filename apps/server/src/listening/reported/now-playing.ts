import type { NowPlaying, reportNowPlaying as operation } from '@refrain/contract/listening/now-playing'
import { COUNTED_AT } from '@refrain/contract/listening/plays'
import type { LiveUpdateKind } from '@refrain/contract/live-updates'
import type { InputOf } from '@refrain/contract/operation'
import type { Selectable } from 'kysely'
import { lockUser } from '../../account/user-store.ts'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { NotFoundError } from '../../http/errors/request-errors.ts'
import type { NowPlayingRow } from '../tables.ts'
import { readNowPlayingRow, upsertNowPlaying } from './now-playing-store.ts'
import { readPlayableTracks } from './playable-track-store.ts'
import { countPlays, maxReportAge } from './reported-plays.ts'

/** A paused track is forgotten after this time without a report. */
const PAUSED_TTL_MS = 3_600_000
/** A playing one after its end: some clients only report its start. */
const ENDED_TTL_MS = 60_000
/** A report of an earlier position than before is a new play of the track if it is this close to its start. */
const START_MS = 5_000

/** What a listener plays, as last reported; undefined if nothing. */
export async function readNowPlaying(db: Database, userId: string): Promise<NowPlaying | undefined> {
  const row = await readNowPlayingRow(db, userId)
  if (!row || row.state === 'stopped') return undefined
  const duration = (await readPlayableTracks(db, [row.track_id])).get(row.track_id)?.duration ?? 0
  const left = Math.max(0, duration - row.position_ms) / row.playback_rate
  const ttl = row.state === 'paused' ? PAUSED_TTL_MS : left + ENDED_TTL_MS
  if (row.reported_at + ttl < Date.now()) return undefined
  return {
    trackId: row.track_id,
    state: row.state,
    positionMs: row.position_ms,
    playbackRate: row.playback_rate,
    client: row.client,
    startedAt: new Date(row.started_at).toISOString(),
    reportedAt: new Date(row.reported_at).toISOString(),
  }
}

/**
 * Stores what a listener plays, and counts the play once at half of the track by the rule for reported plays.
 * @returns live updates to publish
 * @throws NotFoundError if there is no such track
 */
export function reportNowPlaying(
  db: Database,
  userId: string,
  { trackId, state, positionMs, playbackRate = 1, client = '', countsPlay = true }: InputOf<typeof operation>,
): Promise<readonly LiveUpdateKind[]> {
  return write(db, async tx => {
    await lockUser(tx, userId)
    const track = (await readPlayableTracks(tx, [trackId])).get(trackId)
    if (!track) throw new NotFoundError('There is no such track.')
    const now = Date.now()
    const before = await readNowPlayingRow(tx, userId)
    const isSamePlay = before !== undefined && continues(before, trackId, positionMs)
    const startedAt = isSamePlay ? before.started_at : Math.round(now - positionMs / playbackRate)
    const isDue = countsPlay && positionMs >= track.duration * COUNTED_AT
    const wasCounted = isSamePlay && before.counted === 1
    const changed: LiveUpdateKind[] = []
    if (isDue && !wasCounted) {
      const play = { trackId, at: startedAt, client }
      changed.push(...(await countPlays(tx, userId, [play], { maxAgeMs: maxReportAge() })).changed)
    }
    await upsertNowPlaying(tx, {
      user_id: userId,
      track_id: trackId,
      state,
      position_ms: positionMs,
      playback_rate: playbackRate,
      client,
      started_at: startedAt,
      reported_at: now,
      counted: Number(wasCounted || isDue),
    })
    // Positions are reported every few seconds; pages work them out themselves.
    if (!isSamePlay || before.state !== state) changed.push('nowPlaying')
    return changed
  })
}

/** Whether a report goes on with the same play of the same track. */
function continues(before: Selectable<NowPlayingRow>, trackId: string, positionMs: number): boolean {
  if (before.track_id !== trackId || before.state === 'stopped') return false
  return positionMs >= before.position_ms || positionMs > START_MS
}
