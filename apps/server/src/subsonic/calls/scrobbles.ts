import { countLimits } from '@refrain/contract/limits'
import { PLAYBACK_STATES } from '@refrain/contract/listening/now-playing'
import type { LiveUpdateKind } from '@refrain/contract/live-updates'
import { readNowPlaying, reportNowPlaying } from '../../listening/reported/now-playing.ts'
import { countReportedPlays, maxReportAge } from '../../listening/reported/reported-plays.ts'
import { type CallInput, type Calls, type CallTools, listen, read } from '../call.ts'
import { readAppId, requireId } from '../ids.ts'
import type { Parameters } from '../request/parameters.ts'
import { readChildren } from '../shapes/song.ts'
import { badParameter, notFound } from '../subsonic-error.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const WHOLE = /^\d{1,15}$/

/** What is played, now and before. Apps decide themselves when they report a play; ours is the rule that counts it. */
export function scrobbleCalls({ db, liveUpdates, listensDays }: CallTools): Calls {
  const maxAgeMs = maxReportAge(listensDays)
  const publish = (userId: string, changed: readonly LiveUpdateKind[]) => {
    for (const kind of changed) liveUpdates.publish({ userId }, kind)
  }

  async function countPlays({ parameters, caller }: CallInput): Promise<void> {
    const ids = readIds(parameters)
    const times = parameters.all('time')
    const now = Date.now()
    const known = ids.map(readAppId)
    const plays = known.flatMap((id, at) =>
      id?.kind === 'track' ? [{ trackId: id.id, at: readTime(times[at], now), client: caller.client }] : [],
    )
    const { unknown, changed } = await countReportedPlays(db, caller.userId, plays, maxAgeMs)
    publish(caller.userId, changed)
    if (plays.length < ids.length || unknown.length > 0) throw notFound('song')
  }

  return {
    scrobble: listen(async input => {
      const { parameters, caller } = input
      if (parameters.flag('submission', true)) {
        await countPlays(input)
        return {}
      }
      const trackId = requireId(readIds(parameters).at(-1) as string, 'track')
      const report = {
        trackId,
        state: 'playing',
        positionMs: 0,
        client: caller.client,
        countsPlay: false,
      } as const
      publish(caller.userId, await reportNowPlaying(db, caller.userId, report))
      return {}
    }),
    reportPlayback: listen(async ({ parameters, caller }) => {
      const trackId = requireId(parameters.required('mediaId'), 'track')
      const given = parameters.required('state')
      const state = PLAYBACK_STATES.find(each => each === (given === 'starting' ? 'playing' : given))
      if (!state) throw badParameter('state', 'names no state')
      parameters.required('positionMs')
      const positionMs = parameters.whole('positionMs', { or: 0, least: 0, most: DAY_MS })
      const countsPlay = !parameters.flag('ignoreScrobble', false)
      const report = {
        trackId,
        state,
        positionMs,
        playbackRate: readRate(parameters),
        client: caller.client,
        countsPlay,
      }
      publish(caller.userId, await reportNowPlaying(db, caller.userId, report))
      return {}
    }),
    // What others listen to is nobody's business.
    getNowPlaying: read(async ({ caller }) => {
      const playing = await readNowPlaying(db, caller.userId)
      const [song] = playing ? await readChildren(db, caller.userId, [playing.trackId]) : []
      if (!playing || !song) return { nowPlaying: { entry: [] } }
      const { state, positionMs, playbackRate, client, startedAt } = playing
      const minutesAgo = Math.max(0, Math.floor((Date.now() - Date.parse(startedAt)) / MINUTE_MS))
      const about = { username: caller.username, minutesAgo, playerId: 1, playerName: client }
      return { nowPlaying: { entry: [{ ...song, ...about, state, positionMs, playbackRate }] } }
    }),
  }
}

/** @throws SubsonicError (10) without ids, or with too many */
function readIds(parameters: Parameters): readonly string[] {
  parameters.required('id')
  const ids = parameters.all('id')
  if (ids.length > countLimits.reportedPlays) throw badParameter('id', 'comes too often')
  return ids
}

/** Epoch milliseconds; now without a time. @throws SubsonicError (10) */
function readTime(given: string | undefined, now: number): number {
  if (given === undefined || given === '') return now
  if (!WHOLE.test(given)) throw badParameter('time', 'is no time in milliseconds')
  return Number(given)
}

/** @throws SubsonicError (10) */
function readRate(parameters: Parameters): number {
  const rate = Number(parameters.get('playbackRate') ?? 1)
  if (!(rate >= 0.1 && rate <= 10)) throw badParameter('playbackRate', 'is no speed')
  return rate
}
