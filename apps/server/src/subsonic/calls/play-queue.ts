import { countLimits, textLimits } from '@refrain/contract/limits'
import type { PlayQueue } from '@refrain/contract/listening/play-queue'
import { readPlayQueue, savePlayQueue } from '../../listening/queue/play-queue.ts'
import { type CallInput, type Calls, type CallTools, listen, read } from '../call.ts'
import { requireId, toAppId } from '../ids.ts'
import type { Parameters } from '../request/parameters.ts'
import type { Fields } from '../response/fields.ts'
import { readChildren } from '../shapes/song.ts'
import { badParameter } from '../subsonic-error.ts'

const DAY_MS = 86_400_000

/** The one queue that all apps of a listener share. */
export function playQueueCalls({ db, liveUpdates }: CallTools): Calls {
  async function save(
    { parameters, caller }: CallInput,
    readIndex: (ids: readonly string[]) => number,
  ): Promise<Fields> {
    const ids = parameters.all('id').filter(id => id !== '')
    if (ids.length > countLimits.queueTracks) throw badParameter('id', 'comes too often')
    const tracks = ids.map(id => requireId(id, 'track'))
    const currentIndex = tracks.length === 0 ? 0 : readIndex(tracks)
    const positionMs = parameters.whole('position', { or: 0, least: 0, most: DAY_MS })
    await savePlayQueue(db, caller.userId, {
      tracks,
      currentIndex,
      positionMs,
      changedBy: caller.client.slice(0, textLimits.clientName.max).toWellFormed(),
    })
    liveUpdates.publish({ userId: caller.userId }, 'queue')
    return {}
  }

  async function about({ caller }: CallInput, queue: PlayQueue): Promise<Fields> {
    if (queue.changedAt === null) return { username: caller.username }
    return {
      username: caller.username,
      position: queue.positionMs,
      changed: queue.changedAt,
      changedBy: queue.changedBy,
      entry: await readChildren(db, caller.userId, queue.tracks),
    }
  }

  return {
    savePlayQueue: listen(input => save(input, ids => readCurrent(input.parameters, ids))),
    savePlayQueueByIndex: listen(input => save(input, ids => readCurrentIndex(input.parameters, ids.length))),
    getPlayQueue: read(async input => {
      const queue = await readPlayQueue(db, input.caller.userId)
      const current = queue.tracks[queue.currentIndex ?? -1]
      return {
        playQueue: { ...(await about(input, queue)), ...(current && { current: toAppId('track', current) }) },
      }
    }),
    getPlayQueueByIndex: read(async input => {
      const queue = await readPlayQueue(db, input.caller.userId)
      const { currentIndex } = queue
      return {
        playQueueByIndex: { ...(await about(input, queue)), ...(currentIndex !== null && { currentIndex }) },
      }
    }),
  }
}

/** @throws SubsonicError (10) if the current track is not in the queue */
function readCurrent(parameters: Parameters, ids: readonly string[]): number {
  const current = parameters.get('current')
  if (current === undefined || current === '') return 0
  const index = ids.indexOf(requireId(current, 'track', 'current'))
  if (index < 0) throw badParameter('current', 'is not in the queue')
  return index
}

/** @throws SubsonicError (10) if the queue has no such place */
function readCurrentIndex(parameters: Parameters, length: number): number {
  const index = parameters.wholeIfGiven('currentIndex') ?? 0
  if (index < 0 || index >= length) throw badParameter('currentIndex', 'is not in the queue')
  return index
}
