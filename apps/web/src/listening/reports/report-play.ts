import { recordSecondsHeard } from '@refrain/contract/listening/listens'
import { countTrackPlay } from '@refrain/contract/listening/plays'
import { readToken } from '../../account/session.ts'
import { callAs } from '../../api/call.ts'
import { reportFailure } from './report-failure.ts'

interface CountedPlay {
  readonly trackId: string
  readonly countedAt: string
  readonly token: string
}

/**
 * Counts a play of a track, for members only; a failure is only logged to the console.
 * @returns stores how many seconds were heard, once the load has ended
 */
export function reportPlay(trackId: string): (seconds: number) => void {
  const counting = countPlay(trackId)
  return seconds => void counting.then(counted => counted && sendSecondsHeard(counted, seconds))
}

/** @returns undefined if it was not counted */
async function countPlay(trackId: string): Promise<CountedPlay | undefined> {
  const token = await readToken()
  if (token === null) return undefined
  try {
    const { countedAt } = await callAs(token, countTrackPlay, { trackId }, { keepalive: true })
    return countedAt === undefined ? undefined : { trackId, countedAt, token }
  } catch {
    await reportFailure(token, 'Failed to update play count')
    return undefined
  }
}

/** Often while the page closes. Without it the listen stands without its seconds, as those of many apps. */
async function sendSecondsHeard({ token, ...listen }: CountedPlay, seconds: number): Promise<void> {
  await callAs(token, recordSecondsHeard, { ...listen, seconds }, { keepalive: true }).catch(() => {})
}
